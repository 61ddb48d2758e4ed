"""A position as arrays of numbers, for whoever learns from them: planes over the squares of a grid.

What the planes of a game show is said by its `Observation`, which `Position.observation` returns;
the verb `observe` fills them. They are from the mover's point of view: "own" is the player to move.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trivium.games.symmetry import Symmetry
from trivium.kernel.verbs import verb

Planes = NDArray[np.float32]
Squares = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Observation:
    """How positions of one size are shown as planes."""

    planes: Mapping[str, str]
    """The planes in their order: a short name, and what the numbers on it mean."""
    rows: int
    columns: int
    places: Squares
    """The square of everything that can stand somewhere, as the game's `observe` expects it."""
    symmetries: tuple[tuple[Symmetry, Squares], ...] = field(default=())
    """The symmetries of the board, the identity first: each with the square that every square
    goes to. Squares that are always empty may go anywhere."""

    @property
    def shape(self) -> tuple[int, int, int]:
        """Planes, rows and columns."""
        return (len(self.planes), self.rows, self.columns)


@verb
def observe(position: Any, places: Squares, planes: Planes) -> None:
    """Write the planes of a position, each as a row of all squares of the grid.

    `places` is that of the game's `Observation`. Everything in `planes` is overwritten; numbers
    are from 0 to 1. The game may be over.
    """
    raise NotImplementedError


def frozen(numbers: Iterable[int]) -> Squares:
    """Return numbers as an array that nobody can change."""
    array = np.array(list(numbers), np.int64)
    array.flags.writeable = False
    return array


def completed(images: Mapping[int, int], squares: int) -> Squares:
    """Return the permutation of all squares that takes some where `images` says.

    The others, which are always empty, take the squares that are left.
    """
    rest = iter(sorted(set(range(squares)) - set(images.values())))
    return frozen(images[square] if square in images else next(rest) for square in range(squares))
