"""A game at a table: who sits where, what has been played, what the clocks say.

Plain data with the rules of the table: who may do what. It knows nothing of connections and
threads, and goes to the database and back as JSON. Seats are held by secrets, of which only a
hash is kept.
"""

from __future__ import annotations

import dataclasses
import hashlib
import hmac
import secrets
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from trivium.agents.agent import Agent
from trivium.agents.catalogue import agents_of, make_agent, parameters_of
from trivium.agents.descriptions import PlayerDescription
from trivium.errors import TriviumError
from trivium.games.catalogue import find_game
from trivium.games.position import Outcome, Position

HOST = "host"
_NOT_FROM_AFAR = ("weights", "memory", "megabytes", "threads")
"""Parameters of agents that read files or take up the machine: not for guests to set."""
_LARGEST_NUMBER = 2**31 - 1


class NotYours(TriviumError):
    """Somebody does what only the holder of a seat may do."""


class TooLate(TriviumError):
    """The game is over, or has moved on."""


@dataclass
class Seat:
    """Who plays a colour."""

    kind: str
    """``person``, ``agent`` or ``level``."""
    name: str
    agent: str | None = None
    """The agent's description, as in the catalogue."""
    level: int | None = None
    seconds: float | None = None
    """Seconds for each move of an agent, if it may have them."""
    token: str | None = None
    """The hash of the secret that holds the seat; agents have none."""


@dataclass
class Played:
    """A move that was made at the table."""

    text: str
    by: int
    seconds: float | None = None
    info: str | None = None


@dataclass
class Clocks:
    """The clocks of both players."""

    seconds: float
    increment: float
    left: list[float]


@dataclass
class Table:
    """One game with everything that has to survive a restart."""

    id: str
    game: str
    start: str
    """Text of the position that the game began with."""
    opening: list[str]
    """Moves made before the players took over."""
    seats: list[Seat]
    host: str
    """The hash of the secret of whoever set up the game."""
    created: str
    moves: list[Played] = field(default_factory=list)
    clocks: Clocks | None = None
    move_limit: int | None = None
    """Turns after which the game is a draw, in a game that might never end."""
    pace: float = 0.5
    paused: bool = False
    ending: tuple[str | None, str] | None = None
    """Winner and reason."""
    problem: str | None = None
    next: str | None = None
    version: int = 0

    @property
    def watched(self) -> bool:
        """Whether two agents play each other."""
        return all(seat.kind != "person" for seat in self.seats)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it has."""
        return None if self.ending is None else Outcome(*self.ending)

    def position(self) -> Position:
        """Return the position after all moves."""
        position = find_game(self.game).read(self.start).with_move_limit(self.move_limit)
        for text in (*self.opening, *(move.text for move in self.moves)):
            position.push(text)
        return position

    def held_by(self, tokens: list[str]) -> list[int]:
        """Return the players whose seats these secrets hold."""
        hashes = [hashed(token) for token in tokens]
        return [
            player
            for player, seat in enumerate(self.seats)
            if seat.token is not None and any(_same(seat.token, given) for given in hashes)
        ]

    def is_host(self, tokens: list[str]) -> bool:
        """Return whether one of the secrets is that of who set up the game."""
        return any(_same(self.host, hashed(token)) for token in tokens)

    def as_json(self) -> dict[str, Any]:
        """Return everything, ready for JSON."""
        return dataclasses.asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Table:
        """Return what `as_json` was made of."""
        clocks, ending = data["clocks"], data["ending"]
        return cls(
            **data
            | {
                "seats": [Seat(**seat) for seat in data["seats"]],
                "moves": [Played(**move) for move in data["moves"]],
                "clocks": None if clocks is None else Clocks(**clocks),
                "ending": None if ending is None else (ending[0], ending[1]),
            }
        )


def new_secret() -> str:
    """Return a secret that nobody can guess."""
    return secrets.token_urlsafe(24)


def new_id() -> str:
    """Return a name for a game, which is no secret but hard to guess as well."""
    return secrets.token_urlsafe(9)


def hashed(token: str) -> str:
    """Return what is kept of a secret."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def utc_now() -> str:
    """Return the time, for people and databases."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def seated_agent(description: str, game: str, seed: int = 0) -> Agent:
    """Return the agent of a seat; raises `TriviumError` for one that guests may not choose."""
    wanted = PlayerDescription.read(description)
    if wanted.name == "human":
        raise TriviumError("A person sits down as a person, not as the agent 'human'.")
    known = agents_of(game).get(wanted.name)
    kinds = {field.name: str(field.type) for field in parameters_of(known)} if known else {}
    for setting in wanted.settings:
        if setting.key in _NOT_FROM_AFAR:
            raise TriviumError(f"{setting.key} cannot be set here.")
        is_number = kinds.get(setting.key) in ("int", "float")
        if is_number and setting.value is not None and not _is_reasonable(setting.value):
            raise TriviumError(
                f"{wanted.name}:{setting.text} is wrong: {setting.value} is no reasonable number."
            )
    return make_agent(wanted, game, seed)


def settable(agent: type[Agent]) -> list[dataclasses.Field[Any]]:
    """Return what guests may set of an agent."""
    return [field for field in parameters_of(agent) if field.name not in _NOT_FROM_AFAR]


def _is_reasonable(text: str) -> bool:
    try:
        return abs(float(text)) <= _LARGEST_NUMBER
    except ValueError:
        return True  # the catalogue says what is wrong with it


def _same(kept: str, given: str) -> bool:
    return hmac.compare_digest(kept, given)
