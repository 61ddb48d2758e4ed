"""Control groups: against a folder that looks like the kernel's, and the kernel's own if it may."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from trivium.arena.external import cgroup
from trivium.arena.external.cgroup import Group, find_home, make_group

MOUNTS = (
    "25 30 0:23 / /proc rw,nosuid - proc proc rw\n"
    "35 30 0:30 {root} {top} rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n"
)
FILES = ("procs", "freeze", "kill", "subtree_control", "controllers")


def folder(path: Path, controllers: str = "", subtree: str = "") -> Path:
    """Make what looks like a control group."""
    path.mkdir(parents=True, exist_ok=True)
    for name in FILES:
        (path / f"cgroup.{name}").touch()
    (path / "cgroup.controllers").write_text(controllers)
    (path / "cgroup.subtree_control").write_text(subtree)
    return path


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A tree as systemd makes it, of which the user may write to everything below ``user``."""
    everything = "cpu memory pids\n"
    top = folder(tmp_path / "top", everything, everything)
    folder(top / "user", everything, everything)
    folder(top / "user" / "app", everything, "memory pids\n")
    folder(top / "user" / "app" / "terminal", "memory pids\n")
    return top


def home_for(tree: Path, own: str, root: str = "/") -> Path | None:
    return find_home(MOUNTS.format(root=root, top=tree), f"1:name=systemd:/x\n0::{own}\n")


def only(monkeypatch: pytest.MonkeyPatch, *writable: Path) -> None:
    """Let only these folders be writable, also for the administrator."""

    def access(path: Path, mode: int) -> bool:
        return any(path in (place, place / "cgroup.procs") for place in writable)

    monkeypatch.setattr("os.access", access)


def test_groups_are_made_in_the_nearest_folder_above_that_limits_everything(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app, terminal = tree / "user" / "app", tree / "user" / "app" / "terminal"
    (terminal / "cgroup.subtree_control").unlink()  # there are processes in it: the kernel refuses
    assert home_for(tree, "/user/app/terminal") == app
    only(monkeypatch, tree / "user")
    assert home_for(tree, "/user/app/terminal") == tree / "user"
    only(monkeypatch, terminal)
    assert home_for(tree, "/user/app/terminal") == terminal


def test_controllers_are_asked_for_where_they_are_not_passed_on_yet(tree: Path) -> None:
    terminal = tree / "user" / "app" / "terminal"
    home_for(tree, "/user/app/terminal")
    assert (terminal / "cgroup.subtree_control").read_text() == "+pids"  # the last of the wishes


@pytest.mark.parametrize(
    ("mounts", "own"),
    [
        ("25 30 0:23 / /proc rw - proc proc rw\n", "0::/user\n"),  # no version 2 at all
        (MOUNTS, "1:memory:/user\n"),
        (MOUNTS, "0::/../elsewhere\n"),  # outside of what this namespace sees
    ],
)
def test_where_there_is_no_place_for_groups_there_is_none(
    tree: Path, mounts: str, own: str
) -> None:
    assert find_home(mounts.format(root="/", top=tree), own) is None


def test_nobody_moves_processes_without_leave(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    only(monkeypatch)
    assert home_for(tree, "/user/app/terminal") is None


def test_a_mount_may_show_a_part_of_the_tree_only(tree: Path) -> None:
    assert home_for(tree, "/docker/1/user/app", root="/docker/1") == tree / "user" / "app"
    assert home_for(tree, "/docker/2", root="/docker/1") is None


def test_what_a_group_is_told_is_written_where_the_kernel_reads_it(tmp_path: Path) -> None:
    group = Group(folder(tmp_path / "group", "cpu memory pids\n"))
    for name in ("memory.max", "memory.swap.max", "memory.oom.group", "pids.max"):
        (group.path / name).write_text("max\n")
    (group.path / "memory.current").write_text("1000\n")
    assert group.limits == ("memory", "pids")
    assert group.add(4711)
    group.limit_memory(500)
    group.limit_tasks(7)
    group.freeze()
    names = ("cgroup.procs", "memory.max", "memory.swap.max", "pids.max", "cgroup.freeze")
    written = [(group.path / name).read_text() for name in names]
    assert written == ["4711", "1500", "0", "7", "1"]
    group.thaw()
    assert (group.path / "cgroup.freeze").read_text() == "0"


def test_what_the_kernel_tells_of_a_group_is_read(tmp_path: Path) -> None:
    group = Group(folder(tmp_path / "group"))
    assert (group.limits, group.cpu, group.ran_out_of_memory) == ((), 0.0, False)
    (group.path / "cpu.stat").write_text("usage_usec 1500000\nuser_usec 1\n")
    (group.path / "memory.events").write_text("oom 1\noom_kill 0\noom_group_kill 0\n")
    assert (group.cpu, group.ran_out_of_memory) == (1.5, False)
    (group.path / "memory.events").write_text("oom 1\noom_kill 2\noom_group_kill 0\n")
    assert group.ran_out_of_memory


def test_groups_of_referees_that_are_gone_are_removed(tmp_path: Path) -> None:
    ended = subprocess.Popen(["true"])
    ended.wait()
    for pid in (ended.pid, os.getpid()):
        (tmp_path / f"trivium-{pid}-1").mkdir()
    cgroup._remove_left(tmp_path)
    assert [place.name for place in tmp_path.iterdir()] == [f"trivium-{os.getpid()}-1"]


@pytest.fixture
def real() -> Iterator[Group]:
    group = make_group()
    if group is None:
        pytest.skip("control groups cannot be made here")
    yield group
    group.end()
    assert not group.path.exists()


@pytest.fixture
def busy(real: Group) -> Iterator[Group]:
    """A group with a process that is busy, and its busy child."""
    program = "import os, sys\nsys.stdin.read()\nos.fork()\nwhile True: pass"
    process = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE)
    assert process.stdin is not None
    assert real.add(process.pid)
    process.stdin.close()
    yield real
    real.end()
    process.wait()


def used_within(group: Group, seconds: float) -> float:
    before = group.cpu
    time.sleep(seconds)
    return group.cpu - before


def comes(condition: Callable[[], bool]) -> bool:
    """Wait until something is so; tell whether it ever was."""
    deadline = time.monotonic() + 60
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.01)
    return condition()


def test_a_real_group_is_frozen_thawed_measured_and_ended(busy: Group) -> None:
    assert comes(lambda: len((busy.path / "cgroup.procs").read_text().split()) == 2)
    assert comes(lambda: used_within(busy, 0.1) > 0)
    busy.freeze()
    assert comes(lambda: used_within(busy, 0.2) == 0)
    busy.thaw()
    assert comes(lambda: used_within(busy, 0.1) > 0)
    busy.end()
    assert not busy.path.exists()


def test_a_real_group_that_takes_too_much_memory_is_killed(real: Group) -> None:
    if "memory" not in real.limits:
        pytest.skip("control groups cannot limit memory here")
    program = "import sys\nsys.stdin.read(1)\nhoard = b'x' * (200 << 20)\nsys.stdin.read()"
    process = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE)
    assert process.stdin is not None
    real.add(process.pid)
    real.limit_memory(100 << 20)
    process.stdin.write(b"!")
    process.stdin.flush()
    assert process.wait(20) == -9
    assert real.ran_out_of_memory
    process.stdin.close()
