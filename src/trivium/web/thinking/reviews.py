"""Reviews of whole games for whoever listens, a move at a time and only as long as they do."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from functools import partial

from trivium.errors import BadText
from trivium.games.moves import Move
from trivium.games.position import Position
from trivium.search.limits import Limit
from trivium.search.stopping import Stop
from trivium.study.judging import Judge, new_judge
from trivium.study.review import MoveReview, Value, review_move, summary
from trivium.web import messages as m
from trivium.web.describe.positions import describe_move
from trivium.web.describe.scores import short_points
from trivium.web.speaking import said
from trivium.web.thinking.analysis import Analyst

_LONGEST_LINE = 40
"""Moves of a line that are told."""


async def review_game(
    analyst: Analyst, position: Position, request: m.ReviewRequest
) -> AsyncGenerator[m.Review, None]:
    """Yield what is to be said about each move of a game, as soon as it is known."""
    total = len(position.moves)
    if total == 0:
        raise BadText("There is no move to review yet.")
    seconds = min(request.seconds, analyst.settings.review_seconds)
    reviews: list[MoveReview] = []
    blank = partial(m.Review, ref=request.ref, total=total, graph=[], moves=[], summary={})
    yield blank(phase="waiting", done=0)
    analyst.warming.look_at(position.game)
    while (ready := analyst.warming.progress(position.game)) is not None:
        # Verdicts are for a search that sees as far as ever.
        yield blank(phase="compiling", done=0, getting_ready=ready)
        await asyncio.sleep(1.0)
    replay = position.origin()
    for number, move in enumerate(position.moves, 1):
        judged = partial(_judged, replay, number, move, seconds)
        step = asyncio.ensure_future(analyst.run(partial(new_judge, replay), judged))
        try:
            while not (await asyncio.wait((step,), timeout=1.0))[0]:
                yield blank(**analyst.phase(True, position.game), done=len(reviews))
            found = step.result()
        finally:
            step.cancel()
        reviews.append(found)
        new = _describe(replay, found, analyst.language)
        yield m.Review(
            ref=request.ref,
            phase="done" if len(reviews) == total else "searching",
            done=len(reviews),
            total=total,
            graph=_graph(replay, found, analyst.language),
            moves=[new],
            summary={
                colour: m.ReviewSummary(**facts) for colour, facts in summary(reviews).items()
            },
        )
        replay.push(move)


def _judged(
    position: Position, number: int, move: Move, seconds: float, judge: Judge, stop: Stop
) -> MoveReview:
    return review_move(position, judge, number, move, Limit(seconds=seconds, stop=stop))


def _describe(position: Position, found: MoveReview, language: str) -> m.ReviewedMove:
    def moves(texts: tuple[str, ...]) -> list[m.Move]:
        return [describe_move(position, position.read_move(text)) for text in texts]

    best = moves(found.best_line[:_LONGEST_LINE])
    return m.ReviewedMove(
        ply=found.number,
        by=found.colour,
        move=moves((found.move,))[0],
        judgement=found.verdict,  # type: ignore[arg-type]  # one of VERDICTS
        loss=round(found.loss, 2),
        chance_lost=round(found.chance_lost, 3),
        better=best[0] if found.best != found.move else None,
        line=best,
        before=_score(position, found.before, found.colour, language),
        after=_score(position, found.after, found.colour, language),
        text=found.comment.said(language),
        why=said(found.why, language),
    )


def _graph(position: Position, found: MoveReview, language: str) -> list[m.ReviewPoint]:
    """Return the points of the graph that a reviewed move adds; the first one adds two."""

    def point(ply: int, value: Value) -> m.ReviewPoint:
        return m.ReviewPoint(ply=ply, score=_score(position, value, found.colour, language))

    after = point(found.number, found.after)
    return [after] if found.number > 1 else [point(0, found.before), after]


def _score(position: Position, value: Value, pov: str, language: str) -> m.Score:
    first, second = position.colours
    chance = value.chance if pov == first else 1 - value.chance
    winner = None
    if (value.exact or value.decided) and chance != 0.5:
        winner = first if chance > 0.5 else second
    return m.Score(
        pov=pov,
        points=round(value.points, 2),
        exact=value.exact,
        winner=winner,
        text=value.text.said(language),
        short=short_points(
            position, value.points if pov == first else -value.points, value.exact, language
        ),
        bar=round(2 * chance - 1, 3),
    )
