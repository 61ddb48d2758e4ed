"""What the Cachex champion goes by: fair to both sides, and sure only of what is certain."""

from __future__ import annotations

import random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.games.cachex.test_evaluation import (
    SEEDS,
    SIZES,
    all_cells,
    around,
    cells_of,
    random_position,
    turned,
    words,
)
from tests.games.cachex.test_shapes import shape_at
from trivium import Cachex
from trivium.agents.weight_files import read_shipped
from trivium.games.cachex import features, sets, shape_evaluation
from trivium.games.cachex.rules import captured_by
from trivium.games.cachex.shape_evaluation import EVALUATION
from trivium.kernel.compiling import compiled
from trivium.kernel.verbs import SURE

SMALL = st.integers(3, 6)
Words = NDArray[np.uint64]


@compiled
def find_answers(cell_sets: features.CellSets, player: int, found: Words) -> None:
    sets.save(shape_evaluation.answers(cell_sets, player), found)


def new_shape_evaluation(position: Cachex) -> shape_evaluation.ShapeEvaluation:
    return shape_evaluation.new_shape_evaluation(
        position.board, read_shipped("cachex-champion", EVALUATION)
    )


def judged(position: Cachex) -> int:
    return int(shape_evaluation.judge(new_shape_evaluation(position), position.kernel))


def winning_moves(position: Cachex) -> set[str]:
    """The moves that win at once, by the rules."""
    winning = set()
    for move in position.legal_moves:
        position.push(move)
        outcome = position.outcome()
        if outcome is not None and outcome.winner is not None:
            winning.add(str(move))
        position.pop()
    return winning


def saving_moves(position: Cachex) -> set[str]:
    """The moves after which the opponent cannot win at once, by the rules."""
    saving = set()
    for move in position.legal_moves:
        position.push(move)
        if not winning_moves(position):
            saving.add(str(move))
        position.pop()
    return saving


@given(SIZES, SEEDS, st.sampled_from(["half turn", "long diagonal", "short diagonal"]))
def test_the_value_for_the_mover_is_the_same_in_every_image(
    size: int, seed: int, name: str
) -> None:
    position = random_position(size, seed)
    assert judged(turned(position, "identity")) == judged(turned(position, name))


@given(SIZES, SEEDS)
def test_judging_leaves_the_position_alone(size: int, seed: int) -> None:
    position = random_position(size, seed)
    before = [part.copy() for part in position.kernel]
    judged(position)
    for part, old in zip(position.kernel, before, strict=True):
        assert (part == old).all()


@given(SIZES, SEEDS)
def test_the_value_does_not_depend_on_what_was_judged_before(size: int, seed: int) -> None:
    position = random_position(size, seed)
    used = new_shape_evaluation(position)
    for other in range(3):
        shape_evaluation.judge(used, random_position(size, seed + other + 1).kernel)
    assert shape_evaluation.judge(used, position.kernel) == judged(position)


@given(SMALL, SEEDS)
def test_sure_is_only_what_the_rules_confirm(size: int, seed: int) -> None:
    position = random_position(size, seed, share=0.9)
    value = judged(position)
    assert (value == SURE) == bool(winning_moves(position))
    if value == -SURE:
        assert not saving_moves(position)


@given(SMALL, SEEDS)
def test_answers_are_all_moves_that_win_or_may_save(size: int, seed: int) -> None:
    position = random_position(size, seed, share=0.9)
    cell_sets = features.new_cell_sets(position.board)
    features.read_stones(cell_sets, position.kernel)
    winning = winning_moves(position)
    saving = saving_moves(position)
    if not winning and len(saving) == len(position.legal_moves):
        return  # nobody is about to win
    found = words()
    find_answers(cell_sets, position.mover, found)
    answers = {str(position.move(r * size + q)) for r, q in cells_of(found)}
    assert answers == winning if winning else saving - {"steal"} <= answers


@given(SIZES, SEEDS)
def test_hints_mark_captures_and_the_cells_beside_the_last_moves(size: int, seed: int) -> None:
    position = random_position(size, seed)
    evaluator = new_shape_evaluation(position)
    features.read_stones(evaluator.cell_sets, position.kernel)
    shape_evaluation.find_hints(evaluator, position.kernel)
    hinted = dict(zip(shape_evaluation.HINTS, map(cells_of, evaluator.hinted), strict=True))
    free = [cell for cell in all_cells(size) if cell not in position.stones]
    for player, name in ((position.mover, "captures"), (1 - position.mover, "prevents_capture")):
        assert hinted[name] == {
            (r, q) for r, q in free if captured_by(position.kernel, r * size + q, player)
        }
    for back, name in ((1, "beside_last"), (2, "beside_own_last")):
        match position.moves[-back].action:
            case ("PLACE", int(r), int(q)):
                assert hinted[name] == set(around((r, q), size)) & set(free)
            case _:
                assert hinted[name] == set()


@given(SIZES, SEEDS)
def test_the_appeal_of_a_cell_is_that_of_its_shape_and_its_hints(size: int, seed: int) -> None:
    position = random_position(size, seed)
    evaluator = new_shape_evaluation(position)
    features.read_stones(evaluator.cell_sets, position.kernel)
    appeal = np.zeros(size * size, np.int64)
    shape_evaluation.find_appeal(evaluator, position.kernel, appeal)
    hinted = [cells_of(found) for found in evaluator.hinted]
    for r, q in all_cells(size):
        if (r, q) not in position.stones:
            expected = int(evaluator.appeal[shape_at(position, r, q), position.mover])
            for name, cells in zip(shape_evaluation.HINTS, hinted, strict=True):
                expected += round(read_shipped("cachex-champion", EVALUATION)["hints"][name]) * (
                    (r, q) in cells
                )
            assert appeal[r * size + q] == expected


def test_random_games_are_judged_between_the_sure_values() -> None:
    dice = random.Random(5)
    for _ in range(20):
        position = random_position(dice.randrange(3, 16), dice.randrange(10**6))
        assert abs(judged(position)) <= SURE
