"""Lost positions of Hexifence 2 are played where a mistake is most likely."""

from __future__ import annotations

import random

import pytest

from trivium import Hexifence
from trivium.agents.catalogue import make_agent
from trivium.games.hexifence.rules import Fences
from trivium.solve.tables import hexifence_two
from trivium.solve.tables.hexifence_two_traps import CERTAIN, mistake_chances


def random_position(free: int, seed: int) -> Hexifence:
    position, chance = Hexifence(2), random.Random(seed)
    while len(position.legal_moves) > free:
        position.push(chance.choice(position.legal_moves))
    return position


def safe_moves(kernel: Fences, moves: list[int]) -> list[int]:
    return [move for move in moves if min(kernel.open_edges[kernel.edge_cells[move]]) > 2]


def expected_chance(position: Hexifence, us: str) -> float:
    """The chance of `us` by trying all lines, one move after the other."""
    value = hexifence_two.value(position.kernel)
    if (value > 0) == (position.turn == us):
        return 1.0
    codes = [move.code for move in position.legal_moves]
    if position.turn == us:
        codes = [code for code in codes if code in hexifence_two.best_moves(position.kernel)]
    found = []
    for code in safe_moves(position.kernel, codes):
        position.push(position.move(code))
        found.append(expected_chance(position, us))
        position.pop()
    if position.turn == us:
        return max(found, default=0.0)
    return sum(found) / max(len(found), 1)


@pytest.mark.parametrize("free", [11, 12, 14])
@pytest.mark.parametrize("seed", range(3))
def test_chances_are_those_of_all_lines_against_random_safe_moves(free: int, seed: int) -> None:
    position = random_position(free, seed)
    us = position.turn
    chances = mistake_chances(position.kernel)
    assert sorted(chances) == sorted(hexifence_two.best_moves(position.kernel))
    for edge, chance in chances.items():
        position.push(position.move(edge))
        exact = expected_chance(position, us)
        position.pop()
        assert chance / CERTAIN == pytest.approx(exact, abs=0.05)


def test_the_champion_sets_the_best_trap_without_giving_margin_away() -> None:
    differing = 0
    for seed in range(15):
        position = random_position(16, seed)
        chances = mistake_chances(position.kernel)
        chosen = make_agent("champion", "hexifence").choose(position).move.code
        assert chances[chosen] == max(chances.values())
        differing += min(chances.values()) < max(chances.values())
    assert differing > 2


def test_nothing_is_worked_out_while_parity_decides() -> None:
    assert len(set(mistake_chances(Hexifence(2).kernel).values())) == 1
