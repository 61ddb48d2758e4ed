"""What the searching agents of Cachex share: the opening, the steal, then alpha-beta."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import cast

from trivium.agents.agent import Agent, Choice
from trivium.agents.cachex.opening import first_stone, steal_or_place
from trivium.agents.searching import best_lines
from trivium.games.cachex.geometry import Rhombus
from trivium.games.cachex.position import Cachex
from trivium.games.position import Position
from trivium.search.engine import Searcher
from trivium.search.limits import UNLIMITED, Limit, Report
from trivium.words import how_many


@dataclass
class CachexSearchingAgent(Agent):
    """Plays a first stone that is not worth stealing, decides on the steal, then searches."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self._searchers: dict[int, Searcher] = {}

    @abstractmethod
    def new_searcher(self, board: Rhombus) -> Searcher:
        """Return a searcher for boards of this size."""

    def worth_stealing(self, game: Cachex) -> bool | None:
        """Return whether the only stone is worth stealing; None to find out by search."""
        return None

    def choose(self, position: Position, limit: Limit = UNLIMITED) -> Choice:
        game = cast(Cachex, position)
        if game.turns == 0:
            return first_stone(game, self.chance)
        searcher = self.searcher_for(game)
        if game.turns == 1:
            return steal_or_place(game, searcher, limit, self.worth_stealing(game))
        report = searcher.search(game.kernel, game.colours, limit)
        return Choice(
            game.move(report.line[0]), f"searched {how_many(report.depth, 'move')} deep", report
        )

    def analyse(self, position: Position, limit: Limit, lines: int = 1) -> list[Report]:
        return best_lines(self.searcher_for(position), position, limit, lines)

    def searcher_for(self, position: Position) -> Searcher:
        game = cast(Cachex, position)
        size = game.board.size
        if size not in self._searchers:
            self._searchers[size] = self.new_searcher(game.board)
        return self._searchers[size]
