"""What a match result means: Elo difference, its error, and the likelihood of superiority.

The unit is the pair of games with exchanged colours: its two results depend on each other
through the opening, so the error is taken from the variance of pairs, not of games.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

__all__ = [
    "Z95",
    "Standing",
    "elo_of",
]

Z95 = 1.96
"""So many standard deviations to either side hold 95 % of a normal distribution."""
_HIGHEST = 0.999
"""Scores are taken for at most this, so that a clean sweep has a finite Elo difference."""


@dataclass(frozen=True)
class Standing:
    """The result of A against B, with the games in pairs of exchanged colours."""

    pair_scores: tuple[float, ...]
    """A's points in each pair, from 0 to 2."""

    @property
    def score(self) -> float:
        """A's share of the points."""
        return sum(self.pair_scores) / (2 * len(self.pair_scores))

    @property
    def error(self) -> float:
        """Half the width of the 95 % interval of the score, from the variance of the pairs.

        Never less than what one more lost game would make of a clean sweep.
        """
        count = len(self.pair_scores)
        mean = self.score
        variance = sum((pair / 2 - mean) ** 2 for pair in self.pair_scores) / max(count - 1, 1)
        return max(Z95 * math.sqrt(variance / count), 1 / (2 * count + 1))

    @property
    def elo(self) -> float:
        """A's rating minus B's."""
        return elo_of(self.score)

    @property
    def elo_interval(self) -> tuple[float, float]:
        """The 95 % interval of the Elo difference."""
        return elo_of(self.score - self.error), elo_of(self.score + self.error)

    @property
    def pairs(self) -> tuple[int, int, int, int, int]:
        """How many pairs gave A no point, half a point, one, one and a half, two."""
        zero, half, one, more, two = (self.pair_scores.count(i / 2) for i in range(5))
        return zero, half, one, more, two

    @property
    def superiority(self) -> float:
        """The likelihood that A is the stronger one."""
        return 0.5 * (1 + math.erf(Z95 * (self.score - 0.5) / self.error / math.sqrt(2)))


def elo_of(score: float) -> float:
    """Return the Elo difference that gives an expected score."""
    score = min(max(score, 1 - _HIGHEST), _HIGHEST)
    return 400 * math.log10(score / (1 - score))
