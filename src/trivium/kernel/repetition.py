"""Boards that came back: what a search has to know of a game that went before it.

`key` leaves out how often a board has been there, and so a table that is kept from move to move
goes on promising what lies behind a repetition that ends the game. A game whose rules count
repetitions therefore tells which boards have come back; see `trivium.search.past`.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
from numpy.typing import NDArray

NONE: NDArray[np.uint64] = np.zeros(0, np.uint64)
NONE.flags.writeable = False


@functools.singledispatch
def came_back(position: Any) -> NDArray[np.uint64]:
    """Return the keys of boards that were there more than once, one for each further time.

    Up to now, the board at hand included, as `key` has them. Where the rules do not count
    repetitions there are none; a game that does registers what it knows.
    """
    return NONE
