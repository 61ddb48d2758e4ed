"""Help for who plays against an agent: hints and warnings, each within a second or so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from trivium.agents.agent import Agent
from trivium.agents.catalogue import make_agent
from trivium.games.moves import Move
from trivium.games.position import Position
from trivium.kernel.compiling import plain_while
from trivium.saying import Saying
from trivium.search.limits import Limit
from trivium.search.stopping import Stop
from trivium.study.hints import Hint, find_hint, find_warning
from trivium.study.judging import Judge, new_judge
from trivium.web.thinking.pool import Pool
from trivium.web.thinking.searches import Searches
from trivium.web.thinking.warming import Warming

HINT_SECONDS = 1.0
WARNING_SECONDS = 0.5

Result = TypeVar("Result")


@dataclass(frozen=True)
class _Helpers:
    """Who helps in one game; both remember what they have seen of it."""

    adviser: Agent
    judge: Judge

    @classmethod
    def at(cls, position: Position) -> _Helpers:
        return cls(make_agent("champion", position.game), new_judge(position))


@dataclass(frozen=True)
class Help:
    """Asks the engine for help, when it is a game's turn to compute."""

    searches: Searches
    engines: Pool[Any]
    warming: Warming

    async def hint(self, game: str, position: Position) -> Hint:
        """Return a hint for who is to move in the game of this name."""
        return await self._ask(
            game,
            position,
            lambda helpers, stop: find_hint(
                position, helpers.adviser, helpers.judge, Limit(HINT_SECONDS, stop=stop)
            ),
        )

    async def warning(self, game: str, position: Position, move: Move) -> tuple[Saying, ...] | None:
        """Return why a move would be a blunder, if it would; nobody is warned of what an engine
        thinks that is not ready."""
        if self.warming.lacks(position.game):
            return None
        return await self._ask(
            game,
            position,
            lambda helpers, stop: find_warning(
                position, move, helpers.judge, Limit(WARNING_SECONDS, stop=stop)
            ),
        )

    async def _ask(
        self, game: str, position: Position, work: Callable[[_Helpers, Stop], Result]
    ) -> Result:
        key = f"help {game}"

        def compute(stop: Stop) -> Result:
            if self.warming.lacks(position.game):
                with plain_while(self.warming.is_going_on):
                    return work(_Helpers.at(position), stop)
            helpers = self.engines.take(key) or _Helpers.at(position)
            found = work(helpers, stop)
            self.engines.put_back(key, helpers)
            return found

        return await self.searches.run(key, compute)
