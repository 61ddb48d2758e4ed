"""``/api/catalogue``, ``/api/boards``, ``/api/positions``: what can be played, and how it looks."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Response

from trivium.web import messages as m
from trivium.web.describe import boards
from trivium.web.describe.catalogue import catalogue
from trivium.web.describe.nimbers import describe_nimbers
from trivium.web.describe.positions import describe, read_line
from trivium.web.state import Shared

router = APIRouter()

GameName = Annotated[m.GameName, Path(max_length=40, description="A game of the catalogue.")]
_PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""A picture brings its own style; it can do nothing else."""


@router.get("/catalogue", tags=["boards"])
def get_catalogue(state: Shared) -> m.Catalogue:
    """All games with their sizes, levels and agents, and what the server allows."""
    return catalogue(state.settings)


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
    game: GameName, size: Annotated[str, Path(max_length=20, examples=["3", "8", "2x3"])]
) -> m.Board:
    """Where everything on a board lies, to draw it."""
    return boards.board(game, size)


@router.post("/positions", tags=["boards"])
def get_position(line: m.Line) -> m.Position:
    """The position at the end of a line: legal moves, status, score, features."""
    return describe(read_line(line))


@router.post("/nimbers", tags=["boards"])
def get_nimbers(line: m.Line) -> m.Nimbers:
    """What the position at the end of a line is worth in Nimstring, and what its moves leave."""
    return describe_nimbers(read_line(line))


@router.get(
    "/pictures/{game}.svg",
    tags=["boards"],
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}, "description": "A picture."}},
)
def get_picture(
    game: GameName,
    size: Annotated[str | None, Query(max_length=20)] = None,
    start: Annotated[str | None, Query(max_length=2000)] = None,
    moves: Annotated[str, Query(max_length=2000, description="Separated by commas.")] = "",
) -> Response:
    """The picture of a position that notebooks show, too."""
    made = [move for move in moves.split(",") if move]
    # What comes in the address has been checked; a wrong move is told by the game itself.
    line = m.Line.model_construct(game=game, size=size, start=start, moves=made)
    position = read_line(line)
    headers = {"Content-Security-Policy": _PICTURE_POLICY}
    return Response(position.svg(), media_type="image/svg+xml", headers=headers)
