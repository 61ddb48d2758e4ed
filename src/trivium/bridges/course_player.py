"""What our players for the original Python referees share: configuration and clock.

They are set by environment variables, because those referees pass nothing on:

===================  ==========================================================================
``TRIVIUM_AGENT``    who plays, like ``champion`` or ``stages:timeout=2``; default ``champion``
``TRIVIUM_TIME``     seconds for the whole game; default: what the original referee allows
``TRIVIUM_MOVE``     seconds for a move at most; default: no such limit
``TRIVIUM_SEED``     seed of the agent; default 0
===================  ==========================================================================
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

from trivium.agents.agent import Agent
from trivium.agents.catalogue import make_agent
from trivium.errors import TriviumError
from trivium.games.catalogue import GAMES
from trivium.games.moves import Action
from trivium.games.position import Position
from trivium.search.budget import seconds_for_move
from trivium.search.limits import Limit

_KEPT_BACK = 0.9
"""The part of the clock that is spent: the referee counts more than we do."""


class CoursePlayer:
    """An agent that keeps its own board and clock.

    The clock counts CPU time as those referees do, of this whole process: that is never less
    than our own share.
    """

    def __init__(self, position: Position, seconds: float) -> None:
        self.position = position
        self.agent = configured_agent(position.game)
        self._left = _KEPT_BACK * _number("TRIVIUM_TIME", seconds)
        self._most = _number("TRIVIUM_MOVE", float("inf"))

    def choose(self) -> Action:
        """Return the action of the side to move."""
        with self._counted():
            seconds = min(seconds_for_move(self.position, self._left), self._most)
            limit = Limit(seconds=seconds, remaining=self._left)
            return self.agent.choose(self.position, limit).move.action

    def note(self, action: Action) -> None:
        """Make the action of the side to move on our board."""
        with self._counted():
            for move in self.position.legal_moves:
                if move.action == action:
                    self.position.push(move)
                    return
        raise TriviumError(f"{action} is not possible for {self.position.turn}.")

    @contextmanager
    def _counted(self) -> Iterator[None]:
        began = time.process_time()
        try:
            yield
        finally:
            self._left = max(self._left - (time.process_time() - began), 0.0)


def configured_agent(game: str) -> Agent:
    """Return the agent that the environment names."""
    seed = int(_number("TRIVIUM_SEED", 0))
    return make_agent(os.environ.get("TRIVIUM_AGENT", "champion"), game, seed)


def warm_up(game: str) -> None:
    """Load the machine code that a player of `game` needs.

    The original referees do not count the time of the import, but that of everything later.
    """
    configured_agent(game).prepare(GAMES[game].start())


def _number(variable: str, default: float) -> float:
    text = os.environ.get(variable)
    try:
        value = default if text is None else float(text)
    except ValueError:
        value = -1.0
    if not value >= 0:
        raise TriviumError(f"{variable} is '{text}'; it must be a number, and not negative.")
    return value
