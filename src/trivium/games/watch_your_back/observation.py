"""Watch Your Back! as planes: a square of the grid for each square of the board."""

from __future__ import annotations

import functools

import numpy as np

from trivium.games.observation import Observation, Planes, Squares, frozen, observe
from trivium.games.watch_your_back.geometry import (
    CORNERS,
    PLAYABLE,
    SHRINK_TURNS,
    SIDE,
    SQUARES,
    ZONES,
    symmetries,
)
from trivium.games.watch_your_back.rules import LIMIT, PLACING_TURNS, STAGE, TURNS, Pieces
from trivium.kernel.bits import ZERO, Word, lowest, without_lowest
from trivium.kernel.compiling import compiled
from trivium.kernel.verbs import implements

PLANES = {
    "own": "pieces of the player to move",
    "theirs": "pieces of the other player",
    "squares": "squares that a piece can stand on",
    "corners": "corners of the board as it is now",
    "own zone": "squares where the player to move may place; none once pieces move",
    "their zone": "squares where the other player may place; none once pieces move",
    "shrinks": "everywhere the share of its time that the board as it is now still has",
    "limit": "everywhere the share of the turns that are left before a draw; 1 without a limit",
}

# The planes by number
_OWN = 0
_SQUARES = 2
_CORNERS = 3
_ZONES = 4
_SHRINKS = 6
_LIMIT = 7


@functools.cache
def observation_of(phase: str) -> Observation:
    """Return how positions are shown; the symmetries are those of a phase."""
    return Observation(
        PLANES,
        SIDE,
        SIDE,
        frozen(range(SQUARES)),
        tuple((symmetry, frozen(symmetry.images[:SQUARES])) for symmetry in symmetries(phase)),
    )


@compiled
def _mark(plane: Planes, places: Squares, squares: Word) -> None:
    """Write a 1 for each of the squares."""
    while squares != ZERO:
        plane[places[lowest(squares)]] = 1
        squares = without_lowest(squares)


@implements(observe, Pieces)
def show_pieces(position: Pieces, places: Squares, planes: Planes) -> None:
    """Write the planes of `PLANES`."""
    planes[:] = 0
    tally = position.tally
    stage = tally[STAGE]
    player = tally[TURNS] & 1
    _mark(planes[_SQUARES], places, PLAYABLE[stage])
    _mark(planes[_CORNERS], places, CORNERS[stage])
    moving = tally[TURNS] - PLACING_TURNS
    for side in range(2):
        _mark(planes[_OWN + (side ^ player)], places, position.sides[side])
        if moving < 0:
            _mark(planes[_ZONES + (side ^ player)], places, ZONES[side] & PLAYABLE[stage])
    if stage < len(SHRINK_TURNS):
        began = 0 if stage == 0 else SHRINK_TURNS[0]
        span = SHRINK_TURNS[stage] - began
        planes[_SHRINKS] = np.float32((SHRINK_TURNS[stage] - max(moving, 0)) / span)
    left = 1.0 if tally[LIMIT] == 0 else (tally[LIMIT] - max(moving, 0)) / tally[LIMIT]
    planes[_LIMIT] = np.float32(max(left, 0.0))
