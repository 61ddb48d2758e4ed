"""Cachex by the five-factor report: alpha-beta, captures and forks first, five weighted factors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from trivium.agents.agent import Agent, Choice, parameter
from trivium.agents.cachex_opening import first_stone, steal_or_place
from trivium.agents.cachex_weights import read_weights
from trivium.agents.searching import best_lines
from trivium.errors import TriviumError
from trivium.games.cachex.evaluation import FACTORS, new_five_factors
from trivium.games.cachex.position import Cachex
from trivium.games.position import Position
from trivium.search.engine import Options, Searcher
from trivium.search.limits import UNLIMITED, Limit, Report

_WEIGHTS = read_weights("five-factors")


@dataclass
class FiveFactorsAgent(Agent):
    """Searches with the five factors of the report, one ply further on captures and forks."""

    name = "five-factors"
    games = ("cachex",)

    skip: int = parameter(1, "look only at every so-manieth cell of a side for the shortest win")
    shortest_win: int = parameter(_WEIGHTS["shortest_win"], "weight of factor 1")
    longest_group: int = parameter(_WEIGHTS["longest_group"], "weight of factor 2")
    capturable: int = parameter(_WEIGHTS["capturable"], "weight of factor 3")
    stones: int = parameter(_WEIGHTS["stones"], "weight of factor 4")
    hot_spots: int = parameter(_WEIGHTS["hot_spots"], "weight of factor 5")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.skip < 1:
            raise TriviumError(f"five-factors:skip={self.skip} is wrong: skip must be at least 1.")
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
            weights = {name: getattr(self, name) for name in FACTORS}
            evaluator = new_five_factors(game.board, weights, self.skip)
            self._searchers[size] = Searcher(evaluator, Options(quiescence=1))
        return self._searchers[size]
