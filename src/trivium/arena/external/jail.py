"""Starting a command so that it can be fenced in, watched, and ended with all it has started.

With bubblewrap it lives in namespaces of its own: no network, a read-only view of the file
system, no sight of other processes, and the kernel ends all of them together. Where bubblewrap
is missing or may not be used, a small keeper process takes its place; then nothing outlives the
game either, but files and network are open.
"""

from __future__ import annotations

import contextlib
import functools
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from trivium.arena.external.census import marked_with
from trivium.errors import TriviumError

HOSTS = Path(__file__).parent / "hosts"

SCRATCH = "/dev/shm"
"""The one place where a command in the sandbox can write."""
_SCRATCH_BYTES = 64 << 20
_PATIENCE = 10.0
_A_MOMENT = 0.01
_MARK = "TRIVIUM_KEPT"
_THREADS_AT_ALL, _THREADS_EACH = 256, 32
"""What the kernel lets a command start: enough for a virtual machine on a large computer."""
_SOCKETS = "/run"
"""Where services listen that a process could otherwise ask for what it may not do itself."""
_FENCES = (
    f"--ro-bind / / --tmpfs {_SOCKETS} "
    "--dev /dev --proc /proc --unshare-net --unshare-pid --unshare-ipc "
    "--unshare-uts --unshare-cgroup-try --cap-drop ALL --die-with-parent --hostname agent "
    f"--size {_SCRATCH_BYTES} --tmpfs {SCRATCH}"
).split()


@functools.cache
def sandbox_trouble() -> str | None:
    """Return why there can be no sandbox here, in a few words; None if there can."""
    if shutil.which("bwrap") is None:
        return "bubblewrap is not installed"
    try:
        trial = subprocess.run(
            [*_fence(Path("/")), "--", "true"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_PATIENCE,
        )
    except (OSError, subprocess.SubprocessError) as error:
        return f"bubblewrap does not work here ({type(error).__name__})"
    if trial.returncode == 0:
        return None
    words = trial.stderr.decode(errors="replace").strip().splitlines()
    return f"bubblewrap does not work here ({words[-1] if words else 'no reason given'})"


@dataclass
class Jail:
    """A running command with everything under it."""

    popen: subprocess.Popen[bytes]
    root: int
    """The process whose children are the command and whoever it leaves behind."""
    group: int
    """The process group that the command begins in."""
    lifeline: int | None
    """Closing it makes the keeper end everything; None in the sandbox."""
    mark: str
    """A line of the environment that the command and all its children have."""
    root_ended: int
    """A handle that becomes readable when nothing is left running."""

    def signal(self, number: int, others: Sequence[int] = ()) -> None:
        """Send a signal to the command's process group, and to processes that have left it."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.group, number)
        for pid in others:
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
        os.close(self.root_ended)
        self.root_ended = -1
        try:
            self.popen.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self.popen.kill()
            self.popen.wait()
        if self.lifeline is not None and self.popen.returncode < 0:
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


def start(
    command: Sequence[str],
    folder: Path,
    environment: dict[str, str],
    sandboxed: bool,
    processes: int | None,
    streams: tuple[int, int, int],
    handles: Sequence[int],
) -> Jail:
    """Start `command` in `folder`; it gets the three standard streams and the other handles.

    In the sandbox the kernel stops it from starting many more than so many processes.
    """
    if not sys.platform.startswith("linux"):
        raise TriviumError("External agents need Linux: their limits are enforced by its means.")
    mark = f"{_MARK}={uuid.uuid4().hex}"
    told, info = os.pipe()
    lifeline, end = (None, None) if sandboxed else os.pipe()
    if lifeline is None:
        fence = bubblewrap(folder, processes, ["--info-fd", str(info)])
    else:
        fence = _keeper(info, lifeline)
    try:
        popen = subprocess.Popen(
            [*fence, *command],
            cwd=folder,
            env=environment | dict([mark.split("=")]),
            stdin=streams[0],
            stdout=streams[1],
            stderr=streams[2],
            pass_fds=[info, *handles, *([] if lifeline is None else [lifeline])],
            start_new_session=True,
        )
    finally:
        os.close(info)
        if lifeline is not None:
            os.close(lifeline)
        child = _told_process(told)
    if end is None:
        return Jail(popen, child or popen.pid, popen.pid, None, mark, _handle_of(child, popen))
    return Jail(popen, popen.pid, child or popen.pid, end, mark, _handle_of(None, popen))


def bubblewrap(folder: Path, processes: int | None, options: Sequence[str] = ()) -> list[str]:
    """Return the beginning of a command that is to run in the sandbox."""
    return [*_fence(folder), *options, "--chdir", str(folder), "--", *_task_limit(processes)]


def _task_limit(processes: int | None) -> list[str]:
    """Return the beginning of a command that may not start more than a bounded number of tasks.

    That stops a fork bomb before it fills the machine; the exact limit is the census's business,
    because the kernel counts threads too. It counts them for each user, but those in a user
    namespace apart, so it must be set inside. The administrator's processes are not limited.
    """
    prlimit = shutil.which("prlimit")
    if processes is None or prlimit is None:
        return []
    return [prlimit, f"--nproc={_THREADS_AT_ALL + _THREADS_EACH * processes}", "--core=0", "--"]


def _fence(folder: Path) -> list[str]:
    """Return the beginning of a command in the sandbox, which sees `folder` in any case."""
    place = str(folder)
    seen = ["--ro-bind", place, place] if folder.is_relative_to(_SOCKETS) else []
    return ["bwrap", *_FENCES, *seen, "--remount-ro", _SOCKETS]


def _keeper(info: int, lifeline: int) -> list[str]:
    return [sys.executable, "-I", "-S", str(HOSTS / "keeper.py"), str(lifeline), str(info)]


def _told_process(told: int) -> int | None:
    """Return the process number that comes as JSON through the pipe; None if none comes."""
    text = b""
    while b"}" not in text and _readable(told, _PATIENCE):
        chunk = os.read(told, 4096)
        if not chunk:
            break
        text += chunk
    os.close(told)
    with contextlib.suppress(ValueError, KeyError):
        return int(json.loads(text)["child-pid"])
    return None


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
