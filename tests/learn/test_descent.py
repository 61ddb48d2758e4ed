"""Gradient descent finds planted weights, stops in time, and looks at what it has not seen."""

from __future__ import annotations

import numpy as np
import pytest

from trivium.errors import TriviumError
from trivium.learn.datasets import Dataset, Floats
from trivium.learn.descent import Descent, Epoch, calibrate, descend, loss_of, odds, split

PLANTED = np.array([1.5, -0.7, 0.0, 0.04, 2.0])
SIZES = np.array([1.0, 3.0, 2.0, 40.0, 0.5])
"""The usual sizes of the numbers, as different as those of real features."""


def planted(samples: int, seed: int, noise: float = 0.0) -> Dataset:
    chance = np.random.default_rng(seed)
    numbers = chance.normal(size=(samples, len(PLANTED))) * SIZES
    sums = numbers @ PLANTED + noise * chance.normal(size=samples)
    return Dataset(
        np.tile(np.arange(len(PLANTED), dtype=np.int32), (samples, 1)),
        numbers.astype(np.float32),
        sums,
        np.zeros(samples, np.int8),
        (chance.random(samples) < odds(sums)).astype(float),
        np.zeros(samples, np.int32),
        (np.arange(samples) // 10).astype(np.int32),
        np.zeros(samples, np.int8),
    )


def fit(data: Dataset, loss: str, epochs: int = 60) -> tuple[Floats, list[Epoch]]:
    training, held_out = split(data, 0.2, 1)
    targets = [part.values if loss == "margin" else part.results for part in (training, held_out)]
    curve: list[Epoch] = []
    everything = np.ones(len(PLANTED), bool)
    found = descend(
        training,
        held_out,
        (targets[0], targets[1]),
        start=np.zeros(len(PLANTED)),
        free=everything,
        options=Descent(loss, epochs=epochs),
        listener=curve.append,
    )
    return found, curve


def test_planted_weights_are_recovered_from_values() -> None:
    found, curve = fit(planted(4000, 1, noise=0.5), "margin")
    assert np.abs((found - PLANTED) * SIZES).max() < 0.1
    assert curve[-1].held_out < 0.4 < curve[0].held_out


def test_planted_weights_are_recovered_from_results() -> None:
    found, _ = fit(planted(40_000, 2), "result")
    assert np.abs((found - PLANTED) * SIZES).max() < 0.15


def test_it_comes_as_close_as_least_squares() -> None:
    data = planted(3000, 3, noise=2.0)
    training, held_out = split(data, 0.2, 1)
    exact = np.linalg.lstsq(training.numbers, training.values)[0].astype(np.float64)
    found, _ = fit(data, "margin")
    best = loss_of("margin", held_out.sums(exact), held_out.values)
    assert loss_of("margin", held_out.sums(found), held_out.values) < 1.02 * best


def test_it_stops_early_and_keeps_the_weights_that_were_best() -> None:
    data = planted(300, 4, noise=3.0)
    found, curve = fit(data, "margin", epochs=1000)
    assert len(curve) < 1000
    _, held_out = split(data, 0.2, 1)
    least = min(epoch.held_out for epoch in curve)
    assert loss_of("margin", held_out.sums(found), held_out.values) == pytest.approx(least)


def test_weights_that_are_not_free_stay() -> None:
    data = planted(1000, 5)
    start = np.array([7.0, 0, 0, 0, 0])
    free = np.array([False, True, True, True, True])
    parts = split(data, 0.2, 1)
    targets = parts[0].values, parts[1].values
    found = descend(*parts, targets, start=start, free=free, options=Descent(epochs=5))
    assert found[0] == 7.0
    assert found[1] != 0


def test_games_are_held_out_whole() -> None:
    training, held_out = split(planted(1000, 6), 0.3, 7)
    assert not set(training.games.tolist()) & set(held_out.games.tolist())
    assert len(training) + len(held_out) == 1000
    assert 200 < len(held_out) < 400


def test_too_few_games_to_hold_some_out_are_refused() -> None:
    with pytest.raises(TriviumError, match="too few"):
        split(planted(5, 8), 0.2, 1)


def test_the_odds_of_a_value_are_found() -> None:
    chance = np.random.default_rng(9)
    values = chance.normal(size=50_000) * 500
    points = (chance.random(50_000) < odds(0.004 * values)).astype(float)
    assert calibrate(values, points) == pytest.approx(0.004, rel=0.05)
