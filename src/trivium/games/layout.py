"""A board on paper: where everything lies that a drawing needs, once for a game and size.

Places have numbers. On a board of edges a place is an edge, and its number is that of the move
that claims it; the cells are numbered apart. Elsewhere a place is a cell.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from trivium.games.moves import Move
from trivium.games.svg import Spot


@dataclass(frozen=True)
class Cell:
    """A cell or square. Its number is its place in `Layout.cells`."""

    name: str
    centre: Spot
    outline: tuple[Spot, ...]


@dataclass(frozen=True)
class Edge:
    """An edge that can be claimed. Its number is its place in `Layout.edges`."""

    name: str
    ends: tuple[Spot, Spot]
    cells: tuple[int, ...]
    """The cells on its sides."""


@dataclass(frozen=True)
class Side:
    """A border of the board that belongs to a player."""

    colour: str
    path: tuple[Spot, ...]


@dataclass(frozen=True)
class Special:
    """A move that has no place on the board to point at."""

    move: Move
    title: str
    """What a button says that makes it."""
    words: str
    """A sentence for the player who may, or must, make it."""


@dataclass(frozen=True)
class Stage:
    """A board that has become smaller."""

    title: str
    """Its size, as people write it."""
    corners: tuple[int, ...]
    """Cells that nobody can stand on."""
    gone: tuple[int, ...]
    """Cells that are not there any more."""


@dataclass(frozen=True)
class Layout:
    """Where everything on a board lies."""

    cells: tuple[Cell, ...]
    labels: dict[Spot, str] = field(default_factory=dict)
    """Names at the border, such as those of columns and rows."""
    edges: tuple[Edge, ...] = ()
    """Not empty on boards of edges."""
    dots: tuple[Spot, ...] = ()
    guides: tuple[tuple[Spot, Spot], ...] = ()
    """Short lines from the names to what they mean."""
    sides: tuple[Side, ...] = ()
    specials: tuple[Special, ...] = ()
    stages: tuple[Stage, ...] = ()
    """All sizes that the board goes through, if it shrinks while a game is played."""
