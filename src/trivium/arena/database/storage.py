"""The database of games: what has been played, and in which events.

SQLite in a file by default, PostgreSQL by its URL for a group of machines. Every change is one
transaction, so a process may be killed at any moment. `schedule` adds what an event still has
to play.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

import sqlalchemy as sa

from trivium.arena.database.connections import READ_ONLY, explained, make_engine
from trivium.arena.database.conversion import bring_up_to_date
from trivium.arena.database.tables import IMPORTED, PAGE, UPLOADED
from trivium.arena.database.tables import events as _events
from trivium.arena.database.tables import games as _games
from trivium.arena.database.tables import schedule as _schedule
from trivium.arena.records import Record, write_line
from trivium.errors import TriviumError

_log = logging.getLogger("trivium.arena")

__all__ = [
    "Database",
    "Filter",
]

_Told = tuple[int, str, str, str]
"""The number of a game, the event and the key that it is filed under, and its record as told."""
_TOLD = (_games.c.id, _games.c.event, _games.c.key, _games.c.record)
_BATCH = 500
_OWN_KEY = 16
"""How many digits of its fingerprint are the key of a game that was brought along."""
_BEYOND = 2**31
"""Databases cannot even be asked for a number from here on."""
_CREATING = 20_260_301
"""The number of the lock that lets one process alone create the tables."""


class DamagedGame(TriviumError):
    """A stored game of which something is missing."""


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
    without: tuple[str, ...] = ()
    """Events whose games are not meant."""

    def __post_init__(self) -> None:
        for moment in (self.since, self.until):
            if moment is not None:
                try:
                    _as_stored(moment)
                except (ValueError, OverflowError):  # or the zone leads out of the calendar
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

    @classmethod
    def to_look_into(cls, address: str | None = None) -> Self:
        """Open a database for who wants what is there already.

        Raises `TriviumError` if somebody has named a file that does not exist.
        """
        if address and "://" not in address and not Path(address).exists():
            raise TriviumError(f"There is no database {address}.")
        return cls(address)

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
            return keep(connection, record)

    def bring(self, records: Iterable[Record], how: str = IMPORTED) -> int:
        """Store games that somebody brings along, some hundreds in a transaction.

        Return how many were new. They stay as they are told, but are filed under an event and
        keys of their own, `IMPORTED` or `UPLOADED`: what they say of theirs proves nothing.
        """
        new = 0
        batch: list[Record] = []
        for record in records:
            batch.append(record)
            if len(batch) == _BATCH:
                new += self._bring_batch(batch, how)
                batch = []
        return new + self._bring_batch(batch, how)

    def records(self, wanted: Filter | None = None) -> Iterator[tuple[int, Record]]:
        """Yield number and record of the games that are wanted, in the order of storing.

        Event and key are those that the game is filed under. Those that are damaged are left out,
        and told of in the log.
        """
        for number, *told in self._rows(wanted):
            if (record := filed_or_none(number, *told)) is not None:
                yield number, record

    def lines(self, wanted: Filter | None = None) -> Iterator[str]:
        """Yield the games that are wanted as lines of a file, just as they were told."""
        for *_, text in self._rows(wanted):
            yield text

    def record(self, number: int) -> Record:
        """Return the game with a number as `records` tells it; raises `DamagedGame`."""
        return filed(*self._game(number))

    def line(self, number: int) -> str:
        """Return the game with a number as `lines` tells it."""
        *_, text = self._game(number)
        return text

    def count(self, wanted: Filter | None = None) -> int:
        """Return how many games are wanted."""
        query = sa.select(sa.func.count()).select_from(_games)
        with self.reading() as connection:
            return int(
                connection.execute(query.where(*conditions(wanted or Filter()))).scalar_one()
            )

    def events(self) -> list[tuple[str, str, str, int]]:
        """Return name, kind, time of creation and number of played games of every event."""
        played = sa.func.count(_schedule.c.game_id)
        query = (
            sa.select(_events.c.name, _events.c.kind, _events.c.created, played)
            .outerjoin(_schedule, _schedule.c.event_id == _events.c.id)
            .group_by(_events.c.id)
            .order_by(_events.c.id)
        )
        with self.reading() as connection:
            return [
                (name, kind, made, count) for name, kind, made, count in connection.execute(query)
            ]

    def has_event(self, name: str) -> bool:
        """Return whether there is a match or tournament of this name."""
        query = sa.select(_events.c.id).where(_events.c.name == name)
        with self.reading() as connection:
            return connection.execute(query).first() is not None

    def begin_event(self, name: str, kind: str, plan: str) -> bool:
        """Make an event, or find it to go on with it; return whether it is new.

        Raises `TriviumError` if there is one with that name and another plan, or if games that
        no event has played are filed under such a name.
        """
        with self.writing() as connection:
            event = {"name": name, "kind": kind, "plan": plan, "created": _utc_now()}
            made = _insert_new(connection, _events, "name", event) is not None
            if made and name.partition(":")[0] in (PAGE, IMPORTED, UPLOADED):
                raise TriviumError(
                    f"An event cannot be called '{name}': games that were not played for an "
                    "event are filed under that; give it another name."
                )
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
            bring_up_to_date(connection, self.address)

    def _bring_batch(self, records: list[Record], how: str) -> int:
        with self.writing() as connection:
            rows = [_row_of_brought(record, how) for record in records]
            new = [_insert_new(connection, _games, "fingerprint", row) for row in rows]
        return len(new) - new.count(None)

    def _rows(self, wanted: Filter | None) -> Iterator[_Told]:
        """Yield the rows of the games that are wanted, some hundreds at a time."""
        last = 0
        while True:
            query = (
                sa.select(*_TOLD)
                .where(*conditions(wanted or Filter()), _games.c.id > last)
                .order_by(_games.c.id)
                .limit(_BATCH)
            )
            with self.reading() as connection:
                rows = connection.execute(query).all()
            for last, event, key, text in rows:
                yield last, event, key, text
            if len(rows) < _BATCH:
                return

    def _game(self, number: int) -> _Told:
        query = sa.select(*_TOLD).where(_games.c.id == number)
        row = None
        if number < _BEYOND:
            with self.reading() as connection:
                row = connection.execute(query).first()
        if row is None:
            raise TriviumError(f"There is no game {number} in {self.address}.")
        _, event, key, text = row
        return number, event, key, text

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


def filed(number: int, event: str, key: str, text: str) -> Record:
    """Return the record of a game, with the event and the key that it is filed under.

    Raises `DamagedGame` if it cannot be read.
    """
    try:
        return replace(Record.from_json(json.loads(text)), event=event, key=key)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise DamagedGame(
            f"The stored game {number} is damaged: it is no record any more."
        ) from None


def filed_or_none(number: int, event: str, key: str, text: str) -> Record | None:
    """Return the same, or None for a game that is damaged, which the log tells."""
    try:
        return filed(number, event, key, text)
    except DamagedGame as damage:
        _log.warning("%s It is left out.", damage)
        return None


def keep(connection: sa.Connection, record: Record) -> bool:
    """Store a game that is on no schedule; return whether it was new."""
    return _insert_new(connection, _games, "fingerprint", _row(record)) is not None


def keep_played(connection: sa.Connection, record: Record) -> int:
    """Store a game that was played for its event; return its number.

    If somebody has brought along the very same record, that row becomes the event's.
    """
    row = _row(record)
    number = _insert_new(connection, _games, "fingerprint", row)
    if number is not None:
        return number
    same = _games.c.fingerprint == row["fingerprint"]
    own = {"event": record.event, "key": record.key}
    taken = sa.update(_games).where(same).values(own).returning(_games.c.id)
    return int(connection.execute(taken).scalar_one())


def _row(record: Record) -> dict[str, Any]:
    """Return a game as the table has it, filed under the event that its record tells."""
    first, second = record.names
    return {
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


def _row_of_brought(record: Record, how: str) -> dict[str, Any]:
    """Return a game that was brought along as the table has it, filed as such."""
    row = _row(record)
    event = f"{how}: {record.event}" if record.event else how
    return row | {"event": event, "key": row["fingerprint"][:_OWN_KEY]}


def _fingerprint(record: Record) -> str:
    """Return what only the same game with the same facts has, in whichever order they are."""
    text = json.dumps(record.as_json(), sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def _insert_new(
    connection: sa.Connection, table: sa.Table, unique: str, row: dict[str, Any]
) -> int | None:
    """Insert a row and return its number; None if a unique column has the same value already."""
    insert = insert_unless_there(connection, table, [unique]).values(row).returning(table.c.id)
    number: int | None = connection.execute(insert).scalar()
    return number


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
    found = [part for name, part in parts.items() if getattr(wanted, name) is not None]
    return [*found, columns.event.not_in(wanted.without)] if wanted.without else found


def _as_stored(moment: str | None) -> str:
    """Return a moment as records have it: in UTC, which is also what a text without zone means."""
    if moment is None:
        return ""
    when = datetime.fromisoformat(moment)
    return (when if when.tzinfo is None else when.astimezone(UTC)).isoformat()


def _utc_now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
