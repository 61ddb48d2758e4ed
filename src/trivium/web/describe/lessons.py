"""Lessons as the page shows them."""

from __future__ import annotations

from trivium.study.tutorials import Step, Tutorial
from trivium.web import messages as m
from trivium.web.describe.positions import describe


def describe_lesson(lesson: Tutorial) -> m.LessonEntry:
    """Return a lesson in short."""
    return m.LessonEntry(
        game=lesson.game,
        lesson=lesson.name,
        title=lesson.title,
        about=lesson.about,
        steps=len(lesson.steps),
    )


def describe_step(step: Step) -> m.LessonStep:
    """Return a step of a tutorial."""
    asks = "place" if step.squares else "move"
    board = step.board()
    cells = [cell.name for cell in board.layout().cells]
    return m.LessonStep(
        title=step.title,
        text=step.text,
        task=step.task or None,
        asks=asks if step.task else None,  # type: ignore[arg-type]  # mypy sees a mere str
        start=step.position,
        position=describe(board),
        marked=[cells.index(name) for name in step.marked],
    )
