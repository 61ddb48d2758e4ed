"""The solver's table begins small and takes the room that it may have when it is half full."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from benchmarks.solve import suite
from numpy.typing import NDArray

from trivium import DotsAndBoxes
from trivium.search.limits import Limit
from trivium.search.stopping import Stop
from trivium.solve.strings_and_coins import growing
from trivium.solve.strings_and_coins.bounds import (
    PLACE_BITS,
    find,
    new_bounds,
    put_back,
    spread,
)
from trivium.solve.strings_and_coins.solver import Solver

FIRST = 1 << PLACE_BITS
TOP = np.uint64(64 - PLACE_BITS)


def test_what_was_known_is_found_in_the_larger_table() -> None:
    dice = np.random.default_rng(8)
    places = dice.integers(FIRST, size=5000, dtype=np.uint64)
    locks = dice.integers(1 << 63, size=5000, dtype=np.uint64)
    entries = locks | np.uint64(1)
    room = new_bounds(256)
    put_back(room[:FIRST], places, locks, entries)
    spread(room, FIRST)
    for place, lock, entry in zip(places, locks, entries, strict=True):
        assert find(room, place << TOP, lock) == entry
    assert np.count_nonzero(room[FIRST:, 1::2]) > len(places) // 2
    assert np.count_nonzero(room[:, 1::2]) == len(places)


def test_what_two_threads_have_torn_is_left_behind() -> None:
    room = new_bounds(256)
    lock, entry = np.uint64(1 << 40), np.uint64(3)
    for bucket in (5, 5 + FIRST):  # the lock says that it is in the second million
        room[bucket, :2] = lock ^ entry, entry
    spread(room, 2 * FIRST)
    assert np.flatnonzero(room[:, 1]).tolist() == [5 + FIRST]


@pytest.mark.parametrize("threads", [1, 2])
def test_values_do_not_depend_on_when_it_grows(
    threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    truth = [Solver(p.board, 16).solve(p.kernel).low for p in suite(18, 4)]
    monkeypatch.setattr(growing, "half_full", lambda table: len(table) // FIRST * 500)
    for position, value in zip(suite(18, 4), truth, strict=True):
        solver = Solver(position.board, 256, threads)
        found = solver.solve(position.kernel)
        assert found.exact and found.low == value
        assert solver.table_fill < 0.1
        assert len(solver._table.bounds) == 4 * FIRST
        again = solver.solve(position.kernel)
        assert again.low == value and again.nodes <= 10


def test_it_does_not_grow_where_time_or_nodes_are_short() -> None:
    position = DotsAndBoxes(3, 3)
    solver = Solver(position.board, 256)
    solver.solve(position.kernel, Limit(nodes=10_000))
    solver.estimate(position.kernel, Limit(seconds=0.5))
    assert not solver._table._is_taken


def test_a_stop_while_it_grows_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(array: NDArray[Any]) -> Iterator[None]:
        stop.ask()
        yield

    position = next(suite(18, 1))
    truth = Solver(position.board, 16).solve(position.kernel).low
    solver, stop = Solver(position.board, 256), Stop()
    with monkeypatch.context() as patched:
        patched.setattr(growing, "in_pieces", interrupted)
        assert not solver.solve(position.kernel, Limit(stop=stop)).exact
    assert not solver._table._is_taken
    assert solver.solve(position.kernel).low == truth
