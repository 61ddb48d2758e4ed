"""The database: nothing is lost, nothing is there twice, on SQLite and on PostgreSQL."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.arena import postgres
from trivium.arena import storage
from trivium.arena.fixtures import play_fixture
from trivium.arena.match import Match, play_match
from trivium.arena.openings import Openings
from trivium.arena.records import Record
from trivium.arena.running import InDatabase
from trivium.arena.storage import Database, Filter
from trivium.errors import TriviumError

MATCH = Match("hexifence", "greedy", "random", "1", 6, openings=Openings("random"))


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with postgres.server() as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "games.sqlite")
    server: str = request.getfixturevalue("server")
    name = f"test_{request.node.name.partition('[')[0]}".lower()[:60]
    subprocess.run(
        [postgres.programs() / "psql", "-q", "-h", server.partition("host=")[2], "-U", "trivium",
         "-d", "postgres", "-c", f"CREATE DATABASE {name}"],
        check=True,
    )  # fmt: skip
    return server.replace("/postgres?", f"/{name}?")


@pytest.fixture
def database(address: str) -> Iterator[Database]:
    database = Database(address)
    yield database
    database.close()


def played() -> list[Record]:
    return [play_fixture(fixture) for fixture in MATCH.fixtures()]


def test_games_come_back_as_they_were_stored(database: Database) -> None:
    games = played()
    assert database.add_all(games) == len(games)
    assert [record for _, record in database.records()] == games
    number, first = next(database.records())
    assert database.record(number) == first
    with pytest.raises(TriviumError, match="There is no game 999"):
        database.record(999)


def test_a_game_is_stored_once(database: Database) -> None:
    game = played()[0]
    assert database.add(game)
    assert not database.add(game)
    assert database.count() == 1


def test_filters_leave_what_is_wanted(database: Database) -> None:
    games = played()
    games[0]["reason"], games[0]["fault"] = "time: 9 s", "time"
    games[1]["began"] = "2020-01-01T00:00:00"
    database.add_all(games)
    assert database.count(Filter(player="greedy", game="hexifence", size="1")) == 6
    assert database.count(Filter(player="nobody")) == 0
    assert database.count(Filter(reason="time")) == 1
    assert database.count(Filter(reason="%")) == 0
    assert database.count(Filter(until="2021-01-01")) == 1
    assert database.count(Filter(since="2021-01-01")) == 5
    with pytest.raises(TriviumError, match="'yesterday' is no date"):
        Filter(since="yesterday")


def test_an_event_is_gone_on_with_only_under_the_same_plan(database: Database) -> None:
    assert database.begin_event("cup", "match", "plan")
    assert not database.begin_event("cup", "match", "plan")
    with pytest.raises(TriviumError, match="already a match 'cup' with another plan"):
        database.begin_event("cup", "match", "another")
    assert [(name, count) for name, _, _, count in database.events()] == [("cup", 0)]


def test_every_game_is_claimed_by_one_process_alone(address: str, database: Database) -> None:
    keys = [str(number) for number in range(60)]
    database.begin_event("cup", "match", "plan")
    database.schedule("cup", keys)
    database.schedule("cup", keys[:10])
    claimed: list[str] = []

    def claim_all() -> None:
        mine = Database(address)
        own = []
        while (key := mine.claim("cup")) is not None:
            own.append(key)
        claimed.extend(own)
        barrier.wait()
        mine.close()

    barrier = threading.Barrier(4)
    threads = [threading.Thread(target=claim_all) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(claimed, key=int) == keys
    assert database.has_open("cup")  # they have signed off without having played


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


def test_a_finished_game_is_not_open_and_an_unfinished_one_is_given_back(
    address: str, database: Database
) -> None:
    record = played()[0] | {"event": "cup"}
    database.begin_event("cup", "match", "plan")
    database.schedule("cup", ["a", "b"])
    assert (database.claim("cup"), database.claim("cup"), database.claim("cup")) == ("a", "b", None)
    assert database.finish("cup", "a", record)
    assert not database.finish("cup", "a", record)
    database.release()
    assert database.unfinished("cup") == 1
    other = Database(address)
    assert (other.claim("cup"), other.claim("cup")) == ("b", None)
    assert not database.finish("cup", "b", record)
    assert database.count(Filter(event="cup")) == 1
    other.close()


CLAIMER = """
import sys, time
from trivium.arena.storage import Database
database = Database(sys.argv[1])
print(database.claim("cup"), flush=True)
time.sleep(600)
"""


def test_what_a_killed_process_had_claimed_is_free_at_once(
    address: str, database: Database
) -> None:
    database.begin_event("cup", "match", "plan")
    database.schedule("cup", ["a"])
    process = subprocess.Popen(
        [sys.executable, "-c", CLAIMER, address], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    with process.stdout:
        assert process.stdout.readline() == "a\n"
        assert database.claim("cup") is None
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    database.release()  # the roll is called again
    assert database.claim("cup") == "a"


def test_a_silent_process_of_another_machine_is_given_up(
    address: str, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    database.begin_event("cup", "match", "plan")
    database.schedule("cup", ["a"])
    there = Database(address)
    monkeypatch.setattr(storage, "_machine", lambda: "elsewhere")
    assert there.claim("cup") == "a"
    monkeypatch.undo()
    assert not database.has_open("cup")
    monkeypatch.setattr(storage, "PATIENCE", -1.0)
    assert database.claim("cup") == "a"
    monkeypatch.undo()
    # It comes back: its game is not its own any more, but it may go on with others.
    assert not there.finish("cup", "a", played()[0])
    there.release()
    database.schedule("cup", ["b"])
    assert there.claim("cup") == "b"
    there.close()


def test_a_match_in_the_database_goes_on_where_it_was(database: Database) -> None:
    database.begin_event("cup", "match", MATCH.plan())
    playing = play_match(MATCH, ledger=InDatabase(database, "cup"))
    first = next(playing)
    playing.close()  # type: ignore[attr-defined]
    stored = database.count(Filter(event="cup"))
    assert 2 <= stored < 6
    again = list(play_match(MATCH, ledger=InDatabase(database, "cup")))
    assert again[0].games == first.games
    assert database.count(Filter(event="cup")) == 6
    assert [pair.number for pair in again] == [0, 1, 2]


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
        later.setattr(storage, "SCHEMA", 0)
        with pytest.raises(TriviumError, match=r"later version .*version 1, here is 0\); update"):
            Database(address)
    again = Database(address)
    assert again.count() == 1
    again.close()


def test_a_database_from_before_versions_is_taken_over(address: str, database: Database) -> None:
    database.add(played()[0])
    with database._writing() as connection:
        storage._schema.drop(connection)
    again = Database(address)
    assert again.count() == 1
    with again._reading() as connection:
        assert connection.execute(storage._schema.select()).scalar_one() == storage.SCHEMA
    again.close()
