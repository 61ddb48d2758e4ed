"""The command ``trivium solve``."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from trivium.agents.experts import expert_of
from trivium.cli.main import run
from trivium.games.catalogue import find_game
from trivium.games.dots_and_boxes.position import DotsAndBoxes
from trivium.games.hexifence.position import Hexifence
from trivium.solve.exact import KeepingSource
from trivium.solve.strings_and_coins.solver import Solver


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


def test_what_is_proven_is_kept_and_taken_up_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "three")
    arguments = ["solve", "dots-and-boxes", "--size", "3x3", "--memory", "64", "--json"]
    assert run([*arguments, "--keep", file, "--time", "0.01"]) == 0
    capsys.readouterr()
    assert run([*arguments, "--keep", file]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out.splitlines()[-1])["value"] == -3
    assert f"Goes on from {file}" in err
    assert "Saved: between -3 and -3" in err
    assert run([*arguments, "--keep", str(tmp_path / "no folder" / "file")]) != 0
    assert "Cannot write" in capsys.readouterr().err


def kill_after_saving(file: Path, *position: str) -> None:
    """Run the command, which saves as often as it can, and kill it when it has saved."""
    arguments = ["solve", *position, "--memory", "64", "--keep", str(file)]
    program = (
        "import sys; from trivium.solve import kept; from trivium.cli.main import run; "
        "kept.PAUSE = kept.SAVING_SHARE = 1; run(sys.argv[1:])"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, *arguments], stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if line.startswith("Saved"):
                break
        process.kill()


def test_a_solver_that_was_killed_goes_on_from_what_it_saved_last(tmp_path: Path) -> None:
    file = tmp_path / "kept"
    kill_after_saving(file, "hexifence", "--size", "3")
    solver = Solver(Hexifence(3).board, megabytes=128)
    assert solver.restore(file) > 0
    assert solver.work.nodes > 0


@pytest.mark.parametrize("game", ["cachex", "watch-your-back"])
def test_proofs_that_were_killed_go_on_from_what_was_saved_last(tmp_path: Path, game: str) -> None:
    file, position = tmp_path / "kept", find_game(game).start("6" if game == "cachex" else None)
    kill_after_saving(file, game, "--size", position.size)
    new_solver = expert_of(game).new_solver
    assert new_solver is not None
    solver = new_solver(position, 128, 1)
    assert isinstance(solver, KeepingSource)
    assert solver.restore(file) > 0
    assert solver.work.nodes > 1000


def test_a_damaged_file_of_proofs_is_not_believed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "kept"
    arguments = ["solve", "cachex", "--size", "6", "--memory", "16", "--keep", str(file)]
    assert run([*arguments, "--time", "0.2"]) == 0
    file.write_bytes(file.read_bytes()[:-1])
    assert run([*arguments, "--time", "0.2"]) != 0
    assert "is damaged: delete it to begin anew" in capsys.readouterr().err


def test_cachex_is_looked_up_with_the_turn_of_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    found = solve(capsys, "cachex", "--size", "3")
    assert (found["value"], found["exact"], found["by_turn"]) == (-1, True, 8)
    line = found["line"]
    assert isinstance(line, list) and len(line) == 8
    assert run(["solve", "cachex", "--size", "3"]) == 0
    assert "Red to move loses by turn 8." in capsys.readouterr().out


def test_what_cannot_be_kept_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["solve", "cachex", "--size", "3", "--keep", str(tmp_path / "kept")]) != 0
    assert "Cachex 3 is looked up in a table" in capsys.readouterr().err
