"""Our agents as a player for the original Cachex referee.

A module of one line, ``from trivium.bridges.cachex_player import Player``, is all it takes;
`course_player` tells how to configure it.
"""

from __future__ import annotations

from trivium.bridges.course_player import CoursePlayer, warm_up
from trivium.games.cachex.position import Cachex
from trivium.games.moves import Action

__all__ = [
    "Player",
]

warm_up(Cachex.game)


class Player:
    """A player as the original referee wants it; the clock is n² seconds a game."""

    def __init__(self, player: str, n: int) -> None:
        self._player = CoursePlayer(Cachex(n), seconds=n * n)

    def action(self) -> Action:
        """Return ``("PLACE", r, q)`` or ``("STEAL",)``."""
        return self._player.choose()

    def turn(self, player: str, action: Action) -> None:
        """Take note of a turn, of either player."""
        self._player.note(action)
