"""Puzzles: positions from real games in which exactly one move is right, and often one after it.

They are kept in ``puzzle-book``, one JSON object a line, and were found and proven by
`trivium.study.puzzle_maker`; each game's own prover says what proven means. How difficult they
are `trivium.study.puzzle_ratings` has measured.

The book of a game is read when somebody asks for it, once.
"""

from __future__ import annotations

import difflib
import functools
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from trivium.agents.experts import expert_of
from trivium.errors import TriviumError
from trivium.games.catalogue import GAMES, find_game
from trivium.games.position import Position
from trivium.saying import Saying, colour_word, recognise, say

__all__ = [
    "Difficulty",
    "Puzzle",
    "PuzzleReply",
    "check",
    "find_puzzle",
    "is_puzzled",
    "played",
    "puzzles",
    "read_book",
    "theme_words",
]

BOOK = "puzzle-book"
"""The folder of the puzzles, beside this module."""
RATINGS = "ratings"
"""The folder of their ratings, in the book."""

LENGTHS = {
    1: "one move",
    2: "two moves",
    3: "three moves or more",
}
"""The theme of puzzles in which so many moves are to be found."""
LENGTH_WORDS = {
    1: "Find one move.",
    2: "Find a move, see the best reply, and find the next.",
    3: "A plan: each move is the only right one.",
}


CLAIMS = (
    "{move} wins and every other move loses, by {source}.",
    "{move} wins and every other move draws or loses, by {source}.",
    "{move} draws and every other move loses, by {source}.",
    "{move} wins by turn {turn} at the latest, and after every other move {other} wins by force.",
    "{move} wins and no other move does, by the table of endings.",
    "{move} wins at once, and no other move does.",
    "{move} wins by force within {n} turns, and no other move does; all lines of that length were "
    "searched.",
    "{move} wins {pieces} within {n} turns, and no other move wins any; all lines of that length "
    "were searched.",
    "{move} loses nothing within {n} turns, and every other move loses a piece; all lines of that "
    "length were searched.",
)
"""What provers say that they have proven; the book keeps it in English."""
ORIGIN = "Game {n} of the puzzle maker, {one} against {other}, after move {move}."
"""Where a puzzle is from."""


def _task(aim: str, turn: str) -> Saying:
    """Return what a puzzle asks for."""
    colour = colour_word(turn)
    return {
        "win": say("{turn} to move and win: only one move does.", turn=colour),
        "draw": say("{turn} to move and draw: every other move loses.", turn=colour),
        "gain": say("{turn} to move and win a piece: only one move does by force.", turn=colour),
        "save": say(
            "{turn} to move and lose nothing: every other move loses a piece.", turn=colour
        ),
    }[aim]


def _praise(aim: str, move: str) -> Saying:
    """Return what is said to the move that was to be found."""
    return {
        "win": say("Right: {move} is the only move that wins.", move=move),
        "draw": say("Right: {move} is the only move that draws.", move=move),
        "gain": say("Right: {move} is the only move that wins a piece.", move=move),
        "save": say("Right: {move} is the only move that loses no piece.", move=move),
    }[aim]


def _missed(aim: str, move: str) -> Saying:
    """Return what is said to another move."""
    return {
        "win": say("{move} does not win", move=move),
        "draw": say("{move} loses", move=move),
        "gain": say("{move} wins no piece", move=move),
        "save": say("{move} loses a piece", move=move),
    }[aim]


@dataclass(frozen=True)
class Difficulty:
    """How difficult a puzzle is, on the scale of `trivium.study.puzzle_ratings`."""

    rating: int
    deviation: int
    """How far off the rating may be; about two thirds of the time it is less than that."""


def guessed(asked: int) -> Difficulty:
    """Return what is thought of a puzzle in which so many moves are asked for, untried."""
    return Difficulty(900 + 250 * (asked - 1), 350)


