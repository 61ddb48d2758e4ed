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
from typing import Any


def installed() -> bool:
    """Whether there is a server to start."""
    return bool(shutil.which("initdb") or list(Path("/usr/lib/postgresql").glob("*/bin/initdb")))


def programs() -> Path:
    """The folder of the server's programs."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    return sorted(Path("/usr/lib/postgresql").glob("*/bin"))[-1]


class Server:
    """A server in a folder of its own, which can be ended in several ways and started again."""

    def __init__(self) -> None:
        """Make a database; the server is not running yet."""
        self.folder = Path(tempfile.mkdtemp(prefix="trivium-postgres-"))
        self._as_user: dict[str, Any] = {}
        if (user := _unprivileged_user()) is not None:
            shutil.chown(self.folder, user.pw_uid, user.pw_gid)
            self._as_user = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        self._process: subprocess.Popen[bytes] | None = None
        subprocess.run(
            [programs() / "initdb", "-D", self._data, "-U", "trivium", "--auth=trust",
             "--no-sync", "--encoding=UTF8", "--locale=C"],
            check=True, stdout=subprocess.DEVNULL, cwd=self.folder, **self._as_user,
        )  # fmt: skip

    @property
    def address(self) -> str:
        """Where the empty database is."""
        return f"postgresql://trivium@/postgres?host={self.folder}"

    @property
    def _data(self) -> Path:
        return self.folder / "data"

    def start(self) -> None:
        """Run it, and wait until it answers."""
        self._process = subprocess.Popen(
            [programs() / "postgres", "-D", self._data, "-k", self.folder,
             "-c", "listen_addresses=", "-F"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=self.folder,
            **self._as_user,
        )  # fmt: skip
        _wait_for(self.folder, self._process)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """End it; `SIGINT` does not wait for open connections, `SIGQUIT` tidies nothing up."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait()
            self._process = None

    def remove(self) -> None:
        """End it, and delete all that it had."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


@contextlib.contextmanager
def server() -> Iterator[str]:
    """Start a server and yield the address of an empty database on it."""
    own = Server()
    try:
        own.start()
        yield own.address
    finally:
        own.remove()


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
