"""How late: the time that agents and searches take beyond their limit.

``trivium bench overrun``: every agent of every game chooses its moves in games on the default and
the largest board, with several limits; then searches on one and two threads are asked to stop.
The aim is at most 10 ms. That includes what the operating system does meanwhile, so beside it
stands the CPU time used after the limit, which is all that an idle machine would show, and
"nobody", who just waits, shows how late anybody is on this machine now. With ``--busy 4`` four
processes compute meanwhile: a machine that is not ours alone.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import statistics
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from typing import Annotated, Any

import typer

from benchmarks.evaluators import EVALUATORS, new_evaluator
from benchmarks.progress import Steps
from trivium.agents.agent import Agent, Choice
from trivium.agents.catalogue import agents_of, make_agent
from trivium.games.catalogue import GAMES
from trivium.games.position import Position
from trivium.kernel.chance import seeded
from trivium.kernel.verbs import pick
from trivium.search.engine import Searcher
from trivium.search.limits import Limit
from trivium.search.mcts_engine import MonteCarlo
from trivium.search.stopping import Stop

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
THREADS = (1, 2)
STOPS = 5
NOBODY = "nobody"
"""Who just waits."""
WAITS = 20
"""How often nobody waits."""
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
    most_work: float
    """CPU time after the limit."""


@dataclass(frozen=True)
class Late:
    """How late one answer was, in seconds of the clock and of the CPU."""

    by_clock: float
    work: float


def main(
    as_json: bool,
    busy: Annotated[
        int, typer.Option(min=0, max=64, help="Processes that keep the machine busy meanwhile.")
    ] = 0,
    who: Annotated[
        str, typer.Option(help="Only this agent, like champion; empty for all and the searches.")
    ] = "",
) -> None:
    """Measure everything and print a table of the latest, or one JSON object."""
    with _busy_machine(busy):
        idle = [_late(lambda: time.sleep(LIMITS[0]), LIMITS[0]) for _ in range(WAITS)]
        results = [_result("", "", NOBODY, idle)]
        with Steps(_total(who), lambda done: _show(results, done, as_json, busy)) as steps:
            for game in SIZES:
                results.extend(measure(game, steps, who))


@contextmanager
def _busy_machine(processes: int) -> Iterator[None]:
    """Let so many processes compute within this context, until they are killed."""
    workers = [
        multiprocessing.Process(target=_compute, args=(os.getpid(),), daemon=True)
        for _ in range(processes)
    ]
    for worker in workers:
        worker.start()
    try:
        yield
    finally:
        for worker in workers:
            worker.kill()
            worker.join()


def _compute(parent: int) -> None:
    """Compute for as long as the benchmark runs, however it ends."""
    while os.getppid() == parent:
        sum(range(1_000_000))


def _total(who: str) -> int:
    """Return how many agents and searches there are."""
    agents = {game: len(_measured_agents(game, who)) for game in SIZES}
    searches = {game: 0 if who else len(THREADS) * len(EVALUATORS[game]) + 1 for game in SIZES}
    return sum(len(SIZES[game]) * (agents[game] + searches[game]) for game in SIZES)


def _measured_agents(game: str, who: str) -> list[str]:
    return [name for name in agents_of(game) if name != "human" and who in ("", name)]


def _show(results: list[Overrun], complete: bool, as_json: bool, busy: int) -> None:
    """Print the results, those who worked on for longest first, nobody last."""
    results = sorted(results, key=lambda result: (result.who == NOBODY, -result.most_work))
    late = sum(result.most_work > 1000 * AIM for result in results)
    load = os.getloadavg()[0]
    if as_json:
        rows = [asdict(result) for result in results]
        facts = {"benchmark": "overrun", "complete": complete, "load": load, "late": late}
        facts["busy"] = busy
        print(json.dumps(facts | {"results": rows}))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table("game", "size", "who", title="milliseconds beyond the limit")
    table.add_column("median", justify="right")
    table.add_column("most", justify="right")
    table.add_column("most work", justify="right")
    for r in results:
        table.add_row(
            r.game, r.size, r.who, f"{r.median:.1f}", f"{r.most:.1f}", f"{r.most_work:.1f}"
        )
    Console().print(table)
    print(f"{late} of {len(results)} worked on for more than {1000 * AIM:.0f} ms; load {load:.1f}.")


def measure(game: str, steps: Steps, only: str = "") -> Iterator[Overrun]:
    """Measure all agents and searches of a game, or only one agent."""
    for size in SIZES[game]:
        game_so_far = _random_game(game, size)
        for name in _measured_agents(game, only):
            steps.begin(f"{game} {size} {name}")
            yield _result(game, size, name, list(_lateness(name, game_so_far)))
        for who, search in () if only else _searches(game_so_far[0]):
            steps.begin(f"{game} {size} {who}")
            stops = [Stop() for _ in range(STOPS)]
            late = [_late(partial(search, Limit(stop=stop)), PATIENCE, stop.ask) for stop in stops]
            yield _result(game, size, who, late)


def _result(game: str, size: str, who: str, late: list[Late]) -> Overrun:
    by_clock = [1000 * max(0.0, one.by_clock) for one in late]
    return Overrun(
        game,
        size,
        who,
        median=round(statistics.median(by_clock), 1),
        most=round(max(by_clock), 1),
        most_work=round(1000 * max(one.work for one in late), 1),
    )


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


def _lateness(name: str, positions: list[Position]) -> Iterator[Late]:
    """Yield how late an agent is with its moves."""
    for seconds in LIMITS:
        for start in positions:
            agent, position = make_agent(name, start.game, seed=1), start.copy()
            agent.prepare(position)
            for _ in range(IN_A_ROW):
                if position.is_over:
                    break
                choices: list[Choice] = []
                work = partial(_choose, agent, position, Limit(seconds=seconds), choices)
                yield _late(work, seconds)
                position.push(choices[0].move)


def _choose(agent: Agent, position: Position, limit: Limit, choices: list[Choice]) -> None:
    choices.append(agent.choose(position, limit))


def _late(
    work: Callable[[], object], seconds: float, ask: Callable[[], None] | None = None
) -> Late:
    """Return how late work ends that should after so many seconds, when it is asked to."""
    alarms: list[tuple[float, float]] = []

    def ring() -> None:
        alarms.append((time.perf_counter(), time.process_time()))
        if ask is not None:
            ask()

    timer = threading.Timer(seconds, ring)
    began = time.perf_counter()
    timer.start()
    work()
    ended, worked = time.perf_counter(), time.process_time()
    timer.cancel()
    if not alarms:
        return Late(0.0, 0.0)
    due = began + seconds if ask is None else alarms[0][0]
    return Late(ended - due, worked - alarms[0][1])


def _searches(position: Position) -> Iterator[tuple[str, Callable[[Limit], Any]]]:
    """Yield searches of a position, each with its name."""
    kernel, colours = position.kernel, position.colours
    for name in EVALUATORS[position.game]:
        for threads in THREADS:
            searcher = Searcher(new_evaluator(name, position), threads=threads)
            searcher.search(kernel, colours, Limit(depth=1))
            yield f"negascout, {name}, {threads} threads", partial(searcher.search, kernel, colours)
    tree = MonteCarlo()
    tree.search(kernel, colours, Limit(nodes=1))
    yield "monte carlo", partial(tree.search, kernel, colours)
