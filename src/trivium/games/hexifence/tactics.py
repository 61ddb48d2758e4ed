"""Taking cells: in which order, and where the last of them can be handed out instead.

Whoever takes an opened chain may leave its last two cells to the opponent, by claiming not the
edge between them but the one beyond; of an opened loop it is the last four, by claiming the edge
in the middle. The opponent takes them and has to move on: that keeps control.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from trivium.games.hexifence.features import Feature


@dataclass(frozen=True)
class Capture:
    """The next capture to make, and what to do instead."""

    edge: int
    """Captures, and keeps a hand-out possible as long as one is."""
    handout: int | None
    """The edge that hands out the last cells that can be captured, if it is the time to."""
    cells: int
    """How many cells that hands out."""


def next_capture(found: Sequence[Feature]) -> Capture | None:
    """Return the capture to make with these features; None if nothing can be captured."""
    rows = [feature for feature in found if feature.kind == "open"]
    if not rows:
        return None
    for row in rows:
        if can_hand_out(row) == 0:
            return Capture(row.edges[0], None, 0)
    *others, kept = sorted(rows, key=can_hand_out, reverse=True)
    if others:
        return Capture(others[0].edges[0], None, 0)
    cells = can_hand_out(kept)
    return Capture(kept.edges[0], kept.edges[1] if kept.length == cells else None, cells)


def can_hand_out(feature: Feature) -> int:
    """Return how many cells at its end the taker of a feature can hand out; 0 for none.

    A chain of two that is not yet open counts as none: it can be opened in the middle.
    """
    if feature.kind == "open" and not feature.open_at_both_ends:
        return 2 if feature.length >= 2 else 0
    if feature.kind == "chain":
        return 2 if feature.length >= 3 else 0
    return 4 if feature.length >= 4 else 0
