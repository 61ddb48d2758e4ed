"""Moves per second of the compiled rules, against the slow oracles in the same run.

``trivium bench rules``: random games to their end (a move is picked, played and later undone)
and perft, one core, the best of several rounds. The oracle plays random games too.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from tests.oracles import Oracle
from tests.oracles.boxes import BoxesOracle
from tests.oracles.cachex import CachexOracle
from tests.oracles.watch_your_back import WatchYourBackOracle

from benchmarks.progress import Steps
from trivium.games.catalogue import GAMES
from trivium.kernel.chance import seeded
from trivium.search.running import new_stop_flag
from trivium.search.walks import perft, random_lines

ROUNDS = 5
SECONDS_A_ROUND = 0.4
LONGEST_GAME = 600
ORACLE_MOVES = 300


@dataclass(frozen=True)
class Case:
    """A game to measure, its oracle, a perft depth that takes about a second, and the aim."""

    game: str
    size: str
    oracle: Callable[[], Oracle[Any]]
    perft_depth: int
    aim: float
    """Moves per second that the random games should reach."""


CASES = (
    Case("hexifence", "3", lambda: BoxesOracle.hexifence(3), 5, 10e6),
    Case("dots-and-boxes", "4x4", lambda: BoxesOracle.dots_and_boxes(4, 4), 5, 10e6),
    Case("cachex", "9", lambda: CachexOracle(9), 4, 2e6),
    Case("watch-your-back", "8", WatchYourBackOracle, 5, 5e6),
)


@dataclass(frozen=True)
class Result:
    """What was measured for one case; speeds in moves (for perft: leaves) per second."""

    game: str
    size: str
    playout_moves_per_second: float
    perft_leaves_per_second: float
    oracle_moves_per_second: float
    times_the_oracle: float
    aim: float


def main(as_json: bool) -> None:
    """Measure everything and print a table, or one JSON object."""
    results: list[Result] = []
    with Steps(len(CASES), lambda complete: _show(results, complete, as_json)) as steps:
        for case in CASES:
            steps.begin(f"{case.game} {case.size}")
            results.append(measure(case))


def _show(results: list[Result], complete: bool, as_json: bool) -> None:
    if as_json:
        rows = [asdict(result) for result in results]
        print(json.dumps({"benchmark": "rules", "complete": complete, "results": rows}))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(title="moves per second, one core")
    for heading in ("game", "random games", "aim", "oracle", "ratio", "perft leaves"):
        table.add_column(heading, justify="left" if heading == "game" else "right")
    for r in results:
        table.add_row(
            f"{r.game} {r.size}",
            f"{r.playout_moves_per_second:,.0f}",
            f"{r.aim:,.0f}",
            f"{r.oracle_moves_per_second:,.0f}",
            f"{r.times_the_oracle:,.0f}",
            f"{r.perft_leaves_per_second:,.0f}",
        )
    Console().print(table)


def measure(case: Case) -> Result:
    """Measure one case."""
    playouts = _playout_speed(case)
    oracle = _oracle_speed(case)
    return Result(
        game=case.game,
        size=case.size,
        playout_moves_per_second=round(playouts),
        perft_leaves_per_second=round(_perft_speed(case)),
        oracle_moves_per_second=round(oracle),
        times_the_oracle=round(playouts / oracle, 1),
        aim=case.aim,
    )


def _playout_speed(case: Case) -> float:
    position = GAMES[case.game].start(case.size).kernel
    chance = seeded(1)
    random_lines(position, chance, LONGEST_GAME, 1)

    def round_speed() -> float:
        moves, began = 0, time.perf_counter()
        while (seconds := time.perf_counter() - began) < SECONDS_A_ROUND:
            moves += random_lines(position, chance, LONGEST_GAME, 200)
        return moves / seconds

    return max(round_speed() for _ in range(ROUNDS))


def _perft_speed(case: Case) -> float:
    position = GAMES[case.game].start(case.size).kernel
    stop = new_stop_flag()
    perft(position, 1, stop)
    began = time.perf_counter()
    leaves = perft(position, case.perft_depth, stop)
    return float(leaves / (time.perf_counter() - began))


def _oracle_speed(case: Case) -> float:
    dice = random.Random(1)

    def round_speed() -> float:
        oracle, began = case.oracle(), time.perf_counter()
        for _ in range(ORACLE_MOVES):
            if oracle.over:
                oracle = case.oracle()
            oracle.play(dice.choice(oracle.legal_moves()))
        return ORACLE_MOVES / (time.perf_counter() - began)

    return max(round_speed() for _ in range(ROUNDS))
