"""The strongest Cachex player here: selective alpha-beta over learned shapes and connections."""

from __future__ import annotations

from dataclasses import dataclass

from trivium.agents.agent import NOT_FOR_GUESTS, parameter
from trivium.agents.cachex import selective_search
from trivium.agents.cachex.opening import worth_stealing
from trivium.agents.cachex.searching import CachexSearchingAgent
from trivium.agents.weight_files import read_shipped, read_weights
from trivium.games.cachex.geometry import Rhombus
from trivium.games.cachex.position import Cachex
from trivium.games.cachex.shape_evaluation import EVALUATION, new_shape_evaluation
from trivium.games.weights import Weights
from trivium.search.engine import Options, Searcher

FILE = "cachex-champion"
"""The weights that come along."""
OPTIONS = Options(reduce=3)
_MEGABYTES = 32.0


def champion_searcher(
    board: Rhombus,
    weights: Weights | None = None,
    options: Options = OPTIONS,
    megabytes: float = _MEGABYTES,
) -> Searcher:
    """Return the champion's search for boards of a size; with its own weights if none are given."""
    weights = read_shipped(FILE, EVALUATION) if weights is None else weights
    evaluator = new_shape_evaluation(board, weights)
    return Searcher(evaluator, options, megabytes, search=selective_search.search)


@dataclass
class CachexChampion(CachexSearchingAgent):
    """Goes by learned values of small shapes and by the shortest connections of both sides."""

    name = "champion"

    weights: str = parameter(
        "", "file with the weights of the evaluation; empty for its own", guests=NOT_FOR_GUESTS
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        self._weights = read_weights(self.weights, EVALUATION) if self.weights else None

    def new_searcher(self, board: Rhombus) -> Searcher:
        return champion_searcher(board, self._weights)

    def worth_stealing(self, game: Cachex) -> bool | None:
        return worth_stealing(game)
