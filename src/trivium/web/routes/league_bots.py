"""``/api/league/connect``: bots that stay on their owners' machines; docs/league.md tells how."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Any

from fastapi import APIRouter
from pydantic import ConfigDict, TypeAdapter
from starlette.websockets import WebSocket, WebSocketDisconnect

from trivium.errors import TriviumError
from trivium.foreign_text import check_name
from trivium.league.entry.versions import Version
from trivium.league.members import NotAllowed
from trivium.league.wire.desk import Desk
from trivium.league.wire.seat import Seat
from trivium.web import messages as m
from trivium.web.guard import sit_down
from trivium.web.routes.sockets import Socket
from trivium.web.state import Shared, State

router = APIRouter()
_log = logging.getLogger("trivium.league")

NOT_LET_IN = 4403
REPLACED = 4409
"""Codes of ours for the end of a line: the token is wrong; the bot has come on another line."""
_PATIENCE = 10.0
"""Seconds in which a bot has to say hello."""
_LOOK = 10.0
"""Seconds between two looks whether a bot's token still lets it in, and it is here alone."""
_MOST_WAITING = 50
"""Messages that wait to be sent to a bot that does not read."""
_MOST_MISTAKES = 20
"""Mistakes after which a line is closed."""

_QUESTIONS = ("game", "turn")

_Said = m.BotHello | m.BotReady | m.BotMove | m.Ping
_READER: TypeAdapter[_Said] = TypeAdapter(m.BotMessage)


class _Raw(m.Message):
    """A message to a bot."""

    model_config = ConfigDict(extra="allow")


@router.websocket("/league/connect")
async def connect(websocket: WebSocket, state: Shared) -> None:
    """Let a bot take its seat, and pass on what is said."""
    await websocket.accept()
    line = _Line(websocket, Socket(websocket, _READER, state.settings), state)
    try:
        await line.run()
    except WebSocketDisconnect:
        pass
    finally:
        await line.end()


class _Line:
    """One connection of a bot."""

    def __init__(self, websocket: WebSocket, socket: Socket[_Said], state: State) -> None:
        self._websocket = websocket
        self._socket = socket
        self._state = state
        self._loop = asyncio.get_running_loop()
        self._queue: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue(_MOST_WAITING)
        self._place: tuple[Desk, Seat, Version] | None = None
        self._sending: asyncio.Task[None] | None = None
        self._mistakes = 0

    def say(self, message: dict[str, Any]) -> None:
        """Send a message, from any thread; a line that does not take it is closed."""
        with contextlib.suppress(RuntimeError):  # the server is closing
            self._loop.call_soon_threadsafe(self._put, message)

    def _put(self, message: dict[str, Any] | None) -> None:
        try:
            self._queue.put_nowait(message)
        except asyncio.QueueFull:
            if self._sending is not None:
                self._sending.cancel()

    async def run(self) -> None:
        """Listen until the bot leaves."""
        waiting = asyncio.create_task(self._close_if_silent())
        watching: asyncio.Task[None] | None = None
        try:
            async for said in self._socket.messages():
                if isinstance(said, m.BotHello):
                    if not await self._greet(said):
                        return
                    watching = watching or asyncio.create_task(self._close_if_ended(said.token))
                elif self._place is None:
                    await self._complain("Say hello first.")
                elif isinstance(said, m.BotReady):
                    await self._answer(said.id, None, "ready")
                elif isinstance(said, m.BotMove):
                    await self._answer(said.id, said.ply, said.move)
                if self._mistakes > _MOST_MISTAKES:
                    await self._socket.close(NOT_LET_IN)
                    return
        finally:
            waiting.cancel()
            if watching is not None:
                watching.cancel()

    async def end(self) -> None:
        """Let go of the seat."""
        if self._sending is not None:
            self._sending.cancel()
        if self._place is not None:
            desk, seat, version = self._place
            await asyncio.to_thread(desk.stand_up, seat, version, self.say)

    async def _close_if_silent(self) -> None:
        await asyncio.sleep(_PATIENCE)
        if self._place is None:
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await self._socket.close(NOT_LET_IN)

    async def _close_if_ended(self, token: str) -> None:
        """Close the line when its token is worth nothing, or is in use at another server."""
        assert self._place is not None
        desk, _, version = self._place
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            while True:
                await asyncio.sleep(_LOOK)
                try:
                    await asyncio.to_thread(self._state.hall.member, token)
                    if not await asyncio.to_thread(desk.holds, version):
                        await self._socket.close(REPLACED)
                        return
                except NotAllowed as error:
                    await self._socket.refuse(0, error)
                    await self._socket.close(NOT_LET_IN)
                    return
                except TriviumError as error:
                    _log.warning("a token cannot be looked up: %s", error)

    async def _greet(self, hello: m.BotHello) -> bool:
        if self._place is not None:
            await self._complain("You have said hello already.")
            return True
        self._sending = asyncio.create_task(self._send())
        try:
            await asyncio.to_thread(self._sit_down, hello)
        except TriviumError as error:
            await self._socket.refuse(0, error)
            await self._socket.close(NOT_LET_IN)
            return False
        sit_down(self._websocket.scope)
        return True

    def _sit_down(self, hello: m.BotHello) -> None:
        hall = self._state.hall
        member = hall.member(hello.token)
        if member.role == "spectator":
            raise TriviumError("Spectators have no bot.")
        check_name(hello.agent, "What an agent is called")
        league = hall.league_of(member)
        desk = hall.desk(league)

        def greet(version: Version) -> dict[str, Any]:
            return {
                "type": "welcome",
                "protocol": 1,
                "league": league.name,
                "game": league.plan.game,
                "sizes": list(league.plan.sizes),
                "name": member.name,
                "version": version.number,
            }

        seat, version, before = desk.sit_down(member, hello.agent, self.say, greet)
        self._place = desk, seat, version
        line = getattr(before, "__self__", None)
        if isinstance(line, _Line):
            line.replace()

    def replace(self) -> None:
        """Close this line: its bot has come on another one."""
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._put, None)

    async def _send(self) -> None:
        with contextlib.suppress(WebSocketDisconnect):
            while (message := await self._queue.get()) is not None:
                if message["type"] in _QUESTIONS:  # a quick bot answers as many as it is asked
                    self._socket.expect_answer()
                await self._socket.send(_Raw(**message))
            await self._socket.close(REPLACED)

    async def _answer(self, id: str, ply: int | None, text: str) -> None:
        assert self._place is not None
        if (problem := self._place[1].answer(id, ply, text)) is not None:
            await self._complain(problem)

    async def _complain(self, sentence: str) -> None:
        self._mistakes += 1
        await self._socket.refuse(0, TriviumError(sentence))
