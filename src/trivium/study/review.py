"""The review of a game: what every move was worth, which ones were mistakes, and what was better.

A move is judged beside the best one found in the same position (`trivium.study.judging`). What
counts is how much of the chance to win it gave away. Where the margin counts too, what is given
away of it without changing that is told as an inaccuracy.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from trivium.agents.agent import Agent
from trivium.games.catalogue import find_game
from trivium.games.moves import Move
from trivium.games.position import Position
from trivium.saying import Saying, say
from trivium.search.limits import Limit
from trivium.study.judging import AdviceJudge, Judge, Opinion, new_judge
from trivium.study.why import faults, reasons
from trivium.study.wording import result_words, score_words

__all__ = [
    "BLUNDER",
    "INACCURACY",
    "MISTAKE",
    "VERDICTS",
    "MoveReview",
    "Value",
    "review",
    "review_move",
    "summary",
]

INACCURACY, MISTAKE, BLUNDER = "inaccuracy", "mistake", "blunder"
"""The verdicts on moves that give something away, the mildest first."""
VERDICTS = ("forced", "best", "good", INACCURACY, MISTAKE, BLUNDER)
"""From nothing to be said to the worst."""

_LOST = {BLUNDER: 0.3, MISTAKE: 0.2, INACCURACY: 0.1}
"""The chance to win that a move of this kind gives away at least."""

_STEEPNESS = 4.0
"""How quickly a move's accuracy falls with the chance it gives away."""


@dataclass(frozen=True)
class Value:
    """What a position is worth to one of the players."""

    points: float
    """In the unit of the game's expert; where `decided`, its sign alone means something."""
    chance: float
    """The chance to win, from 0 to 1, a draw counting half; exactly 0, 0.5 or 1 if proven."""
    exact: bool
    """Whether the result is proven."""
    decided: bool
    """Whether a win or loss is in sight, in a game that counts no cells."""
    text: Saying
    """For a person: "+3 for Blue (proven)", "White wins by turn 31"."""

    @classmethod
    def of(cls, opinion: Opinion, game: str) -> Value:
        """Return the value that an opinion means."""
        score = opinion.score
        text = score_words(score)
        if opinion.settled and not score.exact:
            text = result_words(score.pov, _sign(score.value))
        return cls(
            points=score.points,
            chance=opinion.chance(game),
            exact=opinion.settled,
            decided=opinion.sure,
            text=text,
        )


@dataclass(frozen=True)
class MoveReview:
    """What is to be said about one move of a game."""

    number: int
    """The place of the move in the game, from 1."""
    colour: str
    """Who moved; all values are from this player's point of view."""
    move: str
    best: str
    """The best move found; the same as `move` if there was no better one."""
    best_line: tuple[str, ...]
    played_line: tuple[str, ...]
    before: Value
    """Of the position with best play."""
    after: Value
    """Of what the move leads to."""
    verdict: str
    """One of `VERDICTS`."""
    loss: float
    """The points given away; 0 where the points before and after cannot be compared."""
    chance_lost: float
    """How much of the chance to win was given away."""
    comment: Saying
    why: tuple[Saying, ...] = ()
    """What the move did, and what a better one would have done."""

    def chance_of(self, colour: str) -> float:
        """Return the chance of either player to win after the move."""
        return self.after.chance if colour == self.colour else 1 - self.after.chance

    def points_of(self, colour: str) -> float:
        """Return the points after the move as either player sees them."""
        return self.after.points if colour == self.colour else -self.after.points

    def as_dict(self) -> dict[str, Any]:
        """Return the fields, ready for JSON."""
        values = {
            name: asdict(value) | {"text": str(value.text)}
            for name, value in (("before", self.before), ("after", self.after))
        }
        words = {"comment": str(self.comment), "why": [str(saying) for saying in self.why]}
        return asdict(self) | values | words


