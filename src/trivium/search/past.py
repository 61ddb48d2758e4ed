"""What a search makes of the game before it: boards that came back are drawn.

Who has let a board come back once will do it again, so a line that leads to it for the third
time is worth no more than the draw at its end; the side that stands better looks for something
else while there is time. The verdict is put into the search's table before each depth. What the
table knew before another board came back is forgotten: it rests on lines that lead through it.
Where nothing came back, a search does what it would do without all this.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from trivium.kernel.compiling import compiled
from trivium.kernel.repetition import NONE, came_back
from trivium.kernel.transposition_table import (
    EXACT,
    NO_MOVE,
    TranspositionTable,
    clear,
    store,
)

_DRAW = 0
_ANY_DEPTH = 255


class Past:
    """The boards that had come back when a search with this table last began."""

    def __init__(self, table: TranspositionTable) -> None:
        self._table = table
        self._boards = NONE

    def __bool__(self) -> bool:
        """Whether there are any."""
        return len(self._boards) > 0

    def begin(self, position: Any) -> None:
        """Take over the past of a kernel position that is to be searched."""
        boards = np.sort(came_back(position))
        if not np.array_equal(boards, self._boards):
            clear(self._table)
            self._boards = boards

    def tell(self) -> None:
        """Put into the table that these boards are drawn, whatever it says of them by now."""
        tell_drawn(self._table, self._boards)


@compiled
def tell_drawn(table: TranspositionTable, boards: NDArray[np.uint64]) -> None:
    """Store for the board of each key that it is drawn, to any depth."""
    for index in range(len(boards)):
        store(table, boards[index], NO_MOVE, _DRAW, _ANY_DEPTH, EXACT)
