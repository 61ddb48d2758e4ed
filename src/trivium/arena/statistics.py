"""What a match result means: Elo difference, its error, and the likelihood of superiority."""

from __future__ import annotations

import math
from dataclasses import dataclass

_Z95 = 1.96
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
        return max(_Z95 * math.sqrt(variance / count), 1 / (2 * count + 1))

    @property
    def elo(self) -> float:
        """A's rating minus B's."""
        return elo_of(self.score)

    @property
    def elo_interval(self) -> tuple[float, float]:
        """The 95 % interval of the Elo difference."""
        return elo_of(self.score - self.error), elo_of(self.score + self.error)

    @property
    def superiority(self) -> float:
        """The likelihood that A is the stronger one."""
        return 0.5 * (1 + math.erf(_Z95 * (self.score - 0.5) / self.error / math.sqrt(2)))


def elo_of(score: float) -> float:
    """Return the Elo difference that gives an expected score."""
    score = min(max(score, 1 - _HIGHEST), _HIGHEST)
    return -400 * math.log10(1 / score - 1)
