"""What a score means on the page: words, who wins, and how far the bar goes."""

from __future__ import annotations

import math

from trivium.agents.experts import expert_of
from trivium.games.catalogue import find_game
from trivium.games.position import Outcome, Position
from trivium.kernel.verbs import DECIDED, POINT, SURE
from trivium.saying import ENGLISH, say
from trivium.search.limits import Score
from trivium.study.wording import outcome_words, score_words, share_words
from trivium.web import messages as m

_ROUND = 10
"""Points from which on nobody cares for their fractions."""


def describe_score(position: Position, score: Score, language: str = ENGLISH) -> m.Score:
    """Return a score as the page shows it."""
    decided = abs(score.value) >= DECIDED or (score.exact and score.value != 0)
    winner = None
    if decided:
        winner = score.pov if score.value > 0 else _other(position, score.pov)
    seen = score.seen_by(position.colours[0])
    return m.Score(
        pov=score.pov,
        points=round(score.points, 2),
        exact=score.exact,
        winner=winner,
        text=score_words(score).said(language),
        short=short_points(position, seen.points, score.exact, language),
        bar=_bar(position, seen, decided),
    )


def short_points(position: Position, points: float, exact: bool, language: str = ENGLISH) -> str:
    """Return points in a few characters; where they are no margin, a proven result in a word."""
    if abs(points) >= SURE / POINT:
        won = abs(points) >= DECIDED / POINT
        return say("won" if won else "win").said(language)
    if exact and not find_game(position.game).margins:
        return say("won" if points else "draw").said(language)
    digits = 0 if exact or abs(points) >= _ROUND else 1
    amount = f"{abs(points):.{digits}f}"
    if not float(amount):
        return "0"
    return f"{'+' if points > 0 else '−'}{amount}"


def describe_share(position: Position, pov: str, share: float, language: str = ENGLISH) -> m.Score:
    """Return what simulated games alone say, as the page shows it: no margin, but chances."""
    share = round(share, 3)
    odds = round(2 * share - 1, 3)
    leader = pov if share >= 0.5 else _other(position, pov)
    seen = share if pov == position.colours[0] else 1 - share
    return m.Score(
        pov=pov,
        points=odds,
        exact=False,
        winner=None,
        text=share_words(leader, max(share, 1 - share)).said(language),
        short=f"{seen:.0%}",
        bar=odds if pov == position.colours[0] else -odds,
        share=share,
    )


def describe_result(position: Position, outcome: Outcome, language: str = ENGLISH) -> m.Score:
    """Return the score of a finished game."""
    first, second = position.colours
    bar = 0.0 if outcome.winner is None else 1.0 if outcome.winner == first else -1.0
    score = position.scene().score
    points = float(score[first] - score[second]) if find_game(position.game).margins else bar
    return m.Score(
        pov=first,
        points=points,
        exact=True,
        winner=outcome.winner,
        text=outcome_words(outcome).said(language),
        short=short_points(position, points, True, language),
        bar=bar,
    )


def _other(position: Position, colour: str) -> str:
    return next(other for other in position.colours if other != colour)


def _bar(position: Position, score: Score, decided: bool) -> float:
    if decided:
        return math.copysign(1.0, score.value)
    return round(2 * expert_of(position.game).chance(score.points) - 1, 3)
