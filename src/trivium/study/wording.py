"""Scores in words, for those who do not count in the units of a search."""

from __future__ import annotations

from trivium.kernel.verbs import DECIDED, SURE
from trivium.search.limits import Score


def score_words(score: Score) -> str:
    """Return a score in words: "+3 for Blue (proven)", "Red wins by turn 31"."""
    if SURE <= abs(score.value) < DECIDED:
        return f"{score.pov.capitalize()} is about to {'win' if score.value > 0 else 'lose'}"
    return str(score)


def share_words(colour: str, share: float) -> str:
    """Return what simulated games say: the share of the points that they won for a colour."""
    return f"{colour.capitalize()} wins {100 * share:.0f} % of simulated games (estimate)"
