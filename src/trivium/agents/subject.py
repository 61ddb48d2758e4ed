"""What can be learned of a game: an evaluation, and how games are played with weights for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trivium.agents.weight_files import read_weights, shipped
from trivium.games.weights import Evaluation, Weights
from trivium.kernel.verbs import DECIDED, UNKNOWN, known, score
from trivium.search import negamax
from trivium.search.engine import Options, Searcher


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
    """Those that the agent searches with."""
    search: Callable[..., int] = negamax.search
    exact: bool = False
    """Whether samples are worth what they are with best play, not what a search thinks."""
    warm_sizes: tuple[str, ...] = ()
    """Sizes of boards to compile with; none for the game's default."""
    new_judge: Callable[[], Any] | None = None
    """Makes an evaluator that knows how some positions end, so that they need not be played."""
    anchor: tuple[str, str, float] | None = None
    """A table, a name and what it weighs: others are scaled so, because only ratios matter."""
    learns_moves: bool = False
    """Whether it also learns which moves to try first (`trivium.learn.choices`)."""

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
