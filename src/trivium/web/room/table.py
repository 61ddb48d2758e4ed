"""A game at a table: who sits where, what has been played, what the clocks say.

Plain data with the rules of the table: who may do what. It knows nothing of connections and
threads, and goes to the database and back as JSON with the number of its format. Seats are held
by secrets, of which only a hash is kept.
"""

from __future__ import annotations

import dataclasses
import hashlib
import hmac
import json
import secrets
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Annotated, Any, ClassVar, Literal

from pydantic import ConfigDict, Field, TypeAdapter

from trivium.agents.agent import Agent
from trivium.agents.catalogue import check_for_guests, make_agent, parameters_of
from trivium.agents.descriptions import PlayerDescription
from trivium.arena.listed import LISTED
from trivium.arena.players import make_companion
from trivium.errors import TriviumError
from trivium.games.catalogue import find_game
from trivium.games.position import Outcome, Position

HOST = "host"

NOBODY = "Guest"
"""What a person is called who has given no name."""

FORMAT = 3
"""The number of the JSON's format; format 2 did not know casual games, format 1 had no number."""
_READABLE = (1, 2, FORMAT)
_EXACTLY = ConfigDict(extra="forbid", allow_inf_nan=False)
"""A table that is read must have what a table has, and nothing else."""


class NotYours(TriviumError):
    """Somebody does what only the holder of a seat may do."""


class TooLate(TriviumError):
    """The game is over, or has moved on."""


class Unreadable(TriviumError):
    """What is stored of a game is damaged, or of a format that is not known here."""


@dataclass
class Seat:
    """Who plays a colour."""

    __pydantic_config__: ClassVar[ConfigDict] = _EXACTLY

    kind: Literal["person", "agent", "level"]
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

    __pydantic_config__: ClassVar[ConfigDict] = _EXACTLY

    text: str
    by: Annotated[int, Field(ge=0, le=1)]
    seconds: float | None = None
    info: str | None = None


@dataclass
class Clocks:
    """The clocks of both players."""

    __pydantic_config__: ClassVar[ConfigDict] = _EXACTLY

    seconds: float
    increment: float
    left: Annotated[list[float], Field(min_length=2, max_length=2)]


@dataclass
class Table:
    """One game with everything that has to survive a restart."""

    __pydantic_config__: ClassVar[ConfigDict] = _EXACTLY

    id: str
    game: str
    start: str
    """Text of the position that the game began with."""
    opening: list[str]
    """Moves made before the players took over."""
    seats: Annotated[list[Seat], Field(min_length=2, max_length=2)]
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
    casual: bool = False
    """Whether there was help, a take-back or a change of sides, or it did not begin as usual."""
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

    def as_json(self) -> str:
        """Return everything as JSON."""
        return json.dumps({"format": FORMAT} | dataclasses.asdict(self), separators=(",", ":"))


_reader: TypeAdapter[Table] = TypeAdapter(Table)


def read_table(id: str, text: str) -> tuple[Table, Position]:
    """Return the table that was stored under a name as JSON, and the position on it.

    Raises `Unreadable`; what is wrong in detail is its cause.
    """
    try:
        data = json.loads(text)
        number = data.pop("format", 1)
        if number not in _READABLE:
            raise Unreadable(
                f"This game is stored in format {number}, which a later version of Trivium may "
                f"read; this one reads up to format {FORMAT}."
            )
        table = _reader.validate_python(data)
        if table.id != id:
            raise ValueError(f"it is the game {table.id}")
        datetime.fromisoformat(table.created)
        position = table.position()
        if table.ending is not None and table.ending[0] not in (None, *position.colours):
            raise ValueError(f"{table.ending[0]} has not played")
        return table, position
    except Unreadable:
        raise
    except (TriviumError, ValueError, TypeError, AttributeError, RecursionError) as error:
        raise Unreadable("What is stored of this game is damaged.") from error


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
    if (game, description) in LISTED:
        return make_companion(description, game, seed)
    check_for_guests(wanted, game)
    return make_agent(wanted, game, seed)


def settable(agent: type[Agent]) -> list[dataclasses.Field[Any]]:
    """Return what guests may set of an agent."""
    return [field for field in parameters_of(agent) if field.metadata["guests"] >= 0]


def _same(kept: str, given: str) -> bool:
    return hmac.compare_digest(kept, given)
