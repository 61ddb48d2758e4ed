"""Machine code on its way: another process compiles while this one serves.

Where not everything has been compiled yet, a server lets ``trivium warmup`` do that beside it,
first for the game that somebody looks at. Until a game has its code, its levels move at once all
the same, in plain Python (`trivium.kernel.compiling.plain_while`).
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import threading
from collections.abc import Callable

from trivium.web import messages as m

_QUIETLY = ["-W", "ignore:resource_tracker:UserWarning"]
"""Where the other process is ended early, multiprocessing would say that it has to clean up."""
_COMMAND = [sys.executable, *_QUIETLY, "-m", "trivium", "warmup", "--follow"]
_PATIENCE = 2.0
"""Seconds that the other process has for ending."""


class Warming:
    """What the process that compiles has told so far. Any thread may ask."""

    def __init__(self, notice: Callable[[], None] = lambda: None) -> None:
        """`notice` is called in a thread of its own whenever there is news."""
        self._notice = notice
        self._process: subprocess.Popen[str] | None = None
        self._listener: threading.Thread | None = None
        self._lacking: dict[str, tuple[int, int]] | None = None
        self._writing = threading.Lock()

    def start(self, command: list[str] = _COMMAND) -> None:
        """Let another process compile whatever is lacking."""
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)
        self._listener = threading.Thread(target=self._listen, args=(self._process,), daemon=True)
        self._listener.start()

    def is_going_on(self) -> bool:
        """Return whether machine code is still on its way."""
        return self._process is not None

    def lacks(self, game: str) -> bool:
        """Return whether the levels of a game still lack machine code that is on its way."""
        return self.is_going_on() and (self._lacking is None or game in self._lacking)

    def progress(self, game: str) -> m.GettingReady | None:
        """Return how far it is with what the levels of a game need, if they lack anything."""
        if not self.lacks(game):
            return None
        done, total = (self._lacking or {}).get(game, (0, 0))
        return m.GettingReady(done=done, total=total)

    def look_at(self, game: str) -> None:
        """Let a game come first: somebody looks at it."""
        with self._writing, contextlib.suppress(OSError, ValueError):  # it may have ended
            if self._process is not None and self._process.stdin is not None:
                self._process.stdin.write(f"{game}\n")
                self._process.stdin.flush()

    def close(self) -> None:
        """End the other process."""
        process, listener = self._process, self._listener
        if process is None or listener is None:
            return
        self._hang_up(process)
        listener.join(_PATIENCE)
        if listener.is_alive():
            process.kill()
            listener.join()

    def _listen(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        with process.stdout as told:
            for line in told:
                self._lacking = json.loads(line)["lacking"]
                self._notice()
        process.wait()
        self._hang_up(process)
        self._process = None
        self._notice()

    def _hang_up(self, process: subprocess.Popen[str]) -> None:
        with self._writing, contextlib.suppress(OSError):
            assert process.stdin is not None
            process.stdin.close()
