"""Control groups of Linux, version 2: the kernel limits, stops, measures and ends all at once.

Whatever a process of a group starts belongs to the group, and there is no way out of it. A group
is a folder in a file system of the kernel's; who may make one, and what it can limit, is the
system's decision. `make_group` looks for a place, and there may be none.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import os
import re
import signal
import time
from dataclasses import dataclass
from pathlib import Path

LIMITS = ("memory", "pids")
"""What a group can limit if the system lets it, by the kernel's names."""
_NAME = "trivium"
_PATIENCE = 10.0
_A_MOMENT = 0.005
_numbers = itertools.count(1)


@dataclass(frozen=True)
class Group:
    """A control group of our own."""

    path: Path

    @property
    def limits(self) -> tuple[str, ...]:
        """What it can limit, of `LIMITS`."""
        known = _read(self.path / "cgroup.controllers").split()
        return tuple(name for name in LIMITS if name in known)

    def add(self, pid: int) -> bool:
        """Take a process in, and with it all that it will start; tell whether that was done."""
        return _write(self.path / "cgroup.procs", str(pid))

    def limit_memory(self, size: int) -> None:
        """Let the group have so many bytes over what it has now; who takes more is killed."""
        now = int(_read(self.path / "memory.current") or 0)
        _write(self.path / "memory.swap.max", "0")
        _write(self.path / "memory.oom.group", "1")
        _write(self.path / "memory.max", str(now + size))

    def limit_tasks(self, count: int) -> None:
        """Let the group have so many processes and threads at the same time."""
        _write(self.path / "pids.max", str(count))

    @property
    def ran_out_of_memory(self) -> bool:
        """Whether the kernel has killed it because it had no memory left."""
        return int(_entry(_read(self.path / "memory.events"), "oom_kill") or 0) > 0

    @property
    def cpu(self) -> float:
        """The seconds of CPU time of all that ever was in it."""
        return int(_entry(_read(self.path / "cpu.stat"), "usage_usec") or 0) / 1e6

    def freeze(self) -> None:
        """Stop all that is in it, and whatever that is just starting."""
        _write(self.path / "cgroup.freeze", "1")

    def thaw(self) -> None:
        """Let it go on."""
        _write(self.path / "cgroup.freeze", "0")

    def end(self) -> None:
        """Kill all that is in it, and remove it."""
        deadline = time.monotonic() + _PATIENCE
        while self.path.exists() and time.monotonic() < deadline:
            self._kill()
            with contextlib.suppress(OSError):
                self.path.rmdir()
                return
            time.sleep(_A_MOMENT)

    def _kill(self) -> None:
        if _write(self.path / "cgroup.kill", "1"):
            return
        for pid in _read(self.path / "cgroup.procs").split():  # Linux before 5.14
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(int(pid), signal.SIGKILL)


def make_group() -> Group | None:
    """Return a new group; None where we may not make any."""
    home = _home()
    if home is None:
        return None
    group = Group(home / f"{_NAME}-{os.getpid()}-{next(_numbers)}")
    try:
        group.path.mkdir()
    except OSError:
        return None
    if os.access(group.path / "cgroup.freeze", os.W_OK):
        return group
    group.end()
    return None


@functools.cache
def _home() -> Path | None:
    home = find_home(_read(Path("/proc/self/mountinfo")), _read(Path("/proc/self/cgroup")))
    if home is not None:
        _remove_left(home)
    return home


def find_home(mounts: str, membership: str) -> Path | None:
    """Return the folder to make groups in; the texts are the kernel's about this process.

    It must be ours to write to, and above where we are: only from there can processes be moved.
    The nearest one that can limit everything is the best, otherwise the nearest.
    """
    own = re.search(r"^0::(/.*)$", membership, re.MULTILINE)
    mount = re.search(r"^(?:\S+ ){3}(\S+) (\S+) .* - cgroup2 ", mounts, re.MULTILINE)
    if own is None or mount is None:
        return None
    where, top = Path(own[1]), Path(mount[2])
    if ".." in where.parts or not where.is_relative_to(mount[1]):
        return None
    here = top / where.relative_to(mount[1])
    above = [place for place in (here, *here.parents) if place.is_relative_to(top)]
    usable = [place for place in above if _is_ours(place)]
    return next(filter(_passes_on_everything, usable), usable[0] if usable else None)


def _is_ours(place: Path) -> bool:
    return os.access(place, os.W_OK) and os.access(place / "cgroup.procs", os.W_OK)


def _passes_on_everything(place: Path) -> bool:
    """Tell whether groups made there can limit everything; ask the kernel for it if need be."""
    control = place / "cgroup.subtree_control"
    for name in LIMITS:
        if name not in _read(control).split():
            _write(control, f"+{name}")
    return set(LIMITS) <= set(_read(control).split())


def _remove_left(home: Path) -> None:
    """Remove the empty groups of referees that were killed."""
    for place in home.glob(f"{_NAME}-*-*"):
        if not Path("/proc", place.name.split("-")[1]).exists():
            with contextlib.suppress(OSError):
                place.rmdir()


def _entry(text: str, name: str) -> str | None:
    """Return what a file of names and numbers has for a name."""
    found = re.search(rf"^{name} (\d+)$", text, re.MULTILINE)
    return found and found[1]


def _read(path: Path) -> str:
    """Return what a file of the kernel's says; nothing if it is not there."""
    try:
        return path.read_text()
    except OSError:
        return ""


def _write(path: Path, text: str) -> bool:
    """Write to a file of the kernel's; tell whether it agrees."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_TRUNC)
    except OSError:
        return False
    try:
        return os.write(handle, text.encode()) > 0
    except OSError:
        return False
    finally:
        os.close(handle)
