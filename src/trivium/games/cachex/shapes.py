"""Shapes: a cell and its six neighbours, and a sum of values over the shapes of a whole board.

Every diamond lies within the shapes of the two of its cells that touch each other, so shapes
know of all captures. A shape is a number of 14 bits, two for each cell: the cell itself first,
then the neighbours in the order of `STEPS`. A mover's view calls the own stones `OWN`; Blue's
view reflects the board too, so that own sides lie where Red has them.

The sum is kept up to date by difference: consecutive positions of a search differ by a few
stones, and one stone changes seven shapes.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from trivium.games.cachex.geometry import FRAME, ONE_ROW_DOWN, Rhombus
from trivium.games.cachex.rules import Stones
from trivium.games.cachex.sets import ROW_BITS, ROWS_IN_A_WORD, WORDS
from trivium.kernel.bits import ZERO, lowest, without_lowest
from trivium.kernel.compiling import compiled

SHAPES = 1 << 14

# The contents of a cell in a mover's view
VACANT = 0
OWN = 1
THEIRS = 2
BEYOND = 3
"""Not on the board."""

SYMBOLS = ".xo#"
"""How the four are written, in the names of shapes."""

_OTHER_VIEW = np.array([VACANT, THEIRS, OWN, BEYOND])
_OTHER_VIEW.flags.writeable = False
_REFLECTED = (3, 2, 1, 0, 5, 4)
"""The neighbour that each neighbour goes to when rows and columns are exchanged."""


class ShapeSum(NamedTuple):
    """The shapes of the board that was looked at last, and the sum of their values."""

    values: NDArray[np.int64]
    """For each shape as Red sees it, its value if Red and if Blue is to move, for the mover."""
    shapes: NDArray[np.int64]
    """For each framed cell its shape as Red sees it; those of the frame are worth nothing."""
    stones: NDArray[np.uint64]
    """For each player the stones, as they were then."""
    sums: NDArray[np.int64]
    """The sum of the values if Red and if Blue is to move."""


def parts(shape: Any) -> tuple[Any, ...]:
    """Return the contents of the seven cells of a shape, or of each shape of an array."""
    return tuple(shape >> (2 * place) & 3 for place in range(7))


def joined(contents: tuple[Any, ...]) -> Any:
    """Return the shape with these contents; the inverse of `parts`."""
    return sum(content << (2 * place) for place, content in enumerate(contents))


def half_turned(shape: Any) -> Any:
    """Return the shape after half a turn of the board."""
    centre, *ring = parts(shape)
    return joined((centre, *ring[3:], *ring[:3]))


def seen_by_other(shape: Any) -> Any:
    """Return the shape in the other player's view."""
    centre, *ring = (_OTHER_VIEW[content] for content in parts(shape))
    return joined((centre, *(ring[_REFLECTED[place]] for place in range(6))))


def shape_name(shape: int) -> str:
    """Return the seven symbols of a shape."""
    return "".join(SYMBOLS[content] for content in parts(shape))


def named_shape(name: str) -> int:
    """Return the shape of a name."""
    return joined(tuple(SYMBOLS.index(symbol) for symbol in name))


@functools.cache
def kinds() -> tuple[str, ...]:
    """Return the names of the shapes of cells on the board.

    Of two that half a turn exchanges, only one is there.
    """
    symbols = itertools.product(SYMBOLS, repeat=7)
    named = zip(symbols, _gives_name().tolist(), strict=True)
    return tuple("".join(name[::-1]) for name, kept in named if kept)


@functools.cache
def kinds_in_view() -> NDArray[np.int64]:
    """Return for each shape as Red sees it, which of `kinds` it is to Red and to Blue.

    Shapes of the frame are one more kind.
    """
    numbers = np.arange(SHAPES)
    place = np.cumsum(_gives_name()) - 1
    views = np.stack((numbers, seen_by_other(numbers)), axis=1)
    found: NDArray[np.int64] = place[np.minimum(views, half_turned(views))]
    found[numbers & 3 == BEYOND] = len(kinds())
    found.flags.writeable = False
    return found


def _gives_name() -> NDArray[np.bool_]:
    """Say of each shape whether it is the one of `kinds`."""
    numbers = np.arange(SHAPES)
    first: NDArray[np.bool_] = (numbers <= half_turned(numbers)) & (numbers & 3 != BEYOND)
    return first


def shape_values(by_name: Mapping[str, float]) -> NDArray[np.int64]:
    """Return `ShapeSum.values` from values in the mover's view; a half turn has the same."""
    of_kinds = [round(by_name.get(name, 0)) for name in kinds()]
    values = np.array([*of_kinds, 0], np.int64)[kinds_in_view()]
    values.flags.writeable = False
    return values


def new_shape_sum(board: Rhombus, values: NDArray[np.int64]) -> ShapeSum:
    """Return the sum for the empty board of this size."""
    contents = np.where(board.cells >= 0, VACANT, BEYOND)
    shapes = contents.copy()
    for place in board.places.tolist():
        for index in range(6):
            shapes[place] |= contents[place + board.steps[index]] << (2 * index + 2)
    return ShapeSum(
        values=values,
        shapes=shapes,
        stones=np.zeros((2, WORDS), np.uint64),
        sums=values[shapes[board.places]].sum(axis=0),
    )


@compiled
def alter(tracked: ShapeSum, steps: NDArray[np.int64], place: int, content: int) -> None:
    """Put a stone of Red's (`OWN`) or Blue's (`THEIRS`) on a framed cell, or take it off."""
    values, shapes = tracked.values, tracked.shapes
    red = blue = 0
    for index in range(-1, 6):
        if index < 0:
            beside, change = place, content
        else:
            beside = place + steps[index]
            change = content << (2 * ((index + 3) % 6) + 2)
        before = shapes[beside]
        after = before ^ change
        shapes[beside] = after
        red += values[after, 0] - values[before, 0]
        blue += values[after, 1] - values[before, 1]
    tracked.sums[0] += red
    tracked.sums[1] += blue


@compiled
def catch_up(tracked: ShapeSum, position: Stones) -> None:
    """Bring the sum up to date with the stones of a position."""
    stride = position.steps[ONE_ROW_DOWN]
    for player in range(2):
        for index in range(WORDS):
            changed = position.held[player, index] ^ tracked.stones[player, index]
            if changed == ZERO:
                continue
            tracked.stones[player, index] ^= changed
            while changed != ZERO:
                where = lowest(changed)
                changed = without_lowest(changed)
                r = index * ROWS_IN_A_WORD + where // ROW_BITS
                place = (r + FRAME) * stride + where % ROW_BITS + FRAME
                alter(tracked, position.steps, place, OWN if player == 0 else THEIRS)