@dataclass(frozen=True)
class Puzzle:
    """A position in which one move is to be found, or several, each after the best reply."""

    id: str
    game: str
    size: str
    themes: tuple[str, ...]
    """What it is about; the first says most. The expert of the game explains them."""
    aim: str
    """What only the right move does: win, draw, gain (a piece) or save (one)."""
    start: str
    """A board from which the moves lead to the position; empty: that of a new game."""
    moves: tuple[str, ...]
    """The moves that led to the position."""
    turn: str
    asked: int
    """How many moves are to be found."""
    solution: tuple[str, ...]
    """The moves to be found, with the best replies between them, and how it goes on then."""
    refutations: tuple[Mapping[str, str], ...]
    """For each move that is to be found, what the opponent answers to the wrong ones."""
    proof: str
    """What exactly has been proven of the first move."""
    source: str
    """The game it is from."""

    @property
    def tags(self) -> tuple[str, ...]:
        """The themes, and how many moves there are to find."""
        return (*self.themes, LENGTHS[min(self.asked, max(LENGTHS))])

    @property
    def difficulty(self) -> Difficulty:
        """How difficult it is; a guess if nobody has tried."""
        return _difficulties(self.game).get(self.id) or guessed(self.asked)

    @property
    def task(self) -> Saying:
        """What is to be done, in a sentence."""
        return _task(self.aim, self.turn)

    @property
    def claim(self) -> Saying:
        """What has been proven, as a sentence for any language."""
        return recognise(self.proof, CLAIMS)

    @property
    def origin(self) -> Saying:
        """The game it is from, as a sentence for any language."""
        return recognise(self.source, (ORIGIN,))

    def board(self) -> Position:
        """Return the position with the moves that led to it."""
        game = find_game(self.game)
        position = game.read(self.start) if self.start else game.start(self.size)
        for move in self.moves:
            position.push(move)
        return position

    def as_dict(self) -> dict[str, Any]:
        """Return all there is to know of it before it is solved, ready for JSON."""
        return {
            "id": self.id,
            "game": self.game,
            "size": self.size,
            "rating": self.difficulty.rating,
            "themes": list(self.tags),
            "asked": self.asked,
            "turn": self.turn,
            "task": str(self.task),
            "position": self.board().to_text(),
            "source": self.source,
        }


def theme_words(game: str) -> dict[str, str]:
    """Return the themes of a game's puzzles, and a sentence about each."""
    told = expert_of(game).themes
    return {**told, **{theme: LENGTH_WORDS[n] for n, theme in LENGTHS.items()}}


@dataclass(frozen=True)
class PuzzleReply:
    """What is to be said to a move that somebody proposes."""

    right: bool
    text: Saying
    reply: tuple[str, ...]
    """What the opponent plays then; none if it is not the opponent's turn or nothing is known."""
    done: bool
    """Whether all moves are found."""
    line: tuple[str, ...]
    """How it goes on after the reply, once all are found."""


