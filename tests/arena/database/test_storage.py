"""The database: nothing is lost, nothing is there twice, on SQLite and on PostgreSQL."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from trivium.arena.database import conversion
from trivium.arena.database.storage import Database, Filter
from trivium.arena.database.tables import IMPORTED, UPLOADED
from trivium.arena.fixtures import play_fixture
from trivium.arena.match import Match
from trivium.arena.openings import Openings
from trivium.arena.records import Record, write_line
from trivium.errors import TriviumError

MATCH = Match("hexifence", "greedy", "random", "1", 6, openings=Openings("random"))


def played() -> list[Record]:
    return [play_fixture(fixture) for fixture in MATCH.fixtures()]


def test_games_come_back_as_they_were_stored(database: Database) -> None:
    games = played()
    assert all(database.add(game) for game in games)
    assert [record for _, record in database.records()] == games
    assert list(database.lines()) == [write_line(game) for game in games]
    number, first = next(database.records())
    assert database.record(number) == first
    assert database.line(number) == write_line(first)
    for number in (0, 999, 10**30):
        with pytest.raises(TriviumError, match=f"There is no game {number} in"):
            database.record(number)


@pytest.mark.parametrize("how", [IMPORTED, UPLOADED])
def test_games_that_are_brought_along_are_filed_apart_and_told_as_they_came(
    database: Database, how: str
) -> None:
    games = [replace(game, event="cup" if place else "") for place, game in enumerate(played())]
    assert database.bring(games, how) == len(games)
    assert database.bring(games, how) == 0
    records = [record for _, record in database.records()]
    assert [record.event for record in records] == [how] + [f"{how}: cup"] * 5
    keys = {record.key for record in records}
    assert len(keys) == 6 and not keys & {game.key for game in games}
    told = [replace(r, event=g.event, key=g.key) for r, g in zip(records, games, strict=True)]
    assert told == games
    assert list(database.lines(Filter(event=how))) == [write_line(games[0])]
    assert not database.count(Filter(event="cup"))


def test_a_game_is_stored_once(database: Database) -> None:
    game = played()[0]
    assert database.add(game)
    assert not database.add(game)
    assert database.count() == 1


def test_filters_leave_what_is_wanted(database: Database) -> None:
    games = played()
    games[0] = replace(games[0], reason="time: 9 s", fault="time")
    games[1] = replace(games[1], began="2020-01-01T00:00:00")
    for game in games:
        database.add(game)
    assert database.count(Filter(player="greedy", game="hexifence", size="1")) == 6
    assert database.count(Filter(player="nobody")) == 0
    assert database.count(Filter(reason="time")) == 1
    assert database.count(Filter(reason="%")) == 0
    assert database.count(Filter(until="2021-01-01")) == 1
    assert database.count(Filter(since="2021-01-01")) == 5
    assert database.count(Filter(until="20210101")) == 1
    assert database.count(Filter(until="2020-01-01T01:00+02:00")) == 0
    with pytest.raises(TriviumError, match="'yesterday' is no date"):
        Filter(since="yesterday")


def test_an_event_is_gone_on_with_only_under_the_same_plan(database: Database) -> None:
    assert database.begin_event("cup", "match", "plan")
    assert not database.begin_event("cup", "match", "plan")
    with pytest.raises(TriviumError, match="already a match 'cup' with another plan"):
        database.begin_event("cup", "match", "another")
    assert [(name, count) for name, _, _, count in database.events()] == [("cup", 0)]


@pytest.mark.parametrize("name", ["web", "imported", "imported: cup", "uploaded: cup"])
def test_no_event_is_called_as_games_are_filed_that_none_has_played(
    database: Database, name: str
) -> None:
    with pytest.raises(TriviumError, match=f"An event cannot be called '{name}'"):
        database.begin_event(name, "match", "plan")
    assert database.events() == []


def test_several_may_open_a_new_database_at_once(address: str) -> None:
    opened: list[Database] = []
    threads = [threading.Thread(target=lambda: opened.append(Database(address))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [database.count() for database in opened] == [0] * 6
    for database in opened:
        database.close()


@pytest.mark.parametrize(
    ("address", "complaint"),
    [
        ("mysql://user@host/games", "not in mysql"),
        ("postgresql://trivium@/none?host=/nowhere", "cannot be used"),
        ("://", "is no address of a database"),
        ("/dev/null/games.sqlite", "cannot be made"),
    ],
)
def test_a_database_that_cannot_be_used_is_explained(address: str, complaint: str) -> None:
    with pytest.raises(TriviumError, match=complaint):
        Database(address)


def test_a_file_that_is_no_database_is_explained(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear reader, " * 1000)
    with pytest.raises(TriviumError, match=r"letter.txt cannot be used: file is not a database"):
        Database(file)


def test_the_default_database_is_where_the_environment_says(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TRIVIUM_DATA_DIR", str(tmp_path / "mine"))
    database = Database()
    database.close()
    assert (tmp_path / "mine" / "games.sqlite").exists()


def test_a_database_of_a_later_version_is_left_alone(
    address: str, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    database.add(played()[0])
    with monkeypatch.context() as later:
        later.setattr(conversion, "SCHEMA", 1)
        with pytest.raises(TriviumError, match=r"later version .*version 2, here is 1\); update"):
            Database(address)
    again = Database(address)
    assert again.count() == 1
    again.close()
