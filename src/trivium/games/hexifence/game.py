"""Hexifence in the catalogue."""

from __future__ import annotations

from trivium.games.game import Game, Look
from trivium.games.hexifence.geometry import LARGEST
from trivium.games.hexifence.position import Hexifence

HEXIFENCE = Game(
    name="hexifence",
    title="Hexifence",
    summary="Claim edges of a hexagonal board; who closes a cell owns it and moves again.",
    rules="Players claim edges of a board of hexagons in turn; who claims the last edge of a cell "
    "owns the cell and must move again. When all edges are claimed, more cells win.",
    ends="all edges claimed; more cells win, no draws",
    sizes=f"1 to {LARGEST}",
    offered_sizes=tuple(str(size) for size in range(1, LARGEST + 1)),
    default_size="3",
    thing="cell",
    things="cells",
    position=Hexifence,
    look=Look(
        style="fences",
        picture="hexagons",
        turn_step=60,
        shows_score=True,
        features="Chains",
    ),
    text_begins=r"^\d+\s*$",
    margins=True,
)
