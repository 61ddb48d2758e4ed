"""The transposition table keeps, finds and replaces entries as it promises."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from trivium.kernel import transposition_table as tables
from trivium.kernel.transposition_table import AT_LEAST, AT_MOST, EXACT, NO_MOVE

words = st.integers(1, 2**64 - 1).map(np.uint64)


@given(
    key=words,
    move=st.integers(-1, 2**15),
    value=st.integers(-(2**22), 2**22),
    depth=st.integers(0, 300),
    kind=st.sampled_from((AT_MOST, AT_LEAST, EXACT)),
)
def test_what_is_stored_is_found(
    key: np.uint64, move: int, value: int, depth: int, kind: int
) -> None:
    table = tables.new_table(0)
    assert tables.look_up(table, key) == 0
    tables.store(table, key, move, value, depth, kind)
    entry = tables.look_up(table, key)
    assert tables.entry_move(entry) == move
    assert tables.entry_value(entry) == value
    assert tables.entry_depth(entry) == min(depth, 255)
    assert tables.entry_kind(entry) == kind
    assert tables.look_up(table, key ^ np.uint64(1 << 63)) == 0


def test_a_bucket_keeps_the_deeper_entries_of_the_same_search() -> None:
    table = tables.new_table(0)
    size = len(table.entries)
    first, second, third = (np.uint64(size * n) for n in (1, 2, 3))
    tables.store(table, first, NO_MOVE, 1, 9, EXACT)
    tables.store(table, second, NO_MOVE, 2, 2, EXACT)
    tables.store(table, third, NO_MOVE, 3, 5, EXACT)
    assert tables.look_up(table, first) != 0
    assert tables.look_up(table, second) == 0
    assert tables.look_up(table, third) != 0


def test_entries_of_an_older_search_give_way_first() -> None:
    table = tables.new_table(0)
    size = len(table.entries)
    old, new, newest = (np.uint64(size * n) for n in (1, 2, 3))
    tables.store(table, old, NO_MOVE, 1, 9, EXACT)
    tables.next_search(table)
    tables.store(table, new, NO_MOVE, 2, 2, EXACT)
    tables.store(table, newest, NO_MOVE, 3, 1, EXACT)
    assert tables.look_up(table, old) == 0
    assert tables.look_up(table, new) != 0


def test_a_torn_entry_is_not_taken_for_a_whole_one() -> None:
    table = tables.new_table(0)
    key = np.uint64(77)
    tables.store(table, key, 3, 5, 4, EXACT)
    place = tables.bucket(table, key)
    table.entries[place] ^= np.uint64(1 << 20)
    assert tables.look_up(table, key) == 0


def test_memory_is_what_was_asked_for() -> None:
    for megabytes in (1, 3, 16):
        table = tables.new_table(megabytes)
        taken = table.locks.nbytes + table.entries.nbytes
        assert megabytes * 2**20 / 2 < taken <= megabytes * 2**20
    assert tables.fill(table) == 0
    tables.store(table, np.uint64(5), NO_MOVE, 0, 1, EXACT)
    assert tables.fill(table) > 0
    tables.clear(table)
    assert tables.fill(table) == 0
