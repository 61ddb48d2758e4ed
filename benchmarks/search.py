"""Search: nodes per second, and what each idea of ordering and pruning is worth.

``trivium bench search``: for every game, the speed of plain negamax, of NegaScout with
everything, and the nodes and time to a fixed depth of plain alpha-beta with one idea added at
a time, each measured against plain alpha-beta in the same run on one core.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace

from benchmarks.positions import SUITE, suite_position
from trivium.games.position import Position
from trivium.search.engine import Options, Searcher
from trivium.search.evaluators import PointsOnly
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

IDEAS = {
    "plain alpha-beta": PLAIN,
    "+ table": replace(PLAIN, table=True),
    "+ captures first": replace(PLAIN, promise=True),
    "+ history": replace(PLAIN, history=True),
    "+ killers": replace(PLAIN, killers=True),
    "+ table, folded keys": replace(PLAIN, table=True, fold=2),
    "+ table, scout": replace(PLAIN, table=True, scout=True),
    "all of them": replace(Options(), quiescence=0),
    "all, trimmed": replace(Options(), quiescence=0, trim=True),
}

DEPTHS = {"hexifence": 5, "dots-and-boxes": 7, "cachex": 4, "watch-your-back": 5}
SPEED_SECONDS = 2.0


@dataclass(frozen=True)
class Gain:
    """One idea on all positions of one game, searched to the same depth."""

    game: str
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
    algorithm: str
    nodes_per_second: int
    depth: int


def main(as_json: bool) -> None:
    """Measure everything and print tables, or one JSON object."""
    games = list(DEPTHS)
    speeds = [speed for game in games for speed in measure_speeds(game)]
    gains = [gain for game in games for gain in measure_gains(game)]
    if as_json:
        print(
            json.dumps(
                {
                    "benchmark": "search",
                    "speeds": [asdict(speed) for speed in speeds],
                    "gains": [asdict(gain) for gain in gains],
                }
            )
        )
        return
    _print_tables(speeds, gains)


def measure_speeds(game: str) -> list[Speed]:
    """Measure plain negamax and NegaScout with everything on the game's last position."""
    name, size, moves = [entry for entry in SUITE if entry[0] == game][-1]
    position = suite_position(name, size, moves)
    speeds = []
    for algorithm, options in (("negamax", PLAIN), ("negascout, all", Options())):
        run(position, options, Limit(depth=1))
        report = run(position, options, Limit(seconds=SPEED_SECONDS))
        speeds.append(Speed(game, size, algorithm, round(report.nodes_per_second), report.depth))
    return speeds


def measure_gains(game: str) -> list[Gain]:
    """Measure every idea on all positions of the game."""
    positions = [suite_position(*entry) for entry in SUITE if entry[0] == game]
    depth = DEPTHS[game]
    gains: list[Gain] = []
    for idea, options in IDEAS.items():
        reports = [run(position, options, Limit(depth=depth)) for position in positions]
        nodes = sum(report.nodes for report in reports)
        seconds = sum(report.seconds for report in reports)
        plain = gains[0] if gains else None
        gains.append(
            Gain(
                game,
                idea,
                depth,
                nodes,
                round(seconds, 3),
                round(nodes / plain.nodes, 3) if plain else 1.0,
                round(seconds / plain.seconds, 3) if plain else 1.0,
            )
        )
    return gains


def run(position: Position, options: Options, limit: Limit) -> Report:
    """Search with an empty table."""
    searcher = Searcher(PointsOnly(), options, megabytes=16)
    return searcher.search(position.kernel, position.colours, limit)


def _print_tables(speeds: list[Speed], gains: list[Gain]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(title="nodes per second, one core")
    for heading in ("game", "algorithm", "nodes/s", "depth"):
        table.add_column(heading, justify="right" if "/" in heading else "left")
    for speed in speeds:
        table.add_row(
            f"{speed.game} {speed.size}",
            speed.algorithm,
            f"{speed.nodes_per_second:,}",
            str(speed.depth),
        )
    Console().print(table)
    table = Table(title="to the same depth, as a share of plain alpha-beta")
    for heading in ("game", "depth", "idea", "nodes", "nodes share", "time share"):
        table.add_column(heading, justify="right" if "n" in heading else "left")
    for gain in gains:
        table.add_row(
            gain.game,
            str(gain.depth),
            gain.idea,
            f"{gain.nodes:,}",
            f"{gain.nodes_of_plain:.3f}",
            f"{gain.time_of_plain:.3f}",
        )
    Console().print(table)
