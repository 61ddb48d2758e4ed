"""The solver finds the values on file, each of which two methods have confirmed."""

from __future__ import annotations

from collections import Counter

from tests.solve.strings_and_coins.regression import BOARD, POSITIONS, position_of, read
from trivium.solve.strings_and_coins.solver import Solver

CHEAP = 14
"""Positions with up to so many safe edges take a few hundredths of a second at most."""


def test_the_file_has_all_its_positions_once() -> None:
    known = read()
    assert Counter(each.safe for each in known) == POSITIONS
    assert len({each.claimed for each in known}) == len(known) == 1000


def test_the_cheap_positions_on_file_have_their_values() -> None:
    solver = Solver(BOARD, megabytes=64)
    for each in read():
        if each.safe <= CHEAP:
            found = solver.solve(position_of(each.claimed))
            assert (found.exact, found.low) == (True, each.value), f"{each}"
