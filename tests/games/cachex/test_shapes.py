"""Shapes of Cachex cells: their names and views, and their sum along whole games."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.cachex.test_evaluation import SEEDS, SIZES
from trivium import Cachex
from trivium.games.cachex import geometry, shapes

SHAPE = st.integers(0, shapes.SHAPES - 1)
VALUES = np.random.default_rng(1).integers(-999, 999, (shapes.SHAPES, 2))
VALUES[np.arange(shapes.SHAPES) & 3 == shapes.BEYOND] = 0


def contents(position: Cachex, r: int, q: int) -> int:
    size = position.board.size
    if not (0 <= r < size and 0 <= q < size):
        return shapes.BEYOND
    return {None: shapes.VACANT, "red": shapes.OWN, "blue": shapes.THEIRS}[
        position.stones.get((r, q))
    ]


def shape_at(position: Cachex, r: int, q: int) -> int:
    """The shape of a cell as Red sees it, read off the board."""
    around = (contents(position, r + dr, q + dq) for dr, dq in geometry.STEPS)
    return int(shapes.joined((contents(position, r, q), *around)))


def sums(position: Cachex) -> list[int]:
    size = position.board.size
    seen = [shape_at(position, r, q) for r in range(size) for q in range(size)]
    return VALUES[seen].sum(axis=0).tolist()  # type: ignore[no-any-return]


@given(SHAPE)
def test_names_and_parts_tell_everything(shape: int) -> None:
    assert shapes.joined(shapes.parts(shape)) == shape
    assert shapes.named_shape(shapes.shape_name(shape)) == shape


@given(SHAPE)
def test_half_turns_and_views_undo_themselves_and_do_not_interfere(shape: int) -> None:
    assert shapes.half_turned(shapes.half_turned(shape)) == shape
    assert shapes.seen_by_other(shapes.seen_by_other(shape)) == shape
    assert shapes.seen_by_other(shapes.half_turned(shape)) == shapes.half_turned(
        shapes.seen_by_other(shape)
    )


@given(SHAPE.filter(lambda shape: shape & 3 != shapes.BEYOND))
def test_a_value_counts_for_the_half_turn_and_in_the_view_of_either_mover(shape: int) -> None:
    kind = min(shape, shapes.half_turned(shape))
    values = shapes.shape_values({shapes.shape_name(kind): 7})
    for image in (shape, shapes.half_turned(shape)):
        assert values[image, 0] == 7
        assert values[shapes.seen_by_other(image), 1] == 7


@pytest.mark.parametrize("size", [3, 8, 15])
def test_reflecting_the_board_and_exchanging_the_colours_is_the_other_view(size: int) -> None:
    dice = random.Random(size)
    position = Cachex(size)
    for _ in range(size):
        position.push(dice.choice(position.legal_moves))
    swap = {"red": "blue", "blue": "red"}
    stones = {(q, r): swap[colour] for (r, q), colour in position.stones.items()}

    class Reflected:
        board = position.board

    image = Reflected()
    image.stones = stones  # type: ignore[attr-defined]
    for r in range(size):
        for q in range(size):
            there = shape_at(image, q, r)  # type: ignore[arg-type]
            assert shapes.seen_by_other(shape_at(position, r, q)) == there


@settings(max_examples=40)
@given(SIZES, SEEDS)
def test_the_sum_keeps_up_with_moves_captures_and_taking_back(size: int, seed: int) -> None:
    dice = random.Random(seed)
    position = Cachex(size)
    tracked = shapes.new_shape_sum(position.board, VALUES)
    assert tracked.sums.tolist() == sums(position)
    for _ in range(12):
        for _ in range(dice.randrange(6)):
            if not position.is_over:
                position.push(dice.choice(position.legal_moves))
        for _ in range(dice.randrange(3)):
            if position.moves:
                position.pop()
        shapes.catch_up(tracked, position.kernel)
        assert tracked.sums.tolist() == sums(position)
