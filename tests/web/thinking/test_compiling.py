"""Who waits for the compiler is told so, and how far it is."""

from __future__ import annotations

import time

import pytest
from numba.core import event

from trivium.cli import common
from trivium.cli.common import compile_notice
from trivium.web.thinking import compiling
from trivium.web.thinking.compiling import CompileWatch


def some_function() -> None:
    pass


class Dispatcher:
    py_func = staticmethod(some_function)


def fake_compilation(inner: int = 0) -> None:
    """Tell all listeners what Numba tells them, with so many functions inside the first."""
    with event.trigger_event("numba:compile", data={"dispatcher": Dispatcher()}):
        for _ in range(inner):
            fake_compilation()


def test_the_page_is_told_when_compiling_begins_goes_on_and_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(compiling, "_PAUSE", 0.0)
    told: list[tuple[bool, int]] = []
    with CompileWatch(lambda: told.append((watch.active, watch.functions))) as watch:
        fake_compilation(inner=2)
    assert told == [(True, 1), (True, 2), (True, 3), (False, 3)]
    fake_compilation()
    assert watch.functions == 3


def test_the_page_is_not_told_of_every_function() -> None:
    told: list[int] = []
    with CompileWatch(lambda: told.append(watch.functions)) as watch:
        fake_compilation(inner=50)
    assert told == [1, 51]


def test_a_command_says_that_it_compiles_and_now_and_then_how_much(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    with compile_notice():
        fake_compilation(inner=3)
        now += common.COMPILE_PAUSE + 1
        fake_compilation(inner=3)
    lines = capsys.readouterr().err.splitlines()
    assert lines[0].startswith("Compiling for the first use")
    assert lines[1:] == ["… 4 functions compiled so far …"]
