"""What can be learned: each evaluation with the agent that plays by it."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trivium.agents.cachex import selective_search
from trivium.agents.weight_files import read_weights, shipped
from trivium.errors import TriviumError
from trivium.games.cachex import evaluation as five_factors
from trivium.games.cachex import shape_evaluation
from trivium.games.hexifence import evaluation as fences
from trivium.games.watch_your_back import evaluation as pieces
from trivium.games.weights import FOR_ALL, Evaluation, Weights
from trivium.kernel.verbs import DECIDED, POINT, UNKNOWN, known, score
from trivium.search import negamax
from trivium.search.engine import Options, Searcher
from trivium.solve.tables.watch_your_back_endings import read_endings


@dataclass(frozen=True)
class Subject:
    """An evaluation, and how games are played with weights for it."""

    evaluation: Evaluation
    agent: str
    """The agent that matches between weights are played with."""
    file: str
    """The weights that come along."""
    new_evaluator: Callable[[Any, Weights], Any]
    """Makes the evaluator for positions like the given one, of any board size it may have."""
    unit: float
    """Search units for a weight of 1."""
    options: Options
    search: Callable[..., int] = negamax.search
    new_judge: Callable[[], Any] | None = None
    """Makes an evaluator that knows how some positions end, so that they need not be played."""
    anchor: tuple[str, str, float] | None = None
    """A table, a name and what it weighs: others are scaled so, because only ratios matter."""

    @property
    def name(self) -> str:
        """What it is called on the command line."""
        return self.evaluation.name

    @property
    def game(self) -> str:
        """The game."""
        return self.evaluation.game

    def read(self, path: str | Path = "") -> Weights:
        """Return the weights in a file; those that come along if there is none."""
        return read_weights(path or shipped(self.file), self.evaluation)

    def searcher(self, position: Any, weights: Weights, megabytes: float = 4) -> Searcher:
        """Return a searcher that plays as the agent does."""
        evaluator = self.new_evaluator(position, weights)
        return Searcher(evaluator, self.options, megabytes, search=self.search)

    def result(self, position: Any) -> int | None:
        """Return the score for the player who began, or None if the game is not decided yet."""
        sign = 1 if position.mover == 0 else -1
        if position.is_over:
            return sign * int(score(position.kernel))
        if self.new_judge is None:
            return None
        value = int(known(self.new_judge(), position.kernel))
        if value == UNKNOWN:
            return None
        return sign * ((value >= DECIDED) - (value <= -DECIDED))

    def anchored(self, vector: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the weights scaled to the usual size, if the one that sets it is positive."""
        if self.anchor is None:
            return vector
        table, name, usual = self.anchor
        weight = vector[self.evaluation.columns.index((table, name))]
        return vector * (usual / weight) if weight > 0 else vector


def _completed(weights: Weights) -> Weights:
    """Return weights with shapes that weigh nothing and no order of moves, where there are none."""
    return {
        "shapes": {},
        "hints": dict.fromkeys(shape_evaluation.HINTS, 0.0),
        "moves": {},
    } | weights


SUBJECTS: dict[str, Subject] = {
    subject.name: subject
    for subject in (
        Subject(
            fences.EVALUATION,
            agent="learned",
            file="hexifence-learned",
            new_evaluator=lambda position, weights: fences.new_fence_weights(
                position.board, weights
            ),
            unit=POINT,
            options=Options(fold=3),
        ),
        Subject(
            five_factors.EVALUATION,
            agent="five-factors",
            file="cachex-five-factors",
            new_evaluator=lambda position, weights: five_factors.new_five_factors(
                position.board, weights[FOR_ALL]
            ),
            unit=1.0,
            options=Options(quiescence=1),
            anchor=(FOR_ALL, "shortest_win", 1000.0),
        ),
        Subject(
            shape_evaluation.EVALUATION,
            agent="champion",
            file="cachex-champion",
            new_evaluator=lambda position, weights: shape_evaluation.new_shape_evaluation(
                position.board, _completed(weights)
            ),
            unit=1.0,
            options=Options(reduce=3),
            search=selective_search.search,
        ),
        Subject(
            pieces.EVALUATION,
            agent="champion",
            file="watch-your-back",
            new_evaluator=lambda position, weights: pieces.weighed(weights),
            unit=POINT,
            options=Options(reduce=6),
            new_judge=lambda: pieces.weighed({}, read_endings()),
            anchor=("moving", "pieces", 1.0),
        ),
    )
}
"""All of them by name."""


def find_subject(name: str) -> Subject:
    """Return the evaluation called `name`."""
    if name in SUBJECTS:
        return SUBJECTS[name]
    close = difflib.get_close_matches(name, SUBJECTS, n=1)
    hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(SUBJECTS)}."
    raise TriviumError(f"There is no evaluation '{name}'; {hint}")
