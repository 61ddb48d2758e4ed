"""Placing one player on a scale of others whose ratings are known, in few games.

What is known of the player is a distribution over ratings, which every result sharpens. The next
opponent is the one whose result is expected to tell most: one that is about as strong.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from trivium.arena.ratings.statistics import Z95

_BELOW, _ABOVE = 800, 800
"""How far beyond the scale a player may be found."""
_STEP = 5
_SPREAD = 700.0
"""Standard deviation of what is expected before the first game, around the middle of the scale."""


@dataclass
class Placing:
    """What is known of a player's rating."""

    rungs: Mapping[str, float]
    """The known players, with their ratings."""
    played: list[tuple[str, float]] = field(default_factory=list)
    """Whom it has played, and its points: 1, 0.5 or 0."""

    def __post_init__(self) -> None:
        low, high = min(self.rungs.values()), max(self.rungs.values())
        self._grid = np.arange(low - _BELOW, high + _ABOVE + _STEP, _STEP, dtype=np.float64)
        self._log = -(((self._grid - (low + high) / 2) / _SPREAD) ** 2) / 2

    def add(self, rung: str, points: float) -> None:
        """Learn from a result; a draw is half a win and half a loss."""
        self.played.append((rung, points))
        expected = _expected(self._grid - self.rungs[rung])
        self._log = self._log + points * np.log(expected) + (1 - points) * np.log1p(-expected)

    @property
    def elo(self) -> float:
        """The rating to be expected."""
        return float(self._chances @ self._grid)

    @property
    def error(self) -> float:
        """Half the width of the 95 % interval."""
        return Z95 * math.sqrt(float(self._chances @ (self._grid - self.elo) ** 2))

    @property
    def beyond(self) -> bool:
        """Whether it has lost, or won, everything: then the scale ends before it."""
        points = [points for _, points in self.played]
        return bool(points) and len(set(points)) == 1 and points[0] != 0.5

    def next_rung(self) -> str:
        """Return whose game would sharpen the rating most; the earlier of equals."""
        return max(self.rungs, key=self._information)

    def _information(self, rung: str) -> float:
        expected = _expected(self._grid - self.rungs[rung])
        return float(self._chances @ (expected * (1 - expected)))

    @property
    def _chances(self) -> NDArray[np.float64]:
        weights = np.exp(self._log - self._log.max())
        chances: NDArray[np.float64] = weights / weights.sum()
        return chances


def _expected(difference: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the share of the points that a player stronger by so much gets, never all of them."""
    share: NDArray[np.float64] = np.clip(1 / (1 + 10 ** (-difference / 400)), 1e-6, 1 - 1e-6)
    return share
