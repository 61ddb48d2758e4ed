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
    listed: bool = False
    """Whether it is an agent of the person who runs the server, in a process of its own."""


class LevelEntry(Message):
    """A step on the ladder of opponents."""

    level: int
    agent: str
    title: str
    """What to expect of it."""
    rating: int | None
    """Its Elo as measured, on the scale of its game; see docs/levels.md."""


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
    analyst: str | None
    """Who analyses unless told otherwise; None if nobody can."""
    thing: str
    """One of what the score counts, which is also what a move takes: cell, stone, piece …"""
    picture: str
    """Which miniature stands for the game: ``hexagons``, ``rhombus`` …; others are ``plain``."""
    shows_score: bool
    """Whether the score stands beside the players while they play."""
    margins: bool
    """Whether the result is a margin, so that analysis can show exact values of moves."""
    nimbers: bool
    """Whether positions have nimbers."""
    features: str | None
    """What the layer of `Position.features` is called; None if there is nothing to show."""
    phases: list[Literal["placing", "moving"]]
    """Phases that a board can be set up in; empty if there is only one."""
    editable: bool
    """Whether a position can be given as an edited board."""
    puzzled: bool
    """Whether there are puzzles."""
    taught: bool
    """Whether there is a tutorial."""
    text_begins: str | None
    """A regular expression for the first line of a position's text."""


class Bounds(Message):
    """What the server allows."""

    analysis_seconds: float
    analysis_lines: int
    agent_seconds: float
    review_seconds: float
    request_bytes: int
    gifs: bool
    """Whether moving pictures can be made as GIF."""
    embeds: bool
    """Whether other sites may show boards and games in a frame."""


class Catalogue(Message):
    """All games, and what the server allows."""

    version: str
    reachable: bool
    """Whether the server was started so that others can reach it."""
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
    title: str
    """What a button says that makes it."""
    words: str
    """A sentence for the player who may, or must, make it."""


class Turning(Message):
    """How the board lies, in degrees clockwise."""

    step: int
    """By how much it can be turned."""
    behind: dict[str, int]
    """By how much it is turned for who plays a colour; 0 for the others."""
    when_narrow: int
    """By how much it is turned on a narrow screen."""


class Stage(Message):
    """A size that the board goes through."""

    title: str
    corners: list[int]
    """Cells that nobody can stand on."""
    gone: list[int]
    """Cells that are not there any more."""


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
    style: str
    """Which drawing it is for: ``fences``, ``rhombus``, ``squares``; others are ``plain``."""
    turning: Turning
    stages: list[Stage]
    """All sizes that the board goes through while a game is played; none if it stays as it is."""
