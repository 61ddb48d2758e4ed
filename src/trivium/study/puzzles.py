"""Puzzles: positions from real games in which exactly one move is right.

They are kept in ``puzzle-book``, one JSON object a line, and were found and proven by
`trivium.study.puzzle_maker`; each game's own prover says what proven means.
"""

from __future__ import annotations

import difflib
import functools
import json
from collections import Counter
from dataclasses import asdict, dataclass
from importlib import resources
from typing import Any

from trivium.errors import TriviumError
from trivium.games.catalogue import find_game
from trivium.games.position import Position

BOOK = "puzzle-book"
"""The folder of the puzzles, beside this module."""

_TASKS = {
    "win": "{turn} to move and win: only one move does.",
    "draw": "{turn} to move and draw: every other move loses.",
    "gain": "{turn} to move and win a piece: only one move does by force.",
    "save": "{turn} to move and lose nothing: every other move loses a piece.",
}
_DONE = {
    "win": "{move} is the only move that wins.",
    "draw": "{move} is the only move that draws.",
    "gain": "{move} is the only move that wins a piece.",
    "save": "{move} is the only move that loses no piece.",
}
_MISSED = {
    "win": "{move} does not win",
    "draw": "{move} loses",
    "gain": "{move} wins no piece",
    "save": "{move} loses a piece",
}


@dataclass(frozen=True)
class Puzzle:
    """A position in which one move is to be found."""

    id: str
    game: str
    size: str
    grade: int
    """How difficult it is: the lowest of levels 1 to 8 that finds the move."""
    theme: str
    aim: str
    """What only the right move does: win, draw, gain (a piece) or save (one)."""
    start: str
    """The board that the game began with."""
    moves: tuple[str, ...]
    """The moves that led to the position."""
    position: str
    """The position itself."""
    turn: str
    solution: tuple[str, ...]
    """The move to be found, and how it goes on with best play."""
    refutations: dict[str, str]
    """What the opponent answers to wrong moves."""
    proof: str
    """What exactly has been proven."""
    source: str
    """The game it is from."""

    @property
    def title(self) -> str:
        """The theme, and a number that tells puzzles of one game and theme apart."""
        return _titles().get(self.id, self.theme.capitalize())

    @property
    def task(self) -> str:
        """What is to be done, in a sentence."""
        return _TASKS[self.aim].format(turn=self.turn.capitalize())

    def board(self) -> Position:
        """Return the position with the moves that led to it."""
        position = find_game(self.game).read(self.start)
        for move in self.moves:
            position.push(move)
        return position

    def as_dict(self) -> dict[str, Any]:
        """Return the fields, the title and the task, ready for JSON."""
        return asdict(self) | {"title": self.title, "task": self.task}


@dataclass(frozen=True)
class PuzzleReply:
    """What is to be said to a move that somebody proposes."""

    right: bool
    text: str
    reply: str | None
    """What the opponent plays then; None if it is not the opponent's turn or nothing is known."""
    line: tuple[str, ...]
    """How it goes on after the move."""

    def as_dict(self) -> dict[str, Any]:
        """Return the fields, ready for JSON."""
        return asdict(self)


def puzzles(game: str | None = None, theme: str | None = None) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game, or of all; the easiest first."""
    name = None if game is None else find_game(game).name
    return tuple(
        puzzle
        for puzzle in _book().values()
        if name in (None, puzzle.game) and theme in (None, puzzle.theme)
    )


def find_puzzle(id: str) -> Puzzle:
    """Return the puzzle of this name."""
    book = _book()
    if id not in book:
        close = difflib.get_close_matches(id, book, n=1)
        hint = f"did you mean {close[0]}?" if close else "'trivium puzzles list' shows them."
        raise TriviumError(f"There is no puzzle '{id}'; {hint}")
    return book[id]


def check(puzzle: Puzzle, move: str) -> PuzzleReply:
    """Return whether a move is the right one, and what happens then.

    Raises `IllegalMove` or `BadText` for what is no legal move.
    """
    board = puzzle.board()
    found = str(board.push(move))
    if found == puzzle.solution[0]:
        going_on = puzzle.solution[1:]
        reply = going_on[0] if going_on and board.turn != puzzle.turn else None
        return PuzzleReply(True, "Right: " + _DONE[puzzle.aim].format(move=found), reply, going_on)
    reply = puzzle.refutations.get(found)
    missed = _MISSED[puzzle.aim].format(move=found)
    if reply is None:
        return PuzzleReply(False, f"{missed}.", None, ())
    said = f"{missed}: {board.turn.capitalize()} answers {reply}."
    return PuzzleReply(False, said, reply, (reply,))


def read_book(text: str) -> list[Puzzle]:
    """Return the puzzles of a file."""
    return [_puzzle(json.loads(line)) for line in text.splitlines() if line]


def write_line(puzzle: Puzzle) -> str:
    """Return a puzzle as `read_book` reads it."""
    return json.dumps(asdict(puzzle), ensure_ascii=False) + "\n"


def _puzzle(fields: dict[str, Any]) -> Puzzle:
    lists = {name: tuple(fields[name]) for name in ("moves", "solution")}
    return Puzzle(**(fields | lists))


@functools.cache
def _found() -> tuple[Puzzle, ...]:
    """Return all puzzles, those of a game in the order in which they were found."""
    folder = resources.files("trivium.study") / BOOK
    files = [file for file in folder.iterdir() if file.name.endswith(".jsonl")]
    return tuple(puzzle for file in files for puzzle in read_book(file.read_text(encoding="utf-8")))


@functools.cache
def _book() -> dict[str, Puzzle]:
    """Return all puzzles by name, the easiest of each game first."""
    every = sorted(_found(), key=lambda puzzle: (puzzle.game, puzzle.grade, puzzle.id))
    return {puzzle.id: puzzle for puzzle in every}


@functools.cache
def _titles() -> dict[str, str]:
    """Return the titles by name; new puzzles leave those of the others as they are."""
    numbers: Counter[tuple[str, str]] = Counter()
    titles = {}
    for puzzle in _found():
        kind = (puzzle.game, puzzle.theme)
        numbers[kind] += 1
        titles[puzzle.id] = f"{puzzle.theme.capitalize()} {numbers[kind]}"
    return titles
