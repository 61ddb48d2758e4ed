"""Tempos cancel in pairs where nothing is given away: the estimate is the same, and smaller."""

from __future__ import annotations

import pytest

from trivium.games.dots_and_boxes.position import DotsAndBoxes
from trivium.games.hexifence.position import FencesPosition, Hexifence
from trivium.games.hexifence.safety import safe_edges
from trivium.kernel.chance import below, seeded
from trivium.search.limits import Limit
from trivium.solve.strings_and_coins.memory import Reductions
from trivium.solve.strings_and_coins.solver import Solver

WITHOUT_GIFTS = 0
"""The scope in which pairs cancel."""
STARTS = {
    "hexifence 2": Hexifence(2),
    "hexifence 3": Hexifence(3),
    "dots-and-boxes 2x20": DotsAndBoxes(2, 20),  # of several words of bits
    "dots-and-boxes 3x4": DotsAndBoxes(3, 4),
}


def with_safe_edges(board: str, most: int, seed: int) -> FencesPosition:
    """Return a position with at most so many safe edges, after safe edges at random."""
    position, chance = STARTS[board].copy(), seeded(most, seed)
    while len(edges := safe_edges(position.kernel)) > most:
        position.push(position.move(edges[int(below(chance, len(edges)))]))
    return position


def wins_without_gifts(
    position: FencesPosition, solver: Solver, known: dict[frozenset[int], bool]
) -> bool:
    """Return whether the player to move wins if nobody gives anything away, by brute force."""
    edges = safe_edges(position.kernel)
    if not edges:
        return solver.solve(position.kernel).low > 0
    free = frozenset(move.code for move in position.legal_moves)
    if free not in known:
        known[free] = False
        for edge in edges:
            position.push(position.move(edge))
            known[free] = known[free] or not wins_without_gifts(position, solver, known)
            position.pop()
    return known[free]


@pytest.mark.parametrize("board", ["hexifence 2", "hexifence 3"])
def test_an_estimate_without_gifts_is_what_brute_force_finds(board: str) -> None:
    results = set()
    for seed in range(8):
        position = with_safe_edges(board, 8, seed)
        estimate = Solver(position.board, 1).estimate(position.kernel, Limit(), WITHOUT_GIFTS)
        wins = wins_without_gifts(position, Solver(position.board, 1), {})
        assert estimate.sign == (1 if wins else -1)
        results.add(wins)
    assert results == {True, False}


@pytest.mark.parametrize("board", STARTS)
def test_an_estimate_is_the_same_if_no_pairs_are_cut(board: str) -> None:
    for seed in range(6):
        position = with_safe_edges(board, 12, seed)
        one, other = (
            Solver(position.board, 1, reductions=Reductions(tempos=tempos))
            for tempos in (True, False)
        )
        found = one.estimate(position.kernel, Limit(), WITHOUT_GIFTS)
        without = other.estimate(position.kernel, Limit(), WITHOUT_GIFTS)
        assert found.sign == without.sign


def test_cutting_pairs_saves_a_good_part_of_an_estimate() -> None:
    nodes = {True: 0, False: 0}
    for seed in range(4):
        position = with_safe_edges("hexifence 3", 18, seed)
        for tempos in nodes:
            solver = Solver(position.board, 4, reductions=Reductions(tempos=tempos))
            nodes[tempos] += solver.estimate(position.kernel, Limit(), WITHOUT_GIFTS).nodes
    assert nodes[True] < 0.7 * nodes[False]
