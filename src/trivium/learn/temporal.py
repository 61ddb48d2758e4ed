"""TD-Leaf(λ): a position should look like the ones that follow it.

After a game, the expectation at each turn, read off the leaf that the search's value comes from,
is pulled towards its *λ-return*: a mean of the later expectations, the further ones counting λ
times less each, and of the result at the end. With λ = 1 only the result counts, with λ = 0 only
the next turn. All of it is from the point of view of the player who began.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from trivium.learn.datasets import Floats
from trivium.learn.descent import Adam, odds


@dataclass(frozen=True)
class Episode:
    """A game, one row a turn."""

    columns: NDArray[np.int64]
    """The columns that count in the leaf of each turn."""
    numbers: Floats
    """Their numbers, from the point of view of the player who began; 0 where all is decided."""
    decided: Floats
    """The points to be expected where the search has proved them, NaN elsewhere."""
    result: float
    """The points of the player who began: 1, 0.5 or 0."""

    def expected(self, vector: Floats) -> Floats:
        """Return the points to be expected at each turn."""
        sums = (vector[self.columns] * self.numbers).sum(axis=1)
        return np.where(np.isnan(self.decided), odds(sums), self.decided)


def returns(expected: Floats, result: float, trace: float) -> Floats:
    """Return the λ-return of every turn, where `trace` is λ."""
    found = np.empty(len(expected))
    ahead = result
    for turn in range(len(expected) - 1, -1, -1):
        found[turn] = ahead
        ahead = (1 - trace) * expected[turn] + trace * ahead
    return found


class TemporalDifferences:
    """Weights that learn from games, a batch at a time."""

    def __init__(self, start: Floats, trace: float, rate: float) -> None:
        self.weights = start.copy()
        self._trace = trace
        self._adam = Adam(len(start), rate)
        self._squares = np.zeros(len(start))
        self._often = np.zeros(len(start))

    def learn(
        self, episodes: Sequence[Episode], free: NDArray[np.bool_], pace: float = 1.0
    ) -> float:
        """Take one step, `pace` times the usual length; return the mean error of expectation."""
        slope = np.zeros(len(self.weights))
        turns, error = 0, 0.0
        for episode in episodes:
            expected = episode.expected(self.weights)
            wrong = returns(expected, episode.result, self._trace) - expected
            pulls = (wrong[:, None] * episode.numbers).ravel()
            slope -= np.bincount(episode.columns.ravel(), pulls, len(slope))
            self._note_sizes(episode)
            turns += len(expected)
            error += float(np.abs(wrong).sum())
        sizes = np.sqrt(self._squares / np.maximum(self._often, 1))
        scale = np.where(sizes > 0, sizes, 1.0)
        step = pace * self._adam.step(free * slope / scale / max(turns, 1)) / scale
        self.weights = self.weights + step * free
        return error / max(turns, 1)

    def _note_sizes(self, episode: Episode) -> None:
        columns, numbers = episode.columns.ravel(), episode.numbers.ravel()
        self._squares += np.bincount(columns, numbers**2, len(self._squares))
        self._often += np.bincount(columns, numbers != 0, len(self._often))

    def state(self) -> dict[str, NDArray[np.float64]]:
        """Return everything that the next step depends on."""
        return {
            "weights": self.weights,
            "squares": self._squares,
            "often": self._often,
            **self._adam.state(),
        }

    def restore(self, state: dict[str, NDArray[np.float64]]) -> None:
        """Go back to a state."""
        self.weights = state["weights"]
        self._squares, self._often = state["squares"], state["often"]
        self._adam.restore(state)
