"""The sequential probability ratio test on pairs of games: stop as soon as the answer is clear.

The two hypotheses are differences in *normalised Elo*: the mean of a game's score above one
half, divided by the standard deviation of a game within its pair, times `NORMALISED`. Measured
so, the number of games that a decision needs hardly depends on how drawish the game is or how
unbalanced its openings are.

For the counts of the five results that a pair can have (a *pentanomial*), the test compares
how likely the likeliest distributions are that satisfy each hypothesis.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from trivium.arena.ratings.statistics import Z95
from trivium.errors import TriviumError

__all__ = [
    "LARGEST",
    "NORMALISED",
    "Sprt",
    "normalised_elo",
    "read_sprt",
]

NORMALISED = 800 / math.log(10)
"""Normalised Elo for one standard deviation of a game."""

LARGEST = 200
"""Normalised Elo beyond which no match is needed to see who is stronger."""

_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""What A's share of a pair's points can be."""
_NEVER_SEEN = 1e-3
"""Results that have not occurred count so much, or one hypothesis would be impossible."""
_STEPS = 20
_HALVINGS = 50
_EXACT_ENOUGH = 1e-10


@dataclass(frozen=True)
class Sprt:
    """A test of ``elo0`` against ``elo1``, both in normalised Elo and from A's point of view."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    """The share of wrong acceptances of elo1."""
    beta: float = 0.05
    """The share of wrong acceptances of elo0."""

    def __post_init__(self) -> None:
        if not -LARGEST <= self.elo0 < self.elo1 <= LARGEST:
            raise TriviumError(
                f"The test needs two differences in normalised Elo from -{LARGEST} to {LARGEST}, "
                f"the lower one first, not {self.elo0:g} and {self.elo1:g}."
            )
        for error in (self.alpha, self.beta):
            if not 0 < error < 0.5:
                raise TriviumError(f"An error of the test is between 0 and 0.5, not {error:g}.")

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at or beyond which elo0, and elo1, is accepted."""
        lower = math.log(self.beta / (1 - self.alpha))
        return lower, math.log((1 - self.beta) / self.alpha)

    def ratio(self, pairs: Sequence[float]) -> float:
        """Return the log-likelihood ratio for the pairs' counts, from no points to all."""
        total, shares = _shares(pairs)
        if total == 0:
            return 0.0
        likely0 = _likeliest(shares, self.elo0 / NORMALISED * math.sqrt(2))
        likely1 = _likeliest(shares, self.elo1 / NORMALISED * math.sqrt(2))
        return total * math.fsum(
            share * math.log(p1 / p0)
            for share, p0, p1 in zip(shares, likely0, likely1, strict=True)
        )

    def verdict(self, pairs: Sequence[float]) -> str | None:
        """Return ``"elo1"`` or ``"elo0"`` if that is accepted, or None to play on."""
        lower, upper = self.bounds
        ratio = self.ratio(pairs)
        if ratio >= upper:
            return "elo1"
        return "elo0" if ratio <= lower else None


def read_sprt(text: str, alpha: float = 0.05, beta: float = 0.05) -> Sprt:
    """Return the test that a text like ``0,10`` asks for."""
    try:
        elo0, elo1 = (float(part) for part in text.split(","))
    except ValueError:
        raise TriviumError(
            f"'{text}' is no test; write two differences in normalised Elo, like 0,10."
        ) from None
    return Sprt(elo0, elo1, alpha, beta)


def normalised_elo(pairs: Sequence[float]) -> tuple[float, float]:
    """Return the difference in normalised Elo, and half the width of its 95 % interval."""
    total, shares = _shares(pairs)
    mean, deviation = _moments(shares)
    if total == 0 or deviation == 0:
        return 0.0, math.inf
    error = Z95 * NORMALISED / math.sqrt(2 * total)
    return (mean - 0.5) / (deviation * math.sqrt(2)) * NORMALISED, error


def _shares(pairs: Sequence[float]) -> tuple[float, list[float]]:
    if sum(pairs) == 0:
        return 0.0, [0.0] * len(_SCORES)
    counts = [count or _NEVER_SEEN for count in pairs]
    total = math.fsum(counts)
    return total, [count / total for count in counts]


def _moments(shares: Sequence[float]) -> tuple[float, float]:
    mean = math.fsum(p * score for p, score in zip(shares, _SCORES, strict=True))
    variance = math.fsum(p * (score - mean) ** 2 for p, score in zip(shares, _SCORES, strict=True))
    return mean, math.sqrt(variance)


def _likeliest(shares: Sequence[float], target: float) -> list[float]:
    """Return the likeliest distribution whose mean is `target` deviations above one half.

    The condition is linear in the distribution but for the deviation. So it is replaced by its
    tangent at the distribution found last, until nothing changes any more.
    """
    found = [1 / len(_SCORES)] * len(_SCORES)
    for _ in range(_STEPS):
        mean, deviation = _moments(found)
        tangent = [
            score - 0.5 - target * deviation * (1 + ((score - mean) / deviation) ** 2) / 2
            for score in _SCORES
        ]
        before, found = found, _with_mean_zero(shares, tangent)
        if max(abs(p - q) for p, q in zip(before, found, strict=True)) < _EXACT_ENOUGH:
            break
    return found


def _with_mean_zero(shares: Sequence[float], values: Sequence[float]) -> list[float]:
    """Return the likeliest distribution for which the mean of `values` is zero.

    By Lagrange it is p / (1 + x value) for the x that makes the mean zero; the mean falls as x
    rises, so halving the interval of all possible x finds it.
    """
    low, high = -1 / max(values), -1 / min(values)
    weighted = list(zip(shares, values, strict=True))
    for _ in range(_HALVINGS):
        x = (low + high) / 2
        if sum([p * v / (1 + x * v) for p, v in weighted]) > 0:
            low = x
        else:
            high = x
    return [p / (1 + x * v) for p, v in weighted]
