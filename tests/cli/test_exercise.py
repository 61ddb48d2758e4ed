"""The exercises on the command line, and the name that they had before."""

from __future__ import annotations

import pytest

from trivium.cli.main import run

COMMAND = ["hexifence-board", "docs/examples/hexifence.txt"]


def test_the_former_name_still_works_and_says_in_a_sentence_what_it_is_called_now(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["exercise", *COMMAND]) == 0
    now = capsys.readouterr()
    assert run(["puzzle", *COMMAND]) == 0
    before = capsys.readouterr()
    assert before.out == now.out == "17\n1\n14\n"
    assert now.err == ""
    assert before.err.count("\n") == 1
    assert "'puzzle' is now called 'exercise'; 'puzzles' are something else" in before.err


def test_the_help_lists_the_exercises_under_their_present_name_alone(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["--help"]) == 0
    words = capsys.readouterr().out.split()
    assert "exercise" in words and "puzzles" in words
    assert "puzzle" not in words
