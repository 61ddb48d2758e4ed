"""What is compiled first: the basic, then what somebody waits for."""

from __future__ import annotations

import os
import pickle
from functools import partial
from pathlib import Path

import pytest

from trivium.cli import warmup
from trivium.games.catalogue import GAMES
from trivium.warm import Schedule, Task, all_tasks


def nothing() -> None:
    pass


def task(*games: str, basic: bool = False, levels: bool = False) -> Task:
    return Task(nothing, games, basic, levels)


def test_the_basic_comes_before_what_needs_it() -> None:
    basic, other, agent = task("a", basic=True), task("b", basic=True), task("a")
    schedule = Schedule([basic, other, agent])
    assert schedule.take() is basic and schedule.take() is other
    assert schedule.take() is None, "the agent waits for the rules"
    schedule.finish(other)
    assert schedule.take() is None
    schedule.finish(basic)
    assert schedule.take() is agent and schedule.take() is None


def test_the_game_that_somebody_looks_at_comes_first() -> None:
    tasks = [task("a", levels=True), task("b", levels=True), task("b")]
    schedule = Schedule(tasks)
    schedule.favourite = "b"
    assert [schedule.take() for _ in tasks] == [tasks[1], tasks[2], tasks[0]]


def test_a_game_is_ready_when_its_levels_are() -> None:
    rules, level, rest = task("a", basic=True), task("a", levels=True), task("a")
    schedule = Schedule([rules, level, rest])
    for done in range(2):
        assert schedule.lacking() == {"a": (done, 2)}
        going_on = schedule.take()
        assert going_on is not None and schedule.lacking() == {"a": (done, 2)}
        schedule.finish(going_on)
    assert schedule.lacking() == {}


def test_how_far_a_game_is_has_nothing_to_do_with_the_others() -> None:
    schedule = Schedule([task("a", "b", basic=True), task("b", levels=True), task("c", basic=True)])
    schedule.favourite = "b"
    shared = schedule.take()
    assert shared is not None
    schedule.finish(shared)
    assert schedule.lacking() == {"b": (1, 2), "c": (0, 1)}


def test_every_game_has_rules_and_levels_to_compile_and_all_can_be_sent_to_helpers() -> None:
    tasks = all_tasks()
    for game in GAMES:
        mine = [task for task in tasks if game in task.games]
        assert any(task.basic for task in mine) and any(task.levels for task in mine)
    assert [task.games for task in pickle.loads(pickle.dumps(tasks))] == [
        task.games for task in tasks
    ]


def end_once(marker: Path) -> None:
    """End the process that does this, without a word, but only the first one."""
    if not marker.exists():
        marker.touch()
        os._exit(1)


def test_what_an_ended_helper_was_doing_is_done_all_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ending = Task(partial(end_once, tmp_path / "ended"), ("a",))
    schedule = Schedule([ending, task("a"), task("b")])
    assert list(warmup._all_done(schedule, 2)) == [None] * schedule.total
    assert (tmp_path / "ended").exists()
    assert "the rest is done without others" in capsys.readouterr().err
