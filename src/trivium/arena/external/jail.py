"""Starting a command so that it can be fenced in, watched, and ended with all it has started.

With bubblewrap it lives in namespaces of its own: no network, sight of nothing but its own files
and the system's (see `fence`), no other processes, and the kernel ends all of them together. Where
bubblewrap is missing or may not be used, a small keeper process takes its place; then nothing
outlives the game either, but files and network are open.
"""

from __future__ import annotations

import contextlib
import functools
import json
import os
import platform
import select
import shutil
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from trivium.arena.external.census import (
    cpu_of,
    everybody_under,
    marked_with,
    memory_of,
    stands_still,
)
from trivium.arena.external.cgroup import LIMITS, Group, make_group
from trivium.arena.external.fence import HOSTS, SPACE, Fence, Room, environment, fence_around
from trivium.arena.external.syscalls import call_filter
from trivium.errors import TriviumError

_PATIENCE = 10.0
_A_MOMENT = 0.01
_STOPPING = 1.0
"""Seconds within which everything must stand still."""
MARK = "TRIVIUM_KEPT"
"""The variable in which everything carries the mark of its jail, after our process number."""
_THREADS_AT_ALL, _THREADS_EACH = 256, 32
"""What the kernel lets a command start: enough for a virtual machine on a large computer."""
_OPEN_FILES = 256
_NOTES = 1024
"""Bytes that the kernel needs for a file in memory beside what is in it."""
_LIMITED = {"memory": "memory", "pids": "processes"}
"""The limits of a control group in our words."""


@functools.cache
def sandbox_trouble() -> str | None:
    """Return why there can be no sandbox here, in a few words; None if there can."""
    if shutil.which("bwrap") is None:
        return "bubblewrap is not installed"
    try:
        with bubblewrap(fence_around(Room(Path("/"))), None) as (words, handles):
            trial = subprocess.run(
                [*words, "true"],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                pass_fds=handles,
                timeout=_PATIENCE,
            )
    except (OSError, subprocess.SubprocessError) as error:
        return f"bubblewrap does not work here ({type(error).__name__})"
    if trial.returncode == 0:
        return None
    lines = trial.stderr.decode(errors="replace").strip().splitlines()
    return f"bubblewrap does not work here ({lines[-1] if lines else 'no reason given'})"


