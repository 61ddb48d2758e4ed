"""Memory for tables, which costs little until it is used and can be taken before a clock runs.

The system hands memory out page by page when it is first written to. For large arrays NumPy asks
for huge pages, of which each first write clears 2 MB: a few thousand entries here and there cost
as much as the whole table. That was 2.4 s of a proof of 0.1 s with a table of 1 GB, and half of
the first search of an agent with 32 MB. In return a solver with 1 GB is some 7 % faster once all
of it is in use, which pays only for proofs of half a minute and more. So tables live in small
pages here.
"""

from __future__ import annotations

import contextlib
import mmap
import sys
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

_LARGE = 1 << 20
"""Bytes from which an array has pages of its own; smaller ones get no huge pages anyway."""


def new_array(count: int, dtype: DTypeLike) -> NDArray[Any]:
    """Return an array of so many zeros; raises `MemoryError` if there is no memory for it."""
    size = count * np.dtype(dtype).itemsize
    if sys.platform != "linux" or size < _LARGE:
        return np.zeros(count, dtype)
    try:
        memory = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    except OSError as problem:
        raise MemoryError(f"{size} bytes for a table") from problem
    with contextlib.suppress(OSError):  # a system that knows no huge pages refuses the advice
        memory.madvise(mmap.MADV_NOHUGEPAGE)
    return np.frombuffer(memory, dtype)


def take(arrays: Iterable[NDArray[Any]]) -> None:
    """Let the system hand out all pages of contiguous arrays now; what they hold stays.

    Nobody else may write to them meanwhile.
    """
    for array in arrays:
        # A page is handed out when it is written to, not when it is read.
        one_a_page = array.reshape(-1)[:: max(1, mmap.PAGESIZE // array.itemsize)]
        one_a_page[:] = one_a_page.copy()
