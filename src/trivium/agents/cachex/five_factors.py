"""Cachex by the five-factor report: alpha-beta, captures and forks first, five weighted factors."""

from __future__ import annotations

from dataclasses import dataclass

from trivium.agents.agent import NOT_FOR_GUESTS, parameter
from trivium.agents.cachex.searching import CachexSearchingAgent
from trivium.agents.weight_files import read_shipped, read_weights
from trivium.errors import TriviumError
from trivium.games.cachex.evaluation import EVALUATION, FACTORS, new_five_factors
from trivium.games.cachex.geometry import Rhombus
from trivium.games.weights import FOR_ALL
from trivium.search.engine import Options, Searcher

FILE = "cachex-five-factors"
"""The weights that come along."""
OPTIONS = Options(quiescence=1)
"""A capture threatens others: more of them in a row would never end."""

_WEIGHTS = {name: round(weight) for name, weight in read_shipped(FILE, EVALUATION)[FOR_ALL].items()}


@dataclass
class FiveFactorsAgent(CachexSearchingAgent):
    """Searches with the five factors of the report, one ply further on captures and forks."""

    name = "five-factors"

    weights: str = parameter(
        "", "file with the weights of all five; empty for those below", guests=NOT_FOR_GUESTS
    )
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
        self._weights: dict[str, float] = (
            read_weights(self.weights, EVALUATION)[FOR_ALL]
            if self.weights
            else {name: getattr(self, name) for name in FACTORS}
        )

    def new_searcher(self, board: Rhombus) -> Searcher:
        evaluator = new_five_factors(board, self._weights, self.skip)
        return Searcher(evaluator, OPTIONS)
