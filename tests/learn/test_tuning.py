"""Tuning by matches finds planted weights from nothing but who wins, and can be stopped."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np

from trivium.learn.datasets import Floats
from trivium.learn.runs import Run
from trivium.learn.tuning import KIND, Duel, TunePlan, climb

PLANTED = np.array([1.0, -0.4, 0.3, 2.0])
START = np.array([0.5, 0.2, 0.1, 1.0])
FREE = np.ones(len(START), bool)
PLAN = TunePlan("watch-your-back", rounds=400, games=40, spread=0.6, rate=0.6, floor=0.4)


def duel_of_strength(games: int) -> Duel:
    """Games whose likelier winner is the one nearer to the planted weights."""

    def strength(weights: Floats) -> float:
        return -4 * float(((weights - PLANTED) ** 2).sum())

    def duel(plus: Floats, minus: Floats, number: int) -> float:
        odds = 1 / (1 + np.exp(strength(minus) - strength(plus)))
        return float(np.random.default_rng((5, number)).binomial(games, odds)) / games

    return duel


def answer(folder: Path, plan: TunePlan, most: int | None = None) -> Floats:
    """The best guess after all rounds, or when it is stopped after so many."""
    climbing = climb(Run(folder, KIND, plan), plan, START, FREE, duel_of_strength(plan.games))
    return list(itertools.islice(climbing, most))[-1][1]


def test_planted_weights_are_recovered_from_the_results_of_games(tmp_path: Path) -> None:
    found = answer(tmp_path, PLAN)
    assert np.abs(found - PLANTED).max() < 0.1


def test_a_run_that_was_stopped_ends_like_one_that_was_not(tmp_path: Path) -> None:
    plan = TunePlan("watch-your-back", rounds=30, games=4)
    straight = answer(tmp_path / "straight", plan)
    for stop in (7, 8, 20):
        answer(tmp_path / "stopped", plan, most=stop)
    assert answer(tmp_path / "stopped", plan).tolist() == straight.tolist()


def test_what_is_not_free_is_not_tuned(tmp_path: Path) -> None:
    free = np.array([True, False, True, True])
    run = Run(tmp_path, KIND, PLAN)
    for _, (_, guess) in zip(
        range(5), climb(run, PLAN, START, free, duel_of_strength(10)), strict=False
    ):
        assert guess[1] == START[1]
        assert (guess != START)[free].all()
