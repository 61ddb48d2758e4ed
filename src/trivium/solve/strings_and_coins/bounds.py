"""The solver's table: lower and upper bounds of the values of states, in fixed memory.

An entry is one 64-bit word: two bounds, the worth of keeping it, the scope of the search that
found them, and a tag of the best move. It is stored beside the exclusive or of itself and the
state's lock, so that a pair torn by two threads does not match. Four entries share a bucket, which
is one line of the processor's cache; the one with the fewest strings left gives way.

Which bucket is a state's, the first bits of its place tell, and beyond those the first bits of its
lock. So the lock of an entry is enough to find its bucket in a table of another size too.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from trivium.kernel.bits import ONE, ZERO, Word
from trivium.kernel.compiling import compiled, inlined_uncounted
from trivium.kernel.pages import new_array

Bounds = NDArray[np.uint64]
"""A row for each bucket: lock and entry, four times."""

EXACT = 254
"""The number of the scope that leaves nothing out (`scopes`)."""

_ENTRIES = 4
_CACHE_LINE = 64
_OFFSET = 2048
"""Bounds lie between -2048 and 2047."""
_BOUND_MASK = np.uint64(0xFFF)
_BYTE_MASK = np.uint64(0xFF)
_TAG_MASK = np.uint64(0xFFFF)
_HIGH_SHIFT = np.uint64(12)
_WORTH_SHIFT = np.uint64(24)
_SCOPE_SHIFT = np.uint64(36)
_TAG_SHIFT = np.uint64(44)
_MOST_WORTH = 1 << 30
PLACE_BITS = 20
"""So many bits of the place tell the bucket."""
_PLACE_SHIFT = np.uint64(64 - PLACE_BITS)
_LOCK_SHIFT = np.uint64(64 - 24)
"""And at most so many of the lock: room for 2**44 buckets."""
_IN_USE = ONE << np.uint64(63)


def new_bounds(megabytes: float) -> Bounds:
    """Return an empty table of at most so much memory, but at least 64 kB."""
    buckets = 1 << max(10, int(megabytes * 2**20 / _CACHE_LINE).bit_length() - 1)
    words = new_array(2 * _ENTRIES * buckets + _CACHE_LINE // 8, np.uint64)
    first = -words.ctypes.data % _CACHE_LINE // 8
    return words[first : first + 2 * _ENTRIES * buckets].reshape(buckets, 2 * _ENTRIES)


def share_in_use(table: Bounds) -> float:
    """Return how much of the table is in use, estimated from its beginning."""
    return float(np.mean(table[:1024, 1::2] != 0))


@inlined_uncounted
def bucket_of(table: Bounds, place: Word, lock: Word) -> int:
    """Return the bucket of a state."""
    bits = (lock >> _LOCK_SHIFT) << np.uint64(PLACE_BITS) | place >> _PLACE_SHIFT
    return np.int64(bits & np.uint64(len(table) - 1))


@inlined_uncounted
def find(table: Bounds, place: Word, lock: Word) -> Word:
    """Return the entry of a state, or 0."""
    bucket = bucket_of(table, place, lock)
    for index in range(_ENTRIES):
        entry = table[bucket, 2 * index + 1]
        if entry != ZERO and table[bucket, 2 * index] ^ entry == lock:
            return entry
    return ZERO


@inlined_uncounted
def keep(
    table: Bounds, place: Word, lock: Word, low: int, high: int, worth: int, scope: int, tag: Word
) -> None:
    """Keep what is known about a state, in place of what is worth least."""
    entry = (
        np.uint64(low + _OFFSET)
        | np.uint64(high + _OFFSET) << _HIGH_SHIFT
        | np.uint64(min(worth, _OFFSET)) << _WORTH_SHIFT
        | np.uint64(scope + 1) << _SCOPE_SHIFT
        | tag << _TAG_SHIFT
        | _IN_USE
    )
    put(table, place, lock, entry)


@inlined_uncounted
def put(table: Bounds, place: Word, lock: Word, entry: Word) -> None:
    """Put an entry in the place of what is worth least."""
    bucket = bucket_of(table, place, lock)
    least, slot = _MOST_WORTH, 0
    for index in range(_ENTRIES):
        old = table[bucket, 2 * index + 1]
        if old == ZERO or table[bucket, 2 * index] ^ old == lock:
            slot = index
            break
        old_worth = int((old >> _WORTH_SHIFT) & _BOUND_MASK)
        if old_worth < least:
            least, slot = old_worth, index
    table[bucket, 2 * slot] = lock ^ entry
    table[bucket, 2 * slot + 1] = entry


@compiled
def put_back(
    table: Bounds,
    buckets: NDArray[np.uint64],
    locks: NDArray[np.uint64],
    entries: NDArray[np.uint64],
) -> None:
    """Put entries of another table into one, given the first bits of their places."""
    for index in range(len(entries)):
        put(table, buckets[index] << _PLACE_SHIFT, locks[index], entries[index])


@inlined_uncounted
def low_of(entry: Word) -> int:
    """Return the lower bound of an entry."""
    return np.int64(entry & _BOUND_MASK) - _OFFSET


@inlined_uncounted
def high_of(entry: Word) -> int:
    """Return the upper bound of an entry."""
    return np.int64((entry >> _HIGH_SHIFT) & _BOUND_MASK) - _OFFSET


@inlined_uncounted
def scope_of(entry: Word) -> int:
    """Return the scope of the search that found an entry; -1 if there is no entry."""
    return np.int64((entry >> _SCOPE_SHIFT) & _BYTE_MASK) - 1


@inlined_uncounted
def tag_of(entry: Word) -> Word:
    """Return the tag of the best move of an entry; 0 if there is none."""
    return (entry >> _TAG_SHIFT) & _TAG_MASK
