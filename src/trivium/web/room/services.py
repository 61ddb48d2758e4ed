"""What all games of a server share, and how an agent is asked for a move."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from trivium.agents.agent import Agent, Choice
from trivium.games.position import Position
from trivium.kernel.compiling import plain_while
from trivium.search.budget import seconds_for_move
from trivium.search.limits import Limit
from trivium.search.stopping import Stop
from trivium.web.room.store import WebDatabase
from trivium.web.room.table import Table, hashed, seated_agent
from trivium.web.settings import ServerSettings
from trivium.web.thinking.compiling import CompileWatch
from trivium.web.thinking.pool import Pool
from trivium.web.thinking.searches import Searches
from trivium.web.thinking.warming import Warming


@dataclass(frozen=True)
class Services:
    """What games need of the server around them."""

    settings: ServerSettings
    database: WebDatabase
    searches: Searches
    agents: Pool[Agent]
    compiling: CompileWatch
    warming: Warming
    rematch: Callable[[Table, bool], Awaitable[str]]
    """Begins a game like that of the table, sides exchanged or not, and returns its name."""

    let_go: Callable[[str], None]
    """Forgets a game from memory; the database has it."""

    def choose(self, table: Table, position: Position, stop: Stop) -> tuple[Choice, float]:
        """Ask the agent that is to move for its choice; return it with the seconds it took.

        For threads of the searches. Preparing and compiling are on nobody's clock. What an agent
        chooses that was asked to stop is of no use.
        """
        if table.seats[position.mover].kind == "level" and self.warming.lacks(position.game):
            return self._choose_plainly(table, position, stop)
        key = (table.id, position.mover, table.seats[position.mover].agent)
        agent = self.agents.take(key)
        if agent is None:
            agent = _agent_of(table, position)
            agent.prepare(position)
        began, compiled = time.perf_counter(), self.compiling.seconds
        choice = agent.choose(position, self._limit(table, position, stop))
        seconds = time.perf_counter() - began - (self.compiling.seconds - compiled)
        self.agents.put_back(key, agent)
        return choice, max(seconds, 0.0)

    def _choose_plainly(self, table: Table, position: Position, stop: Stop) -> tuple[Choice, float]:
        """Ask a level whose machine code is on its way: it moves at once, if need be in Python.

        One that may think for some seconds sees less far in them; the others choose what they
        would choose anyway. It is not kept: the next move may find the code. So that chance does
        not begin anew with every move, each has a seed of its own.
        """
        with plain_while(self.warming.is_going_on):
            agent = _agent_of(table, position, f" {len(position.moves)}")
            began = time.perf_counter()
            choice = agent.choose(position, self._limit(table, position, stop))
            return choice, time.perf_counter() - began

    def _limit(self, table: Table, position: Position, stop: Stop) -> Limit:
        """Return how long the agent that is to move may think."""
        if table.clocks is None:
            wished = Limit(table.seats[position.mover].seconds or None, stop=stop)
        else:
            left, increment = table.clocks.left[position.mover], table.clocks.increment
            seconds = seconds_for_move(position, left, increment)
            wished = Limit(seconds, remaining=left, increment=increment, stop=stop)
        return wished.at_most(seconds=self.settings.agent_seconds)


def _agent_of(table: Table, position: Position, moment: str = "") -> Agent:
    """Return a new agent for the seat whose turn it is, always with the same seed at a moment."""
    player = position.mover
    description = table.seats[player].agent
    assert description is not None
    seed = int(hashed(f"{table.id} {player}{moment}")[:7], 16)
    return seated_agent(description, position.game, seed)
