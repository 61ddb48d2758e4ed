"""What proof-number search remembers of a position, in fixed memory.

For one attacker: how many positions must still be proven to prove that he wins (the *proof
number*), and how many to prove that he does not (the *disproof number*). 0 and `ENDLESS` together
mean that it is done. A win is kept with the turns that it takes at most.

A disproof may lean on the way by which the search came to a position: it fails there because it
would come back to an earlier position, or because there are too many turns already. Such a
disproof is good for that way only, so it has an entry of its own under a word that stands for the
way; the position's entry notes that there is one.

An entry is one word, stored beside the exclusive or of itself and its key, so that a pair that is
read while it is written does not match. Four share a bucket, which is one line of the processor's
cache; the one with the least work in it gives way.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from trivium.kernel.bits import ONE, ZERO, Word
from trivium.kernel.compiling import inlined_uncounted, uncounted
from trivium.kernel.pages import new_array

Memory = NDArray[np.uint64]
"""A row for each bucket: key and entry, four times."""

ENDLESS = (1 << 24) - 1
"""More than any number of positions; what a number can be at most."""
NOTHING = (1 << 10) - 1
"""What a disproof leans on that leans on no way: deeper than any way is long."""
TOO_LATE = -1
"""What a disproof leans on that goes by the turns or boards of the whole game."""

SLOTS = 4
_CACHE_LINE = 64
_NUMBER_BITS = 24
_NUMBER_MASK = np.uint64(ENDLESS)
_DISPROOF_SHIFT = np.uint64(_NUMBER_BITS)
_DETAIL_SHIFT = np.uint64(2 * _NUMBER_BITS)
_DETAIL_MASK = np.uint64(NOTHING)
_MOST_DETAIL = NOTHING - 1
"""Of a win in more turns it is only known that it is none of fewer."""
_WORK_SHIFT = np.uint64(58)
_WORK_MASK = np.uint64(31)
_MOST_WORK = 31
_LEANS = ONE << np.uint64(63)


def new_memory(megabytes: float) -> Memory:
    """Return an empty memory of at most so much, but at least 16 kB."""
    buckets = 1 << max(8, int(megabytes * 2**20 / _CACHE_LINE).bit_length() - 1)
    words = new_array(2 * SLOTS * buckets + _CACHE_LINE // 8, np.uint64)
    first = -words.ctypes.data % _CACHE_LINE // 8
    return words[first : first + 2 * SLOTS * buckets].reshape(buckets, 2 * SLOTS)


def share_in_use(memory: Memory) -> float:
    """Return the share of the memory that is in use, estimated from its beginning."""
    return float(np.mean(memory[:1024, 1::2] != 0))


@inlined_uncounted
def bucket_of(memory: Memory, key: Word) -> int:
    """Return the bucket of a position, or of a way."""
    return np.int64(key & np.uint64(len(memory) - 1))


@inlined_uncounted
def find(memory: Memory, key: Word) -> Word:
    """Return the entry of a position, or of a way; 0 if there is none."""
    bucket = bucket_of(memory, key)
    for slot in range(SLOTS):
        entry = memory[bucket, 2 * slot + 1]
        if entry != ZERO and memory[bucket, 2 * slot] ^ entry == key:
            return entry
    return ZERO


@inlined_uncounted
def proof_of(entry: Word) -> int:
    """Return the proof number of an entry."""
    return np.int64(entry & _NUMBER_MASK)


@inlined_uncounted
def disproof_of(entry: Word) -> int:
    """Return the disproof number of an entry."""
    return np.int64(entry >> _DISPROOF_SHIFT & _NUMBER_MASK)


@inlined_uncounted
def detail_of(entry: Word) -> int:
    """Return the turns of a win; what a disproof of a way leans on, beyond `TOO_LATE`."""
    return np.int64(entry >> _DETAIL_SHIFT & _DETAIL_MASK)


@inlined_uncounted
def work_of(entry: Word) -> int:
    """Return how much work is in an entry, as the number of its binary digits."""
    return np.int64(entry >> _WORK_SHIFT & _WORK_MASK)


@inlined_uncounted
def leans(entry: Word) -> bool:
    """Return whether there may be a disproof of the position that leans on a way."""
    return entry & _LEANS != ZERO


@inlined_uncounted
def new_entry(proof: int, disproof: int, detail: int, work: int) -> Word:
    """Return an entry; the work is the nodes that were visited."""
    digits = 0
    while work > 0 and digits < _MOST_WORK:
        work >>= 1
        digits += 1
    return (
        np.uint64(min(proof, ENDLESS))
        | np.uint64(min(disproof, ENDLESS)) << _DISPROOF_SHIFT
        | np.uint64(detail) << _DETAIL_SHIFT
        | np.uint64(digits) << _WORK_SHIFT
    )


@uncounted
def put(memory: Memory, key: Word, entry: Word) -> None:
    """Put an entry in the place of an earlier one with its key, or of what has least work in it."""
    bucket = bucket_of(memory, key)
    least, place = _MOST_WORK + 1, 0
    for slot in range(SLOTS):
        old = memory[bucket, 2 * slot + 1]
        if old == ZERO or memory[bucket, 2 * slot] ^ old == key:
            place = slot
            break
        if work_of(old) < least:
            least, place = work_of(old), slot
    memory[bucket, 2 * place] = key ^ entry
    memory[bucket, 2 * place + 1] = entry


@uncounted
def remember(
    memory: Memory, key: Word, way: Word, proof: int, disproof: int, detail: int, work: int
) -> None:
    """Keep what is known of a position to which a way has led."""
    known = find(memory, key)
    if disproof > 0:
        entry = new_entry(proof, disproof, min(detail, _MOST_DETAIL), work)
        put(memory, key, entry | (known & _LEANS))
    elif detail == NOTHING:
        put(memory, key, new_entry(proof, disproof, detail, work))
    else:
        # On another way the numbers are as before; what fails on this one is probably near to it.
        before = known if known != ZERO else new_entry(work, 1, 0, work)
        put(memory, key, before | _LEANS)
        put(memory, way, new_entry(proof, disproof, detail - TOO_LATE, work))
