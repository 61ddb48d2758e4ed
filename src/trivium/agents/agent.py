"""What an agent is."""

from __future__ import annotations

from typing import Protocol

from trivium.games.moves import Move
from trivium.games.position import Position


class Agent(Protocol):
    """Somebody who plays."""

    name: str

    def choose(self, position: Position) -> Move:
        """Return a legal move; the game must not be over. Leaves the position as it is."""
        ...
