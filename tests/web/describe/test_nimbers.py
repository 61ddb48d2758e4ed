"""Nimbers on the page: those of the moves, and a sentence that means the same."""

from __future__ import annotations

from trivium import Cachex, DotsAndBoxes
from trivium.web.describe.nimbers import describe_nimbers


def test_moves_and_regions_are_told() -> None:
    position = DotsAndBoxes(3, 3)
    for move in ["b1", "d1", "f1", "e2", "d3", "c4", "e4", "f5", "b7", "f7"]:
        position.push(move)
    found = describe_nimbers(position)
    assert found.text == "Nimber 3, of 2 and 1: the mover can win the fight for control"
    good = {position.move(move.place).text for move in found.moves if move.good}
    assert good == {"c2", "d5", "e6", "g6"}
    assert {move.place for move in found.moves} == {move.code for move in position.legal_moves}
    assert "L" in {move.text for move in found.moves}


def test_what_is_out_of_reach_is_said() -> None:
    found = describe_nimbers(DotsAndBoxes(6, 6))
    assert (found.text, found.moves) == ("Nimber out of reach", [])


def test_other_games_and_finished_ones_have_none() -> None:
    assert describe_nimbers(Cachex(5)).text is None
    position = DotsAndBoxes(1, 1)
    while not position.is_over:
        position.push(position.legal_moves[0])
    assert describe_nimbers(position).text is None
