"""A position that was pickled is the position that it was, on the tables of the new process."""

from __future__ import annotations

import copy
import pickle
import random

import numpy as np
import pytest

from trivium import Cachex, DotsAndBoxes, Hexifence, Position, WatchYourBack

STARTS = [Hexifence(2), DotsAndBoxes(2, 3), Cachex(4), WatchYourBack(move_limit=30)]


@pytest.mark.parametrize("start", STARTS, ids=lambda start: start.game)
def test_a_pickled_position_is_played_on_and_taken_back_like_the_original(start: Position) -> None:
    dice, position = random.Random(7), start.copy()
    for _ in range(10):
        position.push(dice.choice(position.legal_moves))
    shown = position.standing()
    shown.push(dice.choice(shown.legal_moves))
    for original in (position, shown):
        twin = pickle.loads(pickle.dumps(original))
        assert (twin, twin.moves, twin.origin()) == (original, original.moves, original.origin())
        assert (twin.turn, twin.move_limit) == (original.turn, original.move_limit)
        assert twin.legal_moves == original.legal_moves
        twin.push(twin.legal_moves[0])
        assert twin != original
        twin.pop()
        assert twin.pop() == original.moves[-1]


@pytest.mark.parametrize("start", STARTS, ids=lambda start: start.game)
def test_the_tables_of_a_board_cannot_be_written_afterwards_either(start: Position) -> None:
    # Compiled code knows arrays that cannot be written as another type.
    for twin in (pickle.loads(pickle.dumps(start)), copy.copy(start)):
        for part, original in zip(twin.kernel, start.kernel, strict=True):
            assert part.flags.writeable == original.flags.writeable
            assert np.array_equal(part, original)
            assert not (part.flags.writeable and np.shares_memory(part, original))
