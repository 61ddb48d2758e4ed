"""What the page and the server say to each other: every JSON body and WebSocket message.

Places on a board have numbers. On boards of edges a place is an edge, and its number is that of
the move that claims it; *cells* are numbered apart. In the other games a place is a cell or a
square, numbered as in the game's geometry. Players are named by their colour everywhere.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

LONGEST_TEXT = 200_000
MOST_MOVES = 4_000

Text = Annotated[str, StringConstraints(max_length=LONGEST_TEXT)]
Name = Annotated[str, StringConstraints(max_length=60)]
Token = Annotated[str, StringConstraints(max_length=100)]
MoveInput = Annotated[int, Field(ge=0, le=1_000_000)] | Annotated[str, Field(max_length=40)]
"""A move by its number or in its notation."""
Spot = tuple[float, float]
"""A place on paper: x to the right, y downwards."""


class Message(BaseModel):
    """Something the server says."""


class Request(BaseModel):
    """Something the server is told; what it does not know is refused."""

    model_config = ConfigDict(extra="forbid")


class Problem(Message):
    """The body of every answer that is not a success."""

    error: str
    """A sentence for a person."""
    kind: str
    """What went wrong, for programs: ``illegal-move``, ``not-found``, ``seat`` …"""


# The catalogue


class Player(Message):
    """A side of a game."""

    colour: str
    name: str


class Parameter(Message):
    """What can be set of an agent."""

    name: str
    kind: str
    default: int | float | bool | str
    help: str


class AgentEntry(Message):
    """Somebody to play against."""

    name: str
    summary: str
    parameters: list[Parameter]


class LevelEntry(Message):
    """A step on the ladder of opponents."""

    level: int
    agent: str
    title: str
    """What to expect of it."""


class GameEntry(Message):
    """A game that can be played."""

    name: str
    title: str
    rules: str
    sizes: list[str]
    """Sizes to offer; on boards of boxes there are more."""
    size_range: str
    default_size: str
    players: tuple[Player, Player]
    """First the one who begins."""
    counts: str
    """What the score counts: cells, stones, pieces …"""
    levels: list[LevelEntry]
    agents: list[AgentEntry]
    analyst: str
    """Who analyses unless told otherwise."""


class Bounds(Message):
    """What the server allows."""

    analysis_seconds: float
    analysis_lines: int
    agent_seconds: float
    review_seconds: float
    request_bytes: int


class Catalogue(Message):
    """All games, and what the server allows."""

    version: str
    games: list[GameEntry]
    limits: Bounds


class Health(Message):
    """How the server is doing."""

    ready: bool
    """Whether the engine is loaded; the page can be shown before."""
    compiling: bool
    searches: int
    waiting: int
    games: int


# Boards, to draw


class Cell(Message):
    """A cell or square of the board."""

    id: int
    name: str
    centre: Spot
    outline: list[Spot]


class Edge(Message):
    """An edge of a board of edges; its number is that of the move that claims it."""

    id: int
    name: str
    ends: tuple[Spot, Spot]
    cells: list[int]


class Label(Message):
    """A name at the border of the board."""

    text: str
    at: Spot


class Side(Message):
    """A border of the board that belongs to a player."""

    colour: str
    path: list[Spot]


class SpecialMove(Message):
    """A move that has no place on the board: the steal, the pass."""

    code: int
    text: str


class View(Message):
    """The rectangle of paper that everything lies in."""

    x: float
    y: float
    width: float
    height: float


class Board(Message):
    """Where everything lies, once for a game and size."""

    game: str
    size: str
    clickable: Literal["edges", "cells"]
    view: View
    cells: list[Cell]
    edges: list[Edge]
    dots: list[Spot]
    labels: list[Label]
    guides: list[tuple[Spot, Spot]]
    sides: list[Side]
    specials: list[SpecialMove]


# Positions


class Move(Message):
    """A move; `place` is where one clicks for it, `origin` the square it starts from."""

    code: int
    text: str
    place: int | None = None
    origin: int | None = None
    over: int | None = None
    """The square that is jumped over."""


class Taken(Message):
    """A piece, stone or cell that a move took."""

    place: int
    colour: str


class LastMove(Move):
    """The last move, and what it did."""

    by: str
    captured: list[int] = []
    """Cells that it captured, on a board of edges."""
    removed: list[Taken] = []
    """Stones or pieces that it took off the board."""
    shrank: bool = False


class Ending(Message):
    """How a game ended."""

    winner: str | None
    reason: str
    text: str


class Chain(Message):
    """A chain, loop, junction or open row of a board of edges."""

    letter: str
    kind: Literal["chain", "loop", "junction", "open"]
    text: str
    cells: list[int]
    edges: list[int]
    junctions: list[int]


class Connection(Message):
    """A shortest way for a player to join both sides."""

    cells: list[int]
    """From one side to the other, own stones included."""
    missing: list[int]
    """Those of the cells that are empty."""


class Threat(Message):
    """A piece that the other side could eliminate with its next move."""

    place: int
    colour: str
    by: list[Move]


class Features(Message):
    """What can be seen of a position; each game has its own."""

    chains: list[Chain] = []
    connections: dict[str, Connection] = {}
    """By colour; a player who cannot connect any more has none."""
    threats: list[Threat] = []


class Phase(Message):
    """Where a game of Watch Your Back! stands."""

    name: Literal["placing", "moving"]
    turns: int
    stage: int
    corners: list[int]
    gone: list[int]
    zone: list[int]
    """Where the mover may place, taken squares included; empty in the moving phase."""
    to_place: dict[str, int]
    """Pieces that each player still has in hand."""
    shrinks_in: int | None
    """Turns until the board shrinks; None if it will not again."""


class Position(Message):
    """A position with everything that is drawn of it."""

    game: str
    size: str
    text: str
    """In the format of the rule page."""
    ply: int
    """Moves made since the start of the line."""
    turn: str | None
    """The colour to move; None if the game is over."""
    status: str
    ending: Ending | None
    score: dict[str, int]
    owners: dict[int, str]
    """Who has claimed the edge, or whose stone or piece stands, by place."""
    cells: dict[int, str]
    """Who has captured the cell, on a board of edges; ``unknown`` if a pasted board is silent."""
    legal: list[Move]
    last: LastMove | None
    moves_again: bool
    """Whether the mover is to move again because of a capture."""
    may_steal: bool
    phase: Phase | None
    path: list[int]
    """The cells of the winning connection."""
    features: Features


class EditedBoard(Request):
    """The content of the board editor."""

    owners: dict[Annotated[int, Field(ge=0)], Name] = Field(default={}, max_length=10_000)
    cells: dict[Annotated[int, Field(ge=0)], Name] = Field(default={}, max_length=10_000)
    turn: Name | None = None
    turns: Annotated[int, Field(ge=0, le=100_000)] | None = None
    """Turns played (Cachex), or played in this phase (Watch Your Back!)."""
    phase: Literal["placing", "moving"] | None = None
    stage: Annotated[int, Field(ge=0, le=2)] = 0


class Line(Request):
    """A position by where a line begins and the moves since.

    It begins with a text, a board from the editor, or the start position of a size.
    """

    game: Name
    size: Name | None = None
    start: Text | None = None
    board: EditedBoard | None = None
    moves: list[MoveInput] = Field(default=[], max_length=MOST_MOVES)


# Games


class PersonSeat(Request):
    """A seat for a person."""

    kind: Literal["person"]
    name: Name | None = None


class AgentSeat(Request):
    """A seat for an agent of the catalogue, such as ``champion`` or ``stages:timeout=2``."""

    kind: Literal["agent"]
    agent: Annotated[str, Field(max_length=200)]
    seconds: Annotated[float, Field(gt=0, le=600)] = 1.0
    """For each move, unless the game has a clock."""


class LevelSeat(Request):
    """A seat for an opponent of a level."""

    kind: Literal["level"]
    level: Annotated[int, Field(ge=1, le=8)]


SeatRequest = Annotated[PersonSeat | AgentSeat | LevelSeat, Field(discriminator="kind")]


class ClockRequest(Request):
    """Seconds for the game, and what is added after each move."""

    seconds: Annotated[float, Field(gt=0, le=86_400)]
    increment: Annotated[float, Field(ge=0, le=600)] = 0.0


class NewGame(Request):
    """A game to play."""

    game: Name
    size: Name | None = None
    start: Text | None = None
    board: EditedBoard | None = None
    moves: list[MoveInput] = Field(default=[], max_length=MOST_MOVES)
    """Moves made before the players take over."""
    seats: tuple[SeatRequest, SeatRequest]
    """In the order of the game's players: first the one who begins."""
    clock: ClockRequest | None = None
    pace: Annotated[float, Field(ge=0, le=60)] = 0.5
    """Least seconds between two moves of agents that play each other."""


