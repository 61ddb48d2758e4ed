"""``/api/puzzles`` and ``/api/tutorials``: learning by doing."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query

from trivium.errors import BadText, TriviumError
from trivium.games.catalogue import GAMES, find_game
from trivium.saying import say
from trivium.study.puzzles import (
    Puzzle,
    PuzzleReply,
    check,
    find_puzzle,
    played,
    puzzles,
    theme_words,
)
from trivium.study.tutorials import RULES, Step, Tutorial, find_lesson, lessons
from trivium.study.why import objections, reasons
from trivium.web import messages as m
from trivium.web.describe.lessons import describe_lesson, describe_step
from trivium.web.describe.positions import describe, describe_move, named, push
from trivium.web.room.lobby import NoSuchThing
from trivium.web.routes.boards import GameName
from trivium.web.speaking import Language, said

router = APIRouter()

PuzzleId = Annotated[str, Path(max_length=60, examples=[f"{next(iter(GAMES))}-2-001"])]


@router.get("/puzzles", tags=["lessons and puzzles"])
def list_puzzles(
    game: Annotated[m.GameName | None, Query(max_length=40)] = None,
    theme: Annotated[str | None, Query(max_length=60)] = None,
) -> list[m.PuzzleEntry]:
    """The puzzles of a game, or of all; the easiest of each game first."""
    return [m.PuzzleEntry(**_facts(puzzle)) for puzzle in puzzles(game or None, theme or None)]


@router.get("/puzzle-themes/{game}", tags=["lessons and puzzles"])
def list_themes(game: GameName, language: Language) -> list[m.PuzzleTheme]:
    """What the puzzles of a game are about."""
    words = theme_words(find_game(game).name)
    return [
        m.PuzzleTheme(
            name=name, title=say(name).said(language), words=say(explained).said(language)
        )
        for name, explained in words.items()
    ]


@router.get("/puzzles/{id}", tags=["lessons and puzzles"])
def get_puzzle(id: PuzzleId, language: Language) -> m.Puzzle:
    """A puzzle to solve."""
    puzzle = _find(id)
    board = puzzle.board()
    return m.Puzzle(
        **_facts(puzzle),
        goal=puzzle.task.said(language),
        start=board.origin().to_text(),
        moves=list(puzzle.moves),
        source=puzzle.origin.said(language),
        position=describe(board),
    )


@router.post("/puzzles/{id}/answers", tags=["lessons and puzzles"])
def answer_puzzle(id: PuzzleId, given: m.PuzzleAnswer, language: Language) -> m.Verdict:
    """Whether a move solves a puzzle, or the next part of it, and what follows."""
    puzzle = _find(id)
    moves = [named(puzzle.board(), move) for move in given.moves]
    answer = check(puzzle, moves)
    board = played(puzzle, moves[:-1])
    made = len(board.moves) - len(puzzle.moves)
    move = board.read_move(moves[-1])
    why = reasons(board, move) if answer.right else objections(board, [move.code])
    board.push(moves[-1])
    solution = [describe_move(board, board.read_move(text)) for text in puzzle.solution[made:]]
    steps, reply = [describe(board)], []
    for text in answer.reply:
        reply.append(describe_move(board, board.push(text)))
        steps.append(describe(board))
    return m.Verdict(
        right=answer.right,
        done=answer.done,
        text=_judged(puzzle, answer, language),
        why=said(why, language),
        reply=reply,
        solution=solution,
        steps=steps,
    )


def _judged(puzzle: Puzzle, answer: PuzzleReply, language: str) -> str:
    """Return what is said to an answer; to the last one also what has been proven."""
    if not answer.done:
        return answer.text.said(language)
    verdict = say("{verdict} {claim}", verdict=answer.text, claim=puzzle.claim)
    if puzzle.asked > 1:
        verdict = say(
            "{verdict} So was every move before it: {claim}",
            verdict=answer.text,
            claim=puzzle.claim,
        )
    return verdict.said(language)


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
        "rating": puzzle.difficulty.rating,
        "deviation": puzzle.difficulty.deviation,
        "themes": list(puzzle.tags),
        "asked": puzzle.asked,
    }


LessonName = Annotated[str, Query(max_length=60, description="`rules`, or one in strategy.")]


@router.get("/tutorials", tags=["lessons and puzzles"])
def list_tutorials(language: Language) -> list[m.LessonEntry]:
    """The lessons: for each game that is taught its rules, then those in strategy."""
    return [describe_lesson(lesson) for game in GAMES for lesson in lessons(game, language)]


@router.get("/tutorials/{game}", tags=["lessons and puzzles"])
def get_tutorial(game: GameName, language: Language, lesson: LessonName = RULES) -> m.Lesson:
    """A lesson of a game with all its steps."""
    found = _lesson(game, lesson, language)
    return m.Lesson(
        **describe_lesson(found).model_dump(),
        all_steps=[describe_step(step) for step in found.steps],
    )


@router.post("/tutorials/{game}/{step}/answers", tags=["lessons and puzzles"])
def answer_step(
    game: GameName,
    step: Annotated[int, Path(ge=0, le=1000, description="Counted from 0.")],
    given: m.LessonAnswer,
    language: Language,
    lesson: LessonName = RULES,
) -> m.LessonVerdict:
    """What a lesson says to an answer."""
    found = _lesson(game, lesson, language)
    if step >= len(found.steps):
        raise NoSuchThing(f"The lesson has {len(found.steps)} steps.")
    asked = found.steps[step]
    if not asked.task:
        raise BadText("There is nothing to do at this step.")
    verdict = asked.answer(_answer_text(asked, given.answer))
    board = asked.board()
    why = reasons(board, board.read_move(verdict.moves[0])) if verdict.moves else ()
    steps = []
    for move in verdict.moves:
        board.push(move)
        steps.append(describe(board))
    return m.LessonVerdict(
        right=verdict.right,
        text=verdict.text,
        why=said(why, language),
        moves=list(verdict.moves),
        steps=steps,
    )


def _lesson(game: str, name: str, language: str) -> Tutorial:
    try:
        return find_lesson(find_game(game).name, name, language)
    except TriviumError:
        raise NoSuchThing(f"There is no such lesson of {find_game(game).title}.") from None


def _answer_text(step: Step, answer: int | str) -> str:
    """Return an answer in words; a number is that of a move."""
    return answer if isinstance(answer, str) else push(step.board(), answer).text
