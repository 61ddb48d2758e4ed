"""Whether something is being compiled right now, and how far, for the page to tell who waits.

How many functions there will be nobody knows beforehand: each is met when another calls it, and
may have been kept from an earlier time. So what is told is how many it has been.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from numba.core import event

_PAUSE = 1.0
"""Seconds between two notices while something is being compiled."""


class CompileWatch(event.Listener):  # type: ignore[misc]  # numba is untyped
    """Listens to all compilations of this process."""

    def __init__(self, notice: Callable[[], None]) -> None:
        """`notice` is called in any thread: when compiling begins, goes on for long, and ends."""
        self._notice = notice
        self._noticed = 0.0
        self.functions = 0
        """How many functions have been compiled, the present one included."""
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
            now = time.perf_counter()
            self._active += 1
            self.functions += 1
            first = self._active == 1
            if first:
                self._began = now
            news = first or now - self._noticed > _PAUSE
            if news:
                self._noticed = now
        if news:
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
