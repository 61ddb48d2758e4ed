"""Bit tricks against Python's own integers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import njit

from trivium.kernel import bits

words = st.integers(0, 2**64 - 1)


def ones(word: int) -> list[int]:
    return [index for index in range(64) if word >> index & 1]


@pytest.mark.parametrize("function", [bits.popcount, bits.lowest])
def test_the_python_version_is_the_compiled_one(function: Callable[[np.uint64], Any]) -> None:
    caller: Any = njit(lambda word: function(word))
    for word in (0, 1, 2**63, 2**64 - 1, 0x8000_0100_0010_0000):
        assert caller(np.uint64(word)) == function(np.uint64(word))


@given(words)
def test_counting_and_finding_ones(word: int) -> None:
    assert bits.popcount(np.uint64(word)) == len(ones(word))
    assert bits.lowest(np.uint64(word)) == (ones(word)[0] if word else 64)
    for rank, index in enumerate(ones(word)):
        assert bits.select(np.uint64(word), rank) == index
        assert bits.has(np.uint64(word), index)
        assert int(bits.bit(index)) == 1 << index
    if word:
        assert ones(int(bits.without_lowest(np.uint64(word)))) == ones(word)[1:]


@given(st.lists(words, min_size=1, max_size=5))
def test_sets_of_several_words(content: list[int]) -> None:
    members = [64 * number + index for number, word in enumerate(content) for index in ones(word)]
    array = np.array(content, np.uint64)
    listed = np.empty(64 * len(content), np.int64)
    count = bits.list_ones(array, listed)
    assert listed[:count].tolist() == members
    for rank in range(0, len(members), 7):
        assert bits.select_in_set(array, rank) == members[rank]


@given(words, words)
def test_arithmetic_wraps_around(a: int, b: int) -> None:
    assert int(bits.wrapping_add(np.uint64(a), np.uint64(b))) == (a + b) % 2**64
    assert int(bits.wrapping_multiply(np.uint64(a), np.uint64(b))) == (a * b) % 2**64
