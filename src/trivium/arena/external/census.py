"""Who runs under a process, and what all of them use: read from Linux's /proc.

A census starts from a *root*: a process of ours whose children are the agent and whatever the
agent has left behind. (Orphans go to the root: it is a reaper, see `jail`.)
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass

_CHUNK = 1 << 16

_CHILDREN_S_TIMES = slice(13, 15)
"""Fields of a process's stat file from its state on: the times of those it has waited for."""
_PROCESS_CLOCK = 2
"""What Linux adds to a process number to make a clock of it."""


@dataclass(frozen=True)
class Census:
    """The processes under a root."""

    everybody: tuple[int, ...]
    """All of them; the agent itself comes first."""
    orphans: tuple[int, ...]
    """Those whose parent has gone, though the agent is still there."""
    ended: tuple[int, ...] = ()
    """Those that have ended, of which nobody has taken note; their CPU time is still theirs."""


def take_census(root: int) -> Census:
    """Return who runs under `root`, whose first child is the agent."""
    children = [child for child in _children_of(root) if not _is_dead(child)]
    found = [pid for child in children for pid in (child, *_descendants(child))]
    ended = tuple(filter(_is_dead, found))
    return Census(tuple(pid for pid in found if pid not in ended), tuple(children[1:]), ended)


def _descendants(pid: int) -> Iterator[int]:
    for child in _children_of(pid):
        yield child
        yield from _descendants(child)


def _children_of(pid: int) -> list[int]:
    """Return the children of a process, also those that have ended; none if it has gone."""
    try:
        with os.scandir(f"/proc/{pid}/task") as threads:
            found = [_read(f"{pid}/task/{thread.name}/children") for thread in threads]
    except OSError:
        return []
    return [int(child) for child in b" ".join(found).split()]


def _is_dead(pid: int) -> bool:
    """Tell whether a process has ended, though its parent may not have noticed yet."""
    state = _stat(pid)[:1]
    return not state or state[0] in (b"Z", b"X")


def newest_process() -> bytes:
    """Return a mark that changes whenever any process or thread has been started here."""
    return _read("loadavg").rpartition(b" ")[2]


def marked_with(line: str) -> list[int]:
    """Return the running processes that were started with a line in their environment."""
    wanted = line.encode()
    with os.scandir("/proc") as entries:
        everybody = [int(entry.name) for entry in entries if entry.name.isdecimal()]
    return [pid for pid in everybody if wanted in _read(f"{pid}/environ") and not _is_dead(pid)]


def name_of(pid: int) -> str:
    """Return the name of a running process, for a person."""
    return _read(f"{pid}/comm").decode(errors="replace").strip() or "unknown"


def memory_of(pids: tuple[int, ...]) -> int:
    """Return the bytes of memory that the processes use.

    For a single process it is the most it ever had; of several, which may share memory, their
    fair shares at the moment.
    """
    if len(pids) == 1:
        return _field(f"{pids[0]}/status", b"VmHWM:")
    return sum(_field(f"{pid}/smaps_rollup", b"Pss:") for pid in pids)


def cpu_of(pids: tuple[int, ...]) -> float:
    """Return the seconds of CPU time of the processes and of the children they waited for."""
    ticks = sum(sum(map(int, _stat(pid)[_CHILDREN_S_TIMES])) for pid in pids)
    return sum(map(_own_cpu_of, pids)) + ticks / os.sysconf("SC_CLK_TCK")


def _own_cpu_of(pid: int) -> float:
    """Return the seconds of CPU time of a process's threads; none if it has gone."""
    try:
        return time.clock_gettime(~pid << 3 | _PROCESS_CLOCK)
    except OSError:
        return 0.0


def _field(path: str, name: bytes) -> int:
    _, found, rest = _read(path).partition(name)
    return int(rest.split(maxsplit=1)[0]) * 1024 if found else 0


def _stat(pid: int) -> list[bytes]:
    """Return the fields of a process's stat file from its state on; none if it has gone."""
    return _read(f"{pid}/stat").rpartition(b")")[2].split()


def _read(path: str) -> bytes:
    """Return what a file of /proc says; nothing if its process has gone."""
    try:
        handle = os.open(f"/proc/{path}", os.O_RDONLY)
    except OSError:
        return b""
    try:
        return os.read(handle, _CHUNK)
    except OSError:
        return b""
    finally:
        os.close(handle)
