"""What an external agent costs beyond its own time, for each move.

The agents here answer at once, so the time of a move is all ours: waking the process, two
messages, a look at what it uses, putting it to sleep. ``trivium bench external`` prints it beside
the bare round trip of one line through a pair of pipes, measured in the same run.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from benchmarks.progress import Steps
from trivium.agents.agent import Agent
from trivium.agents.descriptions import PlayerDescription
from trivium.agents.simple import RandomAgent
from trivium.arena.external.jail import sandbox_trouble
from trivium.arena.external.java_classes import SOURCES
from trivium.arena.external.limits import AgentLimits
from trivium.arena.players import make_player
from trivium.games.catalogue import GAMES
from trivium.games.position import Position

AIM = 1.0
"""Milliseconds a move."""
GAMES_PLAYED = 5
TURNS = 100
"""So many that no game of these is over."""
ROUND_TRIPS = 2000

CACHEX = """
class Player:
    def __init__(self, player, n):
        self.free = [("PLACE", r, q) for r in range(n) for q in range(n)]
    def action(self):
        return self.free[0]
    def turn(self, player, action):
        self.free.remove(action)
"""
ENGINE = """
import sys
free = [f"{letter}{number}" for number in range(1, 16) for letter in "abcdefghijklmno"]
for line in sys.stdin:
    word, *rest = line.split()
    if word == "play":
        free.remove(rest[1])
    print("=", free.pop(0) if word == "genmove" else "", end="\\n\\n", flush=True)
"""
JAVA = """
import aiproj.hexifence.*;
public class First implements Player {
    private java.util.List<int[]> free = new java.util.ArrayList<>();
    public int init(int n, int p) {
        for (int[] edge : EDGES) free.add(edge);
        return 0;
    }
    private void take(int row, int column) {
        free.removeIf(edge -> edge[0] == row && edge[1] == column);
    }
    public Move makeMove() {
        Move move = new Move();
        move.Row = free.get(0)[0];
        move.Col = free.get(0)[1];
        take(move.Row, move.Col);
        return move;
    }
    public int opponentMove(Move m) { take(m.Row, m.Col); return 0; }
    public int getWinner() { return 0; }
    public void printBoard(java.io.PrintStream output) { }
    private static final int[][] EDGES = {EDGE_LIST};
}
"""


@dataclass(frozen=True)
class Case:
    """An agent, and where it plays."""

    description: str
    game: str
    size: str
    sandbox: bool

    @property
    def kind(self) -> str:
        """What the agent is spoken to by."""
        return PlayerDescription.read(self.description).name

    def __str__(self) -> str:
        return f"{self.kind} {'in the sandbox' if self.sandbox else 'without a sandbox'}"


@dataclass(frozen=True)
class Result:
    """Milliseconds for each move of one kind of agent."""

    agent: str
    sandbox: bool
    moves: int
    median: float
    mean: float
    aim: float = AIM


def main(as_json: bool) -> None:
    """Measure everything and print a table, or one JSON object."""
    results: list[Result] = []
    trip = round_trip()
    with tempfile.TemporaryDirectory() as folder:
        planned = cases(Path(folder))
        with Steps(len(planned), lambda complete: _show(results, trip, complete, as_json)) as steps:
            for case in planned:
                steps.begin(str(case))
                results.append(measure(case))


def _show(results: list[Result], trip: float, complete: bool, as_json: bool) -> None:
    if as_json:
        record = {"benchmark": "external", "complete": complete, "round_trip_ms": trip}
        print(json.dumps(record | {"results": [asdict(result) for result in results]}))
        return
    for result in results:
        fence = "sandbox" if result.sandbox else "no sandbox"
        print(
            f"{result.agent:<15} {fence:<11} {result.median:6.3f} ms a move in the median, "
            f"{result.mean:6.3f} in the mean of {result.moves}; aim {result.aim:g}"
        )
    print(f"a line there and back through bare pipes: {trip:.3f} ms")


def cases(folder: Path) -> list[Case]:
    """Write the agents; return every kind that this machine can run, in and out of the sandbox."""
    fences = [False] if sandbox_trouble() else [True, False]
    return [Case(*agent, sandbox) for agent in _write_agents(folder) for sandbox in fences]


def _write_agents(folder: Path) -> list[tuple[str, str, str]]:
    """Write the agents; return their descriptions, games and sizes."""
    (folder / "first.py").write_text(CACHEX)
    (folder / "engine.py").write_text(ENGINE)
    agents = [
        (f"cachex-py:{folder}#first", "cachex", "15"),
        (f"gtp:{sys.executable} {folder / 'engine.py'}", "cachex", "15"),
    ]
    if shutil.which("javac"):
        edges = [move.action for move in GAMES["hexifence"].start("4").legal_moves]
        listed = ", ".join("{{{}, {}}}".format(*edge) for edge in edges if edge)
        (folder / "First.java").write_text(JAVA.replace("EDGE_LIST", listed))
        subprocess.run(
            ["javac", "-implicit:none", "-sourcepath", SOURCES, folder / "First.java"], check=True
        )
        agents.append((f"hexifence-java:{folder}#First", "hexifence", "4"))
    return agents


def measure(case: Case) -> Result:
    """Let an agent play the beginning of some games against random moves."""
    times: list[float] = []
    for _ in range(GAMES_PLAYED):
        agent = make_player(case.description, case.game, 1, AgentLimits(sandbox=case.sandbox))
        position = GAMES[case.game].start(case.size)
        agent.prepare(position)
        position.push(agent.choose(position).move)  # makes the agent's object
        times += _timed_moves(agent, position)
        agent.finish(position)
    median, mean = (1000 * average(times) for average in (statistics.median, statistics.mean))
    return Result(case.kind, case.sandbox, len(times), round(median, 4), round(mean, 4))


def _timed_moves(agent: Agent, position: Position) -> list[float]:
    own, other = position.colours[0], RandomAgent(1)
    times = []
    for _ in range(TURNS):
        if position.turn != own:
            position.push(other.choose(position).move)
            continue
        began = time.perf_counter()
        move = agent.choose(position).move
        times.append(time.perf_counter() - began)
        position.push(move)
    return times


def round_trip() -> float:
    """Return the milliseconds that a line needs to ``cat`` and back."""
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as cat:
        assert cat.stdin is not None and cat.stdout is not None
        times = []
        for _ in range(ROUND_TRIPS):
            began = time.perf_counter()
            os.write(cat.stdin.fileno(), b"line\n")
            os.read(cat.stdout.fileno(), 100)
            times.append(time.perf_counter() - began)
        cat.stdin.close()
    return round(1000 * statistics.median(times), 4)
