"""The learned agent: alpha-beta on two features whose weights were fitted to exact values.

The features are the score margin and the longest run of cells that can be captured. The table
knows symmetric positions as one, and it stores values less the cells already captured, so that
neither their owners nor those of the edges matter to it.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from trivium.agents.agent import Agent, Choice, parameter
from trivium.errors import TriviumError
from trivium.games.hexifence.evaluation import fence_weights
from trivium.games.hexifence.geometry import Board
from trivium.games.hexifence.position import FencesPosition
from trivium.games.hexifence.sweeping import NO_EDGE, edges_around, free_edge_of, run_length
from trivium.games.position import Position
from trivium.search.engine import Options, Searcher
from trivium.search.limits import UNLIMITED, Limit

OWN_WEIGHTS = Path(__file__).parent / "weights" / "hexifence-learned.toml"
WEIGHTS = ("margin", "longest_run")
_FOLD_FROM = 3
"""Symmetry is looked for at least so many moves above the horizon."""


def read_weights(path: Path) -> dict[str, float]:
    """Return the weights that a TOML file tells in its table [weights], in cells."""
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise TriviumError(f"The weights in {path} cannot be read: {error}.") from None
    except tomllib.TOMLDecodeError as error:
        raise TriviumError(f"{path} is not a TOML file: {error}.") from None
    table = content.get("weights")
    if not isinstance(table, dict) or set(table) != set(WEIGHTS):
        raise TriviumError(f"{path} must have a table [weights] with {' and '.join(WEIGHTS)}.")
    for name, value in table.items():
        if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= 100:
            raise TriviumError(f"{path}: {name} must be a number from -100 to 100, not {value!r}.")
    if table["margin"] <= 0:
        raise TriviumError(f"{path}: margin must be positive, not {table['margin']!r}.")
    return {name: float(value) for name, value in table.items()}


@dataclass
class LearnedAgent(Agent):
    """Takes the longest chain it can; otherwise searches with learned weights."""

    name = "learned"
    games = ("hexifence", "dots-and-boxes")

    weights: str = parameter("", "a TOML file with other weights than its own")

    def __post_init__(self) -> None:
        super().__post_init__()
        self._worth = read_weights(Path(self.weights) if self.weights else OWN_WEIGHTS)
        self._board: Board | None = None
        self._searcher: Searcher | None = None

    def choose(self, position: Position, limit: Limit = UNLIMITED) -> Choice:
        assert isinstance(position, FencesPosition)
        if (capture := _longest_chain_start(position)) is not None:
            return Choice(position.move(capture), "takes the longest chain")
        searcher = self._searcher_of(position.board)
        report = searcher.search(position.kernel, position.colours, limit)
        reason = f"searched {report.depth} moves deep"
        return Choice(position.move(report.line[0]), reason, report)

    def _searcher_of(self, board: Board) -> Searcher:
        if self._searcher is None or self._board is not board:
            self._board = board
            # What the table stores is free of the score only if a captured cell is worth 1.
            scaled = {name: value / self._worth["margin"] for name, value in self._worth.items()}
            evaluator = fence_weights(board, **scaled)
            self._searcher = Searcher(evaluator, Options(fold=_FOLD_FROM))
        return self._searcher


def _longest_chain_start(position: FencesPosition) -> int | None:
    """Return the capture that starts the longest run, or None if nothing can be captured."""
    kernel, around = position.kernel, edges_around(position.board)
    open_cells = np.flatnonzero(kernel.open_edges[:-1] == 1).tolist()
    if not open_cells:
        return None
    start = max(open_cells, key=lambda cell: int(run_length(kernel, around, cell)))
    return int(free_edge_of(kernel.free, around, start, NO_EDGE))