class SeatState(Message):
    """Who sits there."""

    colour: str
    kind: Literal["person", "agent", "level"]
    name: str
    agent: str | None
    level: int | None
    seconds: float | None
    present: bool
    """Whether somebody who holds the seat is connected; always true of agents."""


class PlayedMove(Move):
    """A move of a game."""

    by: str
    seconds: float | None
    info: str | None
    """What an agent said about it."""


class ClockState(Message):
    """The clocks when the message was sent."""

    seconds: float
    increment: float
    left: dict[str, float]
    running: str | None


class Offer(Message):
    """Something that the other person has to agree to."""

    kind: Literal["takeback", "rematch", "sides"]
    by: str


class GameState(Message):
    """All about a game, as one connection sees it."""

    type: Literal["state"] = "state"
    id: str
    version: int
    """Grows with every change."""
    game: str
    size: str
    created: str
    start: str
    moves: list[PlayedMove]
    position: Position
    seats: tuple[SeatState, SeatState]
    you: list[str]
    """The colours that this connection may move for."""
    host: bool
    """Whether this connection may pause, step and pace."""
    clock: ClockState | None
    thinking: str | None
    """The colour of the agent that is choosing."""
    waiting: bool
    """Whether that agent waits for its turn to compute."""
    watched: bool
    """Whether two agents play each other."""
    paused: bool
    pace: float
    offers: list[Offer]
    ending: Ending | None
    """Also by resignation or on time, which the position does not know."""
    problem: str | None
    """Why the game is stuck, if an agent failed."""
    next: str | None
    """The game that follows this one."""
    spectators: int
    compiling: bool


