"""Guests of the page who play, come and go; each keeps a diary of what the server has told it.

What the server has told once must stay true: a move that was acknowledged is in the game for ever,
and a game that has ended is stored once. A guest who gets no answer does not know; it looks again.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import httpx2 as httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from benchmarks.soak.journal import Round

BOARDS = (("hexifence", "2"), ("cachex", "4"), ("watch-your-back", "8"), ("dots-and-boxes", "2x2"))
PAUSE = (0.1, 0.5)
"""Seconds between two moves."""
_PATIENCE = 30.0
_PERSON = {"kind": "person"}
_GONE = (httpx.TransportError, WebSocketException, InvalidHandshake, OSError, TimeoutError)
"""What a guest sees of a server that is not there, or leaves."""


@dataclass
class Diary:
    """What one guest knows of one game."""

    id: str
    tokens: list[str]
    told: list[str] = field(default_factory=list)
    """The moves that the server has told of, or acknowledged."""
    over: bool = False

    def hear(self, state: dict[str, Any], seen: Round) -> None:
        """Compare what the server tells with what it has told before, and remember it.

        What it says that it cannot store now it does not promise to keep.
        """
        moves = [move["text"] for move in state["moves"]]
        if moves[: len(self.told)] != self.told:
            lost = len(self.told) - len(moves)
            seen.fault(f"game {self.id}: {lost} moves that were acknowledged are not there")
        if self.over and state["ending"] is None:
            seen.fault(f"game {self.id} had ended and goes on")
        if not state.get("stored", True):
            seen.counts["states told as not stored yet"] += 1
            return
        seen.counts["moves acknowledged"] += max(0, len(moves) - len(self.told))
        self.told = moves
        self.over = state["ending"] is not None


class Guest:
    """Somebody who plays one game after another, mostly to the end."""

    def __init__(self, address: str, own_address: str, seed: str, seen: Round) -> None:
        self.diaries: list[Diary] = []
        self.leaving = False
        self._address = address
        self._own = own_address
        self._dice = random.Random(seed)
        self._seen = seen

    async def play(self) -> None:
        """Play until it is time to leave."""
        async with self._client() as client:
            while not self.leaving:
                diary = await self._begin(client)
                if diary is None:
                    await asyncio.sleep(0.5)
                    continue
                self.diaries.append(diary)
                by_hand = self._dice.random() < 0.5
                await (self._by_requests(client, diary) if by_hand else self._live(diary))

    async def look_again(self) -> None:
        """Ask for all games once more, and compare."""
        async with self._client() as client:
            for diary in self.diaries:
                answer = await self._ask(client, "GET", f"/api/games/{diary.id}")
                if answer is None or answer.status_code != 200:
                    told = "nothing" if answer is None else answer.text[:200]
                    self._seen.fault(f"game {diary.id} cannot be seen again: {told}")
                else:
                    diary.hear(answer.json(), self._seen)

    def _client(self) -> httpx.AsyncClient:
        transport = httpx.AsyncHTTPTransport(local_address=self._own)
        return httpx.AsyncClient(base_url=self._address, transport=transport, timeout=_PATIENCE)

    async def _ask(
        self, client: httpx.AsyncClient, method: str, path: str, body: Any = None
    ) -> httpx.Response | None:
        """Return the answer; None if there is none, or none now."""
        try:
            answer = await client.request(method, path, json=body)
        except _GONE:
            self._seen.counts["answers that did not come"] += 1
            return None
        if answer.status_code in (429, 503):
            self._seen.counts[f"refused for now ({answer.status_code})"] += 1
            await asyncio.sleep(0.5)
            return None
        if answer.status_code >= 500:
            self._seen.fault(f"{method} {path} was answered by {answer.status_code}")
            return None
        return answer

    async def _begin(self, client: httpx.AsyncClient) -> Diary | None:
        game, size = self._dice.choice(BOARDS)
        other = self._dice.choice([_PERSON, {"kind": "level", "level": self._dice.randint(1, 3)}])
        wish = {"game": game, "size": size, "seats": [_PERSON, other], "move_limit": 60}
        answer = await self._ask(client, "POST", "/api/games", wish)
        if answer is None:
            return None
        if answer.status_code != 201:
            self._seen.fault(f"a game of {game} was refused: {answer.text[:200]}")
            return None
        made = answer.json()
        self._seen.counts["games of guests"] += 1
        return Diary(made["id"], list(made["tokens"].values()))

    async def _by_requests(self, client: httpx.AsyncClient, diary: Diary) -> None:
        """Play by single requests."""
        while not self.leaving and not diary.over:
            answer = await self._ask(client, "GET", f"/api/games/{diary.id}")
            if answer is None:
                continue
            if answer.status_code != 200:
                self._seen.fault(f"game {diary.id} is not there: {answer.text[:200]}")
                return
            state = answer.json()
            diary.hear(state, self._seen)
            await asyncio.sleep(self._dice.uniform(*PAUSE))
            if state["ending"] is not None or not self._is_person(state):
                continue
            body = {"tokens": diary.tokens, "do": self._move(state)}
            done = await self._ask(client, "POST", f"/api/games/{diary.id}/actions", body)
            if done is not None and done.status_code == 200:
                diary.hear(done.json(), self._seen)
            elif done is not None and done.status_code != 409:
                self._seen.fault(f"a legal move was refused: {done.text[:200]}")

    async def _live(self, diary: Diary) -> None:
        """Play by a connection, which is lost now and then."""
        while not self.leaving and not diary.over:
            try:
                async with self._connected(diary) as connection:
                    await self._play_connected(connection, diary)
                await asyncio.sleep(self._dice.uniform(*PAUSE))
            except _GONE:
                self._seen.counts["connections that were lost"] += 1
                await asyncio.sleep(0.5)

    @contextlib.asynccontextmanager
    async def _connected(self, diary: Diary) -> AsyncIterator[ClientConnection]:
        address = f"{self._address.replace('http', 'ws')}/api/games/{diary.id}/live"
        async with connect(address, local_addr=(self._own, 0), open_timeout=_PATIENCE) as socket:
            await socket.send(json.dumps({"type": "hello", "tokens": diary.tokens}))
            yield socket

    async def _play_connected(self, connection: ClientConnection, diary: Diary) -> None:
        while not self.leaving:
            async with asyncio.timeout(_PATIENCE):
                message = json.loads(await connection.recv())
            if message["type"] != "state":
                continue
            diary.hear(message, self._seen)
            if message["ending"] is not None:
                return
            if not self._is_person(message):
                continue
            await asyncio.sleep(self._dice.uniform(*PAUSE))
            do = self._move(message)
            await connection.send(json.dumps({"type": "act", "ref": 1, "do": do}))
            if self._dice.random() < 0.02:
                connection.transport.abort()
                return

    def _is_person(self, state: dict[str, Any]) -> bool:
        """Return whether it is this guest's turn."""
        return state["position"]["turn"] in [
            seat["colour"] for seat in state["seats"] if seat["kind"] == "person"
        ]

    def _move(self, state: dict[str, Any]) -> dict[str, Any]:
        if state["moves"] and self._dice.random() < 0.01:
            return {"action": "resign"}
        move = self._dice.choice(state["position"]["legal"])
        return {"action": "move", "move": move["text"], "ply": len(state["moves"])}
