"""External agents that can be asked about any position of any game, as others can.

An external agent plays one game, move after move. Whoever takes moves back, looks at a position
of a record or asks for advice needs more: here a process is started anew whenever the position is
not the one that the agent expects, and is told how it came about.
"""

from __future__ import annotations

from collections.abc import Callable

from trivium.agents.agent import Agent, Choice, Forfeit
from trivium.arena.external.agent import ExternalAgent
from trivium.games.moves import Move
from trivium.games.position import Position
from trivium.search.limits import UNLIMITED, Limit

_SAID = 2000
"""Letters of what an agent has written to standard error that are kept with a move."""


class RecalledAgent(Agent):
    """An external agent under its own or a given name, started anew whenever that is needed.

    What it has written to standard error since its last move is the reason of its choice. Raises
    `TriviumError` for a position that it cannot be told of, and `Forfeit` where it fails; asked
    once more, it begins anew.
    """

    def __init__(self, make: Callable[[], ExternalAgent], title: str) -> None:
        super().__init__()
        self._make = make
        self._title = title
        self._agent: ExternalAgent | None = None
        self._expected: tuple[Position, str, tuple[Move, ...]] | None = None
        """Where its game began, which colour it has, and the moves so far, its own included."""
        self._heard = ""

    @property
    def name(self) -> str:  # type: ignore[override]  # every one has a name of its own
        """What it is called."""
        return self._title

    def prepare(self, position: Position) -> None:
        """Start the process."""
        self._agent_for(position).prepare(position)

    def choose(self, position: Position, limit: Limit = UNLIMITED) -> Choice:
        """Return its move, and what it has written meanwhile as the reason."""
        agent = self._agent_for(position)
        try:
            choice = agent.choose(position, limit)
        except Forfeit:
            self._forget(position)
            raise
        self._expected = (position.origin(), position.turn, (*position.moves, choice.move))
        return Choice(choice.move, self._said(agent) or choice.reason)

    def finish(self, position: Position) -> None:
        """Tell the last moves, if it has followed the game; end the process."""
        if self._agent is not None and self._follows(position, self._colour()):
            self._agent.finish(position)
        self._forget(position)

    def _agent_for(self, position: Position) -> ExternalAgent:
        """Return the agent if it expects this position, else another one."""
        if self._agent is None or not self._follows(position, position.turn):
            self._forget(position)
            self._agent = self._make()
        return self._agent

    def _follows(self, position: Position, colour: str | None) -> bool:
        """Whether the game at hand goes on from the moves that the agent knows."""
        if self._expected is None:
            return True  # it is new, and has not been told of any game
        start, own, moves = self._expected
        return (
            own == colour and position.moves[: len(moves)] == moves and position.origin() == start
        )

    def _colour(self) -> str | None:
        return None if self._expected is None else self._expected[1]

    def _forget(self, position: Position) -> None:
        if self._agent is not None:
            self._agent.end()
        self._agent, self._expected, self._heard = None, None, ""

    def _said(self, agent: ExternalAgent) -> str:
        """Return what the agent has written to standard error since the last time."""
        text = agent.error_text()
        new = text.removeprefix(self._heard) if self._heard else text
        self._heard = text
        return new.strip()[-_SAID:]
