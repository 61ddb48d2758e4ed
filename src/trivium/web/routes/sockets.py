"""What the WebSockets share: reading messages, telling mistakes, keeping to a pace."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from trivium.errors import TriviumError
from trivium.web import messages as m
from trivium.web.guard import TOO_MANY, Allowance
from trivium.web.problems import problem_of
from trivium.web.settings import ServerSettings

NONSENSE = 4400
NO_SUCH_GAME = 4404
UNREADABLE = 4409
START_AGAIN = 1012
TRY_LATER = 1013

Said = TypeVar("Said")


class Socket(Generic[Said]):
    """A WebSocket on which messages of a kind come in."""

    def __init__(
        self, websocket: WebSocket, reader: TypeAdapter[Said], settings: ServerSettings
    ) -> None:
        self._websocket = websocket
        self._reader = reader
        self._pace = Allowance(settings.messages_a_second, settings.message_burst)
        self._sending = asyncio.Lock()

    async def messages(self) -> AsyncIterator[Said]:
        """Yield what comes in until the other side leaves; pings are answered here."""
        while True:
            message = await self._websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            if self._pace.use(""):
                await self.close(TOO_MANY)
                return
            text = message.get("text")
            if text is None:
                await self.close(NONSENSE)
                return
            try:
                said = self._reader.validate_json(text)
            except ValidationError as error:
                sentence = sentence_of(error.errors(include_url=False, include_input=False))
                await self.refuse(0, TriviumError(sentence))
                continue
            if isinstance(said, m.Ping):
                await self.send(m.Pong())
            else:
                yield said

    async def send(self, message: BaseModel) -> None:
        """Send a message; raises `WebSocketDisconnect` if nobody is there."""
        text = message.model_dump_json()
        async with self._sending:
            try:
                await self._websocket.send_text(text)
            except RuntimeError:  # closed meanwhile
                raise WebSocketDisconnect from None

    def expect_answer(self) -> None:
        """Let the other side send one more message: a question was put to it."""
        self._pace.give_back("")

    async def refuse(self, ref: int, error: TriviumError) -> None:
        """Say that what was asked for has not been done."""
        _, problem = problem_of(error)
        await self.send(m.Refused(ref=ref, error=problem.error, kind=problem.kind))

    async def close(self, code: int) -> None:
        """Close the connection with a reason of ours."""
        await self._websocket.close(code)


def sentence_of(errors: Sequence[Any]) -> str:
    """Return what is wrong with a message, for a person: the first few mistakes."""
    parts = []
    for error in list(errors)[:3]:
        where = ".".join(str(step) for step in error["loc"] if step != "body")
        parts.append(f"{where}: {error['msg']}" if where else str(error["msg"]))
    return "; ".join(parts) + "."
