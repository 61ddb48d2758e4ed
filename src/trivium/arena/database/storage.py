"""The database of games: what has been played, and in which events.

SQLite in a file by default, PostgreSQL by its URL for a group of machines. Every change is one
transaction, so a process may be killed at any moment. `schedule` adds what an event still has
to play.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from trivium.arena.database.connections import READ_ONLY, explained, make_engine
from trivium.arena.database.tables import SCHEMA, metadata
from trivium.arena.database.tables import events as _events
from trivium.arena.database.tables import games as _games
from trivium.arena.database.tables import schema as _schema
from trivium.arena.records import Record, write_line
from trivium.errors import TriviumError

_BATCH = 500
_CREATING = 20_260_301
"""The number of the lock that lets one process alone create the tables."""


@dataclass(frozen=True)
class Filter:
    """Which games are meant; None means any."""

    game: str | None = None
    size: str | None = None
    player: str | None = None
    """Somebody who took part, as either colour."""
    event: str | None = None
    reason: str | None = None
    """A text that the reason contains."""
    since: str | None = None
    """A day or moment, as in 2026-03-01."""
    until: str | None = None

    def __post_init__(self) -> None:
        for moment in (self.since, self.until):
            if moment is not None:
                try:
                    datetime.fromisoformat(moment)
                except ValueError:
                    raise TriviumError(
                        f"'{moment}' is no date; write it like 2026-03-01 or 2026-03-01T18:30."
                    ) from None


class Database:
    """A database of games, on disk or on a server."""

    def __init__(self, address: str | Path | None = None) -> None:
        """Open the database at a path or URL, or the user's own; create what is missing."""
        self._engine = make_engine(address)
        try:
            self._create()
        except TriviumError:
            self._engine.dispose()
            raise

    @property
    def address(self) -> str:
        """Where the database is, without a password."""
        url = self._engine.url
        if url.get_backend_name() == "sqlite":
            return str(url.database)
        return url.render_as_string(hide_password=True)

    def close(self) -> None:
        """Let go of all connections."""
        self._engine.dispose()

    def add(self, record: Record) -> bool:
        """Store a game that is on no schedule; return whether it was new."""
        with self.writing() as connection:
            return insert_game(connection, record)

    def add_all(self, records: Iterable[Record]) -> int:
        """Store games, some hundreds in a transaction; return how many were new."""
        new = 0
        batch: list[Record] = []
        for record in records:
            batch.append(record)
            if len(batch) == _BATCH:
                new += self._add_batch(batch)
                batch = []
        return new + self._add_batch(batch)

    def records(self, wanted: Filter | None = None) -> Iterator[tuple[int, Record]]:
        """Yield number and record of the games that are wanted, in the order of storing."""
        last = 0
        while True:
            query = (
                sa.select(_games.c.id, _games.c.record)
                .where(*conditions(wanted or Filter()), _games.c.id > last)
                .order_by(_games.c.id)
                .limit(_BATCH)
            )
            with self.reading() as connection:
                rows = connection.execute(query).all()
            for last, text in rows:
                yield last, Record.from_json(json.loads(text))
            if len(rows) < _BATCH:
                return

    def record(self, number: int) -> Record:
        """Return the game with a number as `records` tells it."""
        query = sa.select(_games.c.record).where(_games.c.id == number)
        with self.reading() as connection:
            text = connection.execute(query).scalar()
        if text is None:
            raise TriviumError(f"There is no game {number} in {self.address}.")
        return Record.from_json(json.loads(text))

    def count(self, wanted: Filter | None = None) -> int:
        """Return how many games are wanted."""
        query = sa.select(sa.func.count()).select_from(_games)
        with self.reading() as connection:
            return int(
                connection.execute(query.where(*conditions(wanted or Filter()))).scalar_one()
            )

    def events(self) -> list[tuple[str, str, str, int]]:
        """Return name, kind, time of creation and number of stored games of every event."""
        query = (
            sa.select(_events.c.name, _events.c.kind, _events.c.created, sa.func.count(_games.c.id))
            .outerjoin(_games, _games.c.event == _events.c.name)
            .group_by(_events.c.id)
            .order_by(_events.c.id)
        )
        with self.reading() as connection:
            return [
                (name, kind, made, count) for name, kind, made, count in connection.execute(query)
            ]

    def begin_event(self, name: str, kind: str, plan: str) -> bool:
        """Make an event, or find it to go on with it; return whether it is new.

        Raises `TriviumError` if there is one with that name and another plan.
        """
        with self.writing() as connection:
            event = {"name": name, "kind": kind, "plan": plan, "created": _utc_now()}
            made = _insert_new(connection, _events, "name", event)
            row = connection.execute(
                sa.select(_events.c.kind, _events.c.plan).where(_events.c.name == name)
            ).one()
        if tuple(row) != (kind, plan):
            raise TriviumError(
                f"There is already a {row.kind} '{name}' with another plan in {self.address}; "
                "give this one another name."
            )
        return made

    def _create(self) -> None:
        """Create what is missing, unless the database is not for this version."""
        with self.writing() as connection:
            if connection.dialect.name == "postgresql":  # SQLite has one writer at a time anyway
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_CREATING)))
            _check_version(connection, self.address)
            metadata.create_all(connection)

    def _add_batch(self, records: list[Record]) -> int:
        with self.writing() as connection:
            return sum(insert_game(connection, record) for record in records)

    @contextlib.contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """Give a connection for one transaction, which is undone if anything goes wrong."""
        try:
            with self._engine.begin() as connection:
                yield connection
        except sa.exc.SQLAlchemyError as error:
            raise explained(error, self.address) from None

    @contextlib.contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """Give a connection that changes nothing, and keeps nobody else from writing."""
        try:
            with self._engine.connect().execution_options(**{READ_ONLY: True}) as connection:
                yield connection
        except sa.exc.SQLAlchemyError as error:
            raise explained(error, self.address) from None


