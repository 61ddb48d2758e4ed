"""Keys: a state is known by its runs.

The key of a state is the sum over its runs of a random word for each, so a change of one run
changes the key by a difference. States that differ in which border edge of a cell is claimed,
where a lone chain lies or which way it bends have the same key, and one entry in the table serves
them all. Where symmetry pays, such a sum is kept for each image of the state, and all images share
an entry too.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from trivium.kernel.bits import ZERO, Word, wrapping_add, wrapping_multiply
from trivium.kernel.compiling import inlined
from trivium.kernel.verbs import implements, verb
from trivium.solve.strings_and_coins.coins import (
    GROUND_MASK,
    GROUND_SHIFT,
    TO_GROUND,
    Net,
    direction_of,
)
from trivium.solve.strings_and_coins.memory import LOCK, PLACE, RUNS_RULE, Images, Memory, NoImages
from trivium.solve.strings_and_coins.moves import first_end, length_of, second_end, string_of

ONCE = np.uint64(1)
AWAY = np.uint64(2**64 - 1)

_MIX = np.uint64(0x9E3779B97F4A7C15)
_MIX_AGAIN = np.uint64(0xC2B2AE3D27D4EB4F)
_MIX_OTHER = np.uint64(0xD6E8FEB86659FD93)
_HALF = np.uint64(32)
_THIRD = np.uint64(29)
_TAG_SHIFT = np.uint64(40)
_TAG_MASK = np.uint64(0xFFFF)


@inlined
def run_word(net: Net, symmetry: int, first: int, second: int, length: int) -> Word:
    """Return the word of a run as a symmetry shows it."""
    ends = wrapping_add(net.end_words[symmetry, first], net.end_words[symmetry, second])
    return ends ^ net.length_words[length]


@inlined
def mixed(word: Word) -> Word:
    """Return a word that depends on every bit of `word`, for sums."""
    word = wrapping_multiply(word ^ (word >> _HALF), _MIX)
    return wrapping_multiply(word ^ (word >> _THIRD), _MIX_AGAIN)


@inlined
def mixed_otherwise(word: Word) -> Word:
    """Return another one, independent of `mixed`."""
    word = wrapping_multiply(word ^ (word >> _THIRD), _MIX_OTHER)
    return wrapping_multiply(word ^ (word >> _HALF), _MIX)


@inlined
def add_run(
    net: Net, memory: Memory, ply: int, times: Word, first: int, second: int, length: int
) -> None:
    """Add a run to a key so many times; as many as 2**64 - 1 take it away once."""
    sums = memory.sums
    word = run_word(net, 0, first, second, length)
    more = wrapping_multiply(times, mixed(word))
    sums[ply, PLACE] = wrapping_add(sums[ply, PLACE], more)
    more = wrapping_multiply(times, mixed_otherwise(word))
    sums[ply, LOCK] = wrapping_add(sums[ply, LOCK], more)
    add_to_images(memory.images, net, ply, times, first, second, length)


@verb
def clear_images(images: Any) -> None:
    """Begin the images of the root with nothing."""
    raise NotImplementedError


@implements(clear_images, NoImages)
def _(images: NoImages) -> None:
    pass


@implements(clear_images, Images)
def _(images: Images) -> None:
    images.sums[0, :] = ZERO


@verb
def add_to_images(
    images: Any,
    net: Net,
    ply: int,
    times: Word,
    first: int,
    second: int,
    length: int,
) -> None:
    """Add a run to the key of every image of a state, if they are kept."""
    raise NotImplementedError


@implements(add_to_images, NoImages)
def _(
    images: NoImages, net: Net, ply: int, times: Word, first: int, second: int, length: int
) -> None:
    pass


@implements(add_to_images, Images)
def _(
    images: Images, net: Net, ply: int, times: Word, first: int, second: int, length: int
) -> None:
    sums = images.sums
    for symmetry in range(sums.shape[1]):
        word = mixed(run_word(net, symmetry, first, second, length))
        sums[ply, symmetry] = wrapping_add(sums[ply, symmetry], wrapping_multiply(times, word))


@inlined
def times_of(memory: Memory, ply: int, move: int) -> Word:
    """Return how many strings a move stands for: those from one junction to the ground."""
    rows = memory.rows
    if direction_of(string_of(move)) != TO_GROUND or first_end(move) == rows.shape[1]:
        return ONCE
    return np.uint64((rows[ply, first_end(move)] >> GROUND_SHIFT) & GROUND_MASK)


@inlined
def own_key(memory: Memory, ply: int) -> tuple[Word, Word]:
    """Return the key of a state itself; without shared keys, the key of this very row."""
    rows, sums = memory.rows, memory.sums
    place, lock = sums[ply, PLACE], sums[ply, LOCK]
    if memory.counters[RUNS_RULE] == 0:
        for coin in range(rows.shape[1]):
            word = mixed(np.uint64(rows[ply, coin] * rows.shape[1] + coin))
            place, lock = wrapping_add(place, word), wrapping_add(lock, mixed_otherwise(word))
    return place, lock


@verb
def key_of(images: Any, memory: Memory, ply: int) -> tuple[Word, Word, int]:
    """Return the key that a state shares with its images, and the symmetry that it is made by."""
    raise NotImplementedError


@implements(key_of, NoImages)
def _(images: NoImages, memory: Memory, ply: int) -> tuple[Word, Word, int]:
    place, lock = own_key(memory, ply)
    return place, lock, 0


@implements(key_of, Images)
def _(images: Images, memory: Memory, ply: int) -> tuple[Word, Word, int]:
    sums = images.sums
    least, lock, which = sums[ply, 0], ZERO, 0
    for symmetry in range(sums.shape[1]):
        place = sums[ply, symmetry]
        lock = wrapping_add(lock, mixed_otherwise(place))
        if place < least:
            least, which = place, symmetry
    return least, lock, which


@inlined
def tag(net: Net, symmetry: int, move: int) -> Word:
    """Return a short name for a move that is the same for all states with the same key."""
    word = run_word(net, symmetry, first_end(move), second_end(move), length_of(move))
    return (mixed(word) >> _TAG_SHIFT) & _TAG_MASK
