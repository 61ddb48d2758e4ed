"""Running compiled code so that Ctrl-C still works.

Compiled code does not see Python's signals. It releases the GIL, though, so it can run in a
thread of its own while this one waits and, when interrupted, raises a flag that the compiled
code looks at.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Result = TypeVar("Result")

StopFlag = NDArray[np.int64]
"""An array of one number; not zero means: stop soon."""


def new_stop_flag() -> StopFlag:
    """Return a flag that is not raised."""
    return np.zeros(1, np.int64)


def interruptible(work: Callable[[], Result], stop: StopFlag) -> Result:
    """Return what `work` returns; if interrupted meanwhile, raise `stop`, wait, and re-raise."""
    with ThreadPoolExecutor(max_workers=1) as pool:
        future = pool.submit(work)
        try:
            return future.result()
        except BaseException:
            stop[0] = 1
            raise
