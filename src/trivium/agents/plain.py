"""The champion of a game that has no agents of its own: alpha-beta that counts points."""

from __future__ import annotations

from dataclasses import dataclass

from trivium.agents.agent import Agent, Choice, parameter
from trivium.agents.searching import best_lines
from trivium.games.position import Position
from trivium.search.engine import Searcher
from trivium.search.evaluators import PointsOnly
from trivium.search.limits import UNLIMITED, Limit, Report
from trivium.words import how_many

_MEGABYTES = 16.0


def plain_searcher(position: Position, megabytes: float) -> Searcher:
    """Return a search for any game, which knows nothing but the points made."""
    return Searcher(PointsOnly(), megabytes=megabytes)


@dataclass
class PlainChampion(Agent):
    """Looks ahead as far as it can, and counts the points made."""

    name = "champion"

    timeout: float = parameter(1.0, "most seconds to think about a move")

    def __post_init__(self) -> None:
        super().__post_init__()
        self._searchers: dict[str, Searcher] = {}

    def choose(self, position: Position, limit: Limit = UNLIMITED) -> Choice:
        limit = limit.with_timeout(self.timeout)
        report = self.searcher_for(position).search(position.kernel, position.colours, limit)
        move = position.move(report.line[0])
        return Choice(move, f"searched {how_many(report.depth, 'move')} deep", report)

    def analyse(self, position: Position, limit: Limit, lines: int = 1) -> list[Report]:
        return best_lines(self.searcher_for(position), position, limit, lines)

    def searcher_for(self, position: Position) -> Searcher:
        board = f"{position.game} {position.size}"
        if board not in self._searchers:
            self._searchers[board] = plain_searcher(position, _MEGABYTES)
        return self._searchers[board]
