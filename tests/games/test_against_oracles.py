"""Random games through the compiled rules and the oracles, compared after every move."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.both import (
    Pair,
    assert_agree,
    cachex,
    dots_and_boxes,
    hexifence,
    watch_your_back,
)
from trivium import Cachex, Move, Position

Choice = Callable[[Position, random.Random], Move]

seeds = st.integers(0, 2**32)


def anything(position: Position, dice: random.Random) -> Move:
    return dice.choice(position.legal_moves)


def nothing_that_wins(position: Position, dice: random.Random) -> Move:
    """A move that does not end the game, if there is one: so that it goes on and on."""
    moves = position.legal_moves
    dice.shuffle(moves)
    for move in moves:
        position.push(move)
        over = position.is_over
        position.pop()
        if not over:
            return move
    return moves[0]


def keeps_the_board_empty(position: Position, dice: random.Random) -> Move:
    """A move that leaves few stones and does not win: so that captures abound."""
    assert isinstance(position, Cachex)
    moves = position.legal_moves
    dice.shuffle(moves)

    def harm(move: Move) -> tuple[bool, int]:
        position.push(move)
        outcome, stones = position.outcome(), len(position.stones)
        position.pop()
        return outcome is not None and outcome.reason == "connection", stones

    return min(moves, key=harm)


def play_both(pair: Pair, seed: int, choose: Choice, most: int) -> str | None:
    """Play a game in both versions, then take it all back; return how it ended."""
    position, oracle = pair.position(), pair.oracle()
    dice = random.Random(seed)
    assert_agree(pair, position, oracle)
    texts = [position.to_text()]
    while not position.is_over and len(position.moves) < most:
        move = choose(position, dice)
        position.push(move)
        oracle.play(move.action)
        assert_agree(pair, position, oracle)
        texts.append(position.to_text())
    outcome = position.outcome()
    while position.moves:
        assert position.to_text() == texts.pop()
        position.pop()
    assert position == pair.position()
    return outcome.reason if outcome else None


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
