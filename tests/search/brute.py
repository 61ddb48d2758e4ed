"""The plainest search: every line to the end of the game."""

from __future__ import annotations

from trivium import Position
from trivium.kernel.verbs import final


def best_value(position: Position) -> int:
    """Return the value under perfect play from the point of view of the player to move."""
    if position.is_over:
        return int(final(position.kernel))
    return max(value_after(position, code) for code in [m.code for m in position.legal_moves])


def value_after(position: Position, code: int) -> int:
    """Return the value of a move from the point of view of the player who makes it."""
    mover = position.mover
    position.push(position.move(code))
    value = best_value(position)
    same = position.mover == mover
    position.pop()
    return value if same else -value
