"""Cachex in the catalogue."""

from __future__ import annotations

from trivium.games.cachex.geometry import LARGEST, SMALLEST
from trivium.games.cachex.position import Cachex
from trivium.games.game import Game, Look

CACHEX = Game(
    name="cachex",
    title="Cachex",
    summary="Join your two sides of a rhombus; two stones opposite two in a diamond capture them.",
    rules="Red joins the two red sides of the rhombus, Blue the two blue ones, a stone a turn. Two "
    "stones that face two enemy stones across a diamond capture them, and Blue may steal Red's "
    "first stone.",
    ends="connection; drawn by a board's 7th occurrence or after 343 turns",
    sizes=f"{SMALLEST} to {LARGEST}",
    offered_sizes=tuple(str(size) for size in range(SMALLEST, LARGEST + 1)),
    default_size="9",
    thing="stone",
    things="stones",
    position=Cachex,
    look=Look(
        style="rhombus",
        picture="rhombus",
        turn_step=30,
        when_narrow=60,  # it stands on its tip
        features="Connections",
    ),
    text_begins=r"^\{",
)
