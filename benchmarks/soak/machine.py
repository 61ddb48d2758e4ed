"""Processes of a soak, and what is left of them on the machine when they are gone."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from trivium.arena.external.jail import MARK

BADGE = "TRIVIUM_SOAK"
"""The variable that everything carries which a soak starts, and what that starts."""
_PR_SET_PDEATHSIG = 1


def start(arguments: Iterable[str], log: Path, folder: Path, secret: str) -> subprocess.Popen[str]:
    """Run a command of Trivium's; its standard error goes to the log, its end with ours.

    Files that it leaves behind it leaves in ``tmp`` of the folder. It knows a secret that must
    not get any further.
    """
    temporary = folder / "tmp"
    temporary.mkdir(exist_ok=True)
    checkout = Path(__file__).parents[2]
    told = {BADGE: str(os.getpid()), "TRIVIUM_SECRET": secret, "TMPDIR": str(temporary)}
    paths = [str(checkout / "src"), *filter(None, [os.environ.get("PYTHONPATH")])]
    with log.open("a", encoding="utf-8") as errors:
        return subprocess.Popen(
            [sys.executable, "-u", "-m", "trivium", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env=os.environ | told | {"PYTHONPATH": os.pathsep.join(paths)},
            preexec_fn=_die_with_parent,
        )


def _die_with_parent() -> None:
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def processes_of(runners: Iterable[int]) -> list[str]:
    """Return what is still running of a soak besides itself: commands, and agents of runners."""
    badge = f"{BADGE}={os.getpid()}\0".encode()
    marks = [f"{MARK}={pid}-".encode() for pid in runners]
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            variables = (process / "environ").read_bytes() + b"\0"
            if badge in variables or any(mark in variables for mark in marks):
                words = (process / "cmdline").read_bytes().replace(b"\0", b" ")
                found.append(f"{process.name} {words[:80].decode('utf-8', 'replace')}".strip())
    return found


def groups_of(runners: Iterable[int]) -> list[str]:
    """Return the control groups that runners have made and not removed."""
    numbers = {str(pid) for pid in runners}
    root = Path("/sys/fs/cgroup")
    return [str(path) for path in root.rglob("trivium-*-*") if path.name.split("-")[1] in numbers]


def mounts() -> set[str]:
    """Return where file systems are mounted."""
    lines = Path("/proc/self/mountinfo").read_text().splitlines()
    return {line.split()[4] for line in lines}


def holdings(pid: int) -> dict[str, float]:
    """Return the memory of a process in megabytes, its open files and its threads."""
    status = dict(
        line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines()
    )
    return {
        "megabytes": round(int(status["VmRSS"].split()[0]) / 1024),
        "peak megabytes": round(int(status["VmHWM"].split()[0]) / 1024),
        "threads": int(status["Threads"]),
        "handles": len(list(Path(f"/proc/{pid}/fd").iterdir())),
    }


def wait_until(is_so: Callable[[], bool], seconds: float) -> bool:
    """Wait until something is so; return whether it is."""
    deadline = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.1)
    return True
