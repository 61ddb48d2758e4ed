"""Many positions are solved at once, and nothing that was found is found a second time."""

from __future__ import annotations

from pathlib import Path

import pytest

import trivium
from trivium import Cachex, DotsAndBoxes, Hexifence, Position, TriviumError, WatchYourBack
from trivium.arena import solving
from trivium.arena.bulk import Processes
from trivium.arena.solving import solve_many


def positions() -> list[Position]:
    late = Cachex(3)
    for move in ("a1", "c1"):
        late.push(move)
    return [DotsAndBoxes(2, 2), Cachex(3), late, DotsAndBoxes(1, 2), Hexifence(1), Cachex(3)]


def test_every_position_gets_its_result_in_order() -> None:
    heard: list[tuple[int, int]] = []
    found = trivium.solve_many(
        positions(), processes=1, megabytes=4, hear=lambda done, of: heard.append((done, of))
    )
    assert [solved.value for solved in found] == [2, -1, -1, 0, -1, -1]
    assert [solved.by_turn for solved in found] == [None, 8, 8, None, None, 8]
    assert all(solved.exact for solved in found)
    assert heard[0] == (0, 5) and heard[-1] == (5, 5)


def test_what_is_not_proven_in_time_is_told_as_bounds() -> None:
    (found,) = solve_many([WatchYourBack()], nodes=50, processes=1, megabytes=1)
    assert (found.value, found.exact, found.bounds) == (None, False, (-1, 1))
    assert found.best is not None


def test_processes_find_the_same() -> None:
    with Processes(2) as workers:
        found = solve_many(positions()[1:3], megabytes=1, workers=workers)
    assert [solved.value for solved in found] == [-1, -1]


def test_a_later_call_goes_on_where_this_one_was_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "results.jsonl"

    def interrupt(done: int, of: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve_many(positions(), processes=1, megabytes=4, results=file, hear=interrupt)
    assert len(file.read_text().splitlines()) == 2
    with file.open("a") as cut_off:
        cut_off.write('{"key": "half of a li')
    heard: list[int] = []
    found = solve_many(
        positions(),
        processes=1,
        megabytes=4,
        results=file,
        hear=lambda done, of: heard.append(done),
    )
    assert heard == [2, 3, 4, 5]
    assert len(file.read_text().splitlines()) == 5
    monkeypatch.setattr(solving, "_solve", lambda task: pytest.fail("solved again"))
    assert solve_many(positions(), processes=1, megabytes=4, results=file) == found


def test_what_was_not_proven_is_tried_again_only_with_other_limits(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    board = [DotsAndBoxes(2, 3)]
    (first,) = solve_many(board, nodes=1, processes=1, megabytes=1, results=file)
    assert not first.exact
    assert solve_many(board, nodes=1, processes=1, megabytes=1, results=file) == [first]
    assert len(file.read_text().splitlines()) == 1
    (second,) = solve_many(board, processes=1, megabytes=1, results=file)
    assert second.exact
    assert solve_many(board, nodes=1, processes=1, megabytes=1, results=file) == [second]


@pytest.mark.parametrize("content", ["buy milk\nand bread\n", "buy milk", '{"milk": 1}'])
def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path: Path, content: str) -> None:
    file = tmp_path / "notes.txt"
    file.write_text(content)
    with pytest.raises(TriviumError, match="line 1: this is no result"):
        solve_many(positions(), processes=1, results=file)
    assert file.read_text() == content


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(TriviumError, match="cannot be written"):
        solve_many(positions()[:1], processes=1, megabytes=1, results=tmp_path / "no" / "file")