def _check_version(connection: sa.Connection, address: str) -> None:
    """Note the version of a new database; raise `TriviumError` for one of a later Trivium."""
    _schema.create(connection, checkfirst=True)
    version = connection.execute(sa.select(sa.func.max(_schema.c.version))).scalar()
    if version is None:
        connection.execute(sa.insert(_schema).values(version=SCHEMA))
    elif version > SCHEMA:
        raise TriviumError(
            f"The database {address} was made by a later version of Trivium (its tables have "
            f"version {version}, here is {SCHEMA}); update Trivium or name another database."
        )


def insert_game(connection: sa.Connection, record: Record) -> bool:
    """Store a game unless it is there; return whether it is new."""
    first, second = record.names
    row = {
        "fingerprint": _fingerprint(record),
        "event": record.event,
        "key": record.key,
        "game": record.game,
        "size": record.size,
        "first": first,
        "second": second,
        "winner": record.winner,
        "reason": record.reason,
        "fault": record.fault,
        "began": record.began,
        "record": write_line(record),
    }
    return _insert_new(connection, _games, "fingerprint", row)


def _fingerprint(record: Record) -> str:
    """Return what only the same game with the same facts has, in whichever order they are."""
    text = json.dumps(record.as_json(), sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def _insert_new(
    connection: sa.Connection, table: sa.Table, unique: str, row: dict[str, Any]
) -> bool:
    """Insert a row unless there is one with the same value in a unique column; return if so."""
    insert = insert_unless_there(connection, table, [unique]).values(row).returning(table.c.id)
    return connection.execute(insert).first() is not None


def insert_unless_there(connection: sa.Connection, table: sa.Table, columns: list[str]) -> Any:
    """Return the statement that inserts rows, but none with values that unique columns have."""
    if connection.dialect.name == "sqlite":
        from sqlalchemy.dialects.sqlite import insert as sqlite_insert

        return sqlite_insert(table).on_conflict_do_nothing(index_elements=columns)
    from sqlalchemy.dialects.postgresql import insert as postgresql_insert

    return postgresql_insert(table).on_conflict_do_nothing(index_elements=columns)


def conditions(wanted: Filter) -> list[sa.ColumnElement[bool]]:
    """Return what the rows of the wanted games fulfil."""
    columns = _games.c
    parts = {
        "game": columns.game == wanted.game,
        "size": columns.size == wanted.size,
        "player": (columns.first == wanted.player) | (columns.second == wanted.player),
        "event": columns.event == wanted.event,
        "reason": columns.reason.contains(wanted.reason or "", autoescape=True),
        "since": columns.began >= _as_stored(wanted.since),
        "until": columns.began <= _as_stored(wanted.until),
    }
    return [part for name, part in parts.items() if getattr(wanted, name) is not None]


def _as_stored(moment: str | None) -> str:
    """Return a moment as records have it: in UTC, which is also what a text without zone means."""
    if moment is None:
        return ""
    when = datetime.fromisoformat(moment)
    return (when if when.tzinfo is None else when.astimezone(UTC)).isoformat()


def _utc_now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
