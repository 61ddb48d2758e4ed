"""Engines between their turns: few keep their memory, all can be made again."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

Engine = TypeVar("Engine")


class Pool(Generic[Engine]):
    """Keeps engines between their turns, the last used ones only.

    An engine is lent to one thread at a time: whoever takes one out puts it back, and the pool
    does not know it meanwhile. Who finds nothing under a key makes a new one.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, tuple[Engine, float]] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def take(self, key: Hashable) -> Engine | None:
        """Return the engine that was put back under a key, if it is still there."""
        with self._lock:
            engine, _ = self._kept.pop(key, (None, 0.0))
        return engine

    def put_back(self, key: Hashable, engine: Engine) -> None:
        """Keep an engine for later; the one that was used longest ago may have to go."""
        with self._lock:
            self._kept[key] = engine, time.monotonic()
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def forget(self, unused: float) -> int:
        """Let go of those that nobody has used for so many seconds; return how many."""
        limit = time.monotonic() - unused
        with self._lock:
            old = [key for key, (_, since) in self._kept.items() if since <= limit]
            for key in old:
                del self._kept[key]
        return len(old)
