"""Databases of earlier versions are converted, and their events go on as if nothing had happened.

``schema_1`` is a database as version 1 made it: a tournament that was stopped after four of six
games, and six records that were imported afterwards. Four of those have the key of a played game
with the names exchanged, one has the key of a game that was still to be played, and one names an
event that there is not.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest
import sqlalchemy as sa

from trivium.arena.database import tables
from trivium.arena.database.connections import make_engine
from trivium.arena.database.schedule import InDatabase
from trivium.arena.database.storage import Database
from trivium.arena.records import Record
from trivium.cli.main import run
from trivium.errors import TriviumError

BEFORE = Path(__file__).with_name("schema_1")
T = TypeVar("T")

CUP = """
name = "cup"
games = 2
nodes = 5
seed = 4
openings = "random"
agents = ["greedy", "random", "double"]
[[board]]
game = "hexifence"
size = 2
"""


@pytest.fixture
def old(address: str) -> str:
    """The address of the database of version 1."""
    engine = make_engine(address)
    with engine.begin() as connection:
        for text in (f"{connection.dialect.name}.sql", "rows.sql"):
            for statement in (BEFORE / text).read_text().split(";\n"):
                if statement.strip():
                    connection.exec_driver_sql(statement)
        if connection.dialect.name == "postgresql":
            for table in ("events", "games", "schedule"):
                numbers = f"pg_get_serial_sequence('{table}', 'id')"
                connection.exec_driver_sql(f"SELECT setval({numbers}, max(id)) FROM {table}")
    engine.dispose()
    return address


def opened(address: str, ask: Callable[[Database], T]) -> T:
    database = Database(address)
    try:
        return ask(database)
    finally:
        database.close()


def counting(address: str) -> dict[str, Record]:
    return opened(address, lambda database: InDatabase(database, "cup").records())


def filed(address: str) -> list[tuple[str, str]]:
    """Where all games are filed, in the order of storing."""
    return opened(address, lambda database: [(r.event, r.key) for _, r in database.records()])


PLAYED = ["1-1-1-0-1a", "1-1-1-0-1b", "1-2-1-0-1a", "1-2-1-0-1b"]
FILED = [("cup", key) for key in PLAYED] + [
    *(("imported: cup", key) for key in [*PLAYED, "1-3-1-0-1a"]),
    ("elsewhere", "7"),
]


def test_what_was_stored_first_counts_and_what_was_brought_along_is_filed_apart(old: str) -> None:
    records = counting(old)
    assert list(records) == PLAYED
    assert [record.names for record in records.values()] == [
        ("random", "double"),
        ("double", "random"),
        ("greedy", "double"),
        ("double", "greedy"),
    ]
    assert filed(old) == FILED == filed(old)
    drawn = opened(old, lambda database: InDatabase(database, "cup").drawn())
    assert drawn == {key: record.names for key, record in records.items()}


def test_an_event_of_before_goes_on_and_ends_as_if_played_at_once(
    old: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, whole = tmp_path / "cup.toml", str(tmp_path / "whole.sqlite")
    file.write_text(CUP)
    for address in (old, whole):
        assert run(["tournament", str(file), "--db", address]) == 0
    assert {key: record.moves for key, record in counting(old).items()} == {
        key: record.moves for key, record in counting(whole).items()
    }
    assert len(counting(old)) == 6
    drawn = opened(old, lambda database: InDatabase(database, "cup").drawn())
    assert drawn == {key: record.names for key, record in counting(old).items()}
    assert opened(old, Database.count) == len(FILED) + 2


def test_a_database_from_before_versions_is_one_of_the_first(old: str) -> None:
    engine = make_engine(old)
    with engine.begin() as connection:
        connection.exec_driver_sql("DROP TABLE trivium_schema")
    engine.dispose()
    assert filed(old) == FILED

    def told(database: Database) -> object:
        with database.reading() as connection:
            return connection.execute(tables.schema.select()).scalar_one()

    assert opened(old, told) == tables.SCHEMA


def test_a_conversion_that_breaks_off_has_changed_nothing(
    old: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks_off(connection: sa.Connection) -> None:
        raise TriviumError("no room on the disk")

    with monkeypatch.context() as full:
        full.setattr(tables.metadata, "create_all", breaks_off)
        with pytest.raises(TriviumError, match="no room"):
            Database(old)
    engine = make_engine(old)
    with engine.begin() as connection:
        assert "done" in {c["name"] for c in sa.inspect(connection).get_columns("schedule")}
        untouched = sa.text("SELECT count(*) FROM games WHERE event = 'cup'")
        assert connection.execute(untouched).scalar_one() == 9
    engine.dispose()
    assert filed(old) == FILED


def test_several_may_open_a_database_of_before_at_once(old: str) -> None:
    found: list[list[tuple[str, str]]] = []
    threads = [threading.Thread(target=lambda: found.append(filed(old))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [FILED] * 4
