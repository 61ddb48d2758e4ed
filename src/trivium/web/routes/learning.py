"""``/api/puzzles`` and ``/api/tutorials``: learning by doing."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query

from trivium.errors import BadText, TriviumError
from trivium.games.catalogue import GAMES, find_game
from trivium.study.puzzles import Puzzle, check, find_puzzle, puzzles
from trivium.study.tutorials import Step, tutorial
from trivium.web import messages as m
from trivium.web.describe.positions import describe, describe_move, push
from trivium.web.room.lobby import NoSuchThing
from trivium.web.routes.boards import GameName

router = APIRouter()


PuzzleId = Annotated[str, Path(max_length=60, examples=[puzzles()[0].id])]


@router.get("/puzzles", tags=["learning"])
def list_puzzles(
    game: Annotated[
        str | None, Query(max_length=40, json_schema_extra={"enum": list(GAMES)})
    ] = None,
) -> list[m.PuzzleEntry]:
    """The puzzles of a game, or of all; the easiest of each game first."""
    return [m.PuzzleEntry(**_facts(puzzle)) for puzzle in puzzles(game or None)]


@router.get("/puzzles/{id}", tags=["learning"])
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


@router.post("/puzzles/{id}/answers", tags=["learning"])
def answer_puzzle(id: PuzzleId, given: m.PuzzleAnswer) -> m.Verdict:
    """Whether a move solves a puzzle, and what follows."""
    puzzle = _find(id)
    board = puzzle.board()
    move = push(board, given.moves[0])
    answer = check(puzzle, move.text)
    solution = [describe_move(board, board.read_move(text)) for text in puzzle.solution]
    reply = None
    if answer.reply is not None:
        reply = describe_move(board, board.push(answer.reply))
    return m.Verdict(
        right=answer.right,
        finished=True,
        text=answer.text if not answer.right else f"{answer.text} {puzzle.proof}",
        reply=reply,
        solution=solution,
        position=describe(board),
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
        "title": puzzle.theme.capitalize(),
        "difficulty": puzzle.grade,
    }


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
