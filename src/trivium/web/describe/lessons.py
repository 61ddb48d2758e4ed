"""Lessons as the page shows them."""

from __future__ import annotations

from importlib import resources

from trivium.games.game import Game
from trivium.study.tutorials import Step, Tutorial, tutorial
from trivium.web import messages as m
from trivium.web.describe.positions import describe

_LESSONS = resources.files("trivium.study") / "lessons"


def is_taught(game: Game) -> bool:
    """Return whether a game has a tutorial, without reading it."""
    return (_LESSONS / f"{game.name}.toml").is_file()


def tutorial_of(game: Game) -> Tutorial | None:
    """Return the tutorial of a game; None if it has none."""
    return tutorial(game.name) if is_taught(game) else None


def describe_tutorial(lesson: Tutorial) -> m.LessonEntry:
    """Return a tutorial in short."""
    return m.LessonEntry(game=lesson.game, title=lesson.title, steps=len(lesson.steps))


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
