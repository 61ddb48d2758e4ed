"""A position as it is shown: who owns what, what the last move did, what can be seen in it.

Places have the numbers that `layout` gives them; players are named by their colours.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from trivium.games.moves import Move

PhaseName = Literal["placing", "moving"]
ChainKind = Literal["chain", "loop", "junction", "open"]


@dataclass(frozen=True)
class Places:
    """Where a move is on the board."""

    place: int | None = None
    """Where one points for it; None for a move without a place."""
    origin: int | None = None
    """Where the piece stands that it moves."""
    over: int | None = None
    """What it jumps over."""


@dataclass(frozen=True)
class Taken:
    """A stone or piece that is not there any more."""

    place: int
    colour: str


@dataclass(frozen=True)
class Effect:
    """What the last move did."""

    places: Places
    """Where it was; of a move without a place, where the stone stands that it set."""
    captured: tuple[int, ...] = ()
    """Cells that it captured, on a board of edges."""
    removed: tuple[Taken, ...] = ()
    """Stones or pieces that it took off the board."""
    shrank: bool = False
    """Whether the board has become smaller."""


@dataclass(frozen=True)
class Phase:
    """Where a game stands that has phases, or a board that shrinks."""

    name: PhaseName
    turns: int
    """Played in this phase."""
    stage: int
    """Which of the layout's stages the board is in."""
    corners: tuple[int, ...]
    gone: tuple[int, ...]
    zone: tuple[int, ...]
    """Where the mover may place, taken places included; empty when pieces are moved."""
    to_place: Mapping[str, int]
    """Pieces that each player still has in hand."""
    shrinks_in: int | None
    """Turns until the board shrinks; None if it will not again."""


@dataclass(frozen=True)
class Chain:
    """Cells of a board of edges that are given away together."""

    letter: str
    kind: ChainKind
    text: str
    cells: tuple[int, ...]
    edges: tuple[int, ...]
    junctions: tuple[int, ...]


@dataclass(frozen=True)
class Link:
    """A shortest way for a player to join both sides."""

    cells: tuple[int, ...]
    """From one side to the other, own stones included."""
    missing: tuple[int, ...]
    """Those of the cells that are empty."""


@dataclass(frozen=True)
class Threat:
    """A piece that the other side could take with its next move."""

    place: int
    colour: str
    by: tuple[Move, ...]


@dataclass(frozen=True)
class Scene:
    """What is shown of a position. A game leaves out what it does not have."""

    owners: Mapping[int, str]
    """Who has claimed the edge, or whose stone or piece stands, by place."""
    cells: Mapping[int, str] = field(default_factory=dict)
    """Who has captured the cell, on a board of edges; ``unknown`` if a board is silent."""
    score: Mapping[str, int] = field(default_factory=dict)
    """What each player has of what the game counts."""
    effect: Effect | None = None
    """What the last move did; None if there was none."""
    phase: Phase | None = None
    path: tuple[int, ...] = ()
    """The cells of a connection that has won."""
    chains: tuple[Chain, ...] = ()
    links: Mapping[str, Link] = field(default_factory=dict)
    """By colour; a player who cannot connect any more has none."""
    threats: tuple[Threat, ...] = ()
    may_steal: bool = False
    """Whether the mover may take the first stone of the opponent."""
