"""Cachex as planes: a square for each cell, rows as on the rule page."""

from __future__ import annotations

import functools

import numpy as np

from trivium.games.cachex.geometry import symmetries
from trivium.games.cachex.rules import (
    EMPTY,
    REPETITIONS,
    SIZE,
    TURN_LIMIT,
    TURNS,
    Stones,
    times_occurred,
)
from trivium.games.observation import Observation, Planes, Squares, frozen, observe
from trivium.kernel.verbs import implements

PLANES = {
    "own": "stones of the player to move",
    "theirs": "stones of the other player",
    "own sides": "cells on the two sides that the player to move has to join",
    "their sides": "cells on the two sides of the other player",
    "steal": "everywhere 1 if the stone on the board can be stolen",
    "turns": "everywhere the share of the turns that are over, of those after which it is a draw",
    "repeated": "everywhere how often the board was there, as a share of how often it may be",
}

# The planes by number
_OWN = 0
_SIDES = 2
_STEAL = 4
_TURNS = 5
_REPEATED = 6


@functools.cache
def observation_of(size: int) -> Observation:
    """Return how positions of a size are shown."""
    cells = size * size
    return Observation(
        PLANES,
        size,
        size,
        frozen(range(cells)),
        tuple((symmetry, frozen(symmetry.images[:cells])) for symmetry in symmetries(size)),
    )


@implements(observe, Stones)
def show_stones(position: Stones, places: Squares, planes: Planes) -> None:
    """Write the planes of `PLANES`."""
    planes[:] = 0
    turns = position.tally[TURNS]
    player = turns & 1
    for cell in range(len(places)):
        owner = position.board[position.places[cell]]
        if owner != EMPTY:
            planes[_OWN + (owner ^ player), places[cell]] = 1
    size = position.tally[SIZE]
    for across in range(size):
        for edge in (0, size - 1):
            planes[_SIDES + player, places[edge * size + across]] = 1
            planes[_SIDES + (1 ^ player), places[across * size + edge]] = 1
    if turns == 1:
        planes[_STEAL] = 1
    planes[_TURNS] = np.float32(turns / TURN_LIMIT)
    planes[_REPEATED] = np.float32(times_occurred(position, turns) / REPETITIONS)
