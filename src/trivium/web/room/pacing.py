"""The pace of a game between two agents: when its next move is due.

All methods belong to the event loop's thread.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable

from trivium.web.room.table import Table


class Pacer:
    """Waits between the moves of one game."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._changed = asyncio.Event()
        self._steps = 0
        self._last_move = -1e9

    def moved(self) -> None:
        """Hear that a move was made."""
        self._last_move = time.monotonic()

    def step(self) -> None:
        """Let one move be made, watched or not."""
        self._steps = 1

    def look_again(self) -> None:
        """Hear that the table's pace, or who watches, has changed."""
        self._changed.set()

    async def wait(self, is_watched: Callable[[], bool]) -> None:
        """Wait until the next move is due: somebody watches it, or steps."""
        while True:
            wait: float | None = None
            if self._steps:
                self._steps -= 1
                return
            if is_watched() and not self._table.paused:
                wait = self._last_move + self._table.pace - time.monotonic()
                if wait <= 0:
                    return
            self._changed.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), wait)
