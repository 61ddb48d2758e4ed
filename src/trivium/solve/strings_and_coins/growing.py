"""The table of a solver while it grows: small at first, larger when it is half full.

What is asked for is room; how much of it is used follows from the nodes that have been visited.
Growing takes time, so it comes in steps between which the solver may be stopped. Nobody searches
meanwhile: threads and system would be in each other's way.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from trivium.kernel.pages import in_pieces, pages_of, take
from trivium.solve.strings_and_coins.bounds import (
    PLACE_BITS,
    Bounds,
    half_full,
    new_bounds,
    share_in_use,
    spread,
)

_FIRST_BUCKETS = 1 << PLACE_BITS
"""A table begins with so many if it may have more."""
_TIMES = 4
"""By which it grows."""
_TOUCHED = 1 / 4
"""Nodes for each page of the table after which it will need them all."""


class GrowingTable:
    """Bounds, and the room that they may have."""

    def __init__(self, megabytes: float) -> None:
        """Take room for so much memory, most of which costs nothing yet."""
        self._room = new_bounds(megabytes)
        self.bounds = self._room[:_FIRST_BUCKETS]
        self._is_taken = len(self.bounds) < _FIRST_BUCKETS  # as good as

    @property
    def fill(self) -> float:
        """The share of the room in use."""
        return share_in_use(self.bounds) * len(self.bounds) / len(self._room)

    @property
    def grows_at(self) -> float:
        """After how many nodes it takes more memory."""
        if not self._is_taken:
            return _TOUCHED * pages_of(self.bounds)
        return half_full(self.bounds) if len(self.bounds) < len(self._room) else math.inf

    def reserve(self) -> None:
        """Take all of the room now."""
        take((self._room,))
        self._use(self._room)

    def grow(self) -> Iterator[None]:
        """Take all pages of the table, or a larger table, step by step."""
        if self._is_taken:
            bounds = self._room[: _TIMES * len(self.bounds)]
            yield from in_pieces(bounds[len(self.bounds) :])
        else:
            bounds = self.bounds
            yield from in_pieces(bounds)
        self._use(bounds)

    def _use(self, bounds: Bounds) -> None:
        """Go on with bounds of which the present ones are the beginning; their pages are taken."""
        if len(bounds) > len(self.bounds):
            spread(bounds, len(self.bounds))
        self.bounds, self._is_taken = bounds, True
