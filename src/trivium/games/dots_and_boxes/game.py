"""Dots-and-Boxes in the catalogue."""

from __future__ import annotations

from trivium.games.dots_and_boxes.geometry import LARGEST
from trivium.games.dots_and_boxes.position import DotsAndBoxes
from trivium.games.game import Game, Look

DOTS_AND_BOXES = Game(
    name="dots-and-boxes",
    title="Dots-and-Boxes",
    summary="The square classic under the same rules as Hexifence, with published values to check "
    "against.",
    rules="Players draw lines between dots in turn; who draws the fourth side of a box owns the "
    "box and must move again. When all lines are drawn, more boxes win.",
    ends="all edges claimed; more boxes win",
    sizes=f"1x1 to {LARGEST}x{LARGEST}",
    offered_sizes=("2x2", "3x3", "3x4", "4x4", "4x5", "5x5", "6x6", "8x8"),
    default_size="3x3",
    thing="box",
    things="boxes",
    position=DotsAndBoxes,
    look=Look(style="fences", picture="boxes", shows_score=True, features="Chains"),
    text_begins=r"^\d+\s*[xX× ]\s*\d+\s*$",
    margins=True,
)
