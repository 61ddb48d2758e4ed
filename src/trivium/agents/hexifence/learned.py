"""The learned agent: alpha-beta on features whose weights were fitted to exact values.

The table knows symmetric positions as one, and it stores values less the cells already captured,
so that neither their owners nor those of the edges matter to it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from trivium.agents.agent import NOT_FOR_GUESTS, Agent, Choice, parameter
from trivium.agents.weight_files import read_shipped, read_weights
from trivium.errors import TriviumError
from trivium.games.hexifence.evaluation import EVALUATION, new_fence_weights
from trivium.games.hexifence.geometry import EdgeBoard
from trivium.games.hexifence.position import FencesPosition
from trivium.games.hexifence.sweeping import NO_EDGE, edges_around, free_edge_of, run_length
from trivium.games.position import Position
from trivium.games.weights import Weights
from trivium.search.engine import Options, Searcher
from trivium.search.limits import UNLIMITED, Limit
from trivium.words import how_many

FILE = "hexifence-learned"
"""The weights that come along."""
OPTIONS = Options(fold=3)
"""Symmetry is looked for at least three moves above the horizon."""


def scaled_to_cells(weights: Weights) -> Weights:
    """Return the weights with a captured cell worth 1 in every phase.

    What the table stores is free of the score only then.
    """
    for phase, row in weights.items():
        if row["margin"] <= 0:
            problem = f"margin in [{phase}] must be positive, not {row['margin']:g}."
            raise TriviumError(f"The weights cannot be used: {problem}")
    return {
        phase: {name: weight / row["margin"] for name, weight in row.items()}
        for phase, row in weights.items()
    }


@dataclass
class LearnedAgent(Agent):
    """Takes the longest chain it can; otherwise searches with learned weights."""

    name = "learned"

    weights: str = parameter(
        "", "file with the weights of the evaluation; empty for its own", guests=NOT_FOR_GUESTS
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        self._weights = scaled_to_cells(
            read_weights(self.weights, EVALUATION)
            if self.weights
            else read_shipped(FILE, EVALUATION)
        )
        self._board: EdgeBoard | None = None
        self._searcher: Searcher | None = None

    def choose(self, position: Position, limit: Limit = UNLIMITED) -> Choice:
        assert isinstance(position, FencesPosition)
        if (capture := _longest_chain_start(position)) is not None:
            return Choice(position.move(capture), "takes the longest chain")
        searcher = self.searcher_for(position)
        report = searcher.search(position.kernel, position.colours, limit)
        reason = f"searched {how_many(report.depth, 'move')} deep"
        return Choice(position.move(report.line[0]), reason, report)

    def searcher_for(self, position: Position) -> Searcher:
        assert isinstance(position, FencesPosition)
        board = position.board
        if self._searcher is None or self._board is not board:
            self._board = board
            evaluator = new_fence_weights(board, self._weights)
            self._searcher = Searcher(evaluator, OPTIONS)
        return self._searcher


def _longest_chain_start(position: FencesPosition) -> int | None:
    """Return the capture that starts the longest run, or None if nothing can be captured."""
    kernel, around = position.kernel, edges_around(position.board)
    open_cells = np.flatnonzero(kernel.open_edges[:-1] == 1).tolist()
    if not open_cells:
        return None
    start = max(open_cells, key=lambda cell: int(run_length(kernel, around, cell)))
    return int(free_edge_of(kernel.free, around, start, NO_EDGE))
