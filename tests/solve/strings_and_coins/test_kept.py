"""What the solver has proven outlives its process."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.solve.strings_and_coins.test_solver import after_random_moves
from trivium.errors import TriviumError
from trivium.games.dots_and_boxes.position import DotsAndBoxes
from trivium.games.hexifence.position import Hexifence
from trivium.search.limits import Limit
from trivium.solve.strings_and_coins.solver import Solver


@pytest.mark.parametrize("megabytes", [64, 256, 1])
def test_a_solver_goes_on_from_a_file_with_more_memory_or_less(
    tmp_path: Path, megabytes: float
) -> None:
    position = DotsAndBoxes(3, 3)
    file = tmp_path / "kept"
    first = Solver(position.board, megabytes=64)
    first.solve(position.kernel, Limit(nodes=10_000))
    first.save(file)
    whole = Solver(position.board, megabytes=64).solve(position.kernel)
    second = Solver(position.board, megabytes)
    assert second.restore(file) > 1000
    found = second.solve(position.kernel)
    assert (found.exact, found.low) == (True, -3)
    assert found.nodes < 0.8 * whole.nodes
    assert second.work.nodes == first.nodes + found.nodes


def test_what_is_solved_needs_no_search_again(tmp_path: Path) -> None:
    position = after_random_moves(Hexifence(3), 44, seed=1)
    file = tmp_path / "kept"
    first = Solver(position.board, megabytes=64)
    found = first.solve(position.kernel)
    first.save(file)
    second = Solver(position.board, megabytes=128)
    second.restore(file)
    again = second.solve(position.kernel)
    assert (again.low, again.high) == (found.low, found.high)
    assert again.nodes < 0.01 * found.nodes


def test_a_file_of_another_board_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    Solver(DotsAndBoxes(2, 2).board, megabytes=64).save(file)
    with pytest.raises(TriviumError, match=r"about another board \(on a grid of 5x5, 12 edges; "):
        Solver(DotsAndBoxes(2, 3).board, megabytes=64).restore(file)


@pytest.mark.parametrize("damage", ["cut", "changed", "foreign"])
def test_a_damaged_file_is_refused_and_nothing_of_it_is_believed(
    tmp_path: Path, damage: str
) -> None:
    position = DotsAndBoxes(2, 3)
    file = tmp_path / "kept"
    solver = Solver(position.board, megabytes=64)
    solver.solve(position.kernel)
    solver.save(file)
    content = bytearray(file.read_bytes())
    if damage == "changed":
        content[len(content) // 2] ^= 1
    elif damage == "cut":
        del content[-20:]
    else:
        content[:] = b"hello"
    file.write_bytes(content)
    other = Solver(position.board, megabytes=64)
    with pytest.raises(TriviumError, match="delete it to begin anew"):
        other.restore(file)
    assert other.table_fill == 0
    assert other.solve(position.kernel).low == -2


def test_a_table_too_small_to_be_kept_says_so(tmp_path: Path) -> None:
    with pytest.raises(TriviumError, match="64 MB or more"):
        Solver(DotsAndBoxes(2, 2).board, megabytes=1).save(tmp_path / "kept")
    assert not list(tmp_path.iterdir())
