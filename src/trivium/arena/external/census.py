"""Who runs under a process, and what all of them use: read from Linux's /proc.

A census starts from a *root*: a process of ours whose children are the agent and whatever the
agent has left behind. (Orphans go to the root: it is a reaper, see `jail`.)
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_CHUNK = 1 << 16
_BLOCK = 512
_WITHOUT_A_NAME = (b" /dev/zero (deleted)", b" /memfd:", b" /SYSV")
"""What the memory is called that belongs to no file."""

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


def everybody_under(root: int) -> list[int]:
    """Return all processes under `root`, also those that have ended but are still counted."""
    return list(_descendants(root))


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


def stands_still(pid: int) -> bool:
    """Tell whether a process does nothing before somebody lets it: stopped, waiting, or gone."""
    state = _stat(pid)[:1]
    return not state or state[0] in (b"T", b"t", b"D", b"Z", b"X")


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


def memory_of(pids: tuple[int, ...], files: int = 0, thorough: bool = False) -> int:
    """Return the bytes of memory that the processes use, with those of `files` of theirs in memory.

    For a single process it is the most it ever had; of several, which may share memory, their
    fair shares at the moment. A thorough look also finds memory without a name that is kept but
    not in use: the processes would seem to have none of it.
    """
    used = shown = 0
    for pid in pids:
        status = _read(f"{pid}/status")
        shares = _read(f"{pid}/smaps_rollup") if len(pids) > 1 else b""
        used += _size(status, b"VmPTE:")
        if shares:
            used += _size(shares, b"Pss:") + _size(shares, b"SwapPss:")
            shown += _size(shares, b"Pss_Shmem:")
        else:
            used += _size(status, b"VmHWM:") + _size(status, b"VmSwap:")
            shown += _size(status, b"RssShmem:")
    kept = files + (_kept_without_a_name(pids) if thorough else 0)
    return used + max(0, kept - shown)


def memory_shared_by_all() -> int:
    """Return the bytes of shared memory of everybody on this machine, in use or not."""
    return _size(_read("meminfo"), b"Shmem:")


def _kept_without_a_name(pids: tuple[int, ...]) -> int:
    """Return the bytes of what the processes hold of memory that has no name but a handle."""
    found: dict[tuple[bytes, ...], int] = {}
    for pid in pids:
        for key, size in (*_open_memory(pid), *_mapped_memory(pid)):
            found[key] = max(size, found.get(key, 0))
    return sum(found.values())


def _open_memory(pid: int) -> Iterator[tuple[tuple[bytes, ...], int]]:
    with contextlib.suppress(OSError):
        for handle in Path(f"/proc/{pid}/fd").iterdir():
            with contextlib.suppress(OSError):
                if str(handle.readlink()).startswith("/memfd:"):
                    found = handle.stat()
                    yield (b"%d" % found.st_ino,), found.st_blocks * _BLOCK


def _mapped_memory(pid: int) -> Iterator[tuple[tuple[bytes, ...], int]]:
    """Yield what is mapped: its size if we may ask, otherwise as far as it is mapped.

    A process that does not let us look is taken to use all that it might.
    """
    try:
        lines = Path(f"/proc/{pid}/maps").read_bytes().splitlines()
    except PermissionError:
        yield (b"%d" % pid, b"hidden"), _size(_read(f"{pid}/status"), b"VmSize:")
        return
    except OSError:
        return
    for line in lines:
        if any(name in line for name in _WITHOUT_A_NAME):
            span, _, offset, _, inode, *_ = line.split()
            first, last = (int(address, 16) for address in span.split(b"-"))
            size = int(offset, 16) + last - first
            with contextlib.suppress(OSError):
                size = Path(f"/proc/{pid}/map_files/{span.decode()}").stat().st_blocks * _BLOCK
            yield (inode,), size


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


def _size(text: bytes, name: bytes) -> int:
    """Return the bytes that a file of names and kilobytes has for a name at a line's beginning."""
    _, found, rest = (b"\n" + text).partition(b"\n" + name)
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
