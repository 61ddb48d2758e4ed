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
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from trivium.errors import TriviumError

HOSTS = Path(__file__).parent / "hosts"

SCRATCH = "/dev/shm"
"""The one place where a command in the sandbox can write."""
_SCRATCH_BYTES = 64 << 20
_PATIENCE = 10.0
_SOCKETS = "/run"
"""Where services listen that a process could otherwise ask for what it may not do itself."""
_FENCES = (
    f"--ro-bind / / --tmpfs {_SOCKETS} "
    "--dev /dev --proc /proc --unshare-net --unshare-pid --unshare-ipc "
    "--unshare-uts --unshare-cgroup-try --die-with-parent --hostname agent "
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
            self.popen.send_signal(signal.SIGCONT)  # it sees its child's end, and follows
        else:
            os.close(self.lifeline)
        self.ends_within(_PATIENCE)
        os.close(self.root_ended)
        self.root_ended = -1
        try:
            self.popen.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self.popen.kill()
            self.popen.wait()

    def exit_code(self) -> int:
        """Return the command's exit code, 128 + n if signal n ended it; it must have ended."""
        return self.popen.wait()


def start(
    command: Sequence[str],
    folder: Path,
    environment: dict[str, str],
    sandboxed: bool,
    streams: tuple[int, int, int],
    handles: Sequence[int],
) -> Jail:
    """Start `command` in `folder`; it gets the three standard streams and the other handles."""
    if not sys.platform.startswith("linux"):
        raise TriviumError("External agents need Linux: their limits are enforced by its means.")
    told, info = os.pipe()
    lifeline, end = (None, None) if sandboxed else os.pipe()
    fence = _bubblewrap(info, folder) if lifeline is None else _keeper(info, lifeline)
    try:
        popen = subprocess.Popen(
            [*fence, *command],
            cwd=folder,
            env=environment,
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
        return Jail(popen, child or popen.pid, popen.pid, None, _handle_of(child, popen))
    return Jail(popen, popen.pid, child or popen.pid, end, _handle_of(None, popen))


def _bubblewrap(info: int, folder: Path) -> list[str]:
    return [*_fence(folder), "--info-fd", str(info), "--chdir", str(folder), "--"]


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
