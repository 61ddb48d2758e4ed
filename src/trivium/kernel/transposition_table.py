"""The transposition table: what earlier search found out about a position, in fixed memory.

An entry is one 64-bit word (value, depth, kind of bound, age, best move). It is stored beside
the exclusive or of itself and the position's key. A reader that gets the key back from the two
words knows that the entry is whole and belongs to its position, so several threads may share a
table without locks: a pair torn by two writers just does not match.

Two entries share a bucket. A new one replaces the entry of the same position, else one of an
older search, else the shallower one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trivium.kernel.bits import ONE, ZERO, Word
from trivium.kernel.compiling import compiled
from trivium.kernel.pages import new_array, take

__all__ = [
    "AT_LEAST",
    "AT_MOST",
    "EXACT",
    "NO_MOVE",
    "TranspositionTable",
    "clear",
    "entry_age",
    "entry_depth",
    "entry_kind",
    "entry_move",
    "entry_value",
    "fill",
    "look_up",
    "new_table",
    "next_search",
    "reserve",
    "store",
]

AT_MOST, AT_LEAST, EXACT = 1, 2, 3
"""The kinds of a stored value: at most, at least, or exactly that."""

NO_MOVE = -1
"""Stands where no best move is known."""

_DEEPEST = 255
_AGES = 64
_VALUE_OFFSET = 1 << 23
"""Values lie between -2**23 and 2**23."""

_MOVE_SHIFT = np.uint64(0)
_VALUE_SHIFT = np.uint64(16)
_DEPTH_SHIFT = np.uint64(40)
_KIND_SHIFT = np.uint64(48)
_AGE_SHIFT = np.uint64(50)


class TranspositionTable(NamedTuple):
    """A transposition table; its size is a power of two."""

    locks: NDArray[np.uint64]
    entries: NDArray[np.uint64]
    age: NDArray[np.int64]
    """One number: which search this is, modulo `_AGES`."""


def new_table(megabytes: float) -> TranspositionTable:
    """Return an empty table that takes at most so much memory, but at least 16 kB."""
    size = 1 << max(10, int(megabytes * 2**20 / 16).bit_length() - 1)
    return TranspositionTable(
        new_array(size, np.uint64), new_array(size, np.uint64), np.zeros(1, np.int64)
    )


def reserve(table: TranspositionTable) -> None:
    """Take all its memory from the system now, so that no search has to."""
    take((table.locks, table.entries))


def clear(table: TranspositionTable) -> None:
    """Forget everything."""
    table.locks.fill(0)
    table.entries.fill(0)
    table.age.fill(0)


def next_search(table: TranspositionTable) -> None:
    """Let entries made so far give way to those of the search that now begins."""
    table.age[0] = (table.age[0] + 1) % _AGES


def fill(table: TranspositionTable) -> float:
    """Return the share of the table that is in use, estimated from its beginning."""
    return float(np.mean(table.entries[:4096] != 0))


@compiled
def pack(move: int, value: int, depth: int, kind: int, age: int) -> Word:
    """Return an entry. It is never 0, because no kind is."""
    return (
        (np.uint64(move + 1) << _MOVE_SHIFT)
        | (np.uint64(value + _VALUE_OFFSET) << _VALUE_SHIFT)
        | (np.uint64(min(depth, _DEEPEST)) << _DEPTH_SHIFT)
        | (np.uint64(kind) << _KIND_SHIFT)
        | (np.uint64(age) << _AGE_SHIFT)
    )


@compiled
def entry_move(entry: Word) -> int:
    """Return the best move of an entry, or `NO_MOVE`."""
    return np.int64(entry & np.uint64(0xFFFF)) - 1


@compiled
def entry_value(entry: Word) -> int:
    """Return the value of an entry."""
    return np.int64((entry >> _VALUE_SHIFT) & np.uint64(0xFFFFFF)) - _VALUE_OFFSET


@compiled
def entry_depth(entry: Word) -> int:
    """Return the depth to which an entry was searched."""
    return np.int64((entry >> _DEPTH_SHIFT) & np.uint64(0xFF))


@compiled
def entry_kind(entry: Word) -> int:
    """Return whether the value is `AT_MOST`, `AT_LEAST` or `EXACT`."""
    return np.int64((entry >> _KIND_SHIFT) & np.uint64(3))


@compiled
def entry_age(entry: Word) -> int:
    """Return the age of the search that made an entry."""
    return np.int64(entry >> _AGE_SHIFT)


@compiled
def bucket(table: TranspositionTable, key: Word) -> int:
    """Return the first of the two places for a key."""
    return np.int64(key & np.uint64(len(table.entries) - 1) & ~ONE)


@compiled
def look_up(table: TranspositionTable, key: Word) -> Word:
    """Return the entry of a position, or 0 if there is none."""
    place = bucket(table, key)
    for index in range(place, place + 2):
        entry = table.entries[index]
        if entry != ZERO and table.locks[index] ^ entry == key:
            return entry
    return ZERO


@compiled
def store(
    table: TranspositionTable, key: Word, move: int, value: int, depth: int, kind: int
) -> None:
    """Keep what was found about a position, in place of whatever is worth least."""
    age = table.age[0]
    place = bucket(table, key)
    worst = place
    least = 1 << 30
    for index in range(place, place + 2):
        old = table.entries[index]
        if old == ZERO or table.locks[index] ^ old == key:
            worst = index
            break
        worth = entry_depth(old) - (0 if entry_age(old) == age else 1000)
        if worth < least:
            worst, least = index, worth
    entry = pack(move, value, depth, kind, age)
    table.locks[worst] = key ^ entry
    table.entries[worst] = entry
