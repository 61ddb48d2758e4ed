"""Shows a command to its place in the sandbox, and becomes it.

``python usher.py PLAN COMMAND...``. PLAN is JSON: `copies` are pairs of a file or folder and where
to copy it, `left` are the places where nothing is to be copied to, `limits` are the kernel's,
`user` is the number of who to be, or null. It runs inside the sandbox and stands alone: it imports
nothing of Trivium.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import signal
import stat
import sys
from pathlib import Path

_AT_ONCE = 1 << 30


def main() -> None:
    """Follow the plan; leave with a sentence if that cannot be done."""
    plan, command = json.loads(sys.argv[1]), sys.argv[2:]
    user = -1 if plan["user"] is None else plan["user"]
    try:
        for original, place in plan["copies"]:
            Path(place).parent.mkdir(parents=True, exist_ok=True)
            _copy(Path(original), Path(place), user, plan["left"])
        for name, most in plan["limits"].items():
            resource.setrlimit(getattr(resource, name), (most, most))
        if user >= 0:
            _become(user)
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        os.execvp(command[0], command)
    except OSError as error:
        sys.exit(f"{error.filename or command[0]}: {error.strerror}")


def _become(user: int) -> None:
    """Become a user, to whom the pipes are given that they may open again under another name."""
    for handle in [int(entry.name) for entry in Path("/proc/self/fd").iterdir()]:
        with contextlib.suppress(OSError):
            if stat.S_ISFIFO(os.fstat(handle).st_mode):
                os.fchown(handle, user, user)
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)


def _copy(original: Path, place: Path, user: int, left: list[str]) -> None:
    """Copy a file, a link or a folder with all that is in it, and leave out anything else."""
    if str(place) in left:
        return
    kind = original.lstat().st_mode
    if stat.S_ISDIR(kind):
        place.mkdir(exist_ok=True)
        for entry in original.iterdir():
            _copy(entry, place / entry.name, user, left)
    elif stat.S_ISREG(kind):
        _copy_file(original, place, kind & 0o777 | 0o600)
    elif stat.S_ISLNK(kind):
        place.symlink_to(original.readlink())
    else:
        return
    os.chown(place, user, user, follow_symlinks=False)


def _copy_file(original: Path, place: Path, mode: int) -> None:
    source = os.open(original, os.O_RDONLY)
    target = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
    while os.sendfile(target, source, None, _AT_ONCE):
        pass
    os.close(source)
    os.close(target)


if __name__ == "__main__":
    main()
