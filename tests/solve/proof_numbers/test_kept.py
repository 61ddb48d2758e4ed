"""What has been proven by proof-number search outlives its process."""

from __future__ import annotations

from pathlib import Path

import pytest

from trivium import Cachex, WatchYourBack
from trivium.errors import TriviumError
from trivium.games.cachex.geometry import rhombus
from trivium.games.cachex.rules import Stones, set_up
from trivium.search.limits import Limit
from trivium.solve import watch_your_back
from trivium.solve.cachex import new_prover

FIRST_STONE = {5: 0}
"""It takes some 20,000 nodes to prove that it wins."""


def opened() -> Stones:
    return set_up(rhombus(4), FIRST_STONE, 3)


@pytest.mark.parametrize("megabytes", [4, 16, 0.01])
def test_a_prover_goes_on_from_a_file_with_more_memory_or_less(
    tmp_path: Path, megabytes: float
) -> None:
    position, file = opened(), tmp_path / "kept"
    whole = new_prover(rhombus(4), 4).solve(position)
    first = new_prover(rhombus(4), 4)
    assert not first.solve(position, Limit(nodes=whole.nodes // 2)).exact
    first.save(file)
    second = new_prover(rhombus(4), megabytes)
    assert second.restore(file) > 100
    found = second.solve(position)
    assert (found.exact, found.low) == (True, whole.low)
    if megabytes >= 4:
        assert found.nodes < 0.8 * whole.nodes
    assert second.work.nodes >= first.work.nodes + found.nodes


def test_what_is_proven_needs_no_search_again(tmp_path: Path) -> None:
    position, file = opened(), tmp_path / "kept"
    first = new_prover(rhombus(4), 4)
    found = first.solve(position)
    first.save(file)
    second = new_prover(rhombus(4), 4)
    second.restore(file)
    again = second.solve(position)
    assert (again.low, again.best) == (found.low, found.best)
    assert again.nodes < 0.01 * found.nodes


def test_it_can_be_saved_while_it_searches(tmp_path: Path) -> None:
    position, file = Cachex(5).kernel, tmp_path / "kept"
    prover = new_prover(rhombus(5), 16)
    heard: list[str] = []

    def hear(_: object) -> None:
        prover.save(file)
        heard.append(str(prover.question))

    prover.solve(position, Limit(seconds=1.5), listener=hear)
    assert heard and "proof number" in heard[0]
    assert prover.question is None
    assert new_prover(rhombus(5), 16).restore(file) > 0


def test_a_file_of_another_board_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    new_prover(rhombus(4), 1).save(file)
    with pytest.raises(TriviumError, match=r"about another board \(Cachex 4; this is Cachex 5\)"):
        new_prover(rhombus(5), 1).restore(file)
    with pytest.raises(TriviumError, match="another version"):
        new_prover(rhombus(4), 1, folds=False).restore(file)


@pytest.mark.parametrize("damage", ["cut", "changed", "foreign"])
def test_a_damaged_file_is_refused_and_nothing_of_it_is_believed(
    tmp_path: Path, damage: str
) -> None:
    position, file = opened(), tmp_path / "kept"
    prover = new_prover(rhombus(4), 4)
    truth = prover.solve(position)
    prover.save(file)
    content = bytearray(file.read_bytes())
    if damage == "changed":
        content[len(content) // 2] ^= 1
    elif damage == "cut":
        del content[-20:]
    else:
        content[:] = b"hello"
    file.write_bytes(content)
    other = new_prover(rhombus(4), 4)
    with pytest.raises(TriviumError, match="delete it to begin anew"):
        other.restore(file)
    assert other.table_fill == 0
    assert other.solve(position).low == truth.low


def test_watch_your_back_is_kept_as_well(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    first = watch_your_back.new_solver(1)
    first.solve(WatchYourBack().kernel, Limit(nodes=200))
    first.save(file)
    assert watch_your_back.new_solver(1).restore(file) > 0
