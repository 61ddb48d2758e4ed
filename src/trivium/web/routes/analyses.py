"""``/api/analysis`` and ``/api/reviews``: engine lines and game reviews, streamed."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, Callable
from functools import partial
from typing import Any, TypeVar

from fastapi import APIRouter
from pydantic import BaseModel, TypeAdapter
from starlette.websockets import WebSocket, WebSocketDisconnect

from trivium.errors import TriviumError
from trivium.games.position import Position
from trivium.web import messages as m
from trivium.web.describe.positions import read_line
from trivium.web.routes.sockets import Socket
from trivium.web.speaking import Language
from trivium.web.state import Shared, State
from trivium.web.thinking.analysis import Analyst
from trivium.web.thinking.reviews import review_game

router = APIRouter()

_log = logging.getLogger("trivium.web")

_ANALYSES: TypeAdapter[Any] = TypeAdapter(m.AnalysisMessage)
_REVIEWS: TypeAdapter[Any] = TypeAdapter(m.ReviewMessage)

Wish = TypeVar("Wish", m.AnalyseRequest, m.ReviewRequest)
Stream = AsyncGenerator[BaseModel, None]


@router.websocket("/analysis")
async def analyse(websocket: WebSocket, state: Shared, language: Language) -> None:
    """Stream the engine's lines for a position, then for another, …"""
    analyst = _analyst(state, language)
    await _serve(websocket, state, _ANALYSES, analyst, analyst.analyse)


@router.websocket("/reviews")
async def review(websocket: WebSocket, state: Shared, language: Language) -> None:
    """Stream the review of a game, then of another, …"""
    analyst = _analyst(state, language)
    await _serve(websocket, state, _REVIEWS, analyst, partial(review_game, analyst))


def _analyst(state: State, language: str) -> Analyst:
    return Analyst(
        state.settings, state.searches, state.compiling, state.warming, state.engines, language
    )


async def _serve(
    websocket: WebSocket,
    state: State,
    reader: TypeAdapter[Any],
    analyst: Analyst,
    stream: Callable[[Position, Wish], Stream],
) -> None:
    """Answer each wish with a stream that ends when the next one, or none, comes in."""
    await websocket.accept()
    socket = Socket(websocket, reader, state.settings)
    running: asyncio.Task[None] | None = None
    try:
        async for wish in socket.messages():
            if running is not None:
                running.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await running
                running = None
            if not isinstance(wish, m.StopRequest):
                running = asyncio.create_task(_send(socket, wish, stream))
                running.add_done_callback(lambda _: analyst.let_go())
    except WebSocketDisconnect:
        pass
    finally:
        if running is not None:
            running.cancel()


async def _send(
    socket: Socket[Any], wish: Wish, stream: Callable[[Position, Wish], Stream]
) -> None:
    """Send a stream; what goes wrong is told, and the connection stays open."""
    with contextlib.suppress(WebSocketDisconnect):
        try:
            position = await asyncio.to_thread(read_line, wish)
            async with contextlib.aclosing(stream(position, wish)) as found:
                async for message in found:
                    await socket.send(message)
        except TriviumError as error:
            await socket.refuse(wish.ref, error)
        except WebSocketDisconnect:
            raise
        except Exception:
            _log.exception("an analysis failed")
            await socket.refuse(
                wish.ref, TriviumError("This has failed; the server's log tells why.")
            )
