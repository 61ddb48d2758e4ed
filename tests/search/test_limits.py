"""What can be made of a limit: a shorter one, a share of it, what is left of it."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivium.search.limits import UNLIMITED, Limit
from trivium.search.stopping import Stop

SECONDS = st.floats(0, 1e6)
NODES = st.integers(1, 10**9)
LIMITS = st.builds(
    Limit, st.none() | SECONDS, st.none() | st.integers(1, 99), st.none() | NODES, st.just(9.5)
)


def test_without_seconds_there_is_no_deadline() -> None:
    assert Limit(nodes=5).deadline(100.0) is None
    assert Limit(seconds=2.5).deadline(100.0) == 102.5


def test_at_most_takes_the_lesser_of_each_kind() -> None:
    assert UNLIMITED.at_most(seconds=2) == Limit(seconds=2)
    assert Limit(seconds=1, nodes=50).at_most(seconds=2, nodes=7) == Limit(seconds=1, nodes=7)
    assert Limit(seconds=3, depth=4).at_most(seconds=0) == Limit(seconds=0, depth=4)


@given(LIMITS)
def test_at_most_nothing_in_particular_is_the_same_limit(limit: Limit) -> None:
    assert limit.at_most() == limit


def test_a_timeout_shortens_a_limit_of_time_but_not_one_of_nodes_or_depth() -> None:
    assert UNLIMITED.with_timeout(0.9) == Limit(seconds=0.9)
    assert Limit(seconds=5).with_timeout(0.9) == Limit(seconds=0.9)
    assert Limit(seconds=0.5, nodes=7).with_timeout(0.9) == Limit(seconds=0.5, nodes=7)
    assert Limit(nodes=7).with_timeout(0.9) == Limit(nodes=7)
    assert Limit(depth=3).with_timeout(0.9) == Limit(depth=3)


def test_nodes_are_limited_only_where_nothing_but_the_depth_is() -> None:
    assert UNLIMITED.or_nodes(100) == Limit(nodes=100)
    assert Limit(depth=3).or_nodes(100) == Limit(depth=3, nodes=100)
    assert Limit(seconds=2).or_nodes(100) == Limit(seconds=2)
    assert Limit(nodes=5000).or_nodes(100) == Limit(nodes=5000)


def test_a_share_of_the_time_leaves_the_nodes_alone() -> None:
    assert Limit(seconds=3, nodes=10).share_of_time(4) == Limit(seconds=0.75, nodes=10)
    assert Limit(depth=3).share_of_time(4) == Limit(depth=3)


def test_half_a_limit_is_half_of_the_time_and_of_the_nodes() -> None:
    assert Limit(seconds=3, depth=5, nodes=11).halved() == Limit(seconds=1.5, depth=5, nodes=5)
    assert Limit(nodes=1).halved() == Limit(nodes=1)
    assert UNLIMITED.halved() == UNLIMITED


@given(LIMITS, SECONDS, st.integers(0, 10**9))
def test_what_is_left_is_never_more_and_never_negative(
    limit: Limit, seconds: float, nodes: int
) -> None:
    left = limit.left_after(seconds, nodes)
    assert (left.seconds is None) == (limit.seconds is None)
    assert (left.nodes is None) == (limit.nodes is None)
    assert 0 <= (left.seconds or 0) <= (limit.seconds or 0)
    if left.nodes is not None and limit.nodes is not None:
        assert 1 <= left.nodes <= limit.nodes  # none at all would be no limit to a search
    assert (left.depth, left.remaining) == (limit.depth, limit.remaining)


def test_what_is_used_is_taken_off() -> None:
    assert Limit(seconds=3, nodes=10).left_after(1, 4) == Limit(seconds=2, nodes=6)
    assert Limit(seconds=3, nodes=10).left_after(5, 40) == Limit(seconds=0, nodes=1)


def test_time_goes_by_on_the_clock_that_searches_go_by(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "perf_counter", lambda: 102.0)
    assert Limit(seconds=3, nodes=10).left_since(100.0, 1) == Limit(seconds=1, nodes=9)


def test_a_limit_is_spent_when_its_time_is_over_or_it_was_stopped() -> None:
    stop = Stop()
    limit = Limit(seconds=3, nodes=1, stop=stop)
    assert not UNLIMITED.is_spent
    assert not limit.is_spent
    assert limit.left_after(3).is_spent
    stop.ask()
    assert limit.is_spent
    assert limit.halved().at_most(seconds=1).left_after(0.1).is_spent
