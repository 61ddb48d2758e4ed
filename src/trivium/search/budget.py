"""How much of a game's clock to spend on the next move.

The clock is divided among the moves that the player will probably still make, so that the
budget follows the clock: whatever is left, some of it is kept for later. A reserve for each of
those moves is set aside first, for what a move costs beyond its search.
"""

from __future__ import annotations

from trivium.games.position import Position

_OVERHEAD = 0.004
"""Seconds set aside for every move to come: waking up, answering, a busy machine."""
_LARGEST_SHARE = 0.3
"""No move gets more than this share of what can be spent."""
_INCREMENT_SHARE = 0.8
"""The part of the increment that is spent at once."""
_LEAST_USED = 0.25
"""The part of a clock that can be spent even if the reserve would take all of it."""
_SMALLEST = 0.001
"""Even a player who is nearly out of time has to answer something."""


def seconds_for_move(position: Position, remaining: float, increment: float = 0.0) -> float:
    """Return the seconds to spend on the next move of a player with `remaining` on the clock.

    The result is positive, and less than `remaining` unless that is next to nothing.
    """
    moves = position.moves_left()
    usable = max(remaining - _OVERHEAD * moves, _LEAST_USED * remaining)
    share = usable / moves + _INCREMENT_SHARE * increment
    return max(min(share, _LARGEST_SHARE * usable), _SMALLEST)
