"""The evaluators that search is measured with: the plainest, and those of the games' agents."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from trivium.agents.cachex import five_factors
from trivium.agents.experts import expert_of
from trivium.agents.watch_your_back import searching as watch_your_back
from trivium.agents.weight_files import read_shipped
from trivium.games.cachex.evaluation import EVALUATION as FIVE_FACTORS
from trivium.games.cachex.evaluation import new_five_factors
from trivium.games.hexifence.evaluation import fence_weights
from trivium.games.watch_your_back.evaluation import EVALUATION as PIECES
from trivium.games.watch_your_back.evaluation import weighed
from trivium.games.weights import FOR_ALL
from trivium.search.engine import Options, Searcher
from trivium.search.evaluators import PointsOnly

FENCES = {"margin": 1.0, "tempo": 0.3, "at_stake": 0.3}
"""The worth of the features of Hexifence and Dots-and-Boxes in cells."""

NewEvaluator = Callable[[Any], Any]
"""Makes an evaluator for the positions of a board."""

POINTS = "points only"
CACHEX_QUIESCENCE = 1
"""A capture in Cachex threatens others: more of them in a row would never end."""

_FENCE_EVALUATORS: dict[str, NewEvaluator] = {
    POINTS: lambda board: PointsOnly(),
    "fence weights": lambda board: fence_weights(board, **FENCES),
}

EVALUATORS: dict[str, dict[str, NewEvaluator]] = {
    "hexifence": _FENCE_EVALUATORS,
    "dots-and-boxes": _FENCE_EVALUATORS,
    "cachex": {
        POINTS: lambda board: PointsOnly(),
        "five factors": lambda board: new_five_factors(
            board, read_shipped(five_factors.FILE, FIVE_FACTORS)[FOR_ALL]
        ),
    },
    "watch-your-back": {
        POINTS: lambda board: PointsOnly(),
        "weighed": lambda board: weighed(read_shipped(watch_your_back.FILE, PIECES)),
    },
}
"""For each game its evaluators by name, the plainest first."""


def new_evaluator(name: str, position: Any) -> Any:
    """Return the evaluator of this name for positions like this one."""
    return EVALUATORS[position.game][name](getattr(position, "board", None))


def usual(options: Options, game: str, evaluator: str) -> Options:
    """Return options with no more tactical moves in a row than the game's agents search."""
    if game == "cachex" and evaluator != POINTS:
        return replace(options, quiescence=min(options.quiescence, CACHEX_QUIESCENCE))
    return options


def champion_searcher(position: Any) -> Searcher:
    """Return the champion's own searcher, whose evaluator may go with no other search."""
    return expert_of(position.game).new_searcher(position, 32)
