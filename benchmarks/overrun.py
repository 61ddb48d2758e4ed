"""How late: the time that agents and searches take beyond their limit.

``trivium bench overrun``: every agent of every game chooses its moves in games on the default and
the largest board, with several limits; then searches on one and two threads are asked to stop.
The aim is at most 10 ms. The figure includes what the operating system does meanwhile, so measure
on an idle machine, or say how busy it was.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from benchmarks.evaluators import EVALUATORS, new_evaluator
from trivium.agents.catalogue import agents_of, make_agent
from trivium.games.catalogue import GAMES
from trivium.games.position import Position
from trivium.kernel.chance import seeded
from trivium.kernel.verbs import pick
from trivium.search.engine import Searcher
from trivium.search.limits import UNLIMITED, Limit
from trivium.search.mcts_engine import MonteCarlo

AIM = 0.010
LIMITS = (0.02, 0.1)
SIZES = {
    "hexifence": ("3", "12"),
    "cachex": ("9", "15"),
    "watch-your-back": ("8",),
    "dots-and-boxes": ("5x5", "32x32"),
}
STAGES = (0.0, 0.3, 0.6, 0.8, 0.95)
"""How far into a game the agents are asked, as shares of its length."""
IN_A_ROW = 2
"""Moves that an agent chooses at each of them, because it may use what it did before."""
STOPS = 5
PATIENCE = 0.05
"""Seconds after which a search is asked to stop."""


@dataclass(frozen=True)
class Overrun:
    """How late somebody was, in milliseconds."""

    game: str
    size: str
    who: str
    median: float
    most: float


def main(as_json: bool) -> None:
    """Measure everything and print a table of the latest, or one JSON object."""
    results = [result for game in SIZES for result in measure(game)]
    results.sort(key=lambda result: -result.most)
    late = sum(result.most > 1000 * AIM for result in results)
    load = os.getloadavg()[0]
    if as_json:
        rows = [asdict(result) for result in results]
        print(json.dumps({"benchmark": "overrun", "load": load, "late": late, "results": rows}))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table("game", "size", "who", title="milliseconds beyond the limit")
    table.add_column("median", justify="right")
    table.add_column("most", justify="right")
    for r in results:
        table.add_row(r.game, r.size, r.who, f"{r.median:.1f}", f"{r.most:.1f}")
    Console().print(table)
    print(f"{late} of {len(results)} were more than {1000 * AIM:.0f} ms late; load {load:.1f}.")


def measure(game: str) -> Iterator[Overrun]:
    """Measure all agents and searches of a game."""
    for size in SIZES[game]:
        game_so_far = _random_game(game, size)
        for name in agents_of(game):
            if name != "human":
                print(f"{game} {size} {name}", file=sys.stderr)
                yield _result(game, size, name, list(_lateness(name, game_so_far)))
        for who, search, stop in _searches(game_so_far[0]):
            print(f"{game} {size} {who}", file=sys.stderr)
            yield _result(game, size, who, [_after_request(search, stop) for _ in range(STOPS)])


def _result(game: str, size: str, who: str, seconds: list[float]) -> Overrun:
    late = [1000 * max(0.0, second) for second in seconds]
    return Overrun(game, size, who, round(statistics.median(late), 1), round(max(late), 1))


def _random_game(game: str, size: str) -> list[Position]:
    """Return the positions of a random game that the agents are asked about."""
    position, chance = GAMES[game].start(size), seeded(2016)
    while not position.is_over:
        position.push(position.move(int(pick(position.kernel, chance))))
    moves = position.moves
    positions = []
    for stage in STAGES:
        position = GAMES[game].start(size)
        for move in moves[: int(stage * len(moves))]:
            position.push(move)
        positions.append(position)
    return positions


def _lateness(name: str, positions: list[Position]) -> Iterator[float]:
    """Yield by how much an agent is later than its limits; seconds."""
    for seconds in LIMITS:
        for start in positions:
            agent, position = make_agent(name, start.game, seed=1), start.copy()
            agent.prepare(position)
            for _ in range(IN_A_ROW):
                if position.is_over:
                    break
                began = time.perf_counter()
                choice = agent.choose(position, Limit(seconds=seconds))
                yield time.perf_counter() - began - seconds
                position.push(choice.move)


def _searches(position: Position) -> Iterator[tuple[str, Callable[[], Any], Callable[[], None]]]:
    """Yield searches without a limit, each with its name and what asks it to stop."""
    kernel, colours = position.kernel, position.colours
    for name in EVALUATORS[position.game]:
        for threads in (1, 2):
            searcher = Searcher(new_evaluator(name, position), threads=threads)
            searcher.search(kernel, colours, Limit(depth=1))
            yield (
                f"negascout, {name}, {threads} threads",
                lambda searcher=searcher: searcher.search(kernel, colours, UNLIMITED),  # type: ignore[misc]
                searcher.request_stop,
            )
    tree = MonteCarlo()
    tree.search(kernel, colours, Limit(nodes=1))
    yield "monte carlo", lambda: tree.search(kernel, colours, UNLIMITED), tree.request_stop


def _after_request(search: Callable[[], Any], stop: Callable[[], None]) -> float:
    """Return the seconds from the request to stop a search to its return."""
    requested = [0.0]

    def ask() -> None:
        requested[0] = time.perf_counter()
        stop()

    timer = threading.Timer(PATIENCE, ask)
    timer.start()
    search()
    ended = time.perf_counter()
    timer.cancel()
    return ended - requested[0] if requested[0] else 0.0
