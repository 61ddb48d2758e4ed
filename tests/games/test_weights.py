"""Learning sees the numbers that search weighs: their weighted sum is the evaluation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from trivium.arena.openings import random_opening
from trivium.games.cachex import evaluation as five_factors
from trivium.games.cachex import shape_evaluation
from trivium.games.catalogue import find_game
from trivium.games.hexifence import evaluation as fences
from trivium.games.watch_your_back import evaluation as pieces
from trivium.games.weights import FOR_ALL, Evaluation, Weights, describe, most_described
from trivium.kernel.verbs import POINT, SURE, evaluate

NewEvaluator = Callable[[Any, Weights], Any]


def new_shape_evaluation(position: Any, weights: Weights) -> shape_evaluation.ShapeEvaluation:
    no_order: Weights = {"hints": dict.fromkeys(shape_evaluation.HINTS, 0.0), "moves": {}}
    return shape_evaluation.new_shape_evaluation(position.board, weights | no_order)


CASES: dict[str, tuple[str, Evaluation, NewEvaluator, int]] = {
    "fences": (
        "hexifence",
        fences.EVALUATION,
        lambda position, weights: fences.new_fence_weights(position.board, weights),
        POINT,
    ),
    "pieces": (
        "watch-your-back",
        pieces.EVALUATION,
        lambda position, weights: pieces.weighed(weights),
        POINT,
    ),
    "five factors": (
        "cachex",
        five_factors.EVALUATION,
        lambda position, weights: five_factors.new_five_factors(position.board, weights[FOR_ALL]),
        1,
    ),
    "evaluator": ("cachex", shape_evaluation.EVALUATION, new_shape_evaluation, 1),
}


@pytest.mark.parametrize("case", CASES)
def test_the_evaluation_is_the_weighted_sum_of_what_is_described(case: str) -> None:
    game, evaluation, new_evaluator, unit = CASES[case]
    chance = np.random.default_rng(3)
    compared = 0
    for seed in range(60):
        position = random_opening(find_game(game).start(), seed, 5, seed)
        if position.is_over:
            continue
        vector = chance.integers(-3, 4, len(evaluation.columns)).astype(float)
        evaluator = new_evaluator(position, evaluation.named(vector))
        value = (
            evaluate(evaluator, position.kernel)
            if case != "evaluator"
            else shape_evaluation.judge(evaluator, position.kernel)
        )
        if abs(value) == SURE:
            continue
        columns = np.zeros(most_described(evaluator), np.int64)
        numbers = np.zeros_like(columns)
        count = describe(evaluator, position.kernel, columns, numbers)
        assert count <= len(columns)
        assert value == unit * int(vector[columns[:count]] @ numbers[:count])
        compared += 1
    assert compared > 20


def test_columns_and_vectors_have_one_order() -> None:
    evaluation = pieces.EVALUATION
    weights = evaluation.named(np.arange(len(evaluation.columns), dtype=float))
    assert weights["moving"]["pieces"] == len(pieces.FEATURES)
    assert evaluation.vector(weights).tolist() == list(range(len(evaluation.columns)))


def test_nothing_weighs_nothing_but_what_is_given() -> None:
    nothing = fences.EVALUATION.nothing()
    assert {name for row in nothing.values() for name, weight in row.items() if weight} == {
        "margin"
    }
    assert not pieces.EVALUATION.vector(pieces.EVALUATION.nothing()).any()