class Created(Message):
    """A new game, with the secrets of its seats for the one who made it."""

    id: str
    tokens: dict[str, str]
    """By colour for the seats of persons, and ``host``."""
    links: dict[str, str]
    """A path to share for each of these, and ``watch``; the secret is in the fragment."""
    state: GameState


class MoveAction(Request):
    """Make a move."""

    action: Literal["move"]
    move: MoveInput
    ply: Annotated[int, Field(ge=0)] | None = None
    """The ply it is meant for; refused if the game has gone on meanwhile."""


class PlainAction(Request):
    """Do something that needs no more words."""

    action: Literal["takeback", "resign", "sides", "accept", "decline", "pause", "resume", "step"]


class RematchAction(Request):
    """Play again, with colours exchanged or not."""

    action: Literal["rematch"]
    swap: bool = True


class PaceAction(Request):
    """Set the least seconds between two moves of agents."""

    action: Literal["pace"]
    pace: Annotated[float, Field(ge=0, le=60)]


Action = Annotated[
    MoveAction | PlainAction | RematchAction | PaceAction, Field(discriminator="action")
]


class ActionRequest(Request):
    """An action, and the secrets of those who do it."""

    tokens: list[Token] = Field(default=[], max_length=8)
    do: Action


class Hello(Request):
    """The first message on a game's connection: the seats that are held here."""

    type: Literal["hello"]
    tokens: list[Token] = Field(default=[], max_length=8)


