"""Who meets whom in the four formats."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivium.arena.pairing import (
    TIE_BREAKS,
    Encounter,
    gauntlet,
    knockout,
    round_robin,
    swiss,
)

sizes = st.integers(2, 17)


def players(count: int) -> list[str]:
    return [f"p{number}" for number in range(count)]


def meetings(encounters: list[Encounter]) -> Counter[frozenset[str]]:
    return Counter(frozenset((e.first, e.second)) for e in encounters)


def busy_once_a_round(encounters: list[Encounter]) -> bool:
    seats = Counter((e.round, name) for e in encounters for name in (e.first, e.second))
    return all(count == 1 for count in seats.values())


@given(sizes, st.integers(1, 3))
def test_in_a_round_robin_everybody_meets_everybody(count: int, rounds: int) -> None:
    encounters = round_robin(players(count), {}, rounds)
    assert set(meetings(encounters).values()) == {rounds}
    assert len(encounters) == rounds * count * (count - 1) // 2
    assert busy_once_a_round(encounters)


def test_in_a_gauntlet_heroes_meet_all_others_and_nobody_else_meets() -> None:
    encounters = gauntlet(players(5), {}, heroes=["p1", "p3"])
    assert meetings(encounters) == Counter(
        frozenset((hero, other)) for hero in ("p1", "p3") for other in ("p0", "p2", "p4")
    )


@given(sizes, st.integers(1, 6), st.integers(0, 1000))
def test_a_swiss_tournament_has_full_rounds_and_new_opponents(
    count: int, rounds: int, seed: int
) -> None:
    dice = random.Random(seed)
    scores: dict[Encounter, tuple[float, float]] = {}
    seen: list[Encounter] = []
    while True:
        encounters = swiss(players(count), scores, rounds)
        assert encounters[: len(seen)] == seen
        new = encounters[len(seen) :]
        if not new:
            break
        assert len(new) == count // 2 and len({e.round for e in new}) == 1
        seen = encounters
        for encounter in new:
            points = dice.choice([0.0, 0.5, 1.0, 1.5, 2.0])
            scores[encounter] = points, 2 - points
    assert len(seen) == rounds * (count // 2)
    assert busy_once_a_round(seen)
    if rounds <= count // 2:
        assert max(meetings(seen).values()) == 1


def test_nobody_meets_twice_in_a_long_swiss_tournament_of_many() -> None:
    dice = random.Random(1)
    scores: dict[Encounter, tuple[float, float]] = {}
    while new := [e for e in swiss(players(40), scores, 20) if e not in scores]:
        for encounter in new:
            scores[encounter] = dice.choice([(2.0, 0.0), (1.0, 1.0), (0.0, 2.0)])
    assert max(meetings(list(scores)).values()) == 1


def test_in_a_swiss_tournament_winners_meet_winners() -> None:
    first = swiss(players(4), {}, 2)
    scores = {first[0]: (2.0, 0.0), first[1]: (0.0, 2.0)}
    second = swiss(players(4), scores, 2)[2:]
    winners = {first[0].first, first[1].second}
    assert winners in [{e.first, e.second} for e in second]


@given(sizes, st.integers(0, 1000))
def test_a_knockout_leaves_one(count: int, seed: int) -> None:
    dice = random.Random(seed)
    scores: dict[Encounter, tuple[float, float]] = {}
    out: set[str] = set()
    while new := [e for e in knockout(players(count), scores) if e not in scores]:
        for encounter in new:
            assert not out & {encounter.first, encounter.second}
            points = dice.choice([0.0, 2.0])
            scores[encounter] = points, 2 - points
            out.add(encounter.first if points == 0 else encounter.second)
    assert len(out) == count - 1 == len(scores)


@pytest.mark.parametrize("count", [4, 6, 8, 13])
def test_the_two_placed_highest_meet_in_the_final_at_the_earliest(count: int) -> None:
    scores: dict[Encounter, tuple[float, float]] = {}
    while new := [e for e in knockout(players(count), scores) if e not in scores]:
        for encounter in new:
            stronger = int(encounter.first[1:]) < int(encounter.second[1:])
            scores[encounter] = (2.0, 0.0) if stronger else (0.0, 2.0)
    final = max(scores, key=lambda encounter: encounter.round)
    assert {final.first, final.second} == {"p0", "p1"}


def test_a_tie_is_played_again_and_then_the_higher_place_decides() -> None:
    scores: dict[Encounter, tuple[float, float]] = {}
    while new := [e for e in knockout(players(2), scores) if e not in scores]:
        for encounter in new:
            scores[encounter] = 1.0, 1.0
    assert [encounter.replay for encounter in scores] == list(range(TIE_BREAKS + 1))
    four = players(4)
    ties: dict[Encounter, tuple[float, float]] = {}
    while new := [e for e in knockout(four, ties) if e not in ties]:
        for encounter in new:
            ties[encounter] = 1.0, 1.0
    assert {(e.first, e.second) for e in ties if e.round == 2} == {("p0", "p1")}
