"""The final: who is in it, what it waits for, and whose marks its games are."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import pytest

from tests.league.bots import hand_in, small_league
from trivium.arena.database.storage import Database
from trivium.arena.ratings.ranking import Place
from trivium.arena.ratings.standings import Standings, standings
from trivium.errors import TriviumError
from trivium.league import exports
from trivium.league.entry.versions import (
    bench,
    bots_of,
    claim_trial,
    connected_version,
    finish_trial,
    version_named,
)
from trivium.league.final import begin_final, field_of, finalists
from trivium.league.ladder.ledger import LeagueLedger
from trivium.league.ladder.worker import Worker
from trivium.league.leagues import League, find_league, freeze
from trivium.league.members import find_member

pytestmark = pytest.mark.parametrize("address", ["sqlite"], indirect=True)


def tried(database: Database, league: League, passed: bool = True) -> None:
    """Let the next version that waits pass its trial, or fail it."""
    runner = LeagueLedger(database, league).sign_on()
    version = claim_trial(database, league, runner)
    assert version is not None
    assert finish_trial(database, version, passed, "")


def frozen(database: Database, *names: str) -> League:
    """A frozen league with a bot that has passed for each of these."""
    league = small_league(database, *names)
    for name in names:
        hand_in(database, league, name)
        tried(database, league)
    freeze(database, league, "tutor")
    return find_league(database, league.name)


def connect(database: Database, league: League, name: str) -> None:
    member = find_member(database, league.id, name)
    runner = LeagueLedger(database, league).sign_on()
    with database.writing() as connection:
        connected_version(connection, league, member, "mine 1", runner)


def test_who_came_in_the_last_minute_is_waited_for(database: Database) -> None:
    league = small_league(database, "ann", "bob")
    for name in ("ann", "bob"):
        hand_in(database, league, name)
        tried(database, league)
    hand_in(database, league, "bob")
    freeze(database, league, "tutor")
    league = find_league(database, "cup")
    with pytest.raises(TriviumError, match=r"1 version handed in .* tried first: bob v2"):
        begin_final(database, league, "tutor", 1)
    tried(database, league)
    assert set(begin_final(database, league, "tutor", 1)) == {"ann v1", "bob v2"}
    assert set(finalists(find_league(database, "cup"))) == {"ann v1", "bob v2"}


def test_the_benched_are_left_out_and_named(database: Database) -> None:
    league = frozen(database, "ann", "bob", "cid")
    bench(database, version_named(database, league, "bob v1"), "by a tutor", "tutor")
    field = field_of(bots_of(database, league))
    assert [one.label for one in field.ready] == ["ann v1", "cid v1"]
    assert [one.label for one in field.benched] == ["bob v1"]
    bench(database, version_named(database, league, "cid v1"), "by a tutor", "tutor")
    with pytest.raises(TriviumError, match="There is ann v1; benched: bob v1, cid v1"):
        begin_final(database, league, "tutor", 1)


def test_what_was_handed_in_is_in_the_final_though_its_owner_is_connected(
    database: Database,
) -> None:
    league = frozen(database, "ann", "bob")
    connect(database, replace(league, state="open"), "ann")
    assert set(begin_final(database, league, "tutor", 1)) == {"ann v1", "bob v1"}


def test_marks_are_those_of_the_version_that_was_in_the_final(database: Database) -> None:
    league = frozen(database, "ann", "bob")
    Worker(database, "cup").run_until_rest()
    begin_final(database, league, "tutor", 1)
    Worker(database, "cup").run_until_rest()
    over = find_league(database, "cup")
    assert over.stage == "over"
    connect(database, replace(over, state="open"), "ann")
    rows = {
        row["name"]: row for row in csv.DictReader(io.StringIO(exports.marks_csv(database, over)))
    }
    assert rows["ann"]["version"] == rows["bob"]["version"] == "1"
    assert rows["ann"]["rank"]
    assert rows["ann"]["final points"]
    ladder = exports.ladder_standings(database, over)
    assert ladder is not None
    errors = {one.name: f"{one.error:.0f}" for one in ladder.ratings.players}
    assert rows["ann"]["error"] == errors["ann v1"]


def table(**points: float) -> Standings:
    """A table of a final, by its points."""
    order = sorted(points, key=lambda name: -points[name])
    places = tuple(Place(n, name, {"points": points[name]}) for n, name in enumerate(order, 1))
    return replace(standings([], "a size"), places=places)


def test_a_final_on_several_sizes_is_won_on_all_of_them_together(database: Database) -> None:
    one = table(ann=3.0, bob=2.0, cid=1.0)
    assert exports._places([one]) == one.places
    together = exports._places([one, table(ann=0.0, bob=2.0, cid=3.0)])
    assert [(place.rank, place.name) for place in together] == [(1, "bob"), (1, "cid"), (3, "ann")]
    assert together[0].marks == {"points": 4.0}
