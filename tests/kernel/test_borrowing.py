"""Borrowed arrays are the same arrays."""

from __future__ import annotations

import sys
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from trivium.kernel.borrowing import borrowed


class Inner(NamedTuple):
    numbers: NDArray[np.int64]


class Outer(NamedTuple):
    inner: Inner
    words: NDArray[np.uint64]
    factor: int


@njit  # type: ignore[untyped-decorator]
def double_all(outer: Outer) -> int:
    lent = borrowed(outer)
    for index in range(len(lent.inner.numbers)):
        lent.inner.numbers[index] *= lent.factor
    return int(lent.words[0])


def test_a_borrowed_tuple_shows_and_changes_the_same_arrays() -> None:
    outer = Outer(Inner(np.arange(4)), np.array([7], np.uint64), 2)
    assert double_all(outer) == 7
    assert outer.inner.numbers.tolist() == [0, 2, 4, 6]


def test_borrowing_leaves_the_references_of_arrays_as_they_were() -> None:
    outer = Outer(Inner(np.arange(4)), np.array([7], np.uint64), 2)
    double_all(outer)
    before = sys.getrefcount(outer.inner.numbers)
    for _ in range(100):
        double_all(outer)
    after = sys.getrefcount(outer.inner.numbers)
    assert after == before


def test_uncompiled_it_is_the_thing_itself() -> None:
    array = np.zeros(1)
    assert borrowed(array) is array
