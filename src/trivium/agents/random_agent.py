"""The agent that plays any legal move, all equally likely."""

from __future__ import annotations

from trivium.games.moves import Move
from trivium.games.position import Position
from trivium.kernel.chance import seeded
from trivium.kernel.verbs import pick


class RandomAgent:
    """Plays at random; the same seed gives the same choices."""

    name = "random"

    def __init__(self, seed: int) -> None:
        self._chance = seeded(seed)

    def choose(self, position: Position) -> Move:
        """Return any legal move."""
        return position.move(int(pick(position.kernel, self._chance)))
