"""Seeded chance: the same seed gives the same numbers on any machine, compiled or not.

The generator is SplitMix64. A *chance* is an array of two words, the state and the odd step
that the state advances by; a split-off chance has a step of its own, so that the games of a
match or the threads of a search each draw from their own stream.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from trivium.kernel.bits import ONE, Word, wrapping_add, wrapping_multiply
from trivium.kernel.compiling import compiled

__all__ = [
    "Chance",
    "below",
    "mix",
    "next_word",
    "seeded",
    "split",
]

Chance = NDArray[np.uint64]
"""A generator of random numbers: `seeded` makes one, and whatever draws from it changes it."""

# Places in a chance
_STATE = 0
_STEP = 1

_GOLDEN_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)


@compiled
def mix(word: Word) -> Word:
    """Return a scrambled word; every bit of the input matters to every bit of the output."""
    word = wrapping_multiply(word ^ (word >> np.uint64(30)), _MIX_1)
    word = wrapping_multiply(word ^ (word >> np.uint64(27)), _MIX_2)
    return word ^ (word >> np.uint64(31))


@compiled
def next_word(chance: Chance) -> Word:
    """Draw 64 random bits."""
    chance[_STATE] = wrapping_add(chance[_STATE], chance[_STEP])
    return mix(chance[_STATE])


@compiled
def below(chance: Chance, bound: int) -> int:
    """Draw an integer from 0 to bound - 1, where 0 < bound < 2**31.

    It scales 32 random bits, so no value is likelier than another by more than bound/2**32.
    """
    scaled = (next_word(chance) >> np.uint64(32)) * np.uint64(bound)
    return np.int64(scaled >> np.uint64(32))


@compiled
def split(chance: Chance) -> Chance:
    """Draw a new chance whose numbers are independent of what `chance` gives from here on."""
    child = np.empty(2, np.uint64)
    child[_STATE] = next_word(chance)
    child[_STEP] = mix(next_word(chance)) | ONE
    return child


def seeded(seed: int, *path: int) -> Chance:
    """Make the chance of `seed`, or of a place in a tree of experiments below it.

    ``seeded(7, 3)`` is the chance of, say, game 3 of the match with seed 7: it depends on
    both numbers and on nothing else, so that games can be played in any order.
    """
    state = 0
    for number in (seed, *path):
        state = int(mix(np.uint64((state ^ number) & (2**64 - 1))))
        state = (state + int(_GOLDEN_STEP)) & (2**64 - 1)
    return np.array([state, _GOLDEN_STEP], dtype=np.uint64)
