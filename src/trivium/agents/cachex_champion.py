"""The strongest Cachex player here: alpha-beta over connections, bridges and captures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from trivium.agents.agent import Agent, Choice
from trivium.agents.cachex_opening import first_stone, steal_or_place
from trivium.agents.cachex_weights import read_weights
from trivium.agents.searching import best_lines
from trivium.games.cachex.evaluation import new_connections
from trivium.games.cachex.position import Cachex
from trivium.games.position import Position
from trivium.search.engine import Options, Searcher
from trivium.search.limits import UNLIMITED, Limit, Report

_OPTIONS = Options(quiescence=1, reduce=4)
_MEGABYTES = 32


@dataclass
class CachexChampion(Agent):
    """Goes by the shortest connections of both sides, with and without bridges, and captures."""

    name = "champion"
    games = ("cachex",)

    def __post_init__(self) -> None:
        super().__post_init__()
        self._searchers: dict[int, Searcher] = {}

    def choose(self, position: Position, limit: Limit = UNLIMITED) -> Choice:
        game = cast(Cachex, position)
        if game.turns == 0:
            return first_stone(game, self.chance)
        searcher = self._searcher(game)
        if game.turns == 1:
            return steal_or_place(game, searcher, limit)
        report = searcher.search(game.kernel, game.colours, limit)
        return Choice(game.move(report.line[0]), f"searched {report.depth} moves deep", report)

    def analyse(self, position: Position, limit: Limit, lines: int = 1) -> list[Report]:
        return best_lines(self._searcher(cast(Cachex, position)), position, limit, lines)

    def _searcher(self, game: Cachex) -> Searcher:
        """Return the searcher for boards of this size, which remembers earlier moves."""
        size = game.board.size
        if size not in self._searchers:
            evaluator = new_connections(game.board, read_weights("champion"))
            self._searchers[size] = Searcher(evaluator, _OPTIONS, _MEGABYTES)
        return self._searchers[size]
