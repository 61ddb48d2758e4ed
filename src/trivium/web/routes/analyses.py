"""``/api/analysis`` and ``/api/reviews``: engine lines and game reviews, streamed."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from uuid import uuid4

from fastapi import APIRouter
from pydantic import BaseModel, TypeAdapter
from starlette.websockets import WebSocket, WebSocketDisconnect

from trivium.errors import TriviumError
from trivium.web import messages as m
from trivium.web.analysis import Analyst
from trivium.web.positions import read_line
from trivium.web.routes.sockets import Socket
from trivium.web.state import Shared, State

router = APIRouter()

_log = logging.getLogger("trivium.web")

Wish = m.AnalyseRequest
_READER: TypeAdapter[m.AnalyseRequest | m.StopRequest | m.Ping] = TypeAdapter(m.AnalysisMessage)


@router.websocket("/analysis")
async def analyse(websocket: WebSocket, state: Shared) -> None:
    """Stream the engine's lines for a position, then for another, …"""
    await websocket.accept()
    socket = Socket(websocket, _READER, state.settings)
    analyst = _analyst(state)
    running: asyncio.Task[None] | None = None
    try:
        async for message in socket.messages():
            if running is not None:
                running.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await running
                running = None
            if isinstance(message, m.AnalyseRequest):
                analysis = _analyse(analyst, message)
                running = asyncio.create_task(_stream(socket, message.ref, analysis))
    except WebSocketDisconnect:
        pass
    finally:
        if running is not None:
            running.cancel()


def _analyst(state: State) -> Analyst:
    return Analyst(uuid4().hex, state.settings, state.searches, state.compiling)


async def _analyse(analyst: Analyst, request: m.AnalyseRequest) -> AsyncIterator[BaseModel]:
    position = await asyncio.to_thread(read_line, request)
    async with contextlib.aclosing(analyst.analyse(position, request)) as analysis:
        async for message in analysis:
            yield message


async def _stream(
    socket: Socket[m.AnalyseRequest | m.StopRequest | m.Ping],
    ref: int,
    messages: AsyncIterator[BaseModel],
) -> None:
    """Send all messages; what goes wrong is told, and the connection stays open."""
    try:
        async for message in messages:
            await socket.send(message)
    except WebSocketDisconnect:
        pass
    except TriviumError as error:
        await socket.refuse(ref, error)
    except Exception:
        _log.exception("an analysis failed")
        await socket.refuse(ref, TriviumError("The analysis has failed; the log tells why."))
