"""Nimbers mean what they should: the fight for control, played out beside a heap of Nim."""

from __future__ import annotations

import random

import numpy as np
import pytest

from tests.oracles import nimstring as oracle
from trivium import DotsAndBoxes, Hexifence
from trivium.games.hexifence.position import FencesPosition
from trivium.games.hexifence.rules import NOBODY
from trivium.solve.nimstring import LOONY, in_words, nimbers


def strings_of(position: FencesPosition) -> tuple[oracle.String, ...]:
    """The free edges as the oracle sees them."""
    ends, ground = position.kernel.edge_cells, len(position.board.cells)
    free = np.flatnonzero(position.kernel.edge_owner == NOBODY)
    pairs = [tuple(sorted(oracle.GROUND if c == ground else c for c in ends[e])) for e in free]
    return tuple((int(a), int(b)) for a, b in sorted(pairs))


def some_positions(count: int) -> list[FencesPosition]:
    dice = random.Random(5)
    found: list[FencesPosition] = []
    while len(found) < count:
        position = dice.choice([DotsAndBoxes(2, 2), DotsAndBoxes(2, 3), Hexifence(2)]).copy()
        while len(position.legal_moves) > dice.randrange(2, 12):
            position.push(dice.choice(position.legal_moves))
        if not position.is_over:
            found.append(position)
    return found


def test_values_of_positions_and_moves_are_what_playing_it_out_says() -> None:
    kinds = set()
    for position in some_positions(150):
        found = nimbers(position.kernel)
        truth = oracle.value(strings_of(position))
        assert found.value == (LOONY if truth is None else truth)
        kinds.add(found.value)
        for region in found.regions:
            assert region.value is not None
        for move in position.legal_moves:
            position.push(move)
            after = oracle.value(strings_of(position))
            position.pop()
            assert found.moves[move.code] == (LOONY if after is None else after)
        assert bool(found.good_moves) == (found.value != 0)
    assert {LOONY, 0, 1, 2} <= kinds


def test_whole_boards_have_their_values() -> None:
    values = {
        size: nimbers(DotsAndBoxes.of_size(size).kernel).value for size in ("1x1", "1x2", "2x2")
    }
    assert values == {"1x1": 1, "1x2": 1, "2x2": 0}
    assert nimbers(Hexifence(1).kernel).value == 1


def test_regions_share_the_free_edges_and_add_up() -> None:
    position = DotsAndBoxes(2, 4)
    for move in ("e2", "e4"):  # the wall in the middle
        position.push(move)
    found = nimbers(position.kernel)
    assert len(found.regions) == 2
    edges = sorted(edge for region in found.regions for edge in region.edges)
    assert edges == [move.code for move in position.legal_moves]
    one, other = (region.value for region in found.regions)
    assert one == other and found.value == 0


def test_what_is_out_of_reach_is_not_guessed() -> None:
    found = nimbers(DotsAndBoxes(3, 3).kernel, most=100)
    assert found.value is None and found.good_moves == ()
    assert in_words(found.value) == "out of reach"
    assert nimbers(Hexifence(4).kernel).value is None


def test_a_finished_game_is_worth_nothing() -> None:
    position = DotsAndBoxes(1, 1)
    while not position.is_over:
        position.push(position.legal_moves[0])
    assert nimbers(position.kernel).value == 0
    assert nimbers(position.kernel).moves == {}


@pytest.mark.parametrize(("value", "words"), [(0, "0"), (3, "3"), (LOONY, "loony")])
def test_values_have_words(value: int, words: str) -> None:
    assert in_words(value) == words
