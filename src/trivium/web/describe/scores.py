"""What a score means on the page: words, who wins, and how far the bar goes."""

from __future__ import annotations

import math

from trivium.games.catalogue import find_game
from trivium.games.position import Outcome, Position
from trivium.kernel.verbs import DECIDED
from trivium.search.limits import Score
from trivium.web import messages as m


def describe_score(position: Position, score: Score) -> m.Score:
    """Return a score as the page shows it."""
    decided = abs(score.value) >= DECIDED or (score.exact and score.value != 0)
    winner = None
    if decided:
        winner = score.pov if score.value > 0 else _other(position, score.pov)
    return m.Score(
        pov=score.pov,
        points=round(score.points, 2),
        exact=score.exact,
        winner=winner,
        text=str(score),
        bar=_bar(position, score.seen_by(position.colours[0]), decided),
    )


def describe_share(position: Position, pov: str, share: float) -> m.Score:
    """Return what simulated games alone say, as the page shows it: no margin, but chances."""
    share = round(share, 3)
    odds = round(2 * share - 1, 3)
    percent = f"{max(share, 1 - share):.0%}"
    leader = pov if share >= 0.5 else _other(position, pov)
    return m.Score(
        pov=pov,
        points=odds,
        exact=False,
        winner=None,
        text=f"{leader.capitalize()} wins {percent} of simulated games (estimate)",
        bar=odds if pov == position.colours[0] else -odds,
        share=share,
    )


def describe_result(position: Position, outcome: Outcome) -> m.Score:
    """Return the score of a finished game."""
    first = position.colours[0]
    bar = 0.0 if outcome.winner is None else 1.0 if outcome.winner == first else -1.0
    return m.Score(
        pov=first,
        points=bar,
        exact=True,
        winner=outcome.winner,
        text=str(outcome),
        bar=bar,
    )


def _other(position: Position, colour: str) -> str:
    return next(other for other in position.colours if other != colour)


def _bar(position: Position, score: Score, decided: bool) -> float:
    if decided:
        return math.copysign(1.0, score.value)
    return round(math.tanh(score.points / find_game(position.game).clear_lead), 3)
