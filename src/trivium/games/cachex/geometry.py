"""The Cachex board: an n×n rhombus of hexagonal cells with a frame of two cells around it.

The frame lets the rules look at any cell of a diamond without asking whether it is on the
board. Cell (r, q) is move r·n + q; the steal is move n².
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from trivium.games.moves import Move, square_name
from trivium.games.symmetry import Symmetry

SMALLEST = 3
LARGEST = 15

FRAME = 2

STEPS: tuple[tuple[int, int], ...] = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
"""The six neighbours of a cell as (dr, dq), in cyclic order."""
ONE_ROW_DOWN = STEPS.index((1, 0))
"""The step whose framed offset is the distance of a row from the next."""


NEAR = 4
"""In `Rhombus.borders`: the frame beyond r = 0, Red's first side; twice that for Blue, q = 0."""
FAR = 16
"""In `Rhombus.borders`: a cell with r = n-1, Red's second side; twice that for Blue, q = n-1."""


@dataclass(frozen=True)
class Rhombus:
    """What follows from the size: where cells stand in the framed board, and the moves."""

    size: int
    stride: int
    """Distance of a row from the next in the framed board."""
    places: NDArray[np.int64]
    """The framed index of each cell."""
    cells: NDArray[np.int64]
    """The cell at each framed index; -1 on the frame."""
    steps: NDArray[np.int64]
    """The six neighbour steps as framed offsets, the first two again at the end."""
    ranks: NDArray[np.int64]
    """For Red and Blue and each cell, which of the lines that the player has to cross it is on."""
    borders: NDArray[np.int64]
    """At each framed index, the sides it belongs to: see `NEAR` and `FAR`."""
    moves: dict[int, Move]

    @property
    def steal(self) -> int:
        """The number of the steal."""
        return self.size * self.size


@functools.cache
def rhombus(size: int) -> Rhombus:
    """Return the board of the given size."""
    stride = size + 2 * FRAME
    squares = [(r, q) for r in range(size) for q in range(size)]
    places = np.array([(r + FRAME) * stride + q + FRAME for r, q in squares], np.int64)
    cells = np.full(stride * stride, -1, np.int64)
    cells[places] = np.arange(size * size)
    steps = np.array([dr * stride + dq for dr, dq in (*STEPS, *STEPS[:2])], np.int64)
    ranks = np.array(squares, np.int64).T.copy()
    borders = _borders(size)
    for array in (places, cells, steps, ranks, borders):
        array.flags.writeable = False
    moves = {
        code: Move(code, square_name(q, r), ("PLACE", r, q)) for code, (r, q) in enumerate(squares)
    }
    steal = size * size
    moves[steal] = Move(steal, "steal", ("STEAL",))
    return Rhombus(size, stride, places, cells, steps, ranks, borders, moves)


def _borders(size: int) -> NDArray[np.int64]:
    """Return for every place of the framed board the sides that it belongs to."""
    stride = size + 2 * FRAME
    r, q = np.indices((stride, stride)) - FRAME
    near = NEAR * (r == -1) + 2 * NEAR * (q == -1)
    on_board = (r >= 0) & (r < size) & (q >= 0) & (q < size)
    far = on_board * (FAR * (r == size - 1) + 2 * FAR * (q == size - 1))
    return np.asarray(near + far, np.int64).ravel()


def centre(size: int) -> int:
    """Return the cell that is forbidden on the first turn; -1 if there is none (even size)."""
    return size * size // 2 if size % 2 else -1


@functools.cache
def symmetries(size: int) -> tuple[Symmetry, ...]:
    """Return the symmetries of the board: the identity, the half turn, and two reflections.

    A reflection exchanges the two players' sides, so it also exchanges the players; it holds
    from turn 3 on, when neither the centre ban nor the steal depends on who moved first.
    """

    def images(half_turn: bool, reflected: bool) -> tuple[int, ...]:
        codes = []
        for code in range(size * size):
            r, q = divmod(code, size)
            if reflected:
                r, q = q, r
            if half_turn:
                r, q = size - 1 - r, size - 1 - q
            codes.append(r * size + q)
        return (*codes, size * size)

    return (
        Symmetry("identity", images(False, False)),
        Symmetry("half turn", images(True, False)),
        Symmetry("long diagonal", images(False, True), swaps_players=True),
        Symmetry("short diagonal", images(True, True), swaps_players=True),
    )
