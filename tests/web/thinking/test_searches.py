"""Who may compute: a few at a time, in fair turns, and only as long as somebody waits for it."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest

from trivium.search.stopping import Stop
from trivium.web.thinking.searches import Busy, Searches


def run(work: Coroutine[Any, Any, None]) -> None:
    with ThreadPoolExecutor(1) as apart:  # a browser's tests keep a loop in this thread
        apart.submit(asyncio.run, work).result()


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_no_more_searches_run_at_a_time_than_there_are_threads() -> None:
    running = most = 0
    lock = threading.Lock()

    def work(stop: Stop) -> None:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        time.sleep(0.01)
        with lock:
            running -= 1

    async def all_at_once() -> None:
        searches = Searches(threads=2, queue=100)
        await asyncio.gather(*(searches.run(str(number), work) for number in range(20)))
        assert searches.running == searches.waiting == 0
        searches.close()

    run(all_at_once())
    assert most == 2


def test_those_who_wait_take_turns_however_much_each_asks_for() -> None:
    order: list[str] = []

    def note(owner: str, stop: Stop) -> None:
        order.append(owner)

    async def crowd() -> None:
        searches = Searches(threads=1, queue=100)
        gate = threading.Event()
        first = asyncio.ensure_future(searches.run("gate", lambda _: gate.wait()))
        await settle()
        tasks = [
            asyncio.ensure_future(searches.run(owner, partial(note, owner)))
            for owner in ("greedy", "greedy", "greedy", "modest")
        ]
        await settle()
        gate.set()
        await asyncio.gather(first, *tasks)
        searches.close()

    run(crowd())
    assert order == ["greedy", "modest", "greedy", "greedy"]


def test_moves_of_games_come_before_analyses() -> None:
    order: list[str] = []

    async def crowd() -> None:
        searches = Searches(threads=1, queue=100)
        gate = threading.Event()
        first = asyncio.ensure_future(searches.run("gate", lambda _: gate.wait()))
        await settle()
        analysis = searches.run("a", lambda _: order.append("analysis"), urgent=False)
        tasks = [asyncio.ensure_future(analysis)]
        await settle()
        tasks.append(asyncio.ensure_future(searches.run("b", lambda _: order.append("move"))))
        await settle()
        gate.set()
        await asyncio.gather(first, *tasks)
        searches.close()

    run(crowd())
    assert order == ["move", "analysis"]


def test_a_full_queue_refuses_more() -> None:
    async def crowd() -> None:
        searches = Searches(threads=1, queue=1)
        gate = threading.Event()
        tasks = [
            asyncio.ensure_future(searches.run(str(number), lambda _: gate.wait()))
            for number in range(2)
        ]
        await settle()
        with pytest.raises(Busy):
            await searches.run("late", lambda _: None)
        gate.set()
        await asyncio.gather(*tasks)
        searches.close()

    run(crowd())


def test_a_cancelled_search_is_asked_to_stop_and_keeps_its_thread_until_it_does() -> None:
    told = threading.Event()

    def obedient(stop: Stop) -> None:
        with stop.calling(told.set):
            told.wait()
        time.sleep(0.05)
        assert stop.asked

    async def leave() -> None:
        searches = Searches(threads=1, queue=10)
        task = asyncio.ensure_future(searches.run("a", obedient))
        while not searches.running:
            await asyncio.sleep(0.001)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert searches.running == 1, "its thread is not free before it has stopped"
        await searches.run("b", lambda _: None)
        assert searches.running == 0
        searches.close()

    run(leave())


def test_who_leaves_the_queue_leaves_no_gap() -> None:
    async def leave() -> None:
        searches = Searches(threads=1, queue=10)
        gate = threading.Event()
        first = asyncio.ensure_future(searches.run("a", lambda _: gate.wait()))
        await settle()
        second = asyncio.ensure_future(searches.run("b", lambda _: None))
        third = asyncio.ensure_future(searches.run("c", lambda _: "done"))
        await settle()
        second.cancel()
        await settle()
        assert searches.waiting == 1
        gate.set()
        assert await third == "done"
        await first
        assert searches.running == 0
        searches.close()

    run(leave())


def test_what_goes_wrong_in_a_search_reaches_who_asked_for_it() -> None:
    def fail(stop: Stop) -> None:
        raise ZeroDivisionError

    async def ask() -> None:
        searches = Searches(threads=1, queue=10)
        with pytest.raises(ZeroDivisionError):
            await searches.run("a", fail)
        assert searches.running == 0
        searches.close()

    run(ask())
