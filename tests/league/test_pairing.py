"""The ladder pairs where most is to be learned, lets nobody starve, and rests when all is known."""

from __future__ import annotations

from collections import Counter
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from trivium.arena.ratings.strengths import rate_counts
from trivium.league.ladder.pairing import UNKNOWN, Contender, draw, enough_games

people = st.lists(
    st.builds(
        Contender,
        st.uuids().map(str),
        st.floats(-2000, 2000),
        st.floats(0, 900),
        st.integers(0, 1000),
        st.booleans(),
    ),
    max_size=12,
    unique_by=lambda one: one.label,
)


@given(people, st.integers(1, 30))
def test_two_different_ones_meet_and_one_of_them_has_something_to_show(
    contenders: list[Contender], most: int
) -> None:
    drawn = draw(contenders, {}, most, 50.0, Random(1))
    hungry = {one.label for one in contenders if one.is_hungry(50.0)}
    assert len(drawn) <= most
    assert bool(drawn) == (bool(hungry) and len(contenders) > 1)
    for first, second in drawn:
        assert first != second
        assert first in hungry


def test_when_all_bars_are_narrow_nobody_plays() -> None:
    known = [Contender(str(number), 100.0 * number, 40.0) for number in range(6)]
    assert draw(known, {}, 10, 50.0, Random(1)) == []
    hopeless = Contender("hopeless", -2000.0, 300.0, enough_games(50.0))
    assert draw([*known, hopeless], {}, 10, 50.0, Random(1)) == []


def test_a_newcomer_comes_first_and_meets_several_who_are_near() -> None:
    known = [Contender(str(number), 100.0 * number, 60.0) for number in range(-9, 10)]
    drawn = draw([*known, Contender("new", 0.0, UNKNOWN)], {}, 8, 50.0, Random(1))
    opponents = [second for first, second in drawn if first == "new"]
    assert drawn[0][0] == "new"
    assert len(opponents) >= 4
    assert max(abs(100 * int(name)) for name in opponents) <= 400


def test_who_has_just_come_widens_nobodys_bar() -> None:
    known = {(a, b): [30, 0, 30] for a in "abcd" for b in "abcd" if a < b}
    before = {one.name: one.error for one in rate_counts(known, newcomers=True).players}
    after = rate_counts(known | {("a", "new"): [1, 0, 0]}, newcomers=True).players
    assert next(one for one in after if one.name == "new").error > 300
    assert all(one.error < before[one.name] + 3 for one in after if one.name != "new")


def test_nobody_starves_and_opponents_change() -> None:
    class_of_thirty = [Contender(str(number), 0.0, 80.0) for number in range(30)]
    drawn = draw(class_of_thirty, {}, 30, 50.0, Random(1))
    times = Counter(name for pair in drawn for name in pair)
    assert len(times) == 30
    assert max(times.values()) <= 4
    assert max(Counter(map(frozenset, drawn)).values()) == 1


def test_everybody_meets_a_reference_opponent_first() -> None:
    bots = [Contender(str(number), 0.0, UNKNOWN) for number in range(5)]
    levels = [Contender(f"level{level}", 0.0, UNKNOWN, wants=False) for level in (1, 2)]
    drawn = draw([*bots, *levels], {}, 40, 50.0, Random(1))
    for bot in bots:
        opponents = [second for first, second in drawn if first == bot.label]
        assert opponents[0].startswith("level")
        assert not all(name.startswith("level") for name in opponents)


def test_everybody_meets_all_reference_opponents_in_time_however_far_away_they_are() -> None:
    bots = [Contender(str(number), 0.0, 80.0, 40) for number in range(5)]
    levels = [Contender(f"level{n}", 2000.0 * n, UNKNOWN, wants=False) for n in (1, 2, 3, 4)]
    drawn = draw([*bots, *levels], {}, 30, 30.0, Random(1))
    for bot in bots:
        met = [second for first, second in drawn if first == bot.label]
        assert {name for name in met if name.startswith("level")} == {one.label for one in levels}
        assert len(met) > len(levels)
