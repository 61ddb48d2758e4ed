"""The clocks of the text protocol: what an engine is told, and what it may spend on a move."""

from __future__ import annotations

from dataclasses import dataclass

from trivium.games.position import Position
from trivium.search.budget import seconds_for_move
from trivium.search.limits import Limit

_KEPT_BACK = 0.95
"""The part of a period that is spent; the rest is for the way there and back."""


@dataclass
class Clock:
    """One player's clock: a stock for the game, or a period for some moves."""

    stock: float | None = None
    """Seconds for the rest of the game, or before the periods begin."""
    period: float = 0.0
    """Seconds of a period; 0 if there are none."""
    moves: int = 0
    """Moves to make in a period."""

    def spend(self, seconds: float) -> None:
        """Take off what a move has cost."""
        if self.stock is not None:
            self.stock = max(self.stock - seconds, 0.0)

    def limit(self, position: Position, otherwise: float) -> Limit:
        """Return the limit for the next move; `otherwise` are its seconds if no clock runs."""
        if self.moves:
            seconds = _KEPT_BACK * self.period / self.moves
            if self.stock:
                seconds = max(seconds, seconds_for_move(position, self.stock))
            return Limit(seconds=seconds)
        if self.stock is None:
            return Limit(seconds=otherwise)
        return Limit(seconds=seconds_for_move(position, self.stock), remaining=self.stock)
