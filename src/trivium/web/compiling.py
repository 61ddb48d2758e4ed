"""Whether something is being compiled right now, so that the page can tell who is waiting."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from numba.core import event


class CompileWatch(event.Listener):  # type: ignore[misc]  # numba is untyped
    """Listens to all compilations of this process."""

    def __init__(self, notice: Callable[[], None]) -> None:
        """`notice` is called, in any thread, when compiling begins and when it ends."""
        self._notice = notice
        self._lock = threading.Lock()
        self._active = 0
        self._began = 0.0
        self._seconds = 0.0

    @property
    def active(self) -> bool:
        """Whether something is being compiled."""
        return self._active > 0

    @property
    def seconds(self) -> float:
        """The time spent on compiling so far."""
        with self._lock:
            running = time.perf_counter() - self._began if self._active else 0.0
            return self._seconds + running

    def on_start(self, event: Any) -> None:
        """Hear that a compilation begins; they may be nested."""
        with self._lock:
            self._active += 1
            first = self._active == 1
            if first:
                self._began = time.perf_counter()
        if first:
            self._notice()

    def on_end(self, event: Any) -> None:
        """Hear that a compilation ends."""
        with self._lock:
            self._active -= 1
            last = self._active == 0
            if last:
                self._seconds += time.perf_counter() - self._began
        if last:
            self._notice()

    def __enter__(self) -> CompileWatch:
        event.register("numba:compile", self)
        return self

    def __exit__(self, *problem: object) -> None:
        event.unregister("numba:compile", self)