@dataclass
class Jail:
    """A running command with everything under it."""

    popen: subprocess.Popen[bytes]
    root: int
    """The process whose children are the command and whoever it leaves behind."""
    leader: int
    """The process whose group the command begins in."""
    lifeline: int | None
    """Closing it makes the keeper end everything; None in the sandbox."""
    mark: str
    """A line of the environment that the command and all its children have."""
    root_ended: int
    """A handle that becomes readable when nothing is left running."""
    group: Group | None
    """The control group that all of it is in, where there can be one."""
    fence: Fence | None
    """The sandbox around it, if there is one."""

    def __post_init__(self) -> None:
        self._spaces: list[int] = []
        self._stopped: set[int] = set()

    @property
    def remarks(self) -> list[str]:
        """What a reader of the result should know."""
        found = [_guard(self.group)]
        if self.fence is not None and self.fence.remark is not None:
            found.append(self.fence.remark)
        if self.fence is not None and call_filter() is None:
            found.append(f"without a filter of system calls on {platform.machine()}")
        return found

    def limit(self, processes: int | None, memory: float | None) -> None:
        """Let the kernel stop it from having many more processes, or more bytes than now."""
        if self.group is not None and processes is not None:
            self.group.limit_tasks(_tasks(processes))
        if self.group is not None and memory is not None:
            self.group.limit_memory(int(memory))

    def memory(self, everybody: tuple[int, ...], thorough: bool = False) -> int:
        """Return the bytes of memory that the processes use, and the files they have written."""
        return memory_of(everybody, sum(map(_used, self._open_spaces())), thorough)

    def _open_spaces(self) -> list[int]:
        """Return handles on where the command can write; they outlast what it might do to hide."""
        if self.fence is not None and not self._spaces:
            with contextlib.suppress(OSError):
                for place in self.fence.spaces:
                    self._spaces.append(os.open(f"/proc/{self.root}/root{place}", os.O_PATH))
        return self._spaces

    def cpu(self, known: tuple[int, ...]) -> float:
        """Return the seconds of CPU time that all of it has used so far.

        Without a control group it is that of the known processes, and of those that have ended
        and were waited for: by one of them, or by the root that they were left to.
        """
        return cpu_of((self.root, *known)) if self.group is None else self.group.cpu

    @property
    def ran_out_of_memory(self) -> bool:
        """Whether the kernel has ended it for taking more than it may."""
        return self.group is not None and self.group.ran_out_of_memory

    def stop(self) -> bool:
        """Stop all of it; tell whether it stands still, and does not go on starting processes.

        Without a control group everybody is sent a signal, and everybody who is found after
        that, until there is nobody new and nobody has been woken by somebody else.
        """
        if self.group is not None:
            self.group.freeze()
            return True
        deadline = time.monotonic() + _STOPPING
        self._stopped.clear()
        while True:
            found = everybody_under(self.root)
            if self._stopped.issuperset(found) and all(map(stands_still, found)):
                return True
            if time.monotonic() > deadline:
                return False
            self._signal(signal.SIGSTOP, found)
            self._stopped.update(found)

    def go_on(self) -> int:
        """Let it go on; return how many processes have come while it should have stood still."""
        if self.group is not None:
            self.group.thaw()
            return 0
        found = everybody_under(self.root)
        self._signal(signal.SIGCONT, found)
        return len(set(found) - self._stopped)

    def _signal(self, number: int, pids: Sequence[int]) -> None:
        """Send a signal to the command's process group, and to processes that have left it."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.leader, number)
        for pid in pids:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, number)

    def ends_within(self, seconds: float) -> bool:
        """Wait at most so long until nothing is left running; tell whether that is so."""
        return _readable(self.root_ended, seconds)

    def end(self) -> None:
        """Kill everything and wait until it is gone. May be called again."""
        if self.root_ended < 0:
            return
        if self.lifeline is None:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self.root_ended, signal.SIGKILL)
        else:
            os.close(self.lifeline)
        self.popen.send_signal(signal.SIGCONT)  # it sees what has happened, and follows
        self.ends_within(_PATIENCE)
        for handle in (self.root_ended, *self._spaces):
            os.close(handle)
        self.root_ended = -1
        try:
            self.popen.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self.popen.kill()
            self.popen.wait()
        if self.group is not None:
            self.group.end()
        elif self.lifeline is not None and self.popen.returncode < 0:
            self._sweep()

    def _sweep(self) -> None:
        """Kill what a killed keeper has left, as far as it still has the mark."""
        while left := marked_with(self.mark):
            for pid in left:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            time.sleep(_A_MOMENT)

    def exit_code(self) -> int:
        """Return the command's exit code, 128 + n if signal n ended it; it must have ended."""
        code = self.popen.wait()
        return code if code >= 0 else 128 - code


def _guard(group: Group | None) -> str:
    """Say what keeps an agent within its limits."""
    if group is None:
        return "guarded by a census of its processes, without a control group"
    missing = [_LIMITED[name] for name in LIMITS if name not in group.limits]
    less = f" that cannot limit {' and '.join(missing)}" if missing else ""
    return f"guarded by a control group{less}"


def _used(space: int) -> int:
    """Return the bytes that the files in a space take, the kernel's own notes on them included."""
    found = os.fstatvfs(space)
    blocks, files = found.f_blocks - found.f_bfree, found.f_files - found.f_ffree
    return blocks * found.f_frsize + files * _NOTES


@dataclass(frozen=True)
class Start:
    """A command that is to be started."""

    command: Sequence[str]
    room: Room
    variables: Mapping[str, str]
    """What comes to the environment that every agent has."""
    processes: int | None
    """In the sandbox the kernel stops it from starting many more than so many."""
    streams: tuple[int, int, int]
    """Its standard input, output and error."""
    handles: Sequence[int]
    """Other handles that it gets."""

    def under(
        self, guard: Sequence[str], sandboxed: bool, more: Sequence[int]
    ) -> tuple[subprocess.Popen[bytes], str]:
        """Run the command under the program that guards it; return the mark that it carries."""
        mark = f"{os.getpid()}-{uuid.uuid4().hex}"
        popen = subprocess.Popen(
            [*guard, *self.command],
            cwd=self.room.folder,
            env={**environment(sandboxed), **self.variables, MARK: mark},
            stdin=self.streams[0],
            stdout=self.streams[1],
            stderr=self.streams[2],
            pass_fds=[*self.handles, *more],
            start_new_session=True,
        )
        return popen, f"{MARK}={mark}"


def start(command: Start, sandboxed: bool) -> Jail:
    """Start a command in the sandbox or, without one, under a keeper."""
    if not sys.platform.startswith("linux"):
        raise TriviumError("External agents need Linux: their limits are enforced by its means.")
    return _start_fenced(command) if sandboxed else _start_kept(command)


