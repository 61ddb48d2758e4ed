"""A PostgreSQL server of its own, for tests: no network, a socket in its own folder."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path


def programs() -> Path:
    """The folder of the server's programs."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    return sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1]


@contextlib.contextmanager
def server() -> Iterator[str]:
    """Start a server and yield the address of an empty database on it."""
    folder = Path(tempfile.mkdtemp(prefix="trivium-postgres-"))
    user = _unprivileged_user()
    as_user = {}
    if user is not None:
        shutil.chown(folder, user.pw_uid, user.pw_gid)
        as_user = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    data = folder / "data"
    subprocess.run(
        [programs() / "initdb", "-D", data, "-U", "trivium", "--auth=trust", "--no-sync",
         "--encoding=UTF8", "--locale=C"],
        check=True, stdout=subprocess.DEVNULL, cwd=folder, **as_user,  # type: ignore[call-overload]
    )  # fmt: skip
    process = subprocess.Popen(
        [programs() / "postgres", "-D", data, "-k", folder, "-c", "listen_addresses=", "-F"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder, **as_user,  # type: ignore[call-overload]
    )  # fmt: skip
    try:
        _wait_for(folder, process)
        yield f"postgresql://trivium@/postgres?host={folder}"
    finally:
        process.send_signal(signal.SIGINT)  # does not wait for connections that are still open
        process.wait()
        shutil.rmtree(folder, ignore_errors=True)


def _unprivileged_user() -> pwd.struct_passwd | None:
    """Somebody to be instead of root, whom PostgreSQL refuses."""
    if os.getuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name)
    raise AssertionError("there is neither a user postgres nor a user nobody")


def _wait_for(folder: Path, process: subprocess.Popen[bytes]) -> None:
    ready = [str(programs() / "pg_isready"), "-h", str(folder), "-q"]
    while subprocess.run(ready, check=False).returncode != 0:
        assert process.poll() is None, "the server has ended"
        time.sleep(0.05)
