"""The features of fences positions, one by one, on boards where they are plain to see."""

from __future__ import annotations

import pytest

from trivium import DotsAndBoxes, Hexifence
from trivium.games.hexifence.evaluation import (
    count_chains,
    fence_weights,
    longest_run,
)
from trivium.games.hexifence.position import FencesPosition
from trivium.games.hexifence.safety import count_safe
from trivium.games.hexifence.sweeping import edges_around, run_length, take_run
from trivium.kernel.chance import seeded
from trivium.kernel.verbs import POINT, evaluate, pick, score

CORRIDOR = """1x4
- B - R - B - R -
+ - + - + - + - B
- B - R - B - R -
"""
"""Four boxes in a row, open at the left."""

RUN = """1x4
- B - R - B - R -
B - + - + - + - +
- B - R - B - R -
"""

RING = """2x2
- B - R -
B - + - R
- + - + -
R - + - B
- R - B -
"""


def worth(position: FencesPosition, **weights: float) -> float:
    return float(evaluate(fence_weights(position.board, **weights), position.kernel)) / POINT


def test_the_margin_counts_the_cells_of_the_mover_less_those_of_the_other() -> None:
    position = DotsAndBoxes(1, 2)
    for move in ("b1", "a2", "b3", "c2"):
        position.push(move)
    assert position.turn == "red"
    assert position.cells == {"blue": 0, "red": 1}
    assert worth(position, margin=1) == 1
    position.push("d1")
    assert worth(position, margin=1) == -1


def test_a_run_goes_on_as_long_as_each_capture_opens_the_next_cell() -> None:
    position = DotsAndBoxes.from_text(RUN)
    assert longest_run(position.kernel, edges_around(position.board)) == 4
    assert worth(position, longest_run=1) == 4
    assert worth(position, capturable=1) == 1


def test_a_closed_run_counts_every_cell_once() -> None:
    position = DotsAndBoxes.from_text(RING)
    around = edges_around(position.board)
    assert longest_run(position.kernel, around) == 0
    position.push("b3")
    assert longest_run(position.kernel, around) == 4
    assert take_run(position.copy().kernel, around, 0) == -4


def test_taking_a_run_captures_as_many_cells_as_its_length_says() -> None:
    for seed in range(40):
        chance = seeded(seed)
        position = Hexifence(3)
        around = edges_around(position.board)
        while not position.is_over:
            for cell in range(len(around)):
                twin = position.copy()
                before = sum(twin.cells.values())
                length = run_length(position.kernel, around, cell)
                assert abs(take_run(twin.kernel, around, cell)) == length
                assert sum(twin.cells.values()) - before == length
            position.push(position.move(int(pick(position.kernel, chance))))


def test_an_edge_is_safe_if_the_cells_beside_it_keep_two_free_edges() -> None:
    assert count_safe(Hexifence(1).kernel) == 6
    assert count_safe(DotsAndBoxes(2, 2).kernel) == 12
    assert count_safe(DotsAndBoxes.from_text(CORRIDOR).kernel) == 0
    position = Hexifence(1)
    for move in ("a1", "b1", "a2", "c2"):
        assert count_safe(position.kernel) == len(position.legal_moves)
        position.push(move)
    assert count_safe(position.kernel) == 0


@pytest.mark.parametrize(
    ("text", "long_chains", "in_chains", "cells"),
    [(CORRIDOR, 1, 3, 3), (RUN, 1, 3, 3), (RING, 0, 0, 4)],
)
def test_chains_have_ends_and_rings_have_none(
    text: str, long_chains: int, in_chains: int, cells: int
) -> None:
    position = DotsAndBoxes.from_text(text)
    counted = count_chains(position.kernel, edges_around(position.board))
    assert counted == (long_chains, in_chains, cells)


def test_an_odd_number_of_safe_edges_suits_the_mover() -> None:
    position = DotsAndBoxes.from_text(RING)
    assert worth(position, tempo=1) == -1
    assert worth(position, tempo=1, at_stake=0.5, loop_cells=0.25) == -1 - 2 - 1


def test_estimates_see_symmetric_positions_alike() -> None:
    weights = {"margin": 1.0, "capturable": 0.5, "longest_run": 0.7, "tempo": 0.3, "at_stake": 0.2}
    for seed in range(20):
        chance, position = seeded(seed), Hexifence(2)
        images = [Hexifence(2) for _ in position.board.symmetries]
        for _ in range(20):
            move = int(pick(position.kernel, chance))
            position.push(position.move(move))
            for image, symmetry in zip(images, position.board.symmetries, strict=True):
                image.push(image.move(symmetry.images[move]))
            assert score(position.kernel) == score(images[-1].kernel)
            assert {worth(image, **weights) for image in images} == {worth(position, **weights)}


def test_estimates_work_on_the_largest_board() -> None:
    position, chance = Hexifence(12), seeded(3)
    while not position.is_over:
        assert abs(worth(position, margin=1, tempo=1, at_stake=1, longest_run=1)) < 900
        for _ in range(min(60, len(position.legal_moves))):
            position.push(position.move(int(pick(position.kernel, chance))))
