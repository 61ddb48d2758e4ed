"""Help during a game: hints before a move, and a warning before a blunder."""

from __future__ import annotations

from dataclasses import dataclass

from trivium.agents.agent import Agent
from trivium.agents.experts import expert_of
from trivium.games.moves import Move
from trivium.games.position import Position
from trivium.saying import Saying, say
from trivium.search.limits import Limit
from trivium.study.judging import Judge
from trivium.study.review import BLUNDER, MISTAKE, told
from trivium.study.why import MOST, objections, worth_words

__all__ = [
    "Hint",
    "find_hint",
    "find_warning",
]


@dataclass(frozen=True)
class Hint:
    """What helps who is to move: first the idea, then the move and why."""

    idea: Saying
    move: Move
    why: tuple[Saying, ...]


def find_hint(position: Position, adviser: Agent, judge: Judge, limit: Limit) -> Hint:
    """Return a hint for who is to move: what an adviser would play, or the better move that the
    judge has proven. The limit is for everything; the game must not be over."""
    half = limit.halved()
    advised = adviser.choose(position.copy(), half).move
    best, own = judge.compare(position, advised.code, half)
    proven = best.settled and own.settled and best.score.value > own.score.value
    move = position.move(best.line[0]) if proven else advised
    expert = expert_of(position.game).explainer
    worth = worth_words(position, best if proven else own)
    why = (*expert.deeds(position, move)[: MOST - 1], *worth)
    return Hint(expert.idea(position, move), move, why)


def find_warning(
    position: Position, move: Move, judge: Judge, limit: Limit
) -> tuple[Saying, ...] | None:
    """Return why a move is a blunder or a mistake, so that its player may think again; else None.

    The limit is for everything. What is as good as lost cannot be blundered.
    """
    best, played = judge.compare(position, move.code, limit)
    found = told(position, len(position.moves) + 1, move, best, played)
    if found.verdict not in (BLUNDER, MISTAKE):
        return None
    worth = worth_words(position, played) or (
        say("It gives away {lost} % of your chance to win.", lost=round(100 * found.chance_lost)),
    )
    return (*objections(position, played.line), *worth)
