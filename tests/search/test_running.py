"""Work in threads ends when it should, and what goes wrong there is heard of."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest

from trivium import Cachex
from trivium.games.cachex.evaluation import FACTORS, new_five_factors
from trivium.search.running import new_stop_flag, own_copy, run_until


def test_the_flag_is_raised_only_if_the_deadline_comes_first() -> None:
    stop = new_stop_flag()
    assert run_until(time.perf_counter() + 60, stop, lambda: "done") == "done"
    assert stop[0] == 0

    def until_told() -> str:
        while not stop[0]:
            time.sleep(0.001)
        return "told"

    assert run_until(time.perf_counter() + 0.01, stop, until_told) == "told"


def test_helpers_are_told_to_stop_when_the_work_is_done() -> None:
    stop, ended = new_stop_flag(), threading.Event()

    def helper() -> None:
        while not stop[0]:
            time.sleep(0.001)
        ended.set()

    assert run_until(None, stop, lambda: 7, helper) == 7
    assert ended.is_set()


@pytest.mark.parametrize("culprit", ["work", "helper"])
def test_an_error_in_a_thread_reaches_the_caller(culprit: str) -> None:
    def task(name: str) -> None:
        if name == culprit:
            raise ValueError(name)

    with pytest.raises(ValueError, match=culprit):
        run_until(None, new_stop_flag(), lambda: task("work"), lambda: task("helper"))


def test_a_copy_shares_nothing_that_can_be_written() -> None:
    evaluator = new_five_factors(Cachex(5).board, dict.fromkeys(FACTORS, 1))
    twin = own_copy(evaluator)
    assert type(twin) is type(evaluator) and type(twin.cell_sets) is type(evaluator.cell_sets)
    for mine, other in zip(
        (*evaluator[:-1], *evaluator.cell_sets), (*twin[:-1], *twin.cell_sets), strict=True
    ):
        if isinstance(mine, np.ndarray):
            assert np.array_equal(mine, other)
            assert not mine.flags.writeable or not np.shares_memory(mine, other)
