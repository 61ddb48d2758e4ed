"""Gradient descent: weights whose sums come close to what samples are worth.

Two losses. *Margin* is the squared error of the sum as an estimate of the value. *Result* is the
cross-entropy of the sum, read as log-odds of winning, and the points that are to be expected.
Steps are Adam's, on small batches, with the numbers scaled to size 1. Samples of some games are
held out; when their loss has not become smaller for a while, the best weights are taken.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trivium.errors import TriviumError
from trivium.learn.datasets import Dataset, Floats
from trivium.words import how_many

LOSSES = ("margin", "result")

_FIRST_MEMORY = 0.9
_SECOND_MEMORY = 0.999
_TINY = 1e-8
_SURE = 30.0
"""Log-odds beyond this make no difference, but overflow."""


@dataclass(frozen=True)
class Descent:
    """How to descend."""

    loss: str = "margin"
    epochs: int = 200
    """At most so many passes through the samples."""
    patience: int = 10
    """Stop after so many passes in a row without a better loss on what is held out."""
    rate: float = 0.02
    """The length of a step, in units of a number scaled to 1."""
    batch: int = 512
    ridge: float = 0.0
    """What the squares of the weights cost, for each sample."""
    seed: int = 1


State = Mapping[str, NDArray[Any]]
"""Everything that the next pass of a descent depends on."""


@dataclass(frozen=True)
class Epoch:
    """One point of the learning curve."""

    number: int
    training: float
    held_out: float


class Adam:
    """Steps against a slope, each weight's own size evened out."""

    def __init__(self, count: int, rate: float) -> None:
        self._rate = rate
        self._first, self._second = np.zeros(count), np.zeros(count)
        self._steps = 0

    def step(self, slope: Floats) -> Floats:
        """Return by how much to change the weights."""
        self._steps += 1
        self._first += (1 - _FIRST_MEMORY) * (slope - self._first)
        self._second += (1 - _SECOND_MEMORY) * (slope**2 - self._second)
        mean = self._first / (1 - _FIRST_MEMORY**self._steps)
        size = np.sqrt(self._second / (1 - _SECOND_MEMORY**self._steps)) + _TINY
        change: Floats = -self._rate * mean / size
        return change

    def state(self) -> dict[str, Floats]:
        """Return everything that the next step depends on."""
        steps = np.array([self._steps], np.float64)
        return {"first": self._first, "second": self._second, "steps": steps}

    def restore(self, state: Mapping[str, Floats]) -> None:
        """Go back to a state."""
        self._first, self._second = state["first"].copy(), state["second"].copy()
        self._steps = int(state["steps"][0])


def split(data: Dataset, share: float, seed: int) -> tuple[Dataset, Dataset]:
    """Return the samples to learn from, and those of a share of the games that are held out."""
    chance = np.random.default_rng(seed)
    kept_back = chance.random(int(data.games.max()) + 1) < share
    held_out = kept_back[data.games]
    if held_out.all() or not held_out.any():
        raise TriviumError(
            f"Of {how_many(len(kept_back), 'game')} none or all are held out: there are too few."
        )
    return data[~held_out], data[held_out]


def odds(sums: Floats) -> Floats:
    """Return the points to be expected from log-odds of winning."""
    found: Floats = 1 / (1 + np.exp(-np.clip(sums, -_SURE, _SURE)))
    return found


def loss_of(loss: str, sums: Floats, targets: Floats) -> float:
    """Return the mean loss."""
    if loss == "margin":
        return float(np.mean((sums - targets) ** 2))
    sums = np.clip(sums, -_SURE, _SURE)
    return float(np.mean(np.logaddexp(0, sums) - targets * sums))


class Keeper:
    """Keeps the state of a descent after each pass; this one keeps nothing."""

    def load(self) -> State | None:
        """Return the last state, if there is one."""
        return None

    def save(self, state: State) -> None:
        """Keep a state instead of the one before."""


