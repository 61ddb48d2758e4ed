"""The fixed positions that search is measured on: seeded random games, some moves in."""

from __future__ import annotations

from trivium.games.catalogue import GAMES
from trivium.games.position import Position
from trivium.kernel.chance import seeded
from trivium.search.walks import random_line

SUITE = (
    ("hexifence", "2", 10),
    ("hexifence", "3", 0),
    ("hexifence", "3", 30),
    ("hexifence", "4", 60),
    ("dots-and-boxes", "3x3", 6),
    ("dots-and-boxes", "4x4", 16),
    ("cachex", "5", 4),
    ("cachex", "7", 10),
    ("cachex", "9", 12),
    ("watch-your-back", "8", 0),
    ("watch-your-back", "8", 16),
    ("watch-your-back", "8", 60),
)
"""Game, size, and the number of random moves that lead to the position."""


def suite_position(game: str, size: str, moves: int) -> Position:
    """Return a position of the suite; the same on every machine."""
    position = GAMES[game].start(size)
    random_line(position.kernel, seeded(2016, moves), moves)
    return GAMES[game].read(position.to_text())
