"""Random games through the compiled rules and the oracles, compared after every move."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.both import (
    anything,
    cachex,
    crowded_ending,
    dots_and_boxes,
    goes_round,
    hems_in,
    hexifence,
    keeps_the_board_empty,
    nothing_that_wins,
    play_both,
    watch_your_back,
)

seeds = st.integers(0, 2**32)


@settings(max_examples=40)
@given(size=st.integers(1, 4), seed=seeds)
def test_hexifence_follows_the_rule_page(size: int, seed: int) -> None:
    assert play_both(hexifence(size), seed, anything, 200) == "cells"


def test_hexifence_of_size_six_follows_the_rule_page() -> None:
    assert play_both(hexifence(6), 1, anything, 400) == "cells"


@settings(max_examples=40)
@given(height=st.integers(1, 5), width=st.integers(1, 5), seed=seeds)
def test_dots_and_boxes_follows_the_same_rules(height: int, width: int, seed: int) -> None:
    assert play_both(dots_and_boxes(height, width), seed, anything, 200) == "cells"


@settings(max_examples=60)
@given(size=st.integers(3, 7), seed=seeds)
def test_cachex_follows_the_rule_page(size: int, seed: int) -> None:
    assert play_both(cachex(size), seed, anything, 400) is not None


@pytest.mark.parametrize("size", [8, 9, 15])
def test_cachex_on_large_boards_follows_the_rule_page(size: int) -> None:
    assert play_both(cachex(size), size, anything, 120 if size == 15 else 400) in (
        None,
        "connection",
    )


def test_a_cachex_game_in_which_all_captures_are_made_ends_by_the_turn_limit() -> None:
    assert play_both(cachex(7), 6, keeps_the_board_empty, 400) == "turn limit"


@settings(max_examples=40)
@given(seed=seeds)
def test_watch_your_back_follows_the_rule_page(seed: int) -> None:
    play_both(watch_your_back(), seed, anything, 260)


@settings(max_examples=15)
@given(seed=seeds)
def test_watch_your_back_follows_the_rule_page_beyond_both_shrinks(seed: int) -> None:
    play_both(watch_your_back(), seed, nothing_that_wins, 280)


@settings(max_examples=10)
@given(seed=seeds, limit=st.integers(1, 200))
def test_the_move_limit_of_watch_your_back_is_a_draw(seed: int, limit: int) -> None:
    assert play_both(watch_your_back(limit), seed, nothing_that_wins, 280) in (
        "move limit",
        "eliminated",
    )


@settings(max_examples=20)
@given(seed=seeds)
def test_a_crowded_ending_follows_the_rule_page(seed: int) -> None:
    play_both(crowded_ending(random.Random(seed)), seed, hems_in, 40)


def test_a_cachex_game_that_goes_round_ends_by_repetition() -> None:
    endings = [play_both(cachex(4), seed, goes_round, 343) for seed in range(30)]
    assert "repetition" in endings
