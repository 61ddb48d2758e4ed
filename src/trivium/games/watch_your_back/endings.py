"""Looking up endings: what is known of every board after the last shrink.

Twelve squares are left then, so that there are only 3^12 boards. A table of endings has one
number for each of them, from the mover's point of view: turns until the mover wins, minus the
turns until the mover has lost, or 0 if nobody can force anything (or the board is no position
at all, because a player has too few pieces). It is made by
`trivium.solve.tables.watch_your_back_endings`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from trivium.games.watch_your_back.geometry import PLAYABLE, STAGES, squares_of
from trivium.kernel.bits import Word
from trivium.kernel.compiling import compiled

Endings = NDArray[np.int8]

ENDING_SQUARES = len(squares_of(PLAYABLE[STAGES - 1]))
ENDINGS = 3**ENDING_SQUARES

NO_ENDINGS: Endings = np.zeros(0, np.int8)
"""The table of those who know nothing."""
NO_ENDINGS.flags.writeable = False

_PAIR = np.uint64(0b11)
_FOUR = np.uint64(0b1111)
_SHIFTS = (np.uint64(19), np.uint64(26), np.uint64(34), np.uint64(43))
"""The first square of each of the four rows."""
_TWO, _SIX, _TEN = np.uint64(2), np.uint64(6), np.uint64(10)

_IN_THREES = np.array(
    [
        sum(3**place for place in range(ENDING_SQUARES) if mask >> place & 1)
        for mask in range(1 << ENDING_SQUARES)
    ]
)
"""For each set of the twelve squares, the number with a 1 in base three for each of them."""
_IN_THREES.flags.writeable = False


@compiled
def gathered(word: Word) -> int:
    """Return the twelve squares of a word, which has no others, side by side."""
    return np.int64(
        ((word >> _SHIFTS[0]) & _PAIR)
        | (((word >> _SHIFTS[1]) & _FOUR) << _TWO)
        | (((word >> _SHIFTS[2]) & _FOUR) << _SIX)
        | (((word >> _SHIFTS[3]) & _PAIR) << _TEN)
    )


@compiled
def ending_number(own: Word, enemies: Word) -> int:
    """Return the place of a board in a table of endings, `own` being the mover's pieces."""
    return _IN_THREES[gathered(own)] + 2 * _IN_THREES[gathered(enemies)]
