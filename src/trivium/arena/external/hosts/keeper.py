"""Runs a command and lets nothing outlive it: the stand-in where there is no sandbox.

``python keeper.py LIFELINE INFO GATE COMMAND...``, with the numbers of three inherited pipes. The
command's process number is written to INFO; it begins when there is something to read from GATE,
or nothing will come any more. When the command ends, or the other end of LIFELINE is closed (also
by the death of whoever holds it), everything the command has started is killed. It stands alone:
it imports nothing of Trivium.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import select
import signal
import sys
from pathlib import Path

_PR_SET_CHILD_SUBREAPER = 36


def main() -> None:
    """Run the command; leave with its exit code, 128 + n if signal n ended it."""
    lifeline, info, gate = map(int, sys.argv[1:4])
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    for handle in (lifeline, info, gate):
        os.set_inheritable(handle, False)
    child = os.fork()
    if child == 0:
        os.read(gate, 1)
        _become(sys.argv[4:])
    os.write(info, b'{"child-pid": %d}\n' % child)
    for handle in [int(entry.name) for entry in Path("/proc/self/fd").iterdir()]:
        if handle != lifeline:
            with contextlib.suppress(OSError):
                os.close(handle)  # or nobody would notice when the command closes its own
    ended = os.pidfd_open(child)
    poll = select.poll()
    poll.register(lifeline, select.POLLIN)
    poll.register(ended, select.POLLIN)
    while poll.poll(1000) == []:
        _reap_orphans(child)
    os.kill(child, signal.SIGKILL)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    _kill_orphans()
    os._exit(code if code >= 0 else 128 - code)


def _become(command: list[str]) -> None:
    os.setsid()
    try:
        os.execvp(command[0], command)
    except OSError as error:
        os.write(2, f"{command[0]}: {error.strerror}\n".encode())
        os._exit(127)


def _reap_orphans(child: int) -> None:
    """Let go of the processes that have ended, except the command, which is waited for last."""
    for pid in _children():
        if pid != child:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, os.WNOHANG)


def _kill_orphans() -> None:
    """Kill until nobody is left: what loses its parent becomes our child and is next."""
    while orphans := _children():
        for pid in orphans:
            os.kill(pid, signal.SIGKILL)
        for pid in orphans:
            os.waitpid(pid, 0)


def _children() -> list[int]:
    return [int(pid) for pid in Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()]


if __name__ == "__main__":
    main()
