"""Games in progress: seats, states, and what can be done."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from trivium.web.messages.base import (
    MOST_MOVES,
    Description,
    GameName,
    GettingReady,
    Level,
    Message,
    MoveInput,
    Name,
    Ping,
    Reference,
    Request,
    Size,
    Text,
    Token,
)
from trivium.web.messages.positions import EditedBoard, Ending, Move, Position


class PersonSeat(Request):
    """A seat for a person."""

    kind: Literal["person"]
    name: Name | None = None


class AgentSeat(Request):
    """A seat for an agent of the catalogue, such as ``champion`` or ``stages:timeout=2``."""

    kind: Literal["agent"]
    agent: Description
    seconds: Annotated[float, Field(gt=0, le=600, strict=True)] = 1.0
    """For each move, unless the game has a clock."""


class LevelSeat(Request):
    """A seat for an opponent of a level."""

    kind: Literal["level"]
    level: Level


SeatRequest = Annotated[PersonSeat | AgentSeat | LevelSeat, Field(discriminator="kind")]


class ClockRequest(Request):
    """Seconds for the game, and what is added after each move."""

    seconds: Annotated[float, Field(gt=0, le=86_400, strict=True)]
    increment: Annotated[float, Field(ge=0, le=600, strict=True)] = 0.0


class NewGame(Request):
    """A game to play."""

    game: GameName
    size: Size | None = None
    start: Text | None = None
    board: EditedBoard | None = None
    moves: list[MoveInput] = Field(default=[], max_length=MOST_MOVES)
    """Moves made before the players take over."""
    seats: tuple[SeatRequest, SeatRequest]
    """In the order of the game's players: first the one who begins."""
    clock: ClockRequest | None = None
    pace: Annotated[float, Field(ge=0, le=60, strict=True)] = 0.5
    """Least seconds between two moves of agents that play each other."""
    move_limit: Annotated[int, Field(ge=1, le=10_000, strict=True)] | None = None
    """Turns after which the game is a draw, in a game that might never end."""


class SeatState(Message):
    """Who sits there."""

    colour: str
    kind: Literal["person", "agent", "level"]
    name: str
    named: bool
    """Whether the name is somebody's own; a person who has given none is a guest."""
    agent: str | None
    level: int | None
    seconds: float | None
    listed: bool = False
    """Whether it is an agent of the person who runs the server: what it writes to standard error
    is told with its moves."""
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

    kind: Literal["takeback", "rematch", "sides", "draw"]
    by: str


Phrase = Literal[
    "hello",
    "good-luck",
    "nice-move",
    "oops",
    "thinking",
    "moment",
    "thanks",
    "good-game",
    "sorry",
    "bye",
]
"""What players can say to each other; the page of whoever reads it has the words."""


class Said(Message):
    """A phrase that a player has said."""

    number: int
    """Grows with every phrase of the game."""
    by: str
    phrase: Phrase


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
    stored: bool
    """Whether the database has all of this; if not, storing is tried again."""
    next: str | None
    """The game that follows this one."""
    drawable: bool
    """Whether both players can agree on a draw: two persons, on a board on which draws exist."""
    casual: bool
    """Whether it says little about how strong somebody is: they had help, a move was taken back,
    sides were changed, or it did not begin with the usual board."""
    said: list[Said]
    """What the players have said to each other, the last few phrases."""
    spectators: int
    """Connections that hold no seat."""
    compiling: bool
    """Whether the server is compiling something for its first use."""
    compiled: int
    """How many functions it has compiled so far."""
    getting_ready: GettingReady | None
    """How far compiling ahead is, as long as the levels of this game do without machine code."""


class Created(Message):
    """A new game, with the secrets of its seats for the one who made it."""

    id: str
    tokens: dict[str, str]
    """By colour for the seats of persons, and ``host``."""
    links: dict[str, str]
    """A path to share for each of these, and ``watch``; the secret is in the fragment."""
    state: GameState


class LinkRequest(Request):
    """A link to be drawn as a QR code."""

    text: Annotated[str, Field(min_length=1, max_length=300, pattern=r"^https?://[!-~]+$")]


class MoveAction(Request):
    """Make a move."""

    action: Literal["move"]
    move: MoveInput
    ply: Annotated[int, Field(ge=0, strict=True)] | None = None
    """The ply it is meant for; refused if the game has gone on meanwhile."""


class PlainAction(Request):
    """Do something that needs no more words."""

    action: Literal[
        "takeback", "resign", "sides", "draw", "accept", "decline", "pause", "resume", "step"
    ]


class RematchAction(Request):
    """Play again, with colours exchanged or not."""

    action: Literal["rematch"]
    swap: Annotated[bool, Field(strict=True)] = True


class SayAction(Request):
    """Say a phrase to the other player."""

    action: Literal["say"]
    phrase: Phrase


class NameAction(Request):
    """Say what one is called, once, on a seat that has no name yet."""

    action: Literal["name"]
    name: Name


class PaceAction(Request):
    """Set the least seconds between two moves of agents."""

    action: Literal["pace"]
    pace: Annotated[float, Field(ge=0, le=60, strict=True)]


Action = Annotated[
    MoveAction | PlainAction | RematchAction | SayAction | NameAction | PaceAction,
    Field(discriminator="action"),
]


class ActionRequest(Request):
    """An action, and the secrets of those who do it."""

    tokens: list[Token] = Field(default=[], max_length=8)
    do: Action


class HelpRequest(Request):
    """Help for who is to move, and the secrets of the seats held."""

    tokens: list[Token] = Field(default=[], max_length=8)


class WarningRequest(HelpRequest):
    """Whether a move would be a blunder."""

    move: MoveInput


class Hint(Message):
    """What to look for, then the move, then why."""

    ply: int
    """Moves made so far: the hint is for the next one."""
    idea: str
    move: Move
    why: list[str]


class Warned(Message):
    """Why a move would be a blunder; nothing if it would not."""

    ply: int
    move: Move
    why: list[str]


class Hello(Request):
    """The first message on a game's connection: the seats that are held here."""

    type: Literal["hello"]
    tokens: list[Token] = Field(default=[], max_length=8)


class Act(Request):
    """An action on a game's connection; `ref` comes back with the answer."""

    type: Literal["act"]
    ref: Reference = 0
    do: Action


GameMessage = Annotated[Hello | Act | Ping, Field(discriminator="type")]
