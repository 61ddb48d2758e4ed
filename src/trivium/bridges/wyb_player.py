"""Our agents as a player for the original Watch Your Back! referee.

A module of one line, ``from trivium.bridges.wyb_player import Player``, is all it takes;
`course_player` tells how to configure it.
"""

from __future__ import annotations

from trivium.bridges.course_player import CoursePlayer, warm_up
from trivium.games.moves import Action
from trivium.games.watch_your_back.position import WatchYourBack

__all__ = [
    "Player",
]

SECONDS = 60
"""CPU time for a game there, in its stricter version."""

warm_up(WatchYourBack.game)


class Player:
    """A player as the original referee wants it."""

    def __init__(self, colour: str) -> None:
        self._player = CoursePlayer(WatchYourBack(), SECONDS)

    def action(self, turns: int) -> Action:
        """Return ``(x, y)``, ``((x1, y1), (x2, y2))`` or None; `turns` are known anyway."""
        action = self._player.choose()
        self._player.note(action)
        return action

    def update(self, action: Action) -> None:
        """Take note of the opponent's action."""
        self._player.note(action)
