"""Memory for tables costs little until it is used, and can be taken before it is."""

from __future__ import annotations

import mmap
import sys
from pathlib import Path

import numpy as np
import pytest

from trivium.kernel import pages
from trivium.kernel.pages import in_pieces, new_array, take

MEGABYTE = 1 << 20
SIZE = 64 * MEGABYTE


def resident() -> int:
    """The bytes of memory that this process has been given."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * mmap.PAGESIZE


@pytest.mark.parametrize("count", [10, SIZE // 8])
def test_a_new_array_is_zero_and_can_be_written(count: int) -> None:
    array = new_array(count, np.uint64)
    assert len(array) == count and array.dtype == np.uint64
    assert not array[:: max(1, count // 1000)].any()
    array[-1] = 7
    assert array[-1] == 7


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux how much memory is in use")
def test_entries_here_and_there_take_a_small_page_each() -> None:
    array = new_array(SIZE, np.uint8)
    before = resident()
    array[:: 4 * MEGABYTE] = 1
    assert resident() - before < 4 * MEGABYTE  # sixteen huge pages would be 32


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux how much memory is in use")
def test_taking_an_array_takes_all_of_it_and_changes_nothing() -> None:
    array = new_array(SIZE, np.uint8)
    array[5000] = 3
    before = resident()
    take((array,))
    assert resident() - before > 0.9 * SIZE
    assert array[5000] == 3 and np.count_nonzero(array) == 1


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux how much memory is in use")
def test_a_system_that_takes_no_advice_hands_out_what_is_written_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pages, "_advise", lambda array, advice: False)
    array = new_array(SIZE, np.uint8)
    array[5000] = 3
    before = resident()
    take((array,))
    assert resident() - before > 0.9 * SIZE
    assert array[5000] == 3 and np.count_nonzero(array) == 1


def test_a_large_array_is_taken_step_by_step() -> None:
    array = new_array(2 * SIZE // 8, np.uint64).reshape(-1, 8)
    array[-1, -1] = 7
    steps = sum(1 for _ in in_pieces(array))
    assert steps > 1
    assert array[-1, -1] == 7 and np.count_nonzero(array) == 1


def test_too_much_is_a_memory_error() -> None:
    with pytest.raises(MemoryError):
        new_array(1 << 56, np.uint8)
