"""A request to stop reaches what is running, and what is begun later."""

from __future__ import annotations

import time

from trivium.search.limits import Limit
from trivium.search.running import new_stop_flag, run_within
from trivium.search.stopping import Stop


def test_listeners_hear_of_a_request_only_while_they_listen() -> None:
    stop = Stop()
    heard: list[str] = []
    with stop.calling(lambda: heard.append("gone")):
        pass
    with stop.calling(lambda: heard.append("here")):
        stop.ask()
    assert heard == ["here"]
    assert stop.asked


def test_a_request_stands_for_whatever_is_begun_later() -> None:
    stop = Stop()
    stop.ask()
    heard: list[str] = []
    with stop.calling(lambda: heard.append("late")):
        assert heard == ["late"]


def test_work_within_a_limit_ends_when_a_stop_is_asked_for() -> None:
    stop, flag = Stop(), new_stop_flag()

    def until_told() -> str:
        stop.ask()
        while not flag[0]:
            time.sleep(0.001)
        return "told"

    assert run_within(Limit(3600, stop=stop), time.perf_counter(), flag, until_told) == "told"


def test_limits_are_the_same_whoever_may_stop_them() -> None:
    assert Limit(1.0, stop=Stop()) == Limit(1.0)
