"""Bulk work: every task is done once, wherever, and lost ones are done again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from trivium.arena.bulk import Here, Processes, Workers
from trivium.errors import TriviumError


def square(number: int) -> int:
    return number * number


def own_process(_: int) -> int:
    return os.getpid()


def die_once(marker: str) -> str:
    """Kill the worker at the first attempt."""
    if marker and not Path(marker).exists():
        Path(marker).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return marker


def die(_: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def stumble(number: int) -> int:
    raise TriviumError(f"task {number} is impossible")


def sleep(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


@pytest.mark.parametrize("workers", [Here(), Processes(2)])
def test_every_task_is_done_once(workers: Workers) -> None:
    with workers:
        results = dict(workers.run(square, range(20)))
        assert results == {number: number * number for number in range(20)}
        assert list(workers.run(square, [])) == []


@pytest.mark.parametrize("workers", [Here(), Processes(2)])
def test_what_a_task_raises_is_raised_and_the_workers_go_on(workers: Workers) -> None:
    with workers:
        with pytest.raises(TriviumError, match="task 3 is impossible"):
            list(workers.run(stumble, [3]))
        assert list(workers.run(square, [4])) == [(4, 16)]


def test_tasks_are_taken_only_when_somebody_is_free() -> None:
    taken = []

    def tasks() -> Iterator[int]:
        for number in range(1000):
            taken.append(number)
            yield number

    with Processes(2) as workers:
        results = workers.run(square, tasks())
        next(results)
        assert len(taken) <= 2
        results.close()


def test_processes_are_kept_from_task_to_task() -> None:
    with Processes(2) as workers:
        first = {pid for _, pid in workers.run(own_process, range(10))}
        second = {pid for _, pid in workers.run(own_process, range(10))}
    assert len(first | second) <= 2
    assert os.getpid() not in first


def test_the_task_of_a_killed_process_is_done_again(tmp_path: Path) -> None:
    tasks = ["", str(tmp_path / "one"), "", str(tmp_path / "two"), ""]
    with Processes(2) as workers:
        assert sorted(task for task, _ in workers.run(die_once, tasks)) == sorted(tasks)


def test_a_task_that_kills_every_process_is_given_up() -> None:
    with Processes(1) as workers, pytest.raises(TriviumError, match="3 workers died of it"):
        list(workers.run(die, [1]))


def test_leaving_ends_work_that_is_under_way() -> None:
    with Processes(2) as workers:
        results = workers.run(sleep, [0.0, 6000.0])
        assert next(results) == (0.0, 0.0)
    results.close()


ORPHAN = """
import os, signal, sys
from trivium.arena.bulk import Processes
from tests.arena.test_bulk import own_process, sleep
if __name__ == "__main__":
    workers = Processes(1)
    print(next(workers.run(own_process, [1]))[1], flush=True)
    workers.run(sleep, [600.0])
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_no_process_outlives_the_one_that_started_it(tmp_path: Path) -> None:
    script = tmp_path / "orphan.py"
    script.write_text(ORPHAN)
    path = os.pathsep.join([str(Path.cwd()), os.environ.get("PYTHONPATH", "")])
    killed = subprocess.run(
        [sys.executable, script],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": path},
        check=False,
    )
    pid = int(killed.stdout)
    while Path(f"/proc/{pid}").exists():
        time.sleep(0.05)
