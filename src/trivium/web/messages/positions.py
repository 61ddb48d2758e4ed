"""Positions: what is asked about, and everything that is drawn of them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from trivium.web.messages.base import (
    MOST_MOVES,
    GameName,
    Message,
    MoveInput,
    Name,
    Request,
    Size,
    Text,
)


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
    captured: list[int] = Field(default=[])
    """Cells that it captured, on a board of edges."""
    removed: list[Taken] = Field(default=[])
    """Stones or pieces that it took off the board."""
    shrank: bool = False


class Ending(Message):
    """How a game ended."""

    winner: str | None
    reason: str
    """The rule that ended it, or what somebody did wrong: of a crash, everything that is known."""
    text: str
    """Both on one line, the reason shortened if it is long."""


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

    chains: list[Chain] = Field(default=[])
    connections: dict[str, Connection] = Field(default={})
    """By colour; a player who cannot connect any more has none."""
    threats: list[Threat] = Field(default=[])


class NimberOfMove(Message):
    """What a move leaves in Nimstring."""

    place: int
    text: str
    """The nimber, or ``L`` for loony."""
    good: bool
    """Whether it wins the fight for control."""


class Nimbers(Message):
    """What a position is worth in Nimstring, as far as that is within reach."""

    text: str | None
    """A sentence; None in games without nimbers and when the game is over."""
    moves: list[NimberOfMove]


class Phase(Message):
    """Where a game stands that has phases, and a board that shrinks."""

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
    turns: Annotated[int, Field(ge=0, le=100_000, strict=True)] | None = None
    """Turns played, in this phase if there are phases; None for as few as possible."""
    phase: Literal["placing", "moving"] | None = None
    stage: Annotated[int, Field(ge=0, le=2, strict=True)] = 0


class Line(Request):
    """A position by where a line begins and the moves since.

    It begins with a text, a board from the editor, or the start position of a size.
    """

    game: GameName
    size: Size | None = None
    start: Text | None = None
    board: EditedBoard | None = None
    moves: list[MoveInput] = Field(default=[], max_length=MOST_MOVES)
