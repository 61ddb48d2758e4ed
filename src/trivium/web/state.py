"""What all routes of a running server share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends
from starlette.requests import HTTPConnection

from trivium.web.guard import Allowance
from trivium.web.room.challenges import Challenges
from trivium.web.room.league_hall import LeagueHall
from trivium.web.room.lobby import Lobby
from trivium.web.room.store import WebDatabase
from trivium.web.settings import ServerSettings
from trivium.web.thinking.compiling import CompileWatch
from trivium.web.thinking.pool import Pool
from trivium.web.thinking.searches import Searches
from trivium.web.thinking.warming import Warming


@dataclass(frozen=True)
class State:
    """Everything that lives as long as the server."""

    settings: ServerSettings
    database: WebDatabase
    searches: Searches
    engines: Pool[Any]
    """Of analyses and reviews that others have made wait."""
    compiling: CompileWatch
    warming: Warming
    lobby: Lobby
    challenges: Challenges
    hall: LeagueHall
    new_games: Allowance


def _state(connection: HTTPConnection) -> State:
    state = connection.app.state.trivium
    assert isinstance(state, State)
    return state


Shared = Annotated[State, Depends(_state)]
"""What a route asks for to get the state."""