def walk(
    start: Floats,
    samples: int,
    slope: Callable[[Floats, NDArray[np.int64]], Floats],
    loss: Callable[[Floats], float],
    least: float,
    options: Descent,
    keeper: Keeper | None = None,
    listener: Callable[[int, float, Floats], None] = lambda number, loss, weights: None,
) -> Floats:
    """Return the weights with the least loss, if that is below `least`, else the start.

    `slope` tells the gradient at weights for some of the samples, `loss` that on what is held
    out. `listener` hears of each pass with its loss and weights. What the keeper has kept is gone
    on with, so that the result is the same as if nothing had stopped it.
    """
    keeper = keeper or Keeper()
    weights = best = start
    adam, chance = Adam(len(start), options.rate), np.random.default_rng(options.seed)
    done = waited = 0
    if (state := keeper.load()) is not None:
        weights, best = state["weights"], state["best"]
        done, waited, least = (*map(int, state["passes"]), float(state["least"][0]))
        adam.restore(state)
        for _ in range(done):
            chance.permutation(samples)
    while done < options.epochs and waited < options.patience:
        done += 1
        order = chance.permutation(samples)
        for begin in range(0, samples, options.batch):
            weights = weights + adam.step(slope(weights, order[begin : begin + options.batch]))
        now = loss(weights)
        waited = 0 if now < least else waited + 1
        if now < least:
            least, best = now, weights
        listener(done, now, weights)
        keeper.save(
            {"weights": weights, "best": best, **adam.state()}
            | {"passes": np.array([done, waited]), "least": np.array([least])}
        )
    return best


def descend(
    training: Dataset,
    held_out: Dataset,
    targets: tuple[Floats, Floats],
    *,
    start: Floats,
    free: NDArray[np.bool_],
    options: Descent,
    listener: Callable[[Epoch], None] = lambda epoch: None,
    keeper: Keeper | None = None,
) -> Floats:
    """Return the weights with the least loss on what is held out.

    `targets` are values for the loss *margin*, expected points for *result*. Only weights that
    are `free` change.
    """
    scale = _sizes(training, len(start))

    def slope(weights: Floats, rows: NDArray[np.int64]) -> Floats:
        return _slope(training[rows], targets[0][rows], weights, scale, options) * free

    def loss(weights: Floats) -> float:
        return loss_of(options.loss, held_out.sums(weights / scale), targets[1])

    def hear(number: int, now: float, weights: Floats) -> None:
        was = loss_of(options.loss, training.sums(weights / scale), targets[0])
        listener(Epoch(number, was, now))

    first = start * scale
    best = walk(
        first,
        len(training),
        slope=slope,
        loss=loss,
        least=loss(first),
        options=options,
        keeper=keeper,
        listener=hear,
    )
    return best / scale


def _slope(
    batch: Dataset, targets: Floats, weights: Floats, scale: Floats, options: Descent
) -> Floats:
    """Return the gradient of the mean loss of a batch."""
    numbers = batch.numbers / scale[batch.columns]
    sums = (weights[batch.columns] * numbers).sum(axis=1)
    errors = sums - targets if options.loss == "margin" else odds(sums) - targets
    pulls = (errors[:, None] * numbers).ravel()
    slope = np.bincount(batch.columns.ravel(), pulls, len(weights)) / len(batch)
    return slope + options.ridge * weights


def _sizes(data: Dataset, count: int) -> Floats:
    """Return for each column the usual size of its number where it is not 0."""
    columns, numbers = data.columns.ravel(), data.numbers.ravel().astype(np.float64)
    squares = np.bincount(columns, numbers**2, count)
    often = np.bincount(columns, numbers != 0, count)
    sizes = np.sqrt(squares / np.maximum(often, 1))
    return np.where(sizes > 0, sizes, 1.0)


def calibrate(values: Floats, points: Floats) -> float:
    """Return how many log-odds of winning one unit of value is worth, by Newton's method."""
    slope = 0.0
    for _ in range(50):
        expected = odds(slope * values)
        curve = float(np.mean(values**2 * expected * (1 - expected)))
        step = float(np.mean(values * (points - expected))) / max(curve, _TINY)
        slope += float(np.clip(step, -1.0, 1.0))
        if abs(step) < _TINY:
            break
    return max(slope, 0.0)
