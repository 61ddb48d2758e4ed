"""Temporal differences: λ-returns by hand, and planted weights found from games alone."""

from __future__ import annotations

import numpy as np
import pytest

from trivium.learn.temporal import Episode, TemporalDifferences, returns

STATES = 5
TRUE = np.arange(1, STATES + 1) / (STATES + 1)
"""The chances to leave a random walk of five states on its right side, from each of them."""


def test_returns_lie_between_the_next_expectation_and_the_result() -> None:
    expected = np.array([0.5, 0.6, 0.2])
    assert returns(expected, 1.0, 1.0).tolist() == [1.0, 1.0, 1.0]
    assert returns(expected, 1.0, 0.0).tolist() == [0.6, 0.2, 1.0]
    half = returns(expected, 1.0, 0.5)
    assert half.tolist() == pytest.approx([0.5 * 0.6 + 0.5 * 0.6, 0.5 * 0.2 + 0.5, 1.0])


def walk(chance: np.random.Generator) -> Episode:
    """A random walk from the middle; a state is a column of its own."""
    state, seen = STATES // 2, []
    while 0 <= state < STATES:
        seen.append(state)
        state += int(chance.choice((-1, 1)))
    turns = len(seen)
    return Episode(
        np.array(seen, np.int64)[:, None],
        np.ones((turns, 1)),
        np.full(turns, np.nan),
        float(state == STATES),
    )


@pytest.mark.parametrize("trace", [0.0, 0.7, 1.0])
def test_the_chances_of_a_random_walk_are_found(trace: float) -> None:
    chance = np.random.default_rng(1)
    learner = TemporalDifferences(np.zeros(STATES), trace, rate=0.05)
    free = np.ones(STATES, bool)
    for batch in range(600):
        learner.learn([walk(chance) for _ in range(20)], free, pace=1 - batch / 600)
    found = 1 / (1 + np.exp(-learner.weights))
    assert np.abs(found - TRUE).max() < 0.05


@pytest.mark.parametrize("trace", [0.0, 0.7, 1.0])
def test_a_planted_linear_evaluation_is_recovered(trace: float) -> None:
    # Who wins is drawn first, and every turn adds a hint at it to the counters: the log-odds of
    # winning are then, at every turn, exactly the planted sum of the counters so far.
    planted = np.array([1.2, -0.5, 0.3])
    chance = np.random.default_rng(2)

    def game() -> Episode:
        wins = chance.random() < 0.5
        hints = chance.normal(size=(4, 3)) + (1 if wins else -1) * planted / 2
        columns = np.tile(np.arange(3), (4, 1))
        return Episode(columns, hints.cumsum(axis=0), np.full(4, np.nan), float(wins))

    learner = TemporalDifferences(np.zeros(3), trace, rate=0.2)
    for batch in range(400):
        learner.learn([game() for _ in range(20)], np.ones(3, bool), pace=1 - batch / 400)
    assert np.abs(learner.weights - planted).max() < 0.1


def test_what_is_proven_is_not_learned_but_learned_from() -> None:
    columns = np.array([[0], [0]])
    numbers = np.array([[1.0], [0.0]])
    episode = Episode(columns, numbers, np.array([np.nan, 1.0]), 0.0)
    assert episode.expected(np.zeros(1)).tolist() == [0.5, 1.0]
    learner = TemporalDifferences(np.zeros(1), 0.0, rate=0.1)
    learner.learn([episode], np.ones(1, bool))
    assert learner.weights[0] > 0


def test_a_learner_goes_on_from_a_saved_state_as_if_nothing_had_happened() -> None:
    chance = np.random.default_rng(3)
    batches = [[walk(chance) for _ in range(5)] for _ in range(8)]
    free = np.ones(STATES, bool)
    straight = TemporalDifferences(np.zeros(STATES), 0.5, 0.05)
    for batch in batches:
        straight.learn(batch, free)
    first = TemporalDifferences(np.zeros(STATES), 0.5, 0.05)
    for batch in batches[:3]:
        first.learn(batch, free)
    second = TemporalDifferences(np.zeros(STATES), 0.5, 0.05)
    second.restore({name: array.copy() for name, array in first.state().items()})
    for batch in batches[3:]:
        second.learn(batch, free)
    assert second.weights.tolist() == straight.weights.tolist()
