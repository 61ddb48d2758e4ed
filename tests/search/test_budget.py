"""Dividing a game's clock among its moves."""

from __future__ import annotations

import pytest

from trivium.agents.simple import RandomAgent
from trivium.games.catalogue import GAMES
from trivium.games.watch_your_back.position import WatchYourBack
from trivium.games.watch_your_back.rules import TURNS
from trivium.search.budget import seconds_for_move

OVERHEAD = 0.002


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("clock", [2.0, 5.0, 60.0])
def test_a_player_who_keeps_to_it_never_runs_out_of_time(game: str, clock: float) -> None:
    position, agent = GAMES[game].start(), RandomAgent(1)
    left = [clock, clock]
    for _ in range(300):
        if position.is_over:
            break
        seconds = seconds_for_move(position, left[position.mover])
        assert seconds > 0
        left[position.mover] -= seconds + OVERHEAD
        position.push(agent.choose(position).move)
    assert min(left) > 0


@pytest.mark.parametrize("game", GAMES)
def test_most_of_the_clock_is_used_by_the_end(game: str) -> None:
    position, agent = GAMES[game].start(), RandomAgent(1)
    left = [60.0, 60.0]
    while not position.is_over and len(position.moves) < 120:
        left[position.mover] -= seconds_for_move(position, left[position.mover])
        position.push(agent.choose(position).move)
    assert max(left) < 30


@pytest.mark.parametrize("game", GAMES)
def test_an_increment_is_spent_but_never_more_than_there_is(game: str) -> None:
    position = GAMES[game].start()
    assert seconds_for_move(position, 60, 5) > seconds_for_move(position, 60)
    assert seconds_for_move(position, 1, 5) < 1
    assert 0 < seconds_for_move(position, 0) < 0.01
    assert position.moves_left() >= 3


@pytest.mark.parametrize("clock", [6.0, 60.0])
def test_the_clock_of_watch_your_back_lasts_until_the_last_shrink(clock: float) -> None:
    position, left = WatchYourBack(), [clock, clock]
    least = clock
    while position.phase == "placing" or position.turns < 192:
        seconds = seconds_for_move(position, left[position.mover])
        least = min(least, seconds)
        left[position.mover] -= seconds
        position = later(position)
    assert least > clock / 1000
    assert max(left) < clock / 10


def later(position: WatchYourBack) -> WatchYourBack:
    """Return a board of the same game a turn later, however the pieces stand."""
    position.kernel.tally[TURNS] += 1
    return position
