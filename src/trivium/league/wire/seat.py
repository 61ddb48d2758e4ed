"""The seat of a connected bot: what it is asked, and what it answers, whatever happens to its line.

The referee asks in a thread of its own and waits; the connection lives elsewhere, breaks and comes
back. A bot that comes back is told again what it was asked, and its clock has run on.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from trivium.agents.agent import Agent, Choice, Forfeit
from trivium.agents.descriptions import PlayerDescription
from trivium.arena.external.limits import AgentLimits
from trivium.arena.fixtures import Entrant
from trivium.errors import BadText
from trivium.foreign_text import printable
from trivium.games.position import Position
from trivium.search.limits import UNLIMITED, Limit

Say = Callable[[dict[str, Any]], None]
"""Sends a message to the bot, from any thread, without waiting."""

_SHOWN = 80
WITHOUT_CLOCK = 60.0
"""Seconds for a move where the league has no clock."""


class Seat:
    """Where a connected bot sits, for as long as the server runs."""

    def __init__(self, label: str) -> None:
        self.label = label
        self.playing = threading.Lock()
        """Held by whoever plays a game with this bot."""
        self._change = threading.Condition()
        self._say: Say | None = None
        self._game: dict[str, Any] | None = None
        self._question: dict[str, Any] | None = None
        self._answer: str | None = None

    @property
    def is_connected(self) -> bool:
        """Whether the bot is there."""
        return self._say is not None

    def try_to_hold(self) -> bool:
        """Keep the bot from other games, if it is there and plays none; tell whether it is so."""
        return self.is_connected and self.playing.acquire(blocking=False)

    def attach(self, say: Say) -> Say | None:
        """Take a new line, and tell on it what is going on; return the line before, if any."""
        with self._change:
            before, self._say = self._say, say
            for message in (self._game, self._question):
                if message is not None:
                    say(message)
            self._change.notify_all()
        return before

    def detach(self, say: Say) -> bool:
        """Let go of a line; return whether it was the one in use."""
        with self._change:
            mine = self._say == say
            if mine:
                self._say = None
            self._change.notify_all()
        return mine

    def dismiss(self) -> Say | None:
        """Let go of whatever line is in use, and return it."""
        with self._change:
            before, self._say = self._say, None
            self._change.notify_all()
        return before

    def tell(self, message: dict[str, Any]) -> None:
        """Tell the bot something, if it is there."""
        with self._change:
            if self._say is not None:
                self._say(message)

    def ask(self, question: dict[str, Any], game: bool, seconds: float) -> str | None:
        """Ask something and return the answer; None if there is none after some seconds.

        `game` says that the question is a game to get ready for, which is told again first
        whenever the bot comes back.
        """
        deadline = time.monotonic() + seconds
        with self._change:
            self._answer = None
            self._game, self._question = (question, None) if game else (self._game, question)
            if self._say is not None:
                self._say(question)
            while self._answer is None:
                left = deadline - time.monotonic()
                if left <= 0:
                    break
                self._change.wait(left)
            self._question = None
            return self._answer

    def forget(self) -> None:
        """Forget the game: it is over."""
        with self._change:
            self._game = self._question = self._answer = None

    def answer(self, id: str, ply: int | None, text: str) -> str | None:
        """Take an answer; return what is wrong with it, None if nothing is.

        `ply` says which move it is; None that the bot is ready for the game.
        """
        with self._change:
            asked = self._question or self._game
            if asked is None or asked["id"] != id:
                return "This is not the game that you are playing."
            if ply is None and self._question is not None:
                return None  # it was told of the game again, and it has begun
            if ply is not None and self._question is None:
                return "It is not your turn."
            if ply is not None and asked["ply"] != ply:
                return f"You are asked for move {asked['ply']}, not for move {ply}."
            if self._answer is not None:
                return "You have answered already."
            self._answer = text
            self._change.notify_all()
        return None


@dataclass(frozen=True)
class Connected(Entrant):
    """A bot on its owner's machine, as somebody who plays."""

    seat: Seat = field(default_factory=lambda: Seat(""))
    opponent: str = ""

    @property
    def player(self) -> PlayerDescription:
        """What there is to say about it here."""
        return PlayerDescription("connected")

    def make(self, game: str, seed: int, limits: AgentLimits) -> Agent:
        """Return who asks it."""
        return ConnectedAgent(seed=seed, seat=self.seat, opponent=self.opponent, start=limits.start)

    def version(self, game: str) -> str:
        """Return what it says that it is."""
        return self.agent


@dataclass
class ConnectedAgent(Agent):
    """Asks a bot for its moves, over its line."""

    name = "connected"

    seat: Seat = field(default_factory=lambda: Seat(""))
    opponent: str = ""
    start: float = 60.0

    def __post_init__(self) -> None:
        super().__post_init__()
        self._id = ""
        self._late = False

    def prepare(self, position: Position) -> None:
        """Tell of the game, and wait until the bot is ready; its clock does not run yet."""
        self._id = f"{time.time_ns():x}"
        question = {
            "type": "game",
            "id": self._id,
            "game": position.game,
            "size": position.size,
            "start": position.origin().to_text(),
            "moves": [move.text for move in position.moves],
            "opponent": self.opponent,
            "seed": self.seed,
        }
        self._late = self.seat.ask(question, True, self.start) is None

    def choose(self, position: Position, limit: Limit = UNLIMITED) -> Choice:
        """Return the bot's move; raises `Forfeit` if it does not come in time, or is none."""
        if self._late:
            raise Forfeit("time", f"it was not ready after {self.start:g} s")
        patience = limit.forfeit_after if limit.forfeit_after is not None else WITHOUT_CLOCK
        question = {
            "type": "turn",
            "id": self._id,
            "ply": len(position.moves),
            "colour": position.turn,
            "moves": [move.text for move in position.moves],
            "legal": [move.text for move in position.legal_moves],
            "seconds": limit.seconds,
            "remaining": limit.remaining,
            "increment": limit.increment,
        }
        answer = self.seat.ask(question, False, patience)
        if answer is None:
            there = "" if self.seat.is_connected else "; its line is broken"
            raise Forfeit("time", f"no answer after {patience:.1f} s{there}")
        if answer == "resign":
            raise Forfeit("resignation")
        try:
            return Choice(position.read_move(answer), "as answered")
        except BadText:
            raise Forfeit("nonsense", f"'{printable(answer[:_SHOWN])}' is no move") from None

    def finish(self, position: Position) -> None:
        """Let go of the game."""
        self.seat.forget()
