"""Every reduction of the solver can be switched off, and then the value is still the same."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from tests.solve.strings_and_coins.test_solver import after_random_moves
from trivium.games.dots_and_boxes.position import DotsAndBoxes
from trivium.games.hexifence.position import FencesPosition, Hexifence
from trivium.search.limits import Limit
from trivium.solve.strings_and_coins.memory import Reductions
from trivium.solve.strings_and_coins.solver import Solver

ALL = Reductions()
NONE = Reductions(*(False for _ in ALL))
OF_PROOFS = [name for name in Reductions._fields if name != "tempos"]
"""The other one changes estimates alone (`test_tempos`)."""

BOARDS = {
    "hexifence 2": (Hexifence, (2,), 22),
    "hexifence 3": (Hexifence, (3,), 26),
    "dots-and-boxes 3x3": (DotsAndBoxes, (3, 3), 18),
    "dots-and-boxes 3x5": (DotsAndBoxes, (3, 5), 20),
}


def all_but(without: str) -> Reductions:
    """Return the reductions without one of them, or without any."""
    return NONE if without == "any" else ALL._replace(**{without: False})


def position_with(board: str, free: int, seed: int) -> FencesPosition:
    """Return a random position of a board with so many free edges."""
    game, size, most = BOARDS[board]
    start = game(*size)
    return after_random_moves(start, len(start.board.edges) - min(free, most), seed)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("without", [*OF_PROOFS, "any"])
@settings(max_examples=12, deadline=None, derandomize=True)
@given(free=some.integers(8, 26), seed=some.integers(0, 10_000))
def test_a_value_is_the_same_without_a_reduction(
    board: str, without: str, free: int, seed: int
) -> None:
    position = position_with(board, free, seed)
    found = Solver(position.board, 1).solve(position.kernel)
    other = Solver(position.board, 1, reductions=all_but(without)).solve(position.kernel)
    assert (found.exact, other.exact) == (True, True)
    assert found.low == other.low


@pytest.mark.parametrize("board", BOARDS)
@settings(max_examples=25, deadline=None, derandomize=True)
@given(free=some.integers(8, 26), seed=some.integers(0, 10_000))
def test_images_share_entries_in_all_positions_after_the_start(
    board: str, free: int, seed: int
) -> None:
    position = position_with(board, free, seed)
    game, size, _ = BOARDS[board]
    solver = Solver(position.board, 1)
    solver.solve(game(*size).kernel, Limit(nodes=50))
    found = solver.solve(position.kernel)
    assert found.low == Solver(position.board, 1).solve(position.kernel).low
    assert found.exact and found.best is not None
    assert dict(solver.move_values(position.kernel))[found.best].low == found.low


@pytest.mark.parametrize("without", ["symmetry", "runs", "pairs", "any"])
def test_a_reduction_saves_nodes(without: str) -> None:
    position = DotsAndBoxes(3, 3)
    found = Solver(position.board, 8).solve(position.kernel)
    other = Solver(position.board, 8, reductions=all_but(without)).solve(position.kernel)
    assert found.low == other.low == -3
    assert found.nodes < 0.95 * other.nodes
