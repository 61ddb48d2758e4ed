"""What all messages share."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from trivium.errors import TriviumError
from trivium.foreign_text import check_name
from trivium.games.catalogue import GAMES

LONGEST_TEXT = 200_000
MOST_MOVES = 4_000


def _seen(name: str) -> str:
    """Return a name; pydantic tells a `ValueError` to whoever has sent one that is refused."""
    if not name.strip():
        return ""
    try:
        return check_name(name)
    except TriviumError as error:
        raise ValueError(str(error).rstrip(".")) from None


Text = Annotated[str, StringConstraints(max_length=LONGEST_TEXT)]
Name = Annotated[str, StringConstraints(max_length=60), AfterValidator(_seen)]
Description = Annotated[str, StringConstraints(max_length=200), AfterValidator(_seen)]
"""Of an agent, or another text that is looked for."""


def _name_games(schema: dict[str, Any]) -> None:
    """Add the names of all games to the description of a field."""
    schema["enum"] = list(GAMES)


GameName = Annotated[str, Field(max_length=60, json_schema_extra=_name_games)]
Size = Annotated[str, Field(max_length=20, examples=["2", "3", "5", "8", "2x3"])]
Reference = Annotated[int, Field(ge=0, le=2**53, strict=True)]
"""A number that comes back with the answer."""
Token = Annotated[str, StringConstraints(max_length=100)]
MoveInput = (
    Annotated[int, Field(ge=0, le=1_000_000, strict=True)] | Annotated[str, Field(max_length=40)]
)
"""A move by its number or in its notation."""
HIGHEST_LEVEL = 10
"""As `trivium.agents.levels` has it, which loads the engine."""
Level = Annotated[int, Field(ge=1, le=HIGHEST_LEVEL, strict=True)]
Spot = tuple[float, float]
"""A place on paper: x to the right, y downwards."""


class Message(BaseModel):
    """Something the server says."""


class Request(BaseModel):
    """Something the server is told; what it does not know is refused."""

    model_config = ConfigDict(extra="forbid")


class Problem(Message):
    """The body of every answer that is not a success."""

    error: str
    """A sentence for a person."""
    kind: str
    """What went wrong, for programs: ``illegal-move``, ``not-found``, ``seat`` …"""


class GettingReady(Message):
    """How far the server is with compiling what the levels of a game need."""

    done: int
    total: int
    """Parts, 0 as long as nobody knows."""


class Ping(Request):
    """Are you there?"""

    type: Literal["ping"]


class Pong(Message):
    """Yes."""

    type: Literal["pong"] = "pong"


class Done(Message):
    """What was asked for has been done."""

    type: Literal["done"] = "done"
    ref: int


class Refused(Message):
    """What was asked for has not been done."""

    type: Literal["refused"] = "refused"
    ref: int
    error: str
    kind: str


class StopRequest(Request):
    """Stop analysing."""

    type: Literal["stop"]
