"""What proof-number search remembers of a position, in fixed memory.

For one attacker: how many positions must still be proven to prove that he wins (the *proof
number*), and how many to prove that he does not (the *disproof number*). 0 and `ENDLESS` together
mean that it is done. A win is kept with the turns that it takes at most.

A disproof may lean on the way by which the search came to a position: it fails there because it
would come back to an earlier position, or because there are too many turns already. Such a
disproof is kept with a word that stands for the way, and is good for that way only.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trivium.kernel.bits import Word
from trivium.kernel.compiling import compiled, inlined

ENDLESS = 1 << 30
"""More than any number of positions; what a number can be at most."""
NOTHING = 1 << 20
"""What a disproof leans on that leans on no way: deeper than any way is long."""
TOO_LATE = -1
"""What a disproof leans on that goes by the turns or boards of the whole game."""

_SLOTS = 4
_ENTRY_BYTES = 40


class Memory(NamedTuple):
    """Entries in buckets of four; the one with the least work in it gives way."""

    keys: NDArray[np.uint64]
    numbers: NDArray[np.int32]
    """The proof number, the disproof number, the turns of a win or what a disproof leans on, and
    the work in it."""
    ways: NDArray[np.uint64]


def new_memory(megabytes: float) -> Memory:
    """Return an empty memory of at most so much, but at least 40 kB."""
    size = 1 << max(10, int(megabytes * 2**20 / _ENTRY_BYTES).bit_length() - 1)
    return Memory(
        np.zeros(size, np.uint64), np.zeros((size, 4), np.int32), np.zeros(size, np.uint64)
    )


def share_in_use(memory: Memory) -> float:
    """Return the share of the memory that is in use, estimated from its beginning."""
    return float(np.mean(memory.keys[:4096] != 0))


@inlined
def bucket(memory: Memory, key: Word) -> int:
    """Return the first of the places for a position."""
    return np.int64(key & np.uint64(len(memory.keys) - _SLOTS))


@inlined
def find(memory: Memory, key: Word) -> int:
    """Return the place of a position's entry; -1 if there is none."""
    first = bucket(memory, key)
    for place in range(first, first + _SLOTS):
        if memory.keys[place] == key:
            return place
    return -1


@inlined
def number_at(memory: Memory, place: int, which: int) -> int:
    """Return one of the numbers of an entry."""
    return np.int64(memory.numbers[place, which])


@compiled
def remember(
    memory: Memory, key: Word, way: Word, proof: int, disproof: int, detail: int, work: int
) -> None:
    """Keep what is known of a position, in the order of `Memory.numbers`."""
    place = find(memory, key)
    if place < 0:
        first = bucket(memory, key)
        place = first
        for other in range(first + 1, first + _SLOTS):
            if memory.numbers[other, 3] < memory.numbers[place, 3]:
                place = other
    memory.keys[place] = key
    memory.ways[place] = way
    memory.numbers[place, 0] = min(proof, ENDLESS)
    memory.numbers[place, 1] = min(disproof, ENDLESS)
    memory.numbers[place, 2] = detail
    memory.numbers[place, 3] = min(work, ENDLESS)
