"""The sequential test: known answers, and that it is right as often as it says."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivium.arena.ratings.sprt import LARGEST, NORMALISED, Sprt, normalised_elo, read_sprt
from trivium.errors import TriviumError

KNOWN = (379, 10170, 21828, 10640, 343)


def test_a_published_result_is_reproduced() -> None:
    test = Sprt(0, 2)
    assert normalised_elo(KNOWN) == pytest.approx((3.05, 2.31), abs=0.005)
    assert test.ratio(KNOWN) == pytest.approx(2.946, abs=0.001)
    assert test.bounds == pytest.approx((-2.94, 2.94), abs=0.005)
    assert test.verdict(KNOWN) == "elo1"


counts = st.lists(st.integers(0, 500), min_size=5, max_size=5)


@given(counts, st.integers(-LARGEST, LARGEST), st.integers(-LARGEST, LARGEST))
def test_the_ratio_is_finite_and_turns_its_sign_with_the_players(
    pairs: list[int], one: int, two: int
) -> None:
    if one == two:
        return
    low, high = sorted((one, two))
    ratio = Sprt(low, high).ratio(pairs)
    assert math.isfinite(ratio)
    assert Sprt(-high, -low).ratio(pairs[::-1]) == pytest.approx(-ratio, abs=1e-6)


@given(counts)
def test_a_further_pair_won_speaks_for_the_stronger(pairs: list[int]) -> None:
    test = Sprt(-10, 10)
    won = [*pairs[:4], pairs[4] + 20]
    lost = [pairs[0] + 20, *pairs[1:]]
    assert test.ratio(won) > test.ratio(lost)


def test_nothing_played_says_nothing() -> None:
    assert Sprt(0, 5).ratio((0, 0, 0, 0, 0)) == 0
    assert Sprt(0, 5).verdict((0, 0, 0, 0, 0)) is None


@pytest.mark.parametrize("truth", [0.0, 60.0])
def test_the_right_difference_is_mostly_accepted(truth: float) -> None:
    test = Sprt(0, 60)
    dice = random.Random(1)
    chance = 0.5 + truth / NORMALISED / 2  # of winning a game without draws
    right = 0
    for _ in range(30):
        pairs = [0] * 5
        while (verdict := test.verdict(pairs)) is None:
            for _ in range(8):
                pairs[2 * sum(dice.random() < chance for _ in range(2))] += 1
        right += verdict == ("elo1" if truth else "elo0")
    assert right >= 25  # 28 or 29 are expected


@pytest.mark.parametrize("text", ["", "1", "a,b", "1,2,3"])
def test_a_test_that_cannot_be_read_is_explained(text: str) -> None:
    with pytest.raises(TriviumError, match="is no test"):
        read_sprt(text)


def test_impossible_tests_are_refused() -> None:
    for wrong in ((5, 5), (0, 1000), (10, 0), (math.nan, 5)):
        with pytest.raises(TriviumError):
            Sprt(*wrong)
    with pytest.raises(TriviumError, match="between 0 and"):
        Sprt(0, 5, alpha=0.7)