def review(position: Position, limit: Limit, adviser: Agent | None = None) -> Iterator[MoveReview]:
    """Yield what is to be said about each move of a game, in order, as soon as it is known.

    `position` is the game with its moves, finished or not; it is left as it is. The limit is for
    each move; one of nodes or depth gives the same review on any machine. With an adviser, moves
    are compared with what that agent would have played instead of with the best ones.
    """
    board = position.origin()
    judge = new_judge(board)
    if adviser is not None:
        judge = AdviceJudge(adviser, judge)
    for number, move in enumerate(position.moves, 1):
        yield review_move(board, judge, number, move, limit)
        board.push(move)


def review_move(board: Position, judge: Judge, number: int, move: Move, limit: Limit) -> MoveReview:
    """Return what is to be said about a move in a position, the move with this number."""
    return told(board, number, move, *judge.compare(board, move.code, limit))


def told(board: Position, number: int, move: Move, best: Opinion, played: Opinion) -> MoveReview:
    """Return what is to be said about a move, by the opinions of it and of the best one."""
    before, after = Value.of(best, board.game), Value.of(played, board.game)
    chance_lost = max(0.0, before.chance - after.chance)
    loss = max(0.0, before.points - after.points) if _comparable(best, played) else 0.0
    best_line = tuple(str(board.move(code)) for code in best.line)
    if len(board.legal_moves) == 1:
        verdict = "forced"
    else:
        margin_lost = loss if find_game(board.game).margins else 0.0
        verdict = _verdict(str(move) == best_line[0], before, chance_lost, margin_lost)
    return MoveReview(
        number=number,
        colour=board.turn,
        move=str(move),
        best=best_line[0],
        best_line=best_line,
        played_line=tuple(str(board.move(code)) for code in played.line),
        before=before,
        after=after,
        verdict=verdict,
        loss=loss,
        chance_lost=chance_lost,
        comment=_comment(verdict, str(move), best_line[0], before, after),
        why=faults(board, played.line, board.move(best.line[0]))
        if verdict in _LOST
        else reasons(board, move),
    )


def _comparable(best: Opinion, played: Opinion) -> bool:
    """Whether the points of two opinions mean the same: both are proven, or both estimates."""
    if best.sure or played.sure:
        return False
    both_exact = best.score.exact and played.score.exact
    return both_exact or not (best.settled or played.settled)


def _verdict(is_best: bool, before: Value, chance_lost: float, margin_lost: float) -> str:
    for verdict, lost in _LOST.items():
        if chance_lost >= lost:
            return verdict
    if margin_lost >= 1:
        return INACCURACY
    as_good = before.exact and not before.decided and chance_lost == margin_lost == 0
    return "best" if is_best or as_good else "good"


def _comment(verdict: str, move: str, best: str, before: Value, after: Value) -> Saying:
    if verdict == "forced":
        return say("The only move.")
    if verdict == "best":
        return say("{score}.", score=after.text)
    if verdict == "good":
        return say("Hardly worse than {best}: {score}.", best=best, score=after.text)
    return say(
        "{best} was better: {before}; after {move}: {after}.",
        best=best,
        before=before.text,
        move=move,
        after=after.text,
    )


def summary(reviews: Iterable[MoveReview]) -> dict[str, dict[str, Any]]:
    """Return for each colour how many moves there were, the accuracy, and the mistakes by kind.

    The accuracy is the mean over all moves that were not forced of 100 % for one that gives
    nothing away, 67 % for one that gives away a tenth of the chance to win, 30 % for three tenths.
    """
    totals: dict[str, dict[str, Any]] = {}
    marks: dict[str, list[float]] = {}
    for found in reviews:
        total = totals.setdefault(
            found.colour, {"moves": 0, "accuracy": None} | dict.fromkeys(_LOST, 0)
        )
        total["moves"] += 1
        if found.verdict in _LOST:
            total[found.verdict] += 1
        if found.verdict != "forced":
            marks.setdefault(found.colour, []).append(math.exp(-_STEEPNESS * found.chance_lost))
    for colour, values in marks.items():
        totals[colour]["accuracy"] = round(100 * sum(values) / len(values), 1)
    return totals


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)
