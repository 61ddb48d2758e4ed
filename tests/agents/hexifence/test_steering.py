"""The champion steers for the control on large boards, by the rules and within its limits."""

from __future__ import annotations

import time

import pytest

from trivium import DotsAndBoxes, Hexifence
from trivium.agents.hexifence.champion import FencesChampion
from trivium.agents.hexifence.classic import GreedyAgent
from trivium.agents.hexifence.steering import steer
from trivium.games.hexifence.position import FencesPosition
from trivium.games.hexifence.safety import safe_edges
from trivium.search.limits import UNLIMITED, Limit
from trivium.solve.control import Control
from trivium.solve.nimstring import nimbers

LOOKED = Limit(nodes=200)


def late(start: FencesPosition, seed: int, safe: int) -> FencesPosition:
    """A position with so many safe edges left, after random ones."""
    guide = GreedyAgent(seed)
    while len(safe_edges(start.kernel)) > safe:
        start.push(guide.choose(start).move)
    return start


@pytest.mark.parametrize("start", [Hexifence(4), DotsAndBoxes(6, 6), DotsAndBoxes(7, 5)])
def test_whole_games_go_by_the_rules_and_the_same_seed_plays_the_same(
    start: FencesPosition,
) -> None:
    games = []
    for _ in range(2):
        position, champion, guide = start.copy(), FencesChampion(seed=3), GreedyAgent(4)
        while not position.is_over:
            own = position.turn == position.colours[0]
            agent = champion if own else guide
            position.push(agent.choose(position, LOOKED).move)
        games.append([str(move) for move in position.moves])
    assert games[0] == games[1]


def test_a_won_fight_is_played_for_and_said() -> None:
    for seed in range(20):
        position = late(DotsAndBoxes(6, 6), seed, safe=5)
        fight = Control(position.board, megabytes=1).fight(position.kernel, UNLIMITED)
        choice = FencesChampion(memory=4).choose(position, Limit(nodes=2000))
        if fight.won and "proven" not in choice.reason:
            assert choice.reason == "gets the control"
            assert choice.report is not None
            assert not choice.report.score.exact
            return
    raise AssertionError("no position in which the fight is won")


def test_below_its_size_and_when_turned_off_nothing_is_asked() -> None:
    for champion, position in (
        (FencesChampion(control=1000), DotsAndBoxes(10, 10)),
        (FencesChampion(), Hexifence(3)),
        (FencesChampion(), DotsAndBoxes(5, 5)),
    ):
        assert champion.control_of(position) is None
    assert FencesChampion().control_of(Hexifence(4)) is not None


def test_what_can_be_taken_is_taken_or_handed_out_as_the_rest_asks() -> None:
    handed_out = set()
    for seed in range(60):
        position = late(DotsAndBoxes(4, 6), seed, safe=2)
        long = [
            move
            for move in position.legal_moves
            if not nimbers_lose(position, move.code) and gives(position, move.code)
        ]
        if not long:
            continue
        position.push(long[0])
        control = Control(position.board, megabytes=1)
        while (position.kernel.open_edges == 1).any():
            found = steer(control, position.kernel, UNLIMITED)
            assert found.edge in nimbers(position.kernel).good_moves
            player = position.turn
            position.push(position.move(found.edge))
            if position.turn != player:
                handed_out.add(True)
                break
        else:
            handed_out.add(False)
    assert handed_out == {True, False}


def gives(position: FencesPosition, edge: int) -> bool:
    return bool((position.kernel.open_edges[position.kernel.edge_cells[edge]] == 2).any())


def nimbers_lose(position: FencesPosition, edge: int) -> bool:
    """Whether the value after an edge is a number: it gives nobody a choice."""
    value = nimbers(position.kernel).moves[edge]
    return value is None or value >= 0


def test_steering_keeps_to_its_time() -> None:
    position = late(Hexifence(6), 1, safe=24)
    control = Control(position.board, megabytes=16)
    control.reserve()
    steer(control, position.kernel, Limit(nodes=1))
    began = time.perf_counter()
    steer(control, position.kernel, Limit(seconds=0.02))
    assert time.perf_counter() - began < 0.5
