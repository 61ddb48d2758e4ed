"""The command ``trivium solve``."""

from __future__ import annotations

import json

import pytest

from trivium.cli.main import run
from trivium.games.dots_and_boxes.position import DotsAndBoxes


def solve(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    assert run(["solve", *arguments, "--memory", "4", "--json"]) == 0
    fields = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert isinstance(fields, dict)
    return fields


def test_it_prints_value_best_move_and_a_line_to_the_end(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = solve(capsys, "dots-and-boxes", "--size", "2x2")
    assert (found["value"], found["exact"]) == (2, True)
    position = DotsAndBoxes(2, 2)
    line = found["line"]
    assert isinstance(line, list)
    assert line[0] == found["best"]
    for move in line:
        position.push(move)
    assert position.is_over
    assert position.cells == {"blue": 3, "red": 1}


def test_win_loss_says_who_wins(capsys: pytest.CaptureFixture[str]) -> None:
    assert solve(capsys, "dots-and-boxes", "--size", "2x3", "--win-loss")["value"] == -1
    assert solve(capsys, "dots-and-boxes", "--size", "1x2", "--win-loss")["value"] == 0


def test_two_threads_find_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    assert solve(capsys, "dots-and-boxes", "--size", "3x3", "--threads", "2")["value"] == -3


def test_without_time_it_tells_bounds_and_a_legal_move(capsys: pytest.CaptureFixture[str]) -> None:
    found = solve(capsys, "hexifence", "--size", "3", "--time", "0.05")
    assert (found["value"], found["exact"]) == (None, False)
    assert found["best"] is not None


def test_cachex_is_looked_up_with_the_turn_of_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    found = solve(capsys, "cachex", "--size", "3")
    assert (found["value"], found["exact"], found["by_turn"]) == (-1, True, 8)
    line = found["line"]
    assert isinstance(line, list) and len(line) == 8
    assert run(["solve", "cachex", "--size", "3"]) == 0
    assert "Red to move loses by turn 8." in capsys.readouterr().out
