"""``/api/puzzles`` and ``/api/tutorials``: learning by doing."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query

from trivium.errors import BadText, TriviumError
from trivium.games.catalogue import GAMES, find_game
from trivium.study.puzzles import Puzzle, check, find_puzzle, puzzles
from trivium.study.tutorials import Step, Tutorial
from trivium.web import messages as m
from trivium.web.describe.lessons import describe_step, describe_tutorial, tutorial_of
from trivium.web.describe.positions import describe, describe_move, push
from trivium.web.room.lobby import NoSuchThing
from trivium.web.routes.boards import GameName

router = APIRouter()


PuzzleId = Annotated[str, Path(max_length=60, examples=[puzzles()[0].id])]


@router.get("/puzzles", tags=["lessons and puzzles"])
def list_puzzles(
    game: Annotated[m.GameName | None, Query(max_length=40)] = None,
) -> list[m.PuzzleEntry]:
    """The puzzles of a game, or of all; the easiest of each game first."""
    return [m.PuzzleEntry(**_facts(puzzle)) for puzzle in puzzles(game or None)]


@router.get("/puzzles/{id}", tags=["lessons and puzzles"])
def get_puzzle(id: PuzzleId) -> m.Puzzle:
    """A puzzle to solve."""
    puzzle = _find(id)
    return m.Puzzle(
        **_facts(puzzle),
        goal=puzzle.task,
        start=puzzle.start,
        moves=list(puzzle.moves),
        source=puzzle.source,
        position=describe(puzzle.board()),
    )


@router.post("/puzzles/{id}/answers", tags=["lessons and puzzles"])
def answer_puzzle(id: PuzzleId, given: m.PuzzleAnswer) -> m.Verdict:
    """Whether a move solves a puzzle, and what follows."""
    puzzle = _find(id)
    board = puzzle.board()
    move = push(board, given.moves[0])
    answer = check(puzzle, move.text)
    solution = [describe_move(board, board.read_move(text)) for text in puzzle.solution]
    steps = [describe(board)]
    reply = None
    if answer.reply is not None:
        reply = describe_move(board, board.push(answer.reply))
        steps.append(describe(board))
    return m.Verdict(
        right=answer.right,
        text=answer.text if not answer.right else f"{answer.text} {puzzle.proof}",
        reply=reply,
        solution=solution,
        steps=steps,
    )


def _find(id: str) -> Puzzle:
    try:
        return find_puzzle(id)
    except TriviumError:
        raise NoSuchThing("There is no such puzzle.") from None


def _facts(puzzle: Puzzle) -> dict[str, Any]:
    return {
        "id": puzzle.id,
        "game": puzzle.game,
        "size": puzzle.size,
        "title": puzzle.title,
        "difficulty": puzzle.grade,
    }


@router.get("/tutorials", tags=["lessons and puzzles"])
def list_tutorials() -> list[m.LessonEntry]:
    """The tutorials, at most one for each game."""
    tutorials = [tutorial_of(game) for game in GAMES.values()]
    return [describe_tutorial(lesson) for lesson in tutorials if lesson is not None]


@router.get("/tutorials/{game}", tags=["lessons and puzzles"])
def get_tutorial(game: GameName) -> m.Lesson:
    """The tutorial of a game with all its steps."""
    lesson = _tutorial(game)
    return m.Lesson(
        **describe_tutorial(lesson).model_dump(),
        all_steps=[describe_step(step) for step in lesson.steps],
    )


@router.post("/tutorials/{game}/{step}/answers", tags=["lessons and puzzles"])
def answer_step(
    game: GameName,
    step: Annotated[int, Path(ge=0, le=1000, description="Counted from 0.")],
    given: m.LessonAnswer,
) -> m.LessonVerdict:
    """What the tutorial says to an answer."""
    lesson = _tutorial(game)
    if step >= len(lesson.steps):
        raise NoSuchThing(f"The tutorial has {len(lesson.steps)} steps.")
    asked = lesson.steps[step]
    if not asked.task:
        raise BadText("There is nothing to do at this step.")
    verdict = asked.answer(_answer_text(asked, given.answer))
    board = asked.board()
    steps = []
    for move in verdict.moves:
        board.push(move)
        steps.append(describe(board))
    return m.LessonVerdict(
        right=verdict.right, text=verdict.text, moves=list(verdict.moves), steps=steps
    )


def _tutorial(game: str) -> Tutorial:
    found = find_game(game)
    lesson = tutorial_of(found)
    if lesson is None:
        raise NoSuchThing(f"There is no tutorial of {found.title}.")
    return lesson


def _answer_text(step: Step, answer: int | str) -> str:
    """Return an answer in words; a number is that of a move."""
    return answer if isinstance(answer, str) else push(step.board(), answer).text
