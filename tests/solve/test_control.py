"""Who gets the control: the search over runs and arms says what the nimbers say."""

from __future__ import annotations

import random

import pytest

from trivium import DotsAndBoxes, Hexifence
from trivium.games.hexifence.edge_sets import rings_of
from trivium.games.hexifence.features import gift
from trivium.games.hexifence.position import FencesPosition
from trivium.games.hexifence.safety import safe_edges
from trivium.search.limits import UNLIMITED, Limit
from trivium.solve.control import Control
from trivium.solve.nimstring import nimbers

BOARDS = (Hexifence(3), DotsAndBoxes(4, 4), DotsAndBoxes(5, 6), DotsAndBoxes(3, 9))


def quiet_positions(start: FencesPosition, count: int, seed: int) -> list[FencesPosition]:
    """Positions without captures: after random safe edges, then some random openings, taken."""
    dice = random.Random(seed)
    found: list[FencesPosition] = []
    while len(found) < count:
        position = start.copy()
        for _ in range(len(position.legal_moves)):
            safe = safe_edges(position.kernel)
            if len(safe) <= dice.randrange(8):
                break
            position.push(position.move(dice.choice(safe)))
        for _ in range(dice.randrange(4)):
            if not position.is_over:
                position.push(dice.choice(position.legal_moves))
            while captures := [edge for edge in position.legal_moves if takes(position, edge.code)]:
                position.push(captures[0])
        if not position.is_over:
            found.append(position)
    return found


def takes(position: FencesPosition, edge: int) -> bool:
    return bool((position.kernel.open_edges[position.kernel.edge_cells[edge]] == 1).any())


@pytest.mark.parametrize("start", BOARDS, ids=lambda board: f"{board.game} {board.size}")
def test_who_wins_the_fight_and_how_is_what_nimbers_say(start: FencesPosition) -> None:
    answers = set()
    control = Control(start.board, megabytes=1)
    for position in quiet_positions(start, 60, seed=11):
        truth = nimbers(position.kernel)
        if truth.value is None:
            continue
        fight = control.fight(position.kernel, UNLIMITED)
        answers.add(fight.won)
        assert fight.won == (truth.value != 0)
        if not fight.won:
            assert fight.edge is None
            continue
        assert fight.edge in truth.good_moves
        kernel = position.copy().kernel
        cost = {edge: int(gift(kernel, rings_of(kernel), edge)) for edge in truth.good_moves}
        assert cost[fight.edge] == min(cost.values())
    assert answers == {True, False}


def test_what_was_found_is_remembered_and_the_position_left_alone() -> None:
    position, dice = DotsAndBoxes(6, 6), random.Random(4)
    while len(safe := safe_edges(position.kernel)) > 6:
        position.push(position.move(dice.choice(safe)))
    before, control = position.to_text(), Control(position.board, megabytes=1)
    first = control.fight(position.kernel, UNLIMITED)
    again = control.fight(position.kernel, UNLIMITED)
    assert (again.won, again.edge) == (first.won, first.edge)
    assert again.nodes < first.nodes
    assert position.to_text() == before


def test_without_enough_nodes_nothing_is_claimed() -> None:
    position = DotsAndBoxes(4, 4)
    fight = Control(position.board, megabytes=1).fight(position.kernel, Limit(nodes=50))
    assert fight.won is None
    assert fight.edge is None
    assert fight.nodes <= 51


def test_a_board_with_too_many_runs_is_left_alone() -> None:
    position = DotsAndBoxes(10, 10)
    assert Control(position.board, megabytes=1).fight(position.kernel, UNLIMITED).won is None
