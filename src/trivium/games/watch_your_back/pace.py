"""How a game of Watch Your Back! goes on: how many moves a clock has to last for."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from trivium.games.watch_your_back.position import WatchYourBack

_PLACEMENTS = 12
_LAST_SHRINK = 96
"""Own moves until the last shrink; after it the endings are known."""
_MOVES_FOR_A_PLACEMENT = 6.4
"""A placement gets the time of so many moves: most games are decided by where the pieces are,
and until the first shrink there is often nothing to do but wait."""
_FEWEST_MOVING = 10


def moves_left(position: WatchYourBack) -> int:
    """Return how many moves worth as much thought as this one the mover will still make."""
    turns = (position.turns + 1) // 2
    if position.phase == "placing":
        return _PLACEMENTS - turns + round(_LAST_SHRINK / _MOVES_FOR_A_PLACEMENT)
    return max(_LAST_SHRINK - turns, _FEWEST_MOVING)
