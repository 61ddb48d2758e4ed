"""Who may compute: searches run in a few threads, and everybody else waits in a fair queue.

Compiled code releases the GIL, so a search in a thread leaves the server free to answer. Games
come before analyses; within each, those who ask take turns, however much each of them asks for.
A search whose asker goes away is told to stop, and its thread is free once it has.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from trivium.errors import TriviumError
from trivium.search.stopping import Stop

Result = TypeVar("Result")

_NICENESS = 5
"""Searches leave the processor to the server's own answers."""


class Busy(TriviumError):
    """Too many are waiting already."""


class _Line:
    """Those who wait, in turns by who they are."""

    def __init__(self) -> None:
        self._owners: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    def __len__(self) -> int:
        return sum(map(len, self._owners.values()))

    def join(self, owner: str, ticket: asyncio.Future[None]) -> None:
        self._owners.setdefault(owner, deque()).append(ticket)

    def leave(self, owner: str, ticket: asyncio.Future[None]) -> None:
        with contextlib.suppress(KeyError, ValueError):
            self._owners[owner].remove(ticket)
            if not self._owners[owner]:
                del self._owners[owner]

    def next(self) -> asyncio.Future[None]:
        owner, tickets = self._owners.popitem(last=False)
        ticket = tickets.popleft()
        if tickets:
            self._owners[owner] = tickets  # at the end: the others come first
        return ticket


class Searches:
    """The threads and the queue before them. All methods belong to the event loop's thread."""

    def __init__(self, threads: int, queue: int) -> None:
        self.begun = 0
        """Searches that have begun so far."""
        self._free = threads
        self._threads = threads
        self._queue = queue
        self._urgent, self._patient = _Line(), _Line()
        self._running: set[Stop] = set()
        self._pool = ThreadPoolExecutor(threads, "search", initializer=_be_nice)

    @property
    def running(self) -> int:
        """Searches that have a thread."""
        return self._threads - self._free

    @property
    def waiting(self) -> int:
        """Searches that wait; may be read from any thread."""
        return len(self._urgent) + len(self._patient)

    async def run(
        self,
        owner: str,
        work: Callable[[Stop], Result],
        *,
        urgent: bool = True,
        begins: Callable[[], None] | None = None,
    ) -> Result:
        """Return what `work` returns, run in a thread when it is the owner's turn.

        If the caller is cancelled, the work is asked to stop and nobody waits for it. Raises
        `Busy` if too many are waiting.
        """
        await self._turn(owner, self._urgent if urgent else self._patient)
        self.begun += 1
        stop = Stop()
        self._running.add(stop)
        try:
            future = asyncio.get_running_loop().run_in_executor(self._pool, work, stop)
        except BaseException:
            self._done(stop)
            raise
        future.add_done_callback(lambda done: self._done(stop, done))
        if begins is not None:
            begins()
        try:
            return await asyncio.shield(future)
        except asyncio.CancelledError:
            stop.ask()
            raise

    def close(self) -> bool:
        """Ask all searches to stop and take no more; return whether none is running."""
        for stop in self._running:
            stop.ask()
        self._pool.shutdown(wait=False, cancel_futures=True)
        return not self._running

    async def _turn(self, owner: str, line: _Line) -> None:
        """Wait for a free thread, and take it."""
        if self._free and not self.waiting:
            self._free -= 1
            return
        if self.waiting >= self._queue:
            raise Busy("The server is busy: too many searches are waiting. Try again soon.")
        ticket: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line.join(owner, ticket)
        try:
            await ticket
        except asyncio.CancelledError:
            line.leave(owner, ticket)
            if ticket.done() and not ticket.cancelled():
                self._free += 1
                self._grant()
            raise

    def _grant(self) -> None:
        while self._free and self.waiting:
            ticket = (self._urgent if len(self._urgent) else self._patient).next()
            if not ticket.cancelled():
                self._free -= 1
                ticket.set_result(None)

    def _done(self, stop: Stop, work: asyncio.Future[Any] | None = None) -> None:
        if work is not None and stop.asked and not work.cancelled():
            work.exception()  # nobody is left to hear of it
        self._running.discard(stop)
        self._free += 1
        self._grant()


def _be_nice() -> None:
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)
