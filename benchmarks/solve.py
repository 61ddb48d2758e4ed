"""How far the solver reaches: ``trivium bench solve [--json]``.

Whole boards from the first move, and a fixed suite of Hexifence 3: positions that seeded random
play of safe edges leads to, ten for each number of safe edges left. Beside the solver stands
plain alpha-beta with a transposition table and nothing else, on the same positions in the same
run; it is given up after some seconds, and then its figures are lower bounds.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass

import numpy as np

from trivium.games.catalogue import GAMES
from trivium.games.hexifence.position import FencesPosition, Hexifence
from trivium.games.hexifence.rules import NOBODY, Fences
from trivium.kernel.chance import below, seeded
from trivium.kernel.verbs import POINT
from trivium.search.engine import Options, Searcher
from trivium.search.evaluators import PointsOnly
from trivium.search.limits import Limit
from trivium.solve.solver import Solver, compile_first

BOARDS = (
    ("dots-and-boxes", "3x3"),
    ("hexifence", "2"),
    ("dots-and-boxes", "3x4"),
    ("dots-and-boxes", "3x5"),
    ("dots-and-boxes", "4x4"),
)
SAFE_EDGES = (14, 18, 22, 26, 30, 34)
POSITIONS = 10
PATIENCE = 120.0
"""Seconds after which a position of the suite is given up."""
BOARD_PATIENCE = 1200.0
PLAIN_PATIENCE = 10.0
PLAIN_UP_TO = 18
"""With more safe edges plain search has no chance within its patience."""
MEGABYTES = 2048

PLAIN = Options(
    scout=False,
    killers=False,
    history=False,
    promise=False,
    quiescence=0,
    aspiration=False,
)


@dataclass(frozen=True)
class Row:
    """One line of the table; averages over the positions."""

    what: str
    positions: int
    solved: int
    values: list[int]
    nodes: float
    seconds: float
    slowest: float
    plain_solved: int | None = None
    plain_nodes: float | None = None
    plain_seconds: float | None = None


def safe_edges(position: Fences) -> list[int]:
    """Return the free edges that neither capture a cell nor let one be captured."""
    open_edges = position.open_edges[position.edge_cells].min(axis=1)
    found: list[int] = np.flatnonzero((position.edge_owner == NOBODY) & (open_edges > 2)).tolist()
    return found


def suite(safe: int, positions: int = POSITIONS) -> Iterator[Hexifence]:
    """Yield positions of Hexifence 3 with so many safe edges left, always the same ones."""
    seed = found = 0
    while found < positions:
        chance = seeded(safe, seed)
        seed += 1
        position = Hexifence(3)
        while len(edges := safe_edges(position.kernel)) > safe:
            position.push(position.move(edges[int(below(chance, len(edges)))]))
        if len(edges) == safe:
            found += 1
            yield position


def measure(what: str, positions: list[FencesPosition], patience: float, plain: bool) -> Row:
    """Solve positions one by one, each with an empty table."""
    values, nodes, seconds = [], [], []
    for position in positions:
        solver = Solver(position.board, MEGABYTES)
        found = solver.solve(position.kernel, Limit(seconds=patience))
        nodes.append(found.nodes)
        seconds.append(found.seconds)
        if found.exact:
            values.append(found.low)
    row = Row(
        what,
        len(positions),
        len(values),
        values,
        round(float(np.mean(nodes)), 1),
        round(float(np.mean(seconds)), 4),
        round(max(seconds), 4),
    )
    return _beside_plain(row, positions) if plain else row


def _beside_plain(row: Row, positions: list[FencesPosition]) -> Row:
    """Add what plain alpha-beta with a table takes for the same positions."""
    solved, nodes, seconds = 0, [], []
    for number, position in enumerate(positions):
        began = time.perf_counter()
        searcher = Searcher(PointsOnly(), PLAIN, megabytes=MEGABYTES)
        report = searcher.search(position.kernel, position.colours, Limit(seconds=PLAIN_PATIENCE))
        nodes.append(report.nodes)
        seconds.append(time.perf_counter() - began)
        if report.score.exact:
            solved += 1
            if len(row.values) == row.positions:
                assert report.score.value == POINT * row.values[number]
    fields = asdict(row) | {
        "plain_solved": solved,
        "plain_nodes": round(float(np.mean(nodes)), 1),
        "plain_seconds": round(float(np.mean(seconds)), 4),
    }
    return Row(**fields)


def rows() -> Iterator[Row]:
    """Yield the lines of the table, the quick ones first."""
    compile_first()
    for safe in SAFE_EDGES[:3]:
        yield _suite_row(safe)
    for game, size in BOARDS:
        position = GAMES[game].start(size)
        assert isinstance(position, FencesPosition)
        yield measure(f"{game} {size}, empty board", [position], BOARD_PATIENCE, plain=False)
    for safe in SAFE_EDGES[3:]:
        yield _suite_row(safe)


def _suite_row(safe: int) -> Row:
    what = f"hexifence 3, {safe} safe edges"
    return measure(what, list(suite(safe)), PATIENCE, plain=safe <= PLAIN_UP_TO)


def main(as_json: bool) -> None:
    """Print the table line by line; Ctrl-C leaves what there is."""
    found: list[Row] = []
    try:
        for row in rows():
            found.append(row)
            print(_text(row), file=sys.stderr if as_json else sys.stdout, flush=True)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
    if as_json:
        print(json.dumps({"rows": [asdict(row) for row in found]}))


def _text(row: Row) -> str:
    values = " ".join(f"{value:+d}" for value in row.values)
    text = (
        f"{row.what:<32} {row.solved}/{row.positions} solved, {row.nodes:>13,.0f} nodes, "
        f"{row.seconds:8.2f} s, slowest {row.slowest:.2f} s; values {values}"
    )
    if row.plain_solved is not None:
        text += (
            f"\n{'':<32} plain alpha-beta with a table: {row.plain_solved}/{row.positions} "
            f"solved, {row.plain_nodes:,.0f} nodes, {row.plain_seconds:.2f} s"
        )
    return text
