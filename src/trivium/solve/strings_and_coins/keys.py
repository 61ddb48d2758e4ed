"""Keys: a state is known by its runs.

The key of a state is the sum over its runs of a random word for each, so a change of one run
changes the key by a difference. States that differ in which border edge of a cell is claimed,
where a lone chain lies or which way it bends have the same key, and one entry in the table serves
them all. Two such sums, of words that have nothing to do with each other, make sure that no other
state has the same key. Where symmetry pays, such a sum is kept for each image of the state, and
all images share an entry too.

The word of a run is a product of three random odd words: those of its ends and that of its
length. Low bits of such sums are all alike, so the table is to look at high ones.
"""

from __future__ import annotations

import numpy as np

from trivium.kernel.bits import ZERO, Word, wrapping_add, wrapping_multiply
from trivium.kernel.compiling import inlined_uncounted
from trivium.solve.strings_and_coins.coins import Net
from trivium.solve.strings_and_coins.memory import RUNS_RULE, Memory
from trivium.solve.strings_and_coins.moves import first_end, length_of, second_end
from trivium.solve.strings_and_coins.state import LOCK, PLACE, SETS, VIEW, number_in, sums_of

ONCE = np.uint64(1)
AWAY = np.uint64(2**64 - 1)

_MIX = np.uint64(0x9E3779B97F4A7C15)
_MIX_OTHER = np.uint64(0xD6E8FEB86659FD93)
_HALF = np.uint64(32)
_TAG_SHIFT = np.uint64(40)
_TAG_MASK = np.uint64(0xFFFF)


@inlined_uncounted
def ends_word(net: Net, view: int, first: int, second: int) -> Word:
    """Return the word for the two ends of a run in a view."""
    return wrapping_multiply(net.end_words[view, first], net.end_words[view, second])


@inlined_uncounted
def mixed(word: Word, factor: Word) -> Word:
    """Return a word that depends on all bits of `word`."""
    return wrapping_multiply(word ^ (word >> _HALF), factor)


@inlined_uncounted
def add_run(net: Net, memory: Memory, state: int, run: tuple[int, int, int], times: Word) -> None:
    """Add a run, its ends and its length, to the sums of a state so many times.

    As many as 2**64 - 1 take it away once.
    """
    first, second, length = run
    factor = wrapping_multiply(times, net.length_words[length])
    add_to_sum(net, memory, state, 0, first, second, factor)
    add_to_sum(net, memory, state, 1, first, second, factor)
    for view in range(2, len(net.end_words)):
        add_to_sum(net, memory, state, view, first, second, factor)


@inlined_uncounted
def add_to_sum(
    net: Net, memory: Memory, state: int, view: int, first: int, second: int, factor: Word
) -> None:
    """Add a run to the sum of one view, given its ends and a factor for its length."""
    place = sums_of(net) + view
    more = wrapping_multiply(ends_word(net, view, first, second), factor)
    memory.states[state, place] = wrapping_add(memory.states[state, place], more)


@inlined_uncounted
def seal(net: Net, memory: Memory, state: int) -> None:
    """Make the key of a state from its sums; if the net folds, one that all images share."""
    if net.folds:
        seal_images(net, memory, state)
        return
    states = memory.states
    place, lock = states[state, sums_of(net)], states[state, sums_of(net) + 1]
    if memory.counters[RUNS_RULE] == 0:  # the key of these very strings
        for column in range(SETS, sums_of(net)):
            word = wrapping_multiply(states[state, column], net.length_words[column])
            place = wrapping_add(mixed(place, _MIX), word)
            lock = wrapping_add(mixed(lock, _MIX_OTHER), word)
    states[state, PLACE], states[state, LOCK] = place, lock


@inlined_uncounted
def seal_images(net: Net, memory: Memory, state: int) -> None:
    """Make the key of a state from the sums of its images: from the least, and from them all."""
    states = memory.states
    least, lock, least_view = states[state, sums_of(net)], ZERO, 0
    for view in range(len(net.end_words)):
        place = states[state, sums_of(net) + view]
        lock = wrapping_add(lock, mixed(place, _MIX))
        if place < least:
            least, least_view = place, view
    # Mixed, because the least of some numbers is mostly a small one.
    states[state, PLACE], states[state, LOCK] = mixed(least, _MIX_OTHER), lock
    states[state, VIEW] = np.uint64(least_view)


@inlined_uncounted
def tag(net: Net, memory: Memory, state: int, move: int) -> Word:
    """Return a short name for a move of a state, the same for all states with the same key."""
    ends = ends_word(net, number_in(memory.states, state, VIEW), first_end(move), second_end(move))
    word = wrapping_multiply(ends, net.length_words[length_of(move)])
    return (word >> _TAG_SHIFT) & _TAG_MASK
