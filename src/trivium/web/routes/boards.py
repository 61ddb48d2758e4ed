"""``/api/catalogue``, ``/api/boards``, ``/api/positions``: what can be played, and how it looks."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path

from trivium.web import messages as m
from trivium.web.describe import boards
from trivium.web.describe.catalogue import catalogue
from trivium.web.describe.nimbers import describe_nimbers
from trivium.web.describe.positions import describe, read_line
from trivium.web.speaking import Language
from trivium.web.state import Shared

router = APIRouter()

GameName = Annotated[m.GameName, Path(max_length=40, description="A game of the catalogue.")]


@router.get("/catalogue", tags=["boards"])
def get_catalogue(state: Shared, language: Language) -> m.Catalogue:
    """All games with their sizes, levels and agents, and what the server allows."""
    return catalogue(state.settings, language)


@router.get("/health", tags=["boards"])
def get_health(state: Shared) -> m.Health:
    """How the server is doing."""
    return m.Health(
        ready=True,
        compiling=state.compiling.active,
        searches=state.searches.running,
        waiting=state.searches.waiting,
        games=len(state.lobby),
    )


@router.get("/boards/{game}/{size}", tags=["boards"])
def get_board(
    game: GameName,
    size: Annotated[str, Path(max_length=20, examples=["3", "8", "2x3"])],
    language: Language,
) -> m.Board:
    """Where everything on a board lies, to draw it."""
    return boards.board(game, size, language)


@router.post("/positions", tags=["boards"])
def get_position(line: m.Line) -> m.Position:
    """The position at the end of a line: legal moves, status, score, features."""
    return describe(read_line(line))


@router.post("/nimbers", tags=["boards"])
def get_nimbers(line: m.Line, language: Language) -> m.Nimbers:
    """What the position at the end of a line is worth in Nimstring, and what its moves leave."""
    return describe_nimbers(read_line(line), language)
