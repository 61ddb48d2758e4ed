"""``trivium connect``: an agent of this machine plays in a league elsewhere.

It keeps a WebSocket open, plays what it is paired for, and comes back when the line breaks; a game
that was under way goes on, if its clock allows it.
"""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI
from websockets.sync.client import ClientConnection, connect

from trivium.agents.agent import Agent, Forfeit
from trivium.agents.descriptions import PlayerDescription
from trivium.arena.external.agent import ExternalAgent
from trivium.arena.external.limits import AgentLimits
from trivium.arena.interrupts import pass_on
from trivium.arena.openings import start_position
from trivium.arena.players import make_player
from trivium.arena.versions import version_of
from trivium.errors import TriviumError
from trivium.games.catalogue import find_game
from trivium.games.position import Position
from trivium.league.wire.submitting import Unreachable, ask
from trivium.search.limits import Limit

PROTOCOL = 1
_FOR_GOOD = {
    4403: "the server does not let it in",
    4409: "the same token is connected from elsewhere",
    1008: "the server does not go by that name",
}
"""Codes after which to try again is of no use."""
_LONGEST_WAIT = 30.0
_LOOK = 0.2
_LARGEST = 1 << 20


def address_of(url: str) -> str:
    """Return the address of the WebSocket of a server, given as people write it."""
    parts = urlsplit(url if "://" in url else f"http://{url}")
    kinds = {"http": "ws", "https": "wss", "ws": "ws", "wss": "wss"}
    if parts.scheme not in kinds or not parts.netloc:
        raise TriviumError(f"'{url}' is no address of a server; write it like http://host:8642.")
    return f"{kinds[parts.scheme]}://{parts.netloc}/api/league/connect"


class Player:
    """An agent that plays in a league, over one line after another."""

    def __init__(
        self, url: str, token: str, agent: str, say: Callable[[str], None] = print
    ) -> None:
        self._url = url
        self._address = address_of(url)
        self._token = token
        self._description = PlayerDescription.read(agent)
        self._say = say
        self._id = ""
        self._agent: Agent | None = None
        self._position: Position | None = None
        self._game: str | None = None
        """The league's game, once the agent has been tried for it."""
        self._score = [0, 0, 0]

    def run(self, stop: threading.Event | None = None, most: int | None = None) -> None:
        """Play until asked to stop, or until so many games are over."""
        stop = stop or threading.Event()
        wait = 0.5
        while not stop.is_set():
            try:
                if self._game is None:
                    self._game = self._rehearsed()
                with connect(self._address, max_size=_LARGEST, open_timeout=10) as line:
                    self._greet(line)
                    wait = 0.5
                    if self._play(line, stop, most):
                        return
            except (InvalidHandshake, InvalidURI) as error:
                self._say(f"The server cannot be joined: {error}.")
            except Unreachable as error:
                self._say(str(error))
            except (OSError, TimeoutError, ConnectionClosed) as error:
                self._give_up_if(error)
                self._say("The line is broken; trying again.")
            until = time.monotonic() + wait
            while time.monotonic() < until and not stop.wait(_LOOK):
                pass_on()
            wait = min(2 * wait, _LONGEST_WAIT)

    def _rehearsed(self) -> str:
        """Start the agent once; return the league's game, for which it has proved able.

        What cannot play is told here, before it is a new version in the table.
        """
        told = ask(self._url, "me", self._token)
        agent = make_player(self._description, told["game"], 0, AgentLimits(sandbox=False))
        if isinstance(agent, ExternalAgent):
            trouble = agent.rehearse(start_position(told["game"], told["size"]))
            if trouble is not None:
                raise TriviumError(f"{self._description} cannot be started: {trouble}")
        return str(told["game"])

    def _give_up_if(self, error: Exception) -> None:
        code = error.rcvd.code if isinstance(error, ConnectionClosed) and error.rcvd else None
        if code in _FOR_GOOD:
            raise TriviumError(f"The bot has left the league: {_FOR_GOOD[code]}.") from None

    def _greet(self, line: ClientConnection) -> None:
        kind = self._description.name
        line.send(
            json.dumps(
                {
                    "type": "hello",
                    "protocol": PROTOCOL,
                    "token": self._token,
                    "agent": f"{kind} {self._version()}"[:100],
                }
            )
        )

    def _version(self) -> str:
        assert self._game is not None
        return version_of(self._description, self._game)

    def _play(self, line: ClientConnection, stop: threading.Event, most: int | None) -> bool:
        """Answer until the line breaks; return True if enough games are over."""
        while not stop.is_set():
            pass_on()
            try:
                message = json.loads(line.recv(timeout=_LOOK))
            except TimeoutError:
                continue
            match message.get("type"):
                case "welcome":
                    self._say(
                        f"Connected to the league '{message['league']}' as {message['name']}, "
                        f"version {message['version']}."
                    )
                case "game":
                    self._begin(message)
                    line.send(json.dumps({"type": "ready", "id": message["id"]}))
                case "turn":
                    move = self._choose(message)
                    answer = {"type": "move", "id": message["id"], "ply": message["ply"]}
                    line.send(json.dumps(answer | {"move": move}))
                case "over":
                    self._end(message)
                    if most is not None and sum(self._score) >= most:
                        return True
                case "refused":
                    self._say(f"The server says: {message['error']}")
        return True

    def _begin(self, message: dict[str, Any]) -> None:
        """Get ready for a game; one that is told again goes on as it was."""
        if self._id == message["id"] and self._agent is not None:
            return
        self._finish()
        game = find_game(message["game"])
        self._id = message["id"]
        self._position = game.read(message["start"])
        limits = AgentLimits(sandbox=False)
        self._agent = make_player(self._description, game.name, int(message["seed"]), limits)
        for move in message["moves"]:
            self._position.push(move)
        self._agent.prepare(self._position.copy())

    def _choose(self, message: dict[str, Any]) -> str:
        if self._agent is None or self._position is None or self._id != message["id"]:
            return "resign"
        for move in message["moves"][len(self._position.moves) :]:
            self._position.push(move)
        limit = Limit(
            message["seconds"],
            remaining=message["remaining"],
            increment=message["increment"] or 0.0,
        )
        try:
            return self._agent.choose(self._position, limit).move.text
        except Forfeit as fault:
            self._say(f"The agent has failed: {fault}")
            return "resign"

    def _end(self, message: dict[str, Any]) -> None:
        won = None if message["winner"] is None else message["winner"] == message["colour"]
        self._score[1 if won is None else 0 if won else 2] += 1
        result = "drawn" if won is None else "won" if won else "lost"
        wins, draws, losses = self._score
        self._say(
            f"{result} against {message['opponent']} as {message['colour']} "
            f"({str(message['reason']).splitlines()[0]}): +{wins} ={draws} −{losses}"
        )
        self._finish()

    def _finish(self) -> None:
        if self._agent is not None and self._position is not None:
            with contextlib.suppress(TriviumError):
                self._agent.finish(self._position.copy())
        self._agent = self._position = None
