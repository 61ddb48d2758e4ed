"""Ratings: right where they can be calculated by hand, honest where little is known."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivium.arena.ratings import strengths
from trivium.arena.ratings.statistics import elo_of
from trivium.arena.ratings.strengths import Anchor, rate_results, read_anchor
from trivium.errors import TriviumError


def both_colours(
    a: str, b: str, wins: int, losses: int, draws: int = 0
) -> list[tuple[str, str, float]]:
    as_first = [(a, b, 1.0)] * wins + [(a, b, 0.0)] * losses + [(a, b, 0.5)] * draws
    return as_first + [(second, first, 1 - points) for first, second, points in as_first]


def test_two_players_differ_by_the_elo_of_their_score() -> None:
    rated = rate_results(both_colours("a", "b", 300, 100))
    better, worse = rated.players
    assert better.elo - worse.elo == pytest.approx(elo_of(0.75), abs=2)
    assert better.elo == pytest.approx(-worse.elo)
    assert rated.advantage == pytest.approx(0, abs=1e-6)
    # The textbook error of a score of 75 % in 800 games, on each side of the average.
    error = 1.96 * math.sqrt(0.75 * 0.25 / 800) / (0.75 * 0.25 * math.log(10) / 400)
    assert better.error == pytest.approx(error / 2, rel=0.02)


def test_ratings_that_made_the_games_are_found_again() -> None:
    dice = random.Random(1)
    truth = {f"p{number}": 60.0 * number for number in range(8)}
    results = []
    for _ in range(8000):
        a, b = dice.sample(sorted(truth), 2)
        chance = 1 / (1 + 10 ** ((truth[b] - truth[a] - 40) / 400))
        results.append((a, b, 1.0 if dice.random() < chance else 0.0))
    rated = rate_results(results, Anchor("p0", 0))
    within = [abs(player.elo - truth[player.name]) <= player.error for player in rated.players]
    assert sum(within) >= 6
    assert rated.advantage == pytest.approx(40, abs=15)
    assert [player.name for player in rated.players] == sorted(truth, reverse=True)


def test_a_clean_sweep_has_a_finite_rating_and_a_wide_error() -> None:
    sweep = rate_results(both_colours("a", "b", 10, 0)).players[0]
    narrow = rate_results(both_colours("a", "b", 10, 5)).players[0]
    assert 0 < narrow.elo < sweep.elo < 1000
    assert sweep.error > narrow.error > 0


def test_only_draws_mean_equal_players() -> None:
    rated = rate_results(both_colours("a", "b", 0, 0, draws=20))
    assert [player.elo for player in rated.players] == pytest.approx([0, 0], abs=1e-6)
    assert rated.players[0].draws == 40


def test_an_anchor_shifts_all_and_has_no_error() -> None:
    results = both_colours("a", "b", 30, 10) + both_colours("b", "c", 25, 15)
    free = {p.name: p for p in rate_results(results).players}
    fixed = {p.name: p for p in rate_results(results, Anchor("b", 1500)).players}
    assert fixed["b"].elo == 1500 and fixed["b"].error == 0
    assert fixed["a"].elo - fixed["c"].elo == pytest.approx(free["a"].elo - free["c"].elo)
    with pytest.raises(TriviumError, match="anchor 'd' has played none"):
        rate_results(results, Anchor("d"))


def test_anchors_are_read() -> None:
    assert read_anchor("random") == Anchor("random", 0)
    assert read_anchor("mcts:rave=3=1500") == Anchor("mcts:rave=3", 1500)
    assert read_anchor("random=-20.5") == Anchor("random", -20.5)
    assert read_anchor("gtp:a=b") == Anchor("gtp:a=b", 0)


def test_nobody_has_no_ratings() -> None:
    assert rate_results([]).players == ()
    assert rate_results([("a", "a", 1.0)]).players == ()


result = st.tuples(st.sampled_from("abcd"), st.sampled_from("abcd"), st.sampled_from([0, 0.5, 1]))


@given(st.lists(result, min_size=1, max_size=40))
def test_the_result_is_a_maximum_of_the_likelihood(games: list[tuple[str, str, float]]) -> None:
    played = [game for game in games if game[0] != game[1]]
    if not played:
        return
    names = sorted({name for game in played for name in game[:2]})
    counts = {pair: [0, 0, 0] for pair in dict.fromkeys(game[:2] for game in played)}
    for first, second, score in played:
        counts[first, second][round(2 - 2 * score)] += 1
    table = strengths._tally(counts, names)
    precision = np.full(len(names) + 2, (strengths.ELO / strengths.PRIOR) ** 2)
    x, spread = strengths._maximise(table, len(names))
    gradient, _ = strengths._derivatives(table, x, precision)
    assert np.abs(gradient[:-2]).max() < 1e-5
    assert np.all(np.linalg.eigvalsh(spread) > 0)
