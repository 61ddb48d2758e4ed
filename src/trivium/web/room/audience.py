"""Those who are shown a game: who they are, and when all of them have gone.

All methods belong to the event loop's thread.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator

GRACE = 2.0
"""Seconds after which who has left is gone for good; a page may just be loaded anew."""


class Viewer:
    """A connection that is shown a game, and may hold seats in it."""

    def __init__(self, tokens: list[str]) -> None:
        self.tokens = tokens
        self.news = asyncio.Event()
        """Set whenever there is a new state to show."""
        self.dismissed = False
        """Whether the connection has to be made anew."""


class Audience:
    """The viewers of one game."""

    def __init__(self, deserted: Callable[[], None]) -> None:
        """`deserted` is called when the last viewer has been gone for a while."""
        self._deserted = deserted
        self._viewers: set[Viewer] = set()
        self._timer: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._viewers)

    def __iter__(self) -> Iterator[Viewer]:
        return iter(self._viewers)

    def join(self, viewer: Viewer) -> None:
        """Let somebody in."""
        self._viewers.add(viewer)
        self.close()
        self.tell()

    def leave(self, viewer: Viewer) -> None:
        """Let somebody go, who need not have been there."""
        was_there = viewer in self._viewers
        self._viewers.discard(viewer)
        self.tell()
        if was_there and not self._viewers:
            self._timer = asyncio.get_running_loop().call_later(GRACE, self._deserted)

    def tell(self) -> None:
        """Say that there is something new to see."""
        for viewer in self._viewers:
            viewer.news.set()

    def dismiss(self) -> None:
        """Ask everybody to connect anew."""
        for viewer in self._viewers:
            viewer.dismissed = True
        self.tell()

    def close(self) -> None:
        """Stop waiting for anybody to come back."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
