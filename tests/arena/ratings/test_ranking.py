"""Ranks: by what the format goes by, the same for equals, and complete."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.arena.scripted import Scripted, tournament
from trivium.arena.ledger import InMemory
from trivium.arena.ratings.ranking import Marks, ranked
from trivium.arena.ratings.standings import Standings
from trivium.arena.tournament import FORMATS, play_tournament, results


def table(
    format: str, strengths: dict[str, int], rounds: int = 1, heroes: tuple[str, ...] = ()
) -> Standings:
    """The standings of a tournament in which the stronger wins."""
    plan, ledger = tournament(format, strengths, rounds, heroes), InMemory()
    for _ in play_tournament(plan, ledger, Scripted(strengths, dict.fromkeys(strengths, "1"))):
        pass
    (standing,) = results(plan, list(ledger.records().values()))
    return standing


def places(standing: Standings) -> list[tuple[int, str]]:
    return [(place.rank, place.name) for place in standing.places]


def marks(standing: Standings) -> dict[str, Marks]:
    return {place.name: place.marks for place in standing.places}


def test_equals_share_a_rank_and_the_next_one_is_as_many_lower() -> None:
    told = ranked({"a": {"points": 1, "x": 2}, "b": {"points": 2}, "c": {"points": 1, "x": 2}})
    assert [(place.rank, place.name) for place in told] == [(1, "b"), (2, "a"), (2, "c")]
    assert [place.rank for place in ranked({name: {"points": 1.0} for name in "abc"})] == [1, 1, 1]
    assert ranked({}) == ()


@given(st.lists(st.integers(0, 3), min_size=2, max_size=7), st.sampled_from(FORMATS))
def test_every_player_has_a_place_and_a_row_in_its_order(values: list[int], format: str) -> None:
    strengths = {f"p{number}": value for number, value in enumerate(values)}
    heroes = ("p0",) if format == "gauntlet" else ()
    standing = table(format, strengths, heroes=heroes)
    played = set(standing.accounts)
    assert {place.name for place in standing.places} == played
    ranks = [place.rank for place in standing.places]
    assert ranks[0] == 1 and ranks == sorted(ranks)
    assert [(row["rank"], row["player"]) for row in standing.rows()] == places(standing)
    if format == "round-robin":
        assert sum(one["points"] for one in marks(standing).values()) == standing.games


@given(st.permutations(range(8)), st.sampled_from(["round-robin", "knockout"]))
def test_the_strongest_is_first_wherever_they_began(order: list[int], format: str) -> None:
    standing = table(format, {f"p{value}": value for value in order})
    assert places(standing)[0] == (1, "p7")
    if format == "round-robin":
        assert places(standing) == [(8 - value, f"p{value}") for value in range(7, -1, -1)]
    else:
        assert [place.rank for place in standing.places] == [1, 2, 3, 3, 5, 5, 5, 5]


def test_a_swiss_tournament_is_ranked_by_points_then_by_whom_one_has_met() -> None:
    # Round 1: a-b, c-d; round 2: a-c, b-d; two games an encounter.
    standing = table("swiss", {"a": 4, "b": 3, "c": 2, "d": 1}, rounds=2)
    assert marks(standing) == {
        "a": {"points": 4, "buchholz": 4, "sonneborn_berger": 8},
        "c": {"points": 2, "buchholz": 4, "sonneborn_berger": 0},
        "b": {"points": 2, "buchholz": 4, "sonneborn_berger": 0},
        "d": {"points": 0, "buchholz": 4, "sonneborn_berger": 0},
    }
    assert [place.rank for place in standing.places] == [1, 2, 2, 4]


def test_a_free_round_is_a_win_against_somebody_as_good_as_oneself() -> None:
    # Round 1: a-b, c is free; round 2: a-c, b is free.
    standing = table("swiss", {"a": 3, "b": 2, "c": 1}, rounds=2)
    assert marks(standing) == {
        "a": {"points": 4, "buchholz": 4, "sonneborn_berger": 8},
        "b": {"points": 2, "buchholz": 6, "sonneborn_berger": 4},
        "c": {"points": 2, "buchholz": 6, "sonneborn_berger": 4},
    }


def test_a_round_that_is_not_over_gives_nobody_points_for_being_free() -> None:
    names = {"a": 3, "b": 2, "c": 1}
    plan, ledger = tournament("swiss", names, rounds=2), InMemory()
    playing = play_tournament(plan, ledger, Scripted(names, dict.fromkeys(names, "1")))
    for _ in range(3):  # the first round, and one game of the second
        next(playing)
    (standing,) = results(plan, list(ledger.records().values()))
    assert {name: own["points"] for name, own in marks(standing).items()} == {
        "a": 3,
        "b": 0,
        "c": 2,
    }


def test_in_a_knockout_the_rounds_decide() -> None:
    # Round 1: d-e, the others are free; round 2: a-d, b-c; then d-b.
    standing = table("knockout", {"a": 1, "b": 5, "c": 4, "d": 3, "e": 2})
    assert [(place.rank, place.name, place.marks["rounds"]) for place in standing.places] == [
        (1, "b", 3),
        (2, "d", 2),
        (3, "a", 1),
        (3, "c", 1),
        (5, "e", 0),
    ]


def test_in_a_gauntlet_the_rating_decides() -> None:
    standing = table("gauntlet", {"a": 2, "b": 3, "c": 1}, heroes=("a",))
    assert standing.marks == []
    assert [name for _, name in places(standing)] == [r.name for r in standing.ratings.players]
