"""``/api/puzzles`` and ``/api/tutorials``: learning by doing."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path

from trivium.errors import BadText
from trivium.games.catalogue import GAMES, find_game
from trivium.games.tutorials import Step, tutorial
from trivium.web import messages as m
from trivium.web.lobby import NoSuchThing
from trivium.web.positions import describe, push
from trivium.web.routes.boards import GameName

router = APIRouter()


@router.get("/tutorials", tags=["learning"])
def list_tutorials() -> list[m.LessonEntry]:
    """The tutorials, one for each game."""
    tutorials = [tutorial(game) for game in GAMES]
    return [
        m.LessonEntry(game=lesson.game, title=lesson.title, steps=len(lesson.steps))
        for lesson in tutorials
    ]


@router.get("/tutorials/{game}", tags=["learning"])
def get_tutorial(game: GameName) -> m.Lesson:
    """The tutorial of a game with all its steps."""
    lesson = tutorial(find_game(game).name)
    return m.Lesson(
        game=lesson.game,
        title=lesson.title,
        steps=len(lesson.steps),
        all_steps=[_step(step) for step in lesson.steps],
    )


@router.post("/tutorials/{game}/{step}/answers", tags=["learning"])
def answer_step(
    game: GameName,
    step: Annotated[int, Path(ge=0, le=1000, description="Counted from 0.")],
    given: m.LessonAnswer,
) -> m.LessonVerdict:
    """What the tutorial says to an answer."""
    lesson = tutorial(find_game(game).name)
    if step >= len(lesson.steps):
        raise NoSuchThing(f"The tutorial has {len(lesson.steps)} steps.")
    asked = lesson.steps[step]
    if not asked.task:
        raise BadText("There is nothing to do at this step.")
    verdict = asked.answer(_answer_text(asked, given.answer))
    position = asked.board()
    for move in verdict.moves:
        position.push(move)
    return m.LessonVerdict(
        right=verdict.right,
        text=verdict.text,
        moves=list(verdict.moves),
        position=describe(position),
    )


def _step(step: Step) -> m.LessonStep:
    asks = "place" if step.squares else "move"
    return m.LessonStep(
        title=step.title,
        text=step.text,
        task=step.task or None,
        asks=asks if step.task else None,  # type: ignore[arg-type]  # mypy sees a mere str
        start=step.position,
        position=describe(step.board()),
    )


def _answer_text(step: Step, answer: int | str) -> str:
    """Return an answer in words; a number is that of a move."""
    return answer if isinstance(answer, str) else push(step.board(), answer).text
