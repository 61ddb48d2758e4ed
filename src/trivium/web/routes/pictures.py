"""``/api/pictures`` and ``/api/animations``: positions and games to show elsewhere."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Response

from trivium.errors import TriviumError
from trivium.games.animation import animated_svg, gif_of
from trivium.web import messages as m
from trivium.web.describe.positions import read_line
from trivium.web.routes.boards import GameName
from trivium.web.thinking.searches import Busy

router = APIRouter()

_PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""A picture brings its own style; it can do nothing else."""
_MOST_FRAMES = 400
"""Moves of a game that is made a moving picture: each costs as much as a picture."""
_PATIENCE = 20.0
"""Seconds to wait for the moving pictures of others."""
_MOST_WAITING = 4
"""Who waits does so in one of the threads that answer everybody."""

_one_at_a_time = threading.Lock()
_room = threading.BoundedSemaphore(1 + _MOST_WAITING)


@router.get(
    "/pictures/{game}.svg",
    tags=["pictures"],
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}, "description": "A picture."}},
)
def get_picture(
    game: GameName,
    size: Annotated[str | None, Query(max_length=20)] = None,
    start: Annotated[str | None, Query(max_length=2000)] = None,
    moves: Annotated[str, Query(max_length=8000, description="Separated by commas.")] = "",
) -> Response:
    """The picture of a position that notebooks show, too."""
    made = [move for move in moves.split(",") if move]
    # What comes in the address has been checked; a wrong move is told by the game itself.
    line = m.Line.model_construct(game=game, size=size, start=start, moves=made)
    return _svg(read_line(line).svg())


@router.post(
    "/animations/{form}",
    tags=["pictures"],
    response_class=Response,
    responses={
        200: {
            "content": {"image/svg+xml": {}, "image/gif": {}},
            "description": "A moving picture.",
        }
    },
)
def make_animation(form: Literal["svg", "gif"], line: m.Line) -> Response:
    """A game as a moving picture: an SVG, or a GIF where the server can make some."""
    if len(line.moves) > _MOST_FRAMES:
        raise TriviumError(
            f"A moving picture shows {_MOST_FRAMES} moves at most, not {len(line.moves)}."
        )
    position = read_line(line)
    with _its_turn():
        if form == "svg":
            return _svg(animated_svg(position))
        return Response(gif_of(position), media_type="image/gif")


def _svg(text: str) -> Response:
    headers = {"Content-Security-Policy": _PICTURE_POLICY}
    return Response(text, media_type="image/svg+xml", headers=headers)


@contextlib.contextmanager
def _its_turn() -> Iterator[None]:
    """Make one moving picture after the other, so that games are not made to wait for them."""
    busy = Busy("Others are having moving pictures made; try again in a moment.")
    if not _room.acquire(blocking=False):
        raise busy
    try:
        if not _one_at_a_time.acquire(timeout=_PATIENCE):
            raise busy
        try:
            yield
        finally:
            _one_at_a_time.release()
    finally:
        _room.release()
