"""Memory for tables, which costs little until it is used and can be taken before a clock runs.

The system hands memory out page by page when it is first written to. For large arrays NumPy asks
for huge pages, of which each first write clears 2 MB: a few thousand entries here and there cost
as much as the whole table. That was 2.4 s of a proof of 0.1 s with a table of 1 GB, and half of
the first search of an agent with 32 MB. So tables begin in small pages here.

Who works on for long takes them all before: handed out one at a time they cost some microseconds
each, and four times as many while another thread asks for some too. Of large tables the processor
also has to look up where each page is; those are taken in huge pages.
"""

from __future__ import annotations

import contextlib
import ctypes
import mmap
import sys
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

_LARGE = 1 << 20
"""Bytes from which an array has pages of its own; smaller ones get no huge pages anyway."""
_HUGE_FROM = 1 << 27
"""Bytes from which an array is taken in huge pages."""
_STEP = 1 << 24
"""Bytes that a step is about."""

# Advice that Linux takes and `mmap` has no names for, or not in every Python.
_HUGE = 14
_POPULATE = 23
"""Since Linux 5.14."""


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
        for _ in in_pieces(array):
            pass


def in_pieces(array: NDArray[Any]) -> Iterator[None]:
    """Do what `take` does for one array, some megabytes at each step."""
    if array.nbytes >= _HUGE_FROM:
        _advise(array, _HUGE)
    line = array.reshape(-1)
    entries = _STEP // array.itemsize
    for first in range(0, len(line), entries):
        piece = line[first : first + entries]
        if not _advise(piece, _POPULATE):
            # A page is handed out when it is written to, not when it is read.
            one_a_page = piece[:: max(1, mmap.PAGESIZE // piece.itemsize)]
            one_a_page[:] = one_a_page.copy()
        yield


def pages_of(array: NDArray[Any]) -> int:
    """Return how many small pages an array takes."""
    return -(-array.nbytes // mmap.PAGESIZE)


def _advise(array: NDArray[Any], advice: int) -> bool:
    """Give the system advice about an array's memory; return whether it took it."""
    if sys.platform != "linux":
        return False
    address = array.ctypes.data
    first = address - address % mmap.PAGESIZE
    size = ctypes.c_size_t(address + array.nbytes - first)
    return bool(ctypes.CDLL(None).madvise(ctypes.c_void_p(first), size, advice) == 0)
