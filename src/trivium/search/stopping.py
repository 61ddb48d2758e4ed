"""Asking a search to stop, from another thread: a person has gone, or has taken a move back."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Stop:
    """A request to stop. Once it is asked for it stands, for whatever is begun later too."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._asked = False
        self._listeners: list[Callable[[], None]] = []

    @property
    def asked(self) -> bool:
        """Whether to stop soon."""
        return self._asked

    def ask(self) -> None:
        """Ask to stop."""
        with self._lock:
            self._asked = True
            listeners = list(self._listeners)
        for listener in listeners:
            listener()

    @contextmanager
    def calling(self, listener: Callable[[], None]) -> Iterator[None]:
        """Within this context, call `listener` when a stop is asked for, or has been already.

        In whichever thread asks, so it should only raise a flag.
        """
        with self._lock:
            self._listeners.append(listener)
            asked = self._asked
        try:
            if asked:
                listener()
            yield
        finally:
            with self._lock:
                self._listeners.remove(listener)
