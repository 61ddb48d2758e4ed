"""Studying: analyses, reviews, stored games, puzzles and tutorials."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from trivium.web.messages.base import (
    GettingReady,
    Message,
    MoveInput,
    Ping,
    Reference,
    Request,
    StopRequest,
)
from trivium.web.messages.games import PlayedMove
from trivium.web.messages.positions import Ending, Line, Move, Position


class Score(Message):
    """What a position is worth, and to whom."""

    pov: str
    points: float
    exact: bool
    winner: str | None
    """The side that wins by force, if that is known."""
    text: str
    share: float | None = None
    """If only simulated games speak for it: the share of the points that they won for `pov`. Then
    `points` are no margin, but go from -1 for none to 1 for all."""
    short: str
    """In a few characters, seen by the player who began: a margin, a share, or ``won``."""
    bar: float
    """From -1 to 1, good for the player who began if positive; for bars and graphs."""


class EngineLine(Message):
    """One of the best moves, with what follows."""

    move: Move
    score: Score
    depth: int
    nodes: int
    line: list[Move]


class MoveValue(Message):
    """The proven result of a move: the final margin for the player to move."""

    code: int
    text: str
    value: int
    best: bool


class AnalyseRequest(Line):
    """Analyse a position; a new request ends the one before."""

    type: Literal["analyse"]
    ref: Reference = 0
    lines: Annotated[int, Field(ge=1, le=10, strict=True)] = 3
    seconds: Annotated[float, Field(gt=0, le=600, strict=True)] | None = None


AnalysisMessage = Annotated[AnalyseRequest | StopRequest | Ping, Field(discriminator="type")]


class Analysis(Message):
    """What is known so far; each message replaces the one before."""

    type: Literal["analysis"] = "analysis"
    ref: int
    ply: int
    phase: Literal["waiting", "compiling", "searching", "done"]
    compiled: int = 0
    """Functions that the server has compiled so far, for their first use."""
    getting_ready: GettingReady | None = None
    """How far compiling ahead is, as long as the game lacks machine code."""
    ahead: int = 0
    """Searches that are waited for."""
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0
    score: Score | None = None
    """That of the best line, or of a finished game."""
    lines: list[EngineLine] = Field(default=[])
    values: list[MoveValue] = Field(default=[])
    """The proven values of all moves, as far as they are known."""
    solved: bool = False
    """Whether `values` has every move."""


class ReviewRequest(Line):
    """Go through a game; a new request ends the one before."""

    type: Literal["review"]
    ref: Reference = 0
    seconds: Annotated[float, Field(gt=0, le=60, strict=True)] = 0.5
    """For each position."""


ReviewMessage = Annotated[ReviewRequest | StopRequest | Ping, Field(discriminator="type")]


class ReviewPoint(Message):
    """The evaluation after so many moves."""

    ply: int
    score: Score


class ReviewedMove(Message):
    """What a move was worth."""

    ply: int
    """1 is the first move."""
    by: str
    move: Move
    judgement: Literal["forced", "best", "good", "inaccuracy", "mistake", "blunder"]
    loss: float
    """Points given away, compared with the best move; 0 where they cannot be compared."""
    chance_lost: float
    """How much of the chance to win was given away, from 0 to 1."""
    better: Move | None
    """The best move, if another one was made."""
    line: list[Move]
    """How the best move would have gone on."""
    before: Score
    """With best play; the point of view is that of who moved."""
    after: Score
    text: str
    """A sentence for a person."""
    why: list[str] = Field(default=[])
    """What the move did, and what a better one would have done."""


class ReviewSummary(Message):
    """How a player did."""

    moves: int
    accuracy: float | None
    """In per cent; None if every move was forced."""
    inaccuracy: int
    mistake: int
    blunder: int


class Review(Message):
    """How far a review is, and what is new since the message before."""

    type: Literal["review"] = "review"
    ref: int
    phase: Literal["waiting", "compiling", "searching", "done"]
    compiled: int = 0
    """Functions that the server has compiled so far, for their first use."""
    getting_ready: GettingReady | None = None
    """How far compiling ahead is, as long as the game lacks machine code."""
    done: int
    total: int
    graph: list[ReviewPoint]
    moves: list[ReviewedMove]
    summary: dict[str, ReviewSummary]
    """By colour, of all moves so far."""


class StoredGame(Message):
    """A game of the database, in short."""

    number: int
    game: str
    size: str
    players: tuple[str, str]
    winner: str | None
    reason: str
    """On one line, shortened if it is long."""
    shortened: bool
    """Whether there is more to the reason; the game itself tells all of it."""
    event: str
    began: str


class StoredGames(Message):
    """A page of stored games, newest first."""

    games: list[StoredGame]
    total: int
    older: int | None
    """What to give as `before` for the next page; None if this is the last."""


class ReplayableGame(Message):
    """A game to go through."""

    number: int | None
    game: str
    size: str
    start: str
    moves: list[PlayedMove]
    players: tuple[str, str]
    ending: Ending | None
    """Also by a fault of a player, which the moves do not tell; None if it goes on."""
    event: str
    began: str


class WrongLine(Message):
    """A line of an upload that is no record."""

    line: int
    error: str


class ReadRecords(Message):
    """What an upload held."""

    games: list[ReplayableGame]
    problems: list[WrongLine]
    stored: int
    """How many were new to the database, if they were to be stored."""


class RecordsRequest(Request):
    """Records as JSON Lines, or one record as JSON."""

    text: Annotated[str, StringConstraints(max_length=2_000_000)]
    store: Annotated[bool, Field(strict=True)] = False


class WrittenRecord(Message):
    """A game record as `POST /api/records` reads it."""

    text: str


class PuzzleEntry(Message):
    """A puzzle in the list."""

    id: str
    game: str
    size: str
    rating: int
    """How difficult it is; see docs/review-and-puzzles.md for the scale."""
    deviation: int
    """How far off the rating may be."""
    themes: list[str]
    """What it is about, the main one first, and last how many moves are to be found."""
    asked: int
    """How many moves are to be found."""


class PuzzleTheme(Message):
    """Something that puzzles are about."""

    name: str
    title: str
    """The name in the language of the page."""
    words: str
    """What it is, in a sentence."""


class Puzzle(PuzzleEntry):
    """A puzzle to solve."""

    goal: str
    start: str
    moves: list[str]
    """The moves of the game that led to the position."""
    source: str
    """The game it is from."""
    position: Position


class PuzzleAnswer(Request):
    """The move that is proposed, after those that were right before it."""

    moves: list[MoveInput] = Field(min_length=1, max_length=20)


class Verdict(Message):
    """What an answer is worth."""

    right: bool
    done: bool
    """Whether all moves are found."""
    text: str
    why: list[str]
    """What the proposed move does, in sentences."""
    reply: list[Move]
    """What the opponent plays then, if that is known and it is the opponent's turn."""
    solution: list[Move]
    """The right moves from the proposed one on, with the best replies, and how it goes on."""
    steps: list[Position]
    """The board after the proposed move, and after each move of the reply."""


class LessonEntry(Message):
    """A lesson in the list."""

    game: str
    lesson: str
    """Its name in addresses: `rules` for those of the game, else one in strategy."""
    title: str
    about: str
    """A sentence about it; empty for the rules."""
    steps: int


class LessonStep(Message):
    """One step of a tutorial."""

    title: str
    text: str
    """Paragraphs are separated by empty lines."""
    task: str | None
    """What to do here; None if it is enough to read."""
    asks: Literal["move", "place"] | None
    """Whether the answer is a legal move, or the name of a cell or square to point at."""
    start: str
    position: Position
    marked: list[int]
    """Cells that stand out on the board."""


class Lesson(LessonEntry):
    """A tutorial."""

    all_steps: list[LessonStep]


class LessonAnswer(Request):
    """A move, or the name of a cell or square, as the step asks for."""

    answer: MoveInput


class LessonVerdict(Message):
    """What the tutorial says to an answer."""

    right: bool
    text: str
    why: list[str]
    """What the right move does, in sentences."""
    moves: list[str]
    """The moves that were made on the board, the answer first; none after a wrong one."""
    steps: list[Position]
    """The board after each of them."""
