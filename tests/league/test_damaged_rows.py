"""A row of a league that cannot be read any more harms nobody but whom it is about."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from tests.league.bots import HONEST, hand_in, small_league
from tests.league.test_ladder import worked
from tests.web.serving import serving
from trivium.arena.database.storage import Database
from trivium.arena.database.tables import games
from trivium.cli.main import run
from trivium.league.entry.versions import entrant_of, version_named
from trivium.league.ladder.standings import table_of
from trivium.league.ladder.worker import Worker
from trivium.league.leagues import closed_events, find_league, make_league
from trivium.league.plan import Plan
from trivium.league.tables import Damaged, archives, leagues, standings, versions

pytestmark = pytest.mark.parametrize("address", ["sqlite"], indirect=True)

BROKEN = ['{"game": "cach', "[]", "{}", "7"]


def spoil(database: Database, column: sa.Column[Any], value: object) -> None:
    """Write something into every row of a table."""
    with database.writing() as connection:
        connection.execute(sa.update(column.table).values({column.name: value}))


@pytest.mark.parametrize("text", BROKEN)
def test_a_damaged_league_stops_no_other_and_shows_nothing_of_itself(
    database: Database, text: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    small_league(database)
    make_league(database, "broken", Plan("cachex", ("3",)), served=True)
    with database.writing() as connection:
        broken = sa.update(leagues).where(leagues.c.name == "broken")
        connection.execute(broken.values(plan=text))
    assert find_league(database, "cup").name == "cup"
    with pytest.raises(Damaged, match="the league 'broken' is damaged"):
        find_league(database, "broken")
    assert closed_events(database) == ("league: broken", "league: broken, final")
    assert run(["league", "status", "--db", database.address]) == 0
    assert "cup: cachex" in capfd.readouterr().out
    with serving(tmp_path) as client:  # its database is the same
        assert [one["name"] for one in client.get("/api/leagues").json()] == ["cup"]
        assert client.get("/api/stored").status_code == 200
        answer = client.get("/api/leagues/broken")
        assert (answer.status_code, answer.json()["kind"]) == (409, "unreadable")


@pytest.mark.parametrize("text", BROKEN[:2])
def test_a_damaged_table_is_empty_until_the_next_is_written(database: Database, text: str) -> None:
    league = small_league(database, "ann")
    hand_in(database, league, "ann")
    worked(database)
    assert table_of(database, league.id).rows
    for column in (standings.c.body, standings.c.cross_table):
        spoil(database, column, text if column is standings.c.body else "{")
        assert table_of(database, league.id).rows == []
    worker = Worker(database, "cup")
    worker.run_until_rest()
    assert table_of(database, league.id).rows


@pytest.mark.parametrize("spoilt", ["its manifest", "its archive"])
def test_a_version_that_is_damaged_is_benched_and_the_others_play_on(
    database: Database, spoilt: str, unpacked_elsewhere: Path
) -> None:
    league = small_league(database, "ann", "bob")
    hand_in(database, league, "ann")
    worked(database)
    before = database.count()
    if spoilt == "its manifest":
        spoil(database, versions.c.agent, '{"agent": "cach')
    else:
        spoil(database, archives.c.content, b"PK what is this")
        unpacked_elsewhere.rename(unpacked_elsewhere.with_name("old"))
    broken = version_named(database, league, "ann v1")
    with pytest.raises(Damaged):
        entrant_of(database, broken)
    hand_in(database, league, "bob", "# another one\n" + HONEST)
    worked(database)
    assert "damaged" in str(version_named(database, league, "ann v1").benched)
    assert version_named(database, league, "bob v1").state == "passed"
    assert database.count() > before


def test_damaged_games_are_left_out_of_the_book_and_of_what_is_under_way(
    database: Database, tmp_path: Path
) -> None:
    league = small_league(database, "ann")
    hand_in(database, league, "ann")
    worked(database)
    worker = Worker(database, "cup")
    count = worker._book.update()
    spoil_one = sa.update(games).where(games.c.id == 1).values(record='{"game": "cach')
    with database.writing() as connection:
        connection.execute(spoil_one)
    again = Worker(database, "cup")
    again._book.update()
    assert sum(map(sum, again._book.counts.values())) == count - 1
    with serving(tmp_path) as client:
        page = client.get("/api/leagues/cup/bots/ann")
        assert page.status_code == 200
        assert 1 not in [game["number"] for game in page.json()["games"]]
        assert client.get("/api/leagues/cup/games/1").status_code == 409
