"""Search: nodes per second, and what each idea of ordering and pruning is worth.

``trivium bench search``: for every game and evaluator, the nodes per second of several
algorithms on one core; then the nodes and the time to a fixed depth of plain alpha-beta with one
idea added at a time, each as a share of what plain alpha-beta takes in the same run. Seconds are
CPU time, so that a busy machine disturbs less.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace

from benchmarks.evaluators import EVALUATORS, POINTS, champion_searcher, new_evaluator, usual
from benchmarks.positions import SUITE, suite_position
from benchmarks.progress import Steps
from trivium.games.position import Position
from trivium.search.engine import Options, Searcher
from trivium.search.limits import Limit, Report

PLAIN = Options(
    table=False,
    scout=False,
    killers=False,
    history=False,
    promise=False,
    quiescence=0,
    aspiration=False,
)

ALL = replace(Options(), quiescence=0)

ALGORITHMS = {
    "negamax": PLAIN,
    "negamax, table": replace(PLAIN, table=True),
    "negascout, all": Options(),
}

IDEAS = {
    "plain alpha-beta": PLAIN,
    "+ table": replace(PLAIN, table=True),
    "+ table, folded keys": replace(PLAIN, table=True, fold=2),
    "+ table, scout": replace(PLAIN, table=True, scout=True),
    "+ advice of the evaluator": replace(PLAIN, promise=True),
    "+ history": replace(PLAIN, history=True),
    "+ killers": replace(PLAIN, killers=True),
    "all but quiescence": ALL,
    "… and quiescence": Options(),
    "… and reductions*": replace(ALL, reduce=4),
    "… and trimming*": replace(ALL, trim=True),
}
"""Those with a star may change the value. Quiescence changes it too, and costs nodes for that;
without a table and an order of moves it may take for ever, so plain alpha-beta goes without."""

DEPTHS = {"hexifence": 5, "dots-and-boxes": 7, "cachex": 4, "watch-your-back": 6}
SPEED_SECONDS = 2.0
CHAMPION = "the champion's own"
"""The search of the Cachex champion."""


@dataclass(frozen=True)
class Gain:
    """One idea on all positions of one game, searched to the same depth."""

    game: str
    evaluator: str
    idea: str
    depth: int
    nodes: int
    seconds: float
    nodes_of_plain: float
    """Share of the nodes that plain alpha-beta takes."""
    time_of_plain: float


@dataclass(frozen=True)
class Speed:
    """Nodes per second of one algorithm on one position."""

    game: str
    size: str
    evaluator: str
    algorithm: str
    nodes_per_second: int
    depth: int


def main(as_json: bool) -> None:
    """Measure everything and print tables, or one JSON object."""
    speeds: list[Speed] = []
    gains: list[Gain] = []
    with Steps(_total(), lambda complete: _show(speeds, gains, complete, as_json)) as steps:
        for game in EVALUATORS:
            speeds.extend(measure_speeds(game, steps))
        for game in EVALUATORS:
            gains.extend(measure_gains(game, steps))


def _total() -> int:
    """Return how many measurements there are."""
    evaluators = sum(map(len, EVALUATORS.values()))
    own = evaluators - len(EVALUATORS)  # all but the plainest of each game
    return evaluators * len(ALGORITHMS) + 1 + own * len(IDEAS)


def _show(speeds: list[Speed], gains: list[Gain], complete: bool, as_json: bool) -> None:
    if as_json:
        result = {
            "benchmark": "search",
            "complete": complete,
            "speeds": [asdict(speed) for speed in speeds],
            "gains": [asdict(gain) for gain in gains],
        }
        print(json.dumps(result))
        return
    _print_speeds(speeds)
    _print_gains(gains)


def measure_speeds(game: str, steps: Steps) -> Iterator[Speed]:
    """Measure each algorithm with each evaluator on the game's last position."""
    name, size, moves = [entry for entry in SUITE if entry[0] == game][-1]
    position = suite_position(name, size, moves)
    limit = Limit(seconds=SPEED_SECONDS)
    for evaluator in EVALUATORS[game]:
        for algorithm, options in ALGORITHMS.items():
            steps.begin(f"speed: {game} {size}, {evaluator}, {algorithm}")
            run(position, evaluator, options, Limit(depth=1))
            report, seconds = run(position, evaluator, options, limit)
            speed = round(report.nodes / seconds)
            yield Speed(game, size, evaluator, algorithm, speed, report.depth)
    if game == "cachex":
        steps.begin(f"speed: {game} {size}, {CHAMPION}")
        _timed(champion_searcher(position), position, Limit(depth=1))
        report, seconds = _timed(champion_searcher(position), position, limit)
        speed = round(report.nodes / seconds)
        yield Speed(game, size, "evaluator", CHAMPION, speed, report.depth)


