"""The server of a soak: started, killed and started again on the same port."""

from __future__ import annotations

import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

from benchmarks.soak.journal import Round
from benchmarks.soak.machine import holdings, start

HOST = "127.0.0.1"
_PATIENCE = 300.0
"""Seconds; on a machine that has much else to do, loading the engine takes minutes."""


class WebServer:
    """The page's server, as a user starts it."""

    def __init__(self, folder: Path, database: str, secret: str, seen: Round) -> None:
        self.port = _free_port()
        self.log = folder / "server.log"
        self._folder = folder
        self._database = database
        self._secret = secret
        self._seen = seen
        self._process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"http://{HOST}:{self.port}"

    @property
    def is_running(self) -> bool:
        """Whether its process is there."""
        return self._process is not None and self._process.poll() is None

    def start(self) -> bool:
        """Start it and wait until its engine is loaded; return whether it is."""
        arguments = ["serve", "--no-browser", "--port", str(self.port), "--db", self._database]
        arguments += ["--searches", "1"]
        self._process = start(arguments, self.log, self._folder, self._secret)
        deadline = time.monotonic() + _PATIENCE
        while self.is_running and time.monotonic() < deadline:
            try:
                urllib.request.urlopen(f"{self.address}/api/catalogue", timeout=_PATIENCE).read()
            except (urllib.error.URLError, OSError):
                time.sleep(0.1)
            else:
                return True
        return False

    def kill(self) -> None:
        """End it without a warning."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None
            self._seen.counts["servers killed"] += 1

    def stop(self) -> None:
        """End it as Ctrl-C does; it must be gone soon, and without complaint."""
        if self._process is None:
            return
        self._process.send_signal(signal.SIGINT)
        try:
            self._process.communicate(timeout=_PATIENCE)
        except subprocess.TimeoutExpired:
            self._seen.fault("the server does not end when it is asked to")
            self._process.kill()
            self._process.communicate()
        else:
            if self._process.returncode != 0:
                self._seen.fault(f"the server ended with {self._process.returncode}")
        self._process = None

    def holdings(self) -> dict[str, float]:
        """Return what its process holds now."""
        assert self._process is not None
        return holdings(self._process.pid)


def _free_port() -> int:
    with socket.create_server((HOST, 0)) as listener:
        port: int = listener.getsockname()[1]
    return port
