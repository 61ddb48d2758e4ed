"""Bit tricks on 64-bit words, the same compiled and uncompiled.

Numba offers no popcount or count-trailing-zeros for the CPU, so both come from LLVM through
an intrinsic. Words are always ``np.uint64``; mixing one with a signed integer would turn the
result into a float, which the helpers here avoid.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from trivium.kernel.compiler import call_instead, intrinsic, types
from trivium.kernel.compiling import compiled

__all__ = [
    "ONE",
    "WORD_BITS",
    "ZERO",
    "Word",
    "bit",
    "has",
    "list_ones",
    "lowest",
    "popcount",
    "select",
    "select_in_set",
    "without_lowest",
    "wrapping_add",
    "wrapping_multiply",
]

Word = np.uint64

ZERO = np.uint64(0)
"""A word without bits."""
ONE = np.uint64(1)
"""A word with the lowest bit."""
WORD_BITS = 64
"""The bits of a word."""

_ALL = (1 << WORD_BITS) - 1


@intrinsic  # type: ignore[untyped-decorator]
def _ctpop(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _cttz(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, False))

    return types.int64(types.uint64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _mul(typing_context: Any, a: Any, b: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.mul(*arguments)

    return types.uint64(types.uint64, types.uint64), generate


@intrinsic  # type: ignore[untyped-decorator]
def _add(typing_context: Any, a: Any, b: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.add(*arguments)

    return types.uint64(types.uint64, types.uint64), generate


def popcount(word: Word) -> int:
    """Return the number of ones in `word`."""
    return int(word).bit_count()


def lowest(word: Word) -> int:
    """Return the index of the lowest one; 64 if there is none."""
    return ((int(word) & -int(word)).bit_length() - 1) % (WORD_BITS + 1)


def wrapping_multiply(a: Word, b: Word) -> Word:
    """Return a·b modulo 2**64."""
    return np.uint64(int(a) * int(b) & _ALL)


def wrapping_add(a: Word, b: Word) -> Word:
    """Return a+b modulo 2**64."""
    return np.uint64(int(a) + int(b) & _ALL)


call_instead(popcount, lambda word: _ctpop)
call_instead(lowest, lambda word: _cttz)
call_instead(wrapping_multiply, lambda a, b: _mul)
call_instead(wrapping_add, lambda a, b: _add)


@compiled
def bit(index: int) -> Word:
    """Return the word with only bit `index` set, 0 ≤ index < 64."""
    return ONE << np.uint64(index)


@compiled
def has(word: Word, index: int) -> bool:
    """Return whether bit `index` of `word` is set."""
    return bool((word >> np.uint64(index)) & ONE)


@compiled
def without_lowest(word: Word) -> Word:
    """Return `word` with its lowest one cleared; `word` must not be 0."""
    return word & (word - ONE)


@compiled
def select(word: Word, rank: int) -> int:
    """Return the index of the one that has exactly `rank` ones below it; it must exist."""
    for _ in range(rank):
        word = without_lowest(word)
    return lowest(word)


@compiled
def list_ones(words: NDArray[np.uint64], indices: NDArray[np.int64]) -> int:
    """Write the indices of all ones of a bit set to `indices`, ascending; return how many."""
    count = 0
    for number in range(len(words)):
        word = words[number]
        while word != ZERO:
            indices[count] = number * WORD_BITS + lowest(word)
            word = without_lowest(word)
            count += 1
    return count


@compiled
def select_in_set(words: NDArray[np.uint64], rank: int) -> int:
    """Return the index of the one of a bit set with exactly `rank` ones below it."""
    number = 0
    here = popcount(words[0])
    while rank >= here:
        rank -= here
        number += 1
        here = popcount(words[number])
    return number * WORD_BITS + select(words[number], rank)