class Act(Request):
    """An action on a game's connection; `ref` comes back with the answer."""

    type: Literal["act"]
    ref: int = 0
    do: Action


class Ping(Request):
    """Are you there?"""

    type: Literal["ping"]


GameMessage = Annotated[Hello | Act | Ping, Field(discriminator="type")]


class Pong(Message):
    """Yes."""

    type: Literal["pong"] = "pong"


class Done(Message):
    """What was asked for has been done."""

    type: Literal["done"] = "done"
    ref: int


class Refused(Message):
    """What was asked for has not been done."""

    type: Literal["refused"] = "refused"
    ref: int
    error: str
    kind: str


# Analysis


class Score(Message):
    """What a position is worth, and to whom."""

    pov: str
    points: float
    exact: bool
    winner: str | None
    """The side that wins by force, if that is known."""
    text: str
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
    ref: int = 0
    lines: Annotated[int, Field(ge=1, le=10)] = 3
    seconds: Annotated[float, Field(gt=0, le=600)] | None = None


class StopRequest(Request):
    """Stop analysing."""

    type: Literal["stop"]


AnalysisMessage = Annotated[AnalyseRequest | StopRequest | Ping, Field(discriminator="type")]


class Analysis(Message):
    """What is known so far; each message replaces the one before."""

    type: Literal["analysis"] = "analysis"
    ref: int
    ply: int
    phase: Literal["waiting", "compiling", "searching", "done"]
    ahead: int = 0
    """Searches that are waited for."""
    depth: int = 0
    nodes: int = 0
    seconds: float = 0.0
    score: Score | None = None
    """That of the best line, or of a finished game."""
    lines: list[EngineLine] = []
    values: list[MoveValue] = []
    """The proven values of all moves, as far as they are known."""
    solved: bool = False
    """Whether `values` has every move."""


class ReviewRequest(Line):
    """Go through a game; a new request ends the one before."""

    type: Literal["review"]
    ref: int = 0
    seconds: Annotated[float, Field(gt=0, le=60)] = 0.5
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
    judgement: Literal["best", "good", "inaccuracy", "mistake", "blunder"]
    loss: float
    """Points given away, compared with the best move."""
    better: Move | None
    line: list[Move]
    """How the better move would have gone on."""
    before: Score
    after: Score
    text: str
    """A sentence for a person; empty if there is nothing to say."""


class Review(Message):
    """What is known so far; each message replaces the one before."""

    type: Literal["review"] = "review"
    ref: int
    phase: Literal["waiting", "compiling", "searching", "done"]
    done: int
    total: int
    graph: list[ReviewPoint]
    moves: list[ReviewedMove]
    summary: dict[str, dict[str, int]]
    """By colour: how many moves got each judgement."""


# Stored games and records


class StoredGame(Message):
    """A game of the database, in short."""

    number: int
    game: str
    size: str
    players: tuple[str, str]
    winner: str | None
    reason: str
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
    winner: str | None
    reason: str | None
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
    store: bool = False


# Learning


class PuzzleEntry(Message):
    """A puzzle in the list."""

    id: str
    game: str
    size: str
    title: str
    difficulty: int


class Puzzle(PuzzleEntry):
    """A puzzle to solve."""

    goal: str
    start: str
    position: Position


class Answer(Request):
    """An answer to a puzzle or a lesson: the moves made so far."""

    moves: list[MoveInput] = Field(min_length=1, max_length=50)


class Verdict(Message):
    """What an answer is worth."""

    right: bool
    finished: bool
    text: str
    reply: Move | None
    """What the opponent answers, if the exercise goes on."""
    solution: list[Move]
    """After a wrong answer, what would have been right."""
    position: Position


class LessonEntry(Message):
    """A tutorial in the list."""

    game: str
    title: str
    steps: int


class LessonStep(Message):
    """One step of a tutorial."""

    title: str
    text: str
    goal: str | None
    """What to do here; None if it is enough to read."""
    start: str
    position: Position
    hint: str | None


class Lesson(LessonEntry):
    """A tutorial."""

    all_steps: list[LessonStep]
