"""A clock that stands still while other programs run.

On a busy machine a few hundredths of a second by the clock on the wall may pass without any
thinking at all. Within `cpu_clock` the limits of agents and the referee's clock are of the CPU
time of this process instead, which is what an idle machine would show.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator
from concurrent import futures
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

from trivium.search import running
from trivium.solve.strings_and_coins import solver

_LOOK_UP = 0.002
"""Seconds after which somebody who waits for a deadline looks at the clock again."""


@contextmanager
def cpu_clock() -> Iterator[None]:
    """Let this process measure time by the CPU time that it has used; one game at a time."""
    with ExitStack() as changes:
        changes.enter_context(patch.object(time, "perf_counter", time.process_time))
        for module in (running, solver):
            changes.enter_context(patch.object(module, "wait", _wait))
        yield


def _wait(
    tasks: Collection[futures.Future[Any]],
    seconds: float | None = None,
    return_when: str = futures.ALL_COMPLETED,
) -> Any:
    """Do what `concurrent.futures.wait` does, with a timeout in seconds of CPU time."""
    if seconds is None:
        return futures.wait(tasks, None, return_when)
    deadline = time.process_time() + seconds
    while True:
        state = futures.wait(tasks, _LOOK_UP, return_when)
        enough = not state.not_done or (state.done and return_when == futures.FIRST_COMPLETED)
        if enough or time.process_time() >= deadline:
            return state
