"""A thousand positions of Hexifence 3 with their values.

``python -m tests.solve.strings_and_coins.regression`` makes the missing ones and can be stopped
and started again at any time. Positions come from seeded random play of safe edges. Each value is
found twice, each time with a table of its own, and both must agree: by the solver with all its
reductions, and by the solver with all of them switched off. Plain alpha-beta cannot confirm them:
with ten safe edges some forty edges are free.

A line of ``regression.txt`` holds the number of safe edges, the claimed edges as a hexadecimal
number (bit i for edge i), and the margin that the player to move gets.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import NamedTuple

import numpy as np
from benchmarks.solve import suite

from trivium.games.hexifence.geometry import hexagon
from trivium.games.hexifence.rules import NOBODY, Fences, set_up
from trivium.solve.strings_and_coins.memory import Reductions
from trivium.solve.strings_and_coins.solver import Solver

FILE = Path(__file__).with_suffix(".txt")
BOARD = hexagon(3)
MEGABYTES = 256
_ALL = Reductions()
_NONE = Reductions(*(False for _ in _ALL))

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
    value, again = (_solver(rules).solve(position_of(claimed)).low for rules in (_ALL, _NONE))
    if value != again:
        raise AssertionError(f"{claimed:018x}: {value} with the reductions, {again} without")
    return Known(safe, claimed, value)


@functools.cache
def _solver(reductions: Reductions) -> Solver:
    """Return this process's solver with these reductions."""
    return Solver(BOARD, MEGABYTES, reductions=reductions)


def main() -> None:
    """Find what is missing and write it to the file as it comes."""
    known = {each.claimed: each for each in read()}
    missing = [wanted for wanted in _wanted() if wanted[1] not in known]
    with ProcessPoolExecutor(3) as pool:
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
