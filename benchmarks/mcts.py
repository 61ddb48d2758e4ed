"""Simulations per second of Monte Carlo tree search, against OpenSpiel's in the same run.

``trivium bench mcts``: plain UCT with random playouts from the start position, one core, the
best of several rounds, in CPU time, so that a busy machine disturbs less. OpenSpiel (``pip
install open_spiel``) plays Dots-and-Boxes too; instead of Cachex it plays Hex, which has the
same board and shorter games, because nothing is captured.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from benchmarks.progress import Steps
from trivium.games.catalogue import GAMES
from trivium.search.limits import Limit
from trivium.search.mcts_engine import MonteCarlo, MonteCarloOptions

ROUNDS = 4
EXPLORATION = 1.0
MEGABYTES = 128


@dataclass(frozen=True)
class Case:
    """A start position, what OpenSpiel has that is closest to it, and the aim."""

    game: str
    size: str
    simulations: int
    rival: str
    rival_simulations: int
    aim: float
    """Simulations per second that ours should reach."""


CASES = (
    Case(
        "dots-and-boxes", "3x3", 100_000, "dots_and_boxes(num_rows=3,num_cols=3)", 30_000, 320_000
    ),
    Case("cachex", "9", 30_000, "hex(board_size=9)", 8_000, 84_000),
)


@dataclass(frozen=True)
class Result:
    """What was measured for one case, in simulations per second."""

    game: str
    size: str
    simulations_per_second: float
    aim: float
    rival: str
    rival_simulations_per_second: float | None
    times_the_rival: float | None


def main(as_json: bool) -> None:
    """Measure everything and print a table, or one JSON object."""
    pyspiel = _open_spiel()
    results: list[Result] = []
    with Steps(len(CASES), lambda complete: _show(results, complete, as_json)) as steps:
        for case in CASES:
            steps.begin(f"{case.game} {case.size}")
            results.append(measure(case, pyspiel))
    if pyspiel is None and not as_json:
        print("OpenSpiel is not installed, so there is nothing to compare with.")


def _show(results: list[Result], complete: bool, as_json: bool) -> None:
    if as_json:
        rows = [asdict(result) for result in results]
        print(json.dumps({"benchmark": "mcts", "complete": complete, "results": rows}))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(title="simulations per second, one core")
    for heading in ("game", "Trivium", "aim", "OpenSpiel", "ratio"):
        table.add_column(heading, justify="left" if heading == "game" else "right")
    for r in results:
        rival = r.rival_simulations_per_second
        table.add_row(
            f"{r.game} {r.size}",
            f"{r.simulations_per_second:,.0f}",
            f"{r.aim:,.0f}",
            "–" if rival is None else f"{rival:,.0f} ({r.rival})",
            "–" if r.times_the_rival is None else f"{r.times_the_rival:.1f}",
        )
    Console().print(table)


def measure(case: Case, pyspiel: Any | None) -> Result:
    """Measure one case."""
    ours = _our_speed(case)
    rival = None if pyspiel is None else _rival_speed(case, pyspiel)
    return Result(
        game=case.game,
        size=case.size,
        simulations_per_second=round(ours),
        aim=case.aim,
        rival=case.rival,
        rival_simulations_per_second=None if rival is None else round(rival),
        times_the_rival=None if rival is None else round(ours / rival, 2),
    )


def _open_spiel() -> Any | None:
    try:
        import pyspiel  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        return None
    return pyspiel


def _our_speed(case: Case) -> float:
    position = GAMES[case.game].start(case.size)
    searcher = MonteCarlo(MonteCarloOptions(exploration=EXPLORATION), MEGABYTES, seed=1)
    searcher.search(position.kernel, position.colours, Limit(nodes=1))

    def search() -> None:
        searcher.forget()
        searcher.search(position.kernel, position.colours, Limit(nodes=case.simulations))

    return _best_speed(search, case.simulations)


def _rival_speed(case: Case, pyspiel: Any) -> float:
    game = pyspiel.load_game(case.rival)
    rollouts = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, rollouts, EXPLORATION, case.rival_simulations, 1000, True, 1, False)
    return _best_speed(lambda: bot.mcts_search(game.new_initial_state()), case.rival_simulations)


def _best_speed(work: Callable[[], object], simulations: int) -> float:
    def once() -> float:
        began = time.process_time()
        work()
        return simulations / (time.process_time() - began)

    return max(once() for _ in range(ROUNDS))
