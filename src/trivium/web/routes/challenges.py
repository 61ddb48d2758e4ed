"""``/api/challenges``: people who wait for an opponent, as a list and live."""

from __future__ import annotations

import asyncio
import contextlib

from fastapi import APIRouter
from pydantic import TypeAdapter
from starlette.websockets import WebSocket, WebSocketDisconnect

from trivium.errors import TriviumError
from trivium.web import messages as m
from trivium.web.guard import TooMany, address_of
from trivium.web.room.challenges import Challenges, Visitor
from trivium.web.routes.sockets import Socket
from trivium.web.state import Shared, State

router = APIRouter()

_Said = m.ChallengeRequest | m.WithdrawRequest | m.TakeRequest | m.Ping
_READER: TypeAdapter[_Said] = TypeAdapter(m.ChallengeMessage)
_PACE = 0.5
"""Least seconds between two lists on one connection, whatever happens meanwhile."""


@router.get("/challenges", tags=["games"])
async def get_challenges(state: Shared) -> m.Challenges:
    """All open challenges."""
    return state.challenges.shown_to(None)


@router.websocket("/challenges/live")
async def watch_challenges(websocket: WebSocket, state: Shared) -> None:
    """Show the challenges to a connection, and let it post one or take one up."""
    await websocket.accept()
    socket = Socket(websocket, _READER, state.settings)
    visitor = Visitor(address_of(websocket.scope))
    state.challenges.join(visitor)
    showing = asyncio.create_task(_show(state.challenges, visitor, socket))
    try:
        async for message in socket.messages():
            await _answer(state, visitor, message, socket)
    except WebSocketDisconnect:
        pass
    finally:
        state.challenges.leave(visitor)
        showing.cancel()


async def _show(challenges: Challenges, visitor: Visitor, socket: Socket[_Said]) -> None:
    """Send the list whenever it has changed, but not too often; and at once who is called."""
    with contextlib.suppress(WebSocketDisconnect):
        while True:
            await visitor.news.wait()
            visitor.news.clear()
            if visitor.matched is not None:
                await socket.send(visitor.matched)
                return
            await socket.send(challenges.shown_to(visitor))
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(visitor.called.wait(), _PACE)


async def _answer(state: State, visitor: Visitor, message: _Said, socket: Socket[_Said]) -> None:
    """Do what somebody asks for."""
    assert not isinstance(message, m.Ping)
    try:
        match message:
            case m.WithdrawRequest():
                state.challenges.withdraw(visitor)
            case m.ChallengeRequest():
                _count(state, visitor)
                state.challenges.post(visitor, message)
            case m.TakeRequest():
                _count(state, visitor)
                await state.challenges.take(visitor, message)
    except TriviumError as error:
        await socket.refuse(message.ref, error)
    else:
        await socket.send(m.Done(ref=message.ref))


def _count(state: State, visitor: Visitor) -> None:
    """Count what leads to a game as a game, and refuse too many."""
    if wait := state.new_games.use(visitor.address):
        raise TooMany("You have begun too many games", wait)
