"""Long benchmarks tell how far they are, and Ctrl-C leaves what they have measured."""

from __future__ import annotations

import itertools
import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from benchmarks import first_stones, progress
from benchmarks.progress import Steps

BENCHMARKS = Path(progress.__file__).parent
QUICK = {"signature", "solved", "solved_cachex", "weights"}
"""They take a second or two."""


def test_a_log_gets_a_line_for_each_new_thing_and_now_and_then_one_in_between(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = itertools.count(100.0, 4.0)
    own_clock = SimpleNamespace(monotonic=lambda: next(clock))
    monkeypatch.setattr("benchmarks.progress.time", own_clock)
    with Steps(6) as steps:
        for what in ("hexifence", "hexifence", "hexifence", "hexifence", "cachex"):
            steps.begin(what)
        for _ in steps.watched(range(3), 3, "pairs"):
            pass
    assert capsys.readouterr().err.splitlines() == [
        "0 of 6: hexifence",
        "3 of 6: hexifence",
        "4 of 6: cachex",
        "4 of 6: cachex, 3 of 3 pairs",
    ]


def test_a_log_does_not_tell_how_many_steps_there_are_where_nobody_knows(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with Steps(None) as steps:
        steps.begin("one")
        steps.begin("another")
    assert capsys.readouterr().err.splitlines() == ["0: one", "1: another"]


def test_no_first_stone_is_looked_at_that_the_rules_forbid(
    capsys: pytest.CaptureFixture[str],
) -> None:
    first_stones.main(as_json=True, size=3, memory=1)
    told = json.loads(capsys.readouterr().out)
    assert {entry["stone"]: entry["low"] for entry in told["stones"]} == {
        "a1": -1, "b1": 1, "c1": 1, "a2": -1
    }  # fmt: skip


def test_the_results_are_shown_once_at_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    shown: list[bool] = []
    with Steps(1, shown.append) as steps:
        steps.begin("one")
        steps.print("a line")
        steps.print("another", aside=True)
    assert shown == [True]
    told = capsys.readouterr()
    assert told.out == "a line\n"
    assert told.err.splitlines() == ["0 of 1: one", "another"]


def test_results_go_to_standard_output_while_somebody_watches_the_progress() -> None:
    script = (
        "from benchmarks.progress import Steps\n"
        "with Steps(1) as steps:\n"
        "    steps.begin('one')\n"
        "    steps.print('x' * 200)\n"
    )
    ours, theirs = pty.openpty()
    output = subprocess.run(
        [sys.executable, "-c", script],
        cwd=BENCHMARKS.parent,
        stdout=subprocess.PIPE,
        stderr=theirs,
        check=True,
        text=True,
    ).stdout
    os.close(theirs)
    assert output == "x" * 200 + "\n"
    assert b"0/1" in os.read(ours, 10_000)
    os.close(ours)


def test_an_interrupt_shows_what_there_is_and_goes_on_as_an_interrupt(
    capsys: pytest.CaptureFixture[str],
) -> None:
    shown: list[bool] = []
    with pytest.raises(KeyboardInterrupt), Steps(2, shown.append) as steps:
        steps.begin("one")
        raise KeyboardInterrupt
    assert shown == [False]
    assert capsys.readouterr().err.endswith("Stopped early; this is what there is so far:\n")


def test_a_failure_shows_no_results() -> None:
    shown: list[bool] = []
    with pytest.raises(ZeroDivisionError), Steps(2, shown.append) as steps:
        steps.begin("one")
        raise ZeroDivisionError
    assert shown == []


def test_every_benchmark_that_takes_long_counts_its_steps() -> None:
    sources = {path.stem: path.read_text(encoding="utf-8") for path in BENCHMARKS.glob("*.py")}
    for package in BENCHMARKS.glob("*/__init__.py"):
        modules = sorted(package.parent.glob("*.py"))
        sources[package.parent.stem] = "".join(path.read_text("utf-8") for path in modules)
    commands = {name for name, text in sources.items() if "def main(" in text}
    silent = {name for name in commands if not re.search(r"with [^:]*Steps\(", sources[name])}
    assert silent == QUICK
