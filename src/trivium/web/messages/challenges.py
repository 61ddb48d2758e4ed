"""Open challenges: who would like to play, and how the two are brought together."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from trivium.web.messages.base import GameName, Message, Name, Ping, Reference, Request, Size
from trivium.web.messages.games import ClockRequest


class ChallengeRequest(Request):
    """Challenge whoever likes. It stands as long as the connection, instead of an earlier one."""

    type: Literal["challenge"]
    ref: Reference = 0
    game: GameName
    size: Size
    """One of those that the catalogue offers."""
    clock: ClockRequest | None = None
    colour: Annotated[str, Field(max_length=20)] | None = None
    """What the challenger wants to play; chance decides without it."""
    name: Name | None = None


class WithdrawRequest(Request):
    """Take the own challenge back."""

    type: Literal["withdraw"]
    ref: Reference = 0


class TakeRequest(Request):
    """Take up somebody's challenge."""

    type: Literal["take"]
    ref: Reference = 0
    id: Annotated[str, Field(max_length=40)]
    name: Name | None = None


ChallengeMessage = Annotated[
    ChallengeRequest | WithdrawRequest | TakeRequest | Ping, Field(discriminator="type")
]


class Challenge(Message):
    """Somebody waits for an opponent."""

    id: str
    game: str
    size: str
    clock: ClockRequest | None
    colour: str | None
    """What the challenger wants to play."""
    name: str
    """Empty if the challenger has given none."""
    yours: bool


class Challenges(Message):
    """All challenges there are, the oldest first."""

    type: Literal["challenges"] = "challenges"
    challenges: list[Challenge]
    people: int
    """How many look at them."""


class Matched(Message):
    """A challenge was taken up: the game has begun, and this is your seat in it."""

    type: Literal["matched"] = "matched"
    game: str
    colour: str
    token: str
