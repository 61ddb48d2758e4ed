"""Positions from Berlekamp's book on the game are worth what it says, and what others computed."""

from __future__ import annotations

import pytest

from trivium import DotsAndBoxes
from trivium.solve.nimstring import nimbers
from trivium.solve.strings_and_coins.solver import Solver

TOP = "b1 a2 d1 d3 f3 h3 i2 a4 b5 d5 f5 h5 j5"
PAGE_50 = f"{TOP} d7 g6 g8"
EXERCISE = "b1 a2 d1 d3 f3 a4 c4 c6 d7 g6"


def after(height: int, width: int, moves: str) -> DotsAndBoxes:
    position = DotsAndBoxes(height, width)
    for move in moves.split():
        position.push(move)
    return position


@pytest.mark.parametrize(
    ("height", "width", "moves", "value"),
    [
        (2, 5, TOP, 1),
        (2, 3, "b1 d1 f1 g2 g4 d3", 4),
        (2, 2, "b1 d1 a2 a4", 2),
        (4, 5, PAGE_50, 7),
    ],
    ids=["top", "bottom left", "bottom right", "whole"],
)
def test_the_example_of_page_50(height: int, width: int, moves: str, value: int) -> None:
    assert nimbers(after(height, width, moves).kernel).value == value


def test_its_only_winning_moves_are_in_the_corner() -> None:
    position = after(4, 5, PAGE_50)
    found = nimbers(position.kernel)
    assert sorted(region.value or 0 for region in found.regions) == [1, 2, 4]
    good = [str(position.move(code)) for code in found.good_moves]
    assert good == ["a8", "c8", "b9"]


@pytest.mark.parametrize(
    ("moves", "margin"),
    [("", 3), ("f5", -3), ("f5 b3", 3), ("f5 a6", 5)],
    ids=["exercise", "best move", "best reply", "another reply"],
)
def test_the_first_exercise_of_chapter_3(moves: str, margin: int) -> None:
    position = after(3, 3, f"{EXERCISE} {moves}")
    found = Solver(position.board, megabytes=16).solve(position.kernel)
    assert found.exact
    assert found.low == margin
