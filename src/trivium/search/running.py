"""Running compiled code so that it ends in time and Ctrl-C still works.

Compiled code does not see Python's signals. It releases the GIL, though, so it can run in a
thread of its own while this one waits and, at a deadline or when interrupted, raises a flag that
the compiled code looks at.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import AbstractContextManager, nullcontext
from contextvars import copy_context
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from trivium.search.limits import Limit
from trivium.search.stopping import Stop

Result = TypeVar("Result")

StopFlag = NDArray[np.int64]
"""An array of one number; not zero means: stop soon."""


def new_stop_flag() -> StopFlag:
    """Return a flag that is not raised."""
    return np.zeros(1, np.int64)


def raised_by(request: Stop | None, stop: StopFlag) -> AbstractContextManager[None]:
    """Within this context, raise a flag if a stop is asked for, or has been already."""

    def raise_flag() -> None:
        stop[0] = 1

    return nullcontext() if request is None else request.calling(raise_flag)


def run_within(
    limit: Limit,
    began: float,
    stop: StopFlag,
    work: Callable[[], Result],
    *helpers: Callable[[], Any],
) -> Result:
    """Do what `run_until` does, by the deadline of a limit and its request to stop."""
    with raised_by(limit.stop, stop):
        return run_until(limit.deadline(began), stop, work, *helpers)


def run_until(
    deadline: float | None, stop: StopFlag, work: Callable[[], Result], *helpers: Callable[[], Any]
) -> Result:
    """Return what `work` returns, run in a thread of its own beside those of the helpers.

    `stop` is raised if the deadline comes first, when interrupted, and for the helpers when
    `work` is done; all of them are waited for. What goes wrong in one of them is raised here.
    If the deadline has passed already, it is raised before the work begins.
    """
    if deadline is not None and deadline <= time.perf_counter():
        stop[0] = 1
    pool = ThreadPoolExecutor(max_workers=1 + len(helpers))
    future, *others = [pool.submit(copy_context().run, task) for task in (work, *helpers)]
    # Once all is done, the threads go by themselves. Waiting for that could take long on a busy
    # machine: the one that has just finished would have to be given the processor once more.
    pool.shutdown(wait=False)
    try:
        seconds = None if deadline is None else max(0.0, deadline - time.perf_counter())
        if wait((future,), seconds).not_done:
            stop[0] = 1
        result = future.result()
        if others:
            stop[0] = 1
    except BaseException:
        stop[0] = 1
        wait((future, *others))
        raise
    for other in others:
        other.result()
    return result


def interruptible(work: Callable[[], Result], stop: StopFlag) -> Result:
    """Return what `work` returns; if interrupted meanwhile, raise `stop`, wait, and re-raise."""
    return run_until(None, stop, work)


def own_copy(parts: Any) -> Any:
    """Return the same position or evaluator, a NamedTuple, with memory of its own.

    Arrays that cannot be written are shared.
    """
    if isinstance(parts, tuple):
        return type(parts)(*(own_copy(part) for part in parts))
    return parts.copy() if parts.flags.writeable else parts
