"""The Dots-and-Boxes board: h×w square boxes on the same kind of grid as Hexifence.

Box (i, j) sits at grid point (2i+1, 2j+1) of a (2h+1)×(2w+1) grid, with its four edges beside
that point; the dots are the points with two even coordinates.
"""

from __future__ import annotations

import functools

from trivium.games.hexifence.geometry import EdgeBoard, Point, Turn, build_board

LARGEST = 32

EDGE_OFFSETS: tuple[Point, ...] = ((-1, 0), (0, -1), (0, 1), (1, 0))


@functools.cache
def rectangle(height: int, width: int) -> EdgeBoard:
    """Return the board of `height` rows of `width` boxes."""
    cells = [(2 * i + 1, 2 * j + 1) for i in range(height) for j in range(width)]
    turns = _turns(height, width)
    return build_board(2 * height + 1, 2 * width + 1, cells, EDGE_OFFSETS, turns)


def _turns(height: int, width: int) -> dict[str, Turn]:
    """Return the symmetries of the grid, the identity first: eight of a square, else four."""
    bottom, right = 2 * height, 2 * width
    turns: dict[str, Turn] = {
        "identity": lambda at: at,
        "left-right": lambda at: (at[0], right - at[1]),
        "top-bottom": lambda at: (bottom - at[0], at[1]),
        "half turn": lambda at: (bottom - at[0], right - at[1]),
    }
    if height == width:
        turns |= {
            "main diagonal": lambda at: (at[1], at[0]),
            "other diagonal": lambda at: (right - at[1], bottom - at[0]),
            "quarter turn right": lambda at: (at[1], bottom - at[0]),
            "quarter turn left": lambda at: (right - at[1], at[0]),
        }
    return turns
