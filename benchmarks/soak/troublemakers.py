"""Guests who flood, send nonsense, forge, hang up, and never say good-bye.

They may be refused in any way, but the server must not fail: an answer of 500 is a fault.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import struct
from collections.abc import Awaitable, Callable
from typing import Any

import httpx2 as httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from benchmarks.soak.journal import Round
from trivium.games.catalogue import GAMES
from trivium.games.position import Position

_GONE = (httpx.HTTPError, WebSocketException, OSError, TimeoutError, asyncio.IncompleteReadError)
_JSON = {"content-type": "application/json"}
_NAMES = ("[/bold][red]x", "\x1b[2J", "a\x00b", "\u202egnorw", "x" * 5000, " ", "💩" * 40)


class Troublemaker:
    """Somebody at an address of their own who tries one thing after another."""

    def __init__(
        self, host: str, port: int, own_address: str, seed: str, event: str, seen: Round
    ) -> None:
        self.leaving = False
        self.stored: list[str] = []
        """The names of players in games that the server says it has stored."""
        self._address = f"http://{host}:{port}"
        self._place = (host, port)
        self._own = own_address
        self._dice = random.Random(seed)
        self._event = event
        self._seen = seen
        self._tricks: list[Callable[[], Awaitable[None]]] = [
            self._flood_of_requests,
            self._flood_of_analyses,
            self._silent_connections,
            self._nonsense_on_a_connection,
            self._raw_bytes,
            self._forged_records,
            self._odd_names,
            self._agents_left_alone,
        ]

    async def misbehave(self) -> None:
        """Go on until it is time to leave."""
        while not self.leaving:
            trick = self._dice.choice(self._tricks)
            with contextlib.suppress(*_GONE):
                async with asyncio.timeout(20):
                    await trick()
            self._seen.counts["tricks tried"] += 1
            await asyncio.sleep(self._dice.uniform(0.2, 1.0))

    def _client(self) -> httpx.AsyncClient:
        transport = httpx.AsyncHTTPTransport(local_address=self._own)
        return httpx.AsyncClient(base_url=self._address, transport=transport, timeout=15)

    async def _post(self, client: httpx.AsyncClient, path: str, body: Any) -> httpx.Response:
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        answer = await client.post(path, content=content, headers=_JSON)
        if answer.status_code >= 500 and answer.status_code != 503:
            self._seen.fault(f"POST {path} {content[:100]!r} was answered by {answer.status_code}")
        return answer

    async def _flood_of_requests(self) -> None:
        async with self._client() as client:
            line = {"game": "hexifence", "size": "4"}
            many = [self._post(client, "/api/positions", line) for _ in range(60)]
            await asyncio.gather(*many, return_exceptions=True)

    async def _flood_of_analyses(self) -> None:
        async def analyse() -> None:
            async with self._connection("/api/analysis") as socket:
                wish = {"type": "analyse", "game": "cachex", "size": "9", "seconds": 2.0}
                await socket.send(json.dumps(wish))
                await asyncio.sleep(self._dice.uniform(0.1, 2))

        await asyncio.gather(*(analyse() for _ in range(15)), return_exceptions=True)

    async def _silent_connections(self) -> None:
        async with contextlib.AsyncExitStack() as open_ones:
            sockets = [
                await open_ones.enter_async_context(self._connection("/api/analysis"))
                for _ in range(20)
            ]
            await asyncio.sleep(1)
            for socket in sockets:
                socket.transport.abort()

    async def _nonsense_on_a_connection(self) -> None:
        messages: list[str | bytes] = [
            "{",
            "[" * 100_000,
            '{"type": "analyse"}',
            '{"type": "analyse", "game": "cachex", "size": "9", "moves": [1e400]}',
            json.dumps({"type": "hello", "tokens": ["x" * 100_000]}),
            "x" * 2_000_000,
            os.urandom(100),
        ]
        self._dice.shuffle(messages)
        for message in messages[:3]:
            async with self._connection("/api/analysis") as socket:
                await socket.send(message)
                async with asyncio.timeout(5):
                    await socket.recv()

    async def _raw_bytes(self) -> None:
        """Speak HTTP badly: cut off, wrong, or not at all; and send a frame that is no text."""
        handshake = (
            b"GET /api/analysis HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
            b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        not_text = struct.pack("!BBI", 0x81, 0x80 | 4, 0) + b"\xff\xfe\xc0\x80"
        head = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\n"
        texts = [
            b"GET / HTTP/1.1\r\nHost: local",
            head + b"Content-Length: 1000\r\n\r\n{",
            head + b"Content-Length: -1\r\n\r\n",
            head + b"Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n",
            self._dice.randbytes(2000),
            handshake + not_text,
            handshake + self._dice.randbytes(500),
        ]
        reader, writer = await asyncio.open_connection(*self._place, local_addr=(self._own, 0))
        writer.write(self._dice.choice(texts))
        await writer.drain()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(2):
                await reader.read(1000)
        writer.transport.abort()

    async def _forged_records(self) -> None:
        """Bring games along that say they belong to the tournament, and garbage."""
        number = self._dice.randrange(1 << 60)
        name = f"forger {number:x}"
        record = self._forged(name)
        async with self._client() as client:
            text = json.dumps(record)
            answer = await self._post(client, "/api/records", {"text": text, "store": True})
            if answer.status_code == 200:
                if answer.json()["stored"]:
                    self.stored.append(name)
                else:
                    self._seen.fault(f"a record was not stored: {answer.text[:300]}")
            cut = text[: self._dice.randrange(len(text))]
            await self._post(client, "/api/records", {"text": cut, "store": True})
            await self._post(client, "/api/records", b'{"text": "' + b"[" * 2_400_000)

    def _forged(self, name: str) -> dict[str, Any]:
        position = _finished(self._dice)
        outcome = position.outcome()
        assert outcome is not None
        players = [
            {"colour": colour, "name": who, "agent": who}
            for colour, who in zip(position.colours, (name, "random"), strict=True)
        ]
        return {
            "game": position.game,
            "rules": 1,
            "start": position.origin().to_text(),
            "moves": [move.text for move in position.moves],
            "winner": outcome.winner,
            "reason": outcome.reason,
            "players": players,
            "event": self._event,
            "key": "1-1-1-0-1a",
        }

    async def _odd_names(self) -> None:
        async with self._client() as client:
            for name in _NAMES:
                seats = [{"kind": "person", "name": name}, {"kind": "person"}]
                wish = {"game": "hexifence", "size": "1", "seats": seats}
                await self._post(client, "/api/games", wish)

    async def _agents_left_alone(self) -> None:
        async with self._client() as client:
            level = {"kind": "level", "level": 8}
            for game in GAMES:
                wish = {"game": game, "seats": [level, level], "pace": 0.0}
                await self._post(client, "/api/games", wish)

    def _connection(self, path: str) -> connect:
        return connect(
            self._address.replace("http", "ws") + path, local_addr=(self._own, 0), open_timeout=10
        )


def _finished(dice: random.Random) -> Position:
    position = GAMES["dots-and-boxes"].start("2x2")
    while not position.is_over:
        position.push(dice.choice(position.legal_moves))
    return position
