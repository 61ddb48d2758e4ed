"""A thousand positions of Hexifence 3 with their values: ``python -m tests.solve.regression``.

The command makes the missing ones and can be stopped and started again at any time. Positions
come from seeded random play of safe edges. Each value is found twice, and both must agree: by the
solver with all its reductions, and a second time by plain alpha-beta with a table and no rules
(`trivium.search`), or, from 11 safe edges on, where that takes too long, by the solver with all
its reductions switched off.

A line of ``regression.txt`` holds the number of safe edges, the claimed edges as a hexadecimal
number (bit i for edge i), and the margin that the player to move gets.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import NamedTuple

import numpy as np
from benchmarks.solve import PLAIN, suite

from trivium.games.hexifence.geometry import hexagon
from trivium.games.hexifence.position import Hexifence
from trivium.games.hexifence.rules import NOBODY, Fences, set_up
from trivium.kernel.verbs import POINT
from trivium.search.engine import Searcher
from trivium.search.evaluators import PointsOnly
from trivium.search.limits import UNLIMITED
from trivium.solve.memory import Reductions
from trivium.solve.solver import Solver

FILE = Path(__file__).with_suffix(".txt")
BOARD = hexagon(3)
PLAIN_UP_TO = 10
MEGABYTES = 64

POSITIONS = dict(
    zip(
        (10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 26, 28, 30),
        (260, 180, 150, 110, 90, 60, 45, 30, 25, 15, 12, 8, 6, 3, 2, 2, 1, 1),
        strict=True,
    )
)
"""How many positions there are with so many safe edges."""


class Known(NamedTuple):
    """A position and its value."""

    safe: int
    claimed: int
    value: int

    def __str__(self) -> str:
        return f"{self.safe} {self.claimed:018x} {self.value:+d}"


def read() -> list[Known]:
    """Return all positions of the file."""
    lines = FILE.read_text().splitlines() if FILE.exists() else []
    fields = [line.split() for line in lines]
    return [Known(int(safe), int(claimed, 16), int(value)) for safe, claimed, value in fields]


def position_of(claimed: int) -> Fences:
    """Return the position with these edges claimed and no cell captured."""
    owners = [0 if claimed >> edge & 1 else NOBODY for edge in range(len(BOARD.edges))]
    nobody = np.full(len(BOARD.cells), NOBODY, np.int64)
    return set_up(BOARD, np.array(owners, np.int64), nobody, mover=0)


def _wanted() -> Iterator[tuple[int, int]]:
    """Yield all positions by their safe and their claimed edges, the easiest first."""
    for safe, count in sorted(POSITIONS.items()):
        for position in suite(safe, count):
            owners = position.kernel.edge_owner
            yield safe, sum(1 << edge for edge in np.flatnonzero(owners != NOBODY).tolist())


def _find(safe: int, claimed: int) -> Known:
    """Return a position with its value, found by two methods."""
    value = Solver(BOARD, MEGABYTES).solve(position_of(claimed)).low
    again = _plainly(claimed) if safe <= PLAIN_UP_TO else _without_reductions(claimed)
    if value != again:
        raise AssertionError(f"{claimed:018x}: {value} by the solver, {again} by the other method")
    return Known(safe, claimed, value)


def _without_reductions(claimed: int) -> int:
    none = Reductions(*(False for _ in Reductions._fields))
    return Solver(BOARD, MEGABYTES, reductions=none).solve(position_of(claimed)).low


def _plainly(claimed: int) -> int:
    searcher = Searcher(PointsOnly(), PLAIN, megabytes=MEGABYTES)
    report = searcher.search(position_of(claimed), Hexifence(3).colours, UNLIMITED)
    assert report.score.exact
    return report.score.value // POINT


def main() -> None:
    """Find what is missing and write it to the file as it comes."""
    known = {each.claimed: each for each in read()}
    missing = [wanted for wanted in _wanted() if wanted[1] not in known]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        searches = [pool.submit(_find, *wanted) for wanted in missing]
        try:
            for search in as_completed(searches):
                found = search.result()
                known[found.claimed] = found
                FILE.write_text("".join(f"{each}\n" for each in sorted(known.values())))
                print(f"{len(known):,} of {sum(POSITIONS.values()):,}", file=sys.stderr, end="\r")
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            print("\nstopped; start again to go on", file=sys.stderr)


if __name__ == "__main__":
    main()