def puzzles(game: str | None = None, theme: str | None = None) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game, or of all; the easiest of each game first."""
    names = sorted(GAMES) if game is None else [find_game(game).name]
    return tuple(
        puzzle
        for name in names
        for puzzle in _book(name).values()
        if theme is None or theme in puzzle.tags
    )


def is_puzzled(game: str) -> bool:
    """Return whether a game has puzzles, without reading them."""
    return _file(game).is_file()


def find_puzzle(id: str) -> Puzzle:
    """Return the puzzle of this name."""
    for game in GAMES:
        if id.startswith(f"{game}-") and id in _book(game):
            return _book(game)[id]
    close = difflib.get_close_matches(id, [puzzle.id for puzzle in puzzles()], n=1)
    hint = f"did you mean {close[0]}?" if close else "'trivium puzzles list' shows them."
    raise TriviumError(f"There is no puzzle '{id}'; {hint}")


def check(puzzle: Puzzle, moves: Sequence[str]) -> PuzzleReply:
    """Return whether the last of some moves is the right one, and what happens then.

    `moves` are those of the person alone, the ones before the last being right; the opponent's
    best replies are made between them. Raises `IllegalMove` or `BadText` for what is no legal
    move, and `TriviumError` for moves after a wrong one or after the last.
    """
    *before, last = moves
    board = played(puzzle, before)
    line = list(puzzle.solution[len(board.moves) - len(puzzle.moves) :])
    found = str(board.push(last))
    if found != line[0]:
        return _wrong(puzzle, board, found, puzzle.refutations[len(before)].get(found))
    board.pop()
    reply = _make(board, line, puzzle.turn)
    done = len(before) + 1 == puzzle.asked
    return PuzzleReply(True, _praise(puzzle.aim, found), reply, done, tuple(line) if done else ())


def played(puzzle: Puzzle, moves: Sequence[str]) -> Position:
    """Return the board after right moves of the person and the best replies to them.

    Raises `TriviumError` if one of them is not right, or if they are all that was asked for.
    """
    board = puzzle.board()
    line = list(puzzle.solution)
    if len(moves) >= puzzle.asked:
        raise TriviumError(f"The puzzle {puzzle.id} asks for no more than {puzzle.asked} of them.")
    for move in moves:
        if str(board.read_move(move)) != line[0]:
            raise TriviumError(f"{move} is not the right move there; nothing follows it.")
        _make(board, line, puzzle.turn)
    return board


def _make(board: Position, line: list[str], turn: str) -> tuple[str, ...]:
    """Make the next right move of a line and the replies to it; return the replies."""
    board.push(line.pop(0))
    reply = []
    while line and not board.is_over and board.turn != turn:
        reply.append(str(board.push(line.pop(0))))
    return tuple(reply)


def _wrong(puzzle: Puzzle, board: Position, found: str, reply: str | None) -> PuzzleReply:
    missed = _missed(puzzle.aim, found)
    if reply is None:
        return PuzzleReply(False, say("{missed}.", missed=missed), (), False, ())
    colour = colour_word(board.turn)
    text = say("{missed}: {colour} answers {reply}.", missed=missed, colour=colour, reply=reply)
    return PuzzleReply(False, text, (reply,), False, ())


def read_book(game: str, text: str) -> list[Puzzle]:
    """Return the puzzles of a file."""
    return [_puzzle(game, json.loads(line)) for line in text.splitlines() if line]


def write_line(puzzle: Puzzle) -> str:
    """Return a puzzle as `read_book` reads it: lists of moves as text, wrong moves by reply."""
    fields = {
        "id": puzzle.id,
        "size": puzzle.size,
        "themes": puzzle.themes,
        "aim": puzzle.aim,
        "start": puzzle.start,
        "moves": " ".join(puzzle.moves),
        "turn": puzzle.turn,
        "asked": puzzle.asked,
        "solution": " ".join(puzzle.solution),
        "refutations": [_by_reply(answers) for answers in puzzle.refutations],
        "proof": puzzle.proof,
        "source": puzzle.source,
    }
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":")) + "\n"


def _by_reply(answers: Mapping[str, str]) -> dict[str, str]:
    grouped: dict[str, list[str]] = {}
    for move, reply in answers.items():
        grouped.setdefault(reply, []).append(move)
    return {reply: " ".join(moves) for reply, moves in grouped.items()}


def _puzzle(game: str, fields: dict[str, Any]) -> Puzzle:
    refutations = tuple(
        {move: reply for reply, moves in answers.items() for move in moves.split()}
        for answers in fields["refutations"]
    )
    return Puzzle(
        game=game,
        **fields
        | {
            "themes": tuple(fields["themes"]),
            "moves": tuple(fields["moves"].split()),
            "solution": tuple(fields["solution"].split()),
            "refutations": refutations,
        },
    )


@functools.cache
def _found(game: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game in the order in which they were found."""
    if not is_puzzled(game):
        return ()
    return tuple(read_book(game, _file(game).read_text(encoding="utf-8")))


def _file(game: str) -> Traversable:
    return resources.files("trivium.study") / BOOK / f"{game}.jsonl"


@functools.cache
def _book(game: str) -> dict[str, Puzzle]:
    """Return the puzzles of a game by name, the easiest first."""
    every = sorted(_found(game), key=lambda puzzle: (puzzle.difficulty.rating, puzzle.id))
    return {puzzle.id: puzzle for puzzle in every}


@functools.cache
def _difficulties(game: str) -> dict[str, Difficulty]:
    file = resources.files("trivium.study") / BOOK / RATINGS / f"{game}.jsonl"
    if not file.is_file():
        return {}
    _, *lines = file.read_text(encoding="utf-8").splitlines()
    rows = map(json.loads, lines)
    return {row["id"]: Difficulty(row["rating"], row["deviation"]) for row in rows}