def _start_fenced(command: Start) -> Jail:
    fence = fence_around(command.room)
    with _Gate() as gate, bubblewrap(fence, command.processes) as (words, handles):
        words[1:1] = ["--info-fd", str(gate.info), "--block-fd", str(gate.closed)]
        popen, mark = command.under(words, True, [*gate.handles, *handles])
        child, group = gate.open()
    root = _handle_of(child, popen)
    return Jail(popen, child or popen.pid, popen.pid, None, mark, root, group, fence)


def _start_kept(command: Start) -> Jail:
    lifeline, end = os.pipe()
    try:
        with _Gate() as gate:
            words = [sys.executable, "-I", "-S", str(HOSTS / "keeper.py")]
            words += map(str, (lifeline, gate.info, gate.closed))
            popen, mark = command.under(words, False, [lifeline, *gate.handles])
            child, group = gate.open()
    except BaseException:
        os.close(end)
        raise
    finally:
        os.close(lifeline)
    root = _handle_of(None, popen)
    return Jail(popen, popen.pid, child or popen.pid, end, mark, root, group, None)


class _Gate:
    """Where a guard tells which process it has started, and that waits until it is let through.

    Meanwhile it is taken into a control group, which all that it starts will be in, too.
    """

    def __enter__(self) -> _Gate:
        self._told, self.info = os.pipe()
        self.closed, self._opener = os.pipe()
        return self

    @property
    def handles(self) -> tuple[int, int]:
        """What the guard needs: to write the process number to, and to wait for."""
        return self.info, self.closed

    def __exit__(self, *_: object) -> None:
        for handle in (self._told, self.info, self.closed, self._opener):
            if handle >= 0:
                os.close(handle)

    def open(self) -> tuple[int | None, Group | None]:
        """Let the process through; return its number, None if none comes, and its group."""
        os.close(self.info)
        self.info = -1
        child = self._process()
        group = None if child is None else make_group()
        if group is not None and child is not None and not group.add(child):
            group.end()
            group = None
        os.write(self._opener, b"!")
        return child, group

    def _process(self) -> int | None:
        text = b""
        while b"}" not in text and _readable(self._told, _PATIENCE):
            chunk = os.read(self._told, 4096)
            if not chunk:
                break
            text += chunk
        with contextlib.suppress(ValueError, KeyError):
            return int(json.loads(text)["child-pid"])
        return None


@contextlib.contextmanager
def bubblewrap(fence: Fence, processes: int | None) -> Iterator[tuple[list[str], list[int]]]:
    """Give the beginning of a command that is to run in the sandbox, and the handles it needs."""
    calls = call_filter()
    if calls is None:
        yield ["bwrap", *fence.words, "--", *_usher(fence, processes)], []
        return
    reader, writer = os.pipe()
    os.write(writer, calls)
    os.close(writer)
    options = ["--seccomp", str(reader)]
    try:
        yield ["bwrap", *options, *fence.words, "--", *_usher(fence, processes)], [reader]
    finally:
        os.close(reader)


def _usher(fence: Fence, processes: int | None) -> list[str]:
    """Return the beginning of a command that has been shown to its place in the sandbox.

    The limit of processes stops a fork bomb before it fills the machine; the exact one is the
    census's business, because the kernel counts threads too. It counts them for each user, so
    that it must be set inside: there the user is one whom nobody else is.
    """
    limits = {"RLIMIT_CORE": 0, "RLIMIT_NOFILE": _OPEN_FILES, "RLIMIT_FSIZE": SPACE}
    if processes is not None:
        limits["RLIMIT_NPROC"] = _tasks(processes)
    plan = {"copies": fence.copies, "left": fence.left, "limits": limits, "user": fence.user}
    return [sys.executable, "-I", "-S", "-B", str(HOSTS / "usher.py"), json.dumps(plan)]


def _tasks(processes: int) -> int:
    return _THREADS_AT_ALL + _THREADS_EACH * processes


def _readable(handle: int, seconds: float) -> bool:
    poll = select.poll()
    poll.register(handle, select.POLLIN)
    return bool(poll.poll(seconds * 1000))


def _handle_of(pid: int | None, popen: subprocess.Popen[bytes]) -> int:
    """Return a handle on a process, or on the one that was started if that has already gone."""
    if pid is not None:
        with contextlib.suppress(ProcessLookupError):
            return os.pidfd_open(pid)
    return os.pidfd_open(popen.pid)
