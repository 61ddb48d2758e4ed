"""The strongest Cachex player here: alpha-beta over connections, bridges and captures."""

from __future__ import annotations

from dataclasses import dataclass

from trivium.agents.cachex_searching import CachexSearchingAgent
from trivium.agents.cachex_weights import read_weights
from trivium.games.cachex.evaluation import new_connections
from trivium.games.cachex.geometry import Rhombus
from trivium.search.engine import Options, Searcher

_OPTIONS = Options(quiescence=1, reduce=4)
_MEGABYTES = 32


@dataclass
class CachexChampion(CachexSearchingAgent):
    """Goes by the shortest connections of both sides, with and without bridges, and captures."""

    name = "champion"

    def new_searcher(self, board: Rhombus) -> Searcher:
        return Searcher(new_connections(board, read_weights("champion")), _OPTIONS, _MEGABYTES)