def measure_gains(game: str, steps: Steps) -> Iterator[Gain]:
    """Measure every idea on all positions of the game, with each of its own evaluators."""
    positions = [suite_position(*entry) for entry in SUITE if entry[0] == game]
    for evaluator in EVALUATORS[game]:
        if evaluator != POINTS:
            yield from _measure_ideas(game, evaluator, positions, steps)


def _measure_ideas(
    game: str, evaluator: str, positions: list[Position], steps: Steps
) -> Iterator[Gain]:
    depth = DEPTHS[game]
    plain_nodes, plain_seconds = 0, 0.0
    for idea, options in IDEAS.items():
        steps.begin(f"ideas: {game}, {evaluator}, {idea}")
        runs = [run(position, evaluator, options, Limit(depth=depth)) for position in positions]
        nodes = sum(report.nodes for report, _ in runs)
        seconds = sum(seconds for _, seconds in runs)
        if not plain_nodes:
            plain_nodes, plain_seconds = nodes, seconds
        yield Gain(
            game,
            evaluator,
            idea,
            depth,
            nodes,
            round(seconds, 3),
            round(nodes / plain_nodes, 3),
            round(seconds / plain_seconds, 3),
        )


def run(position: Position, evaluator: str, options: Options, limit: Limit) -> tuple[Report, float]:
    """Search with an empty table; return the report and the CPU seconds."""
    options = usual(options, position.game, evaluator)
    searcher = Searcher(new_evaluator(evaluator, position), options, megabytes=16)
    return _timed(searcher, position, limit)


def _timed(searcher: Searcher, position: Position, limit: Limit) -> tuple[Report, float]:
    began = time.process_time()
    report = searcher.search(position.kernel, position.colours, limit)
    return report, time.process_time() - began


def _print_speeds(speeds: list[Speed]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("game", "evaluator", "algorithm", title="nodes per second, one core")
    table.add_column("nodes/s", justify="right")
    table.add_column("depth", justify="right")
    for speed in speeds:
        game = f"{speed.game} {speed.size}"
        nodes, depth = f"{speed.nodes_per_second:,}", str(speed.depth)
        table.add_row(game, speed.evaluator, speed.algorithm, nodes, depth)
    Console().print(table)


def _print_gains(gains: list[Gain]) -> None:
    from rich.console import Console
    from rich.table import Table

    for case in dict.fromkeys((gain.game, gain.evaluator, gain.depth) for gain in gains):
        table = Table("idea", title="{}, {}, depth {}".format(*case))
        for heading in ("nodes", "share", "seconds", "share"):
            table.add_column(heading, justify="right")
        for gain in gains:
            if (gain.game, gain.evaluator, gain.depth) == case:
                table.add_row(
                    gain.idea,
                    f"{gain.nodes:,}",
                    f"{gain.nodes_of_plain:.3f}",
                    f"{gain.seconds:.2f}",
                    f"{gain.time_of_plain:.3f}",
                )
        Console().print(table)
    Console().print("Shares are of plain alpha-beta. * may change the value.")
