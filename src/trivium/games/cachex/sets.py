"""Sets of Cachex cells as bits, so that a few instructions treat the whole board at once.

A set is four words of four rows each; a row takes 16 bits, and cell (r, q) is bit 16·r + q.
No board reaches column 15, so that what is shifted over the edge of a row lands there, and an
intersection with cells of the board removes it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from trivium.kernel.bits import ZERO, Word, bit, lowest, popcount, without_lowest
from trivium.kernel.compiling import compiled

Cells = tuple[Word, Word, Word, Word]

WORDS = 4
ROW_BITS = 16
NOTHING: Cells = (ZERO, ZERO, ZERO, ZERO)

ROWS_IN_A_WORD = 4
_FIRST_COLUMN = np.uint64(0x0001000100010001)


@compiled
def flip(words: NDArray[np.uint64], r: int, q: int) -> None:
    """Put cell (r, q) into the set that is stored in `words`, or take it out if it is there."""
    words[r >> 2] ^= bit((r & 3) * ROW_BITS + q)


@compiled
def single(r: int, q: int) -> Cells:
    """Return the set of cell (r, q) alone."""
    word, here = r >> 2, bit((r & 3) * ROW_BITS + q)
    return (
        here if word == 0 else ZERO,
        here if word == 1 else ZERO,
        here if word == 2 else ZERO,
        here if word == 3 else ZERO,
    )


@compiled
def loaded(words: NDArray[np.uint64]) -> Cells:
    """Return the set that is stored in `words`."""
    return (words[0], words[1], words[2], words[3])


@compiled
def save(cells: Cells, words: NDArray[np.uint64]) -> None:
    """Store a set in `words`."""
    words[0] = cells[0]
    words[1] = cells[1]
    words[2] = cells[2]
    words[3] = cells[3]


@compiled
def holds(cells: Cells, r: int, q: int) -> bool:
    """Return whether cell (r, q) is in the set."""
    return bool((cells[r >> 2] & bit((r & 3) * ROW_BITS + q)) != ZERO)


@compiled
def either(a: Cells, b: Cells) -> Cells:
    """Return the union."""
    return (a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3])


@compiled
def both(a: Cells, b: Cells) -> Cells:
    """Return the intersection."""
    return (a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3])


@compiled
def without(a: Cells, b: Cells) -> Cells:
    """Return what is in `a` but not in `b`."""
    return (a[0] & ~b[0], a[1] & ~b[1], a[2] & ~b[2], a[3] & ~b[3])


@compiled
def some(cells: Cells) -> bool:
    """Return whether the set is not empty."""
    return bool((cells[0] | cells[1] | cells[2] | cells[3]) != ZERO)


@compiled
def count(cells: Cells) -> int:
    """Return the number of cells in the set."""
    return popcount(cells[0]) + popcount(cells[1]) + popcount(cells[2]) + popcount(cells[3])


@compiled
def up(cells: Cells, by: int) -> Cells:
    """Return every cell moved by so many bits, 0 < by < 64."""
    left, right = np.uint64(by), np.uint64(64 - by)
    return (
        cells[0] << left,
        (cells[1] << left) | (cells[0] >> right),
        (cells[2] << left) | (cells[1] >> right),
        (cells[3] << left) | (cells[2] >> right),
    )


@compiled
def down(cells: Cells, by: int) -> Cells:
    """Return every cell moved back by so many bits, 0 < by < 64."""
    left, right = np.uint64(64 - by), np.uint64(by)
    return (
        (cells[0] >> right) | (cells[1] << left),
        (cells[1] >> right) | (cells[2] << left),
        (cells[2] >> right) | (cells[3] << left),
        cells[3] >> right,
    )


@compiled
def neighbours(cells: Cells) -> Cells:
    """Return all neighbours of the cells; some lie beyond the board, and some are in the set."""
    right, left = up(cells, 1), down(cells, 1)
    beside = either(right, left)
    return either(beside, either(up(either(cells, right), 15), down(either(cells, left), 15)))


@compiled
def one_of(cells: Cells) -> Cells:
    """Return a set of just one of the cells, or of none if there is none."""
    a, b, c, d = cells
    if a != ZERO:
        return (a & (~a + np.uint64(1)), ZERO, ZERO, ZERO)
    if b != ZERO:
        return (ZERO, b & (~b + np.uint64(1)), ZERO, ZERO)
    if c != ZERO:
        return (ZERO, ZERO, c & (~c + np.uint64(1)), ZERO)
    return (ZERO, ZERO, ZERO, d & (~d + np.uint64(1)))


@compiled
def spread(seeds: Cells, through: Cells) -> Cells:
    """Return the seeds with all cells of `through` that neighbouring cells of it join to them."""
    while True:
        more = without(both(neighbours(seeds), through), seeds)
        if not some(more):
            return seeds
        seeds = either(seeds, more)


@compiled
def rows_held(cells: Cells) -> int:
    """Return the number of rows with a cell of the set."""
    total = 0
    for index in range(WORDS):
        word = cells[index]
        for by in (8, 4, 2, 1):
            word |= word >> np.uint64(by)
        total += popcount(word & _FIRST_COLUMN)
    return total


@compiled
def columns_held(cells: Cells) -> int:
    """Return the number of columns with a cell of the set."""
    word = cells[0] | cells[1] | cells[2] | cells[3]
    word |= word >> np.uint64(32)
    word |= word >> np.uint64(16)
    return popcount(word & np.uint64(0xFFFF))


@compiled
def along_axis(cells: Cells, player: int) -> Cells:
    """Return the neighbours on the next and last line that the player has to cross."""
    slanted = either(up(cells, 15), down(cells, 15))
    straight = ROW_BITS if player == 0 else 1
    return either(slanted, either(up(cells, straight), down(cells, straight)))


@compiled
def list_cells(cells: Cells, size: int, numbers: NDArray[np.int64]) -> int:
    """Write the numbers r·size + q of the cells to `numbers`, ascending; return how many."""
    found = 0
    for index in range(WORDS):
        word = cells[index]
        while word != ZERO:
            place = lowest(word)
            r, q = index * ROWS_IN_A_WORD + place // ROW_BITS, place % ROW_BITS
            numbers[found] = r * size + q
            word = without_lowest(word)
            found += 1
    return found
