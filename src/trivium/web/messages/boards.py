"""The catalogue of games, and boards to draw."""

from __future__ import annotations

from typing import Literal

from trivium.web.messages.base import Message, Spot


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
