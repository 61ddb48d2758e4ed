"""The database of games: what has been played, and what an event still has to play.

SQLite in a file by default, PostgreSQL by its URL for a group of machines. Every change is one
transaction, so a process may be killed at any moment.

An event's games are *scheduled*; a *runner* (a process that plays) claims some, plays them, and
stores each record together with the note that the game is done. A claim is worth nothing once
its runner is dead: the process is gone from this machine, or has given no sign of life for
`PATIENCE` seconds. Whoever is still waiting then claims those games. A record is stored only
for a claim that still stands, so that no game is stored twice.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import math
import os
import socket
import sqlite3
import threading
import time
import uuid
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import platformdirs
import sqlalchemy as sa

from trivium.arena.records import Record, names, write_line
from trivium.errors import TriviumError

PATIENCE = 60.0
"""Seconds without a sign of life after which a runner on another machine counts as dead."""
_SIGN_OF_LIFE = 10.0
_ROLL_CALL = 2.0
"""Seconds between two looks at who is still alive."""
_BUSY_SECONDS = 60
"""How long to wait for another process that is writing."""
_BATCH = 500
_CREATING = 20_260_301
"""The number of the lock that lets one process alone create the tables."""
_READ_ONLY = "trivium_read_only"

SCHEMA = 1
"""The version of the tables below. Whoever changes them raises it and converts older ones."""

_metadata = sa.MetaData()

_schema = sa.Table("trivium_schema", _metadata, sa.Column("version", sa.Integer, primary_key=True))

_events = sa.Table(
    "events",
    _metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("name", sa.Text, nullable=False, unique=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("plan", sa.Text, nullable=False),
    sa.Column("created", sa.Text, nullable=False),
)

_runners = sa.Table(
    "runners",
    _metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("host", sa.Text, nullable=False),
    sa.Column("pid", sa.Integer, nullable=False),
    sa.Column("started", sa.Text),
    sa.Column("seen", sa.Float, nullable=False),
)

_schedule = sa.Table(
    "schedule",
    _metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("event_id", sa.ForeignKey("events.id", ondelete="CASCADE"), nullable=False),
    sa.Column("key", sa.Text, nullable=False),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("runner_id", sa.ForeignKey("runners.id", ondelete="SET NULL")),
    sa.Column("done", sa.Boolean, nullable=False, default=False),
    sa.UniqueConstraint("event_id", "key"),
    sa.Index("schedule_open", "event_id", "done", "place"),
)

_games = sa.Table(
    "games",
    _metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("fingerprint", sa.Text, nullable=False, unique=True),
    sa.Column("event", sa.Text, nullable=False, index=True),
    sa.Column("key", sa.Text, nullable=False),
    sa.Column("game", sa.Text, nullable=False, index=True),
    sa.Column("size", sa.Text, nullable=False),
    sa.Column("first", sa.Text, nullable=False),
    sa.Column("second", sa.Text, nullable=False),
    sa.Column("winner", sa.Text),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("fault", sa.Text),
    sa.Column("began", sa.Text, nullable=False),
    sa.Column("record", sa.Text, nullable=False),
)


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
        self._engine = _engine(address)
        self._runner: str | None = None
        self._next_roll_call = -math.inf
        self._event_ids: dict[str, int] = {}
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
        """Sign off and let go of all connections."""
        with contextlib.suppress(TriviumError):
            self.release()
        self._engine.dispose()

    def add(self, record: Record) -> bool:
        """Store a game that is on no schedule; return whether it was new."""
        with self._writing() as connection:
            return _insert(connection, record)

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
                .where(*_conditions(wanted or Filter()), _games.c.id > last)
                .order_by(_games.c.id)
                .limit(_BATCH)
            )
            with self._reading() as connection:
                rows = connection.execute(query).all()
            for last, text in rows:
                yield last, json.loads(text)
            if len(rows) < _BATCH:
                return

    def record(self, number: int) -> Record:
        """Return the game with a number as `records` tells it."""
        query = sa.select(_games.c.record).where(_games.c.id == number)
        with self._reading() as connection:
            text = connection.execute(query).scalar()
        if text is None:
            raise TriviumError(f"There is no game {number} in {self.address}.")
        return dict(json.loads(text))

    def count(self, wanted: Filter | None = None) -> int:
        """Return how many games are wanted."""
        query = sa.select(sa.func.count()).select_from(_games)
        with self._reading() as connection:
            return int(
                connection.execute(query.where(*_conditions(wanted or Filter()))).scalar_one()
            )

    def events(self) -> list[tuple[str, str, str, int]]:
        """Return name, kind, time of creation and number of stored games of every event."""
        query = (
            sa.select(_events.c.name, _events.c.kind, _events.c.created, sa.func.count(_games.c.id))
            .outerjoin(_games, _games.c.event == _events.c.name)
            .group_by(_events.c.id)
            .order_by(_events.c.id)
        )
        with self._reading() as connection:
            return [
                (name, kind, made, count) for name, kind, made, count in connection.execute(query)
            ]

    def begin_event(self, name: str, kind: str, plan: str) -> bool:
        """Make an event, or find it to go on with it; return whether it is new.

        Raises `TriviumError` if there is one with that name and another plan.
        """
        with self._writing() as connection:
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

    def schedule(self, event: str, keys: Sequence[str]) -> None:
        """Put games on the schedule of an event; those that are there already stay as they are."""
        rows = [
            {"event_id": self._event_id(event), "key": key, "place": place, "done": False}
            for place, key in enumerate(keys)
        ]
        with self._writing() as connection:
            if rows:
                connection.execute(
                    _insert_unless_there(connection, _schedule, ["event_id", "key"]), rows
                )

    def claim(self, event: str) -> str | None:
        """Take the next game of an event that nobody plays; None if there is none for now."""
        event_id = self._event_id(event)
        with self._writing() as connection:
            if time.monotonic() > self._next_roll_call:
                self._call_the_roll(connection)
            open_game = (
                sa.select(_schedule.c.id)
                .where(*_is_open(event_id))
                .order_by(_schedule.c.place, _schedule.c.id)
                .limit(1)
                .with_for_update(skip_locked=True)
                .scalar_subquery()
            )
            key: str | None = connection.execute(
                sa.update(_schedule)
                .where(_schedule.c.id == open_game)
                .values(runner_id=self._runner)
                .returning(_schedule.c.key)
            ).scalar()
        return key

    def has_open(self, event: str) -> bool:
        """Return whether `claim` would find a game, now that dead runners are removed."""
        query = sa.select(_schedule.c.id).where(*_is_open(self._event_id(event))).limit(1)
        with self._writing() as connection:
            _bury_the_dead(connection, self._runner)
            return connection.execute(query).first() is not None

    def finish(self, event: str, key: str, record: Record) -> bool:
        """Store a claimed game and note that it is done, both or neither.

        Return False, and store nothing, if the claim does not stand any more.
        """
        with self._writing() as connection:
            done = connection.execute(
                sa.update(_schedule)
                .where(
                    _schedule.c.event_id == self._event_id(event),
                    _schedule.c.key == key,
                    _schedule.c.runner_id == self._runner,
                    _schedule.c.done.is_(False),
                )
                .values(done=True)
            ).rowcount
            return bool(done) and _insert(connection, record)

    def release(self) -> None:
        """Sign off; all games that this process has claimed and not finished are free again."""
        if self._runner is None:
            return
        with self._writing() as connection:
            connection.execute(sa.delete(_runners).where(_runners.c.id == self._runner))
        self._runner = None
        self._next_roll_call = -math.inf

    def unfinished(self, event: str) -> int:
        """Return how many games of an event's schedule are not done, claimed or not."""
        query = sa.select(sa.func.count()).where(
            _schedule.c.event_id == self._event_id(event), _schedule.c.done.is_(False)
        )
        with self._reading() as connection:
            return int(connection.execute(query).scalar_one())

    def _create(self) -> None:
        """Create what is missing, unless the database is not for this version."""
        with self._writing() as connection:
            if connection.dialect.name == "postgresql":  # SQLite has one writer at a time anyway
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_CREATING)))
            _check_version(connection, self.address)
            _metadata.create_all(connection)

    def _add_batch(self, records: list[Record]) -> int:
        with self._writing() as connection:
            return sum(_insert(connection, record) for record in records)

    def _event_id(self, name: str) -> int:
        if name in self._event_ids:
            return self._event_ids[name]
        query = sa.select(_events.c.id).where(_events.c.name == name)
        with self._reading() as connection:
            number = connection.execute(query).scalar()
        if number is None:
            raise TriviumError(f"There is no event '{name}' in {self.address}.")
        self._event_ids[name] = int(number)
        return self._event_ids[name]

    def _call_the_roll(self, connection: sa.Connection) -> None:
        """See to it that this process is a runner, and that no dead one is.

        A process that was silent for so long that it was taken for dead signs on anew.
        """
        known = sa.select(_runners.c.id).where(_runners.c.id == self._runner)
        if self._runner is None or connection.execute(known).first() is None:
            self._runner = uuid.uuid4().hex
            connection.execute(
                sa.insert(_runners).values(
                    id=self._runner,
                    host=_machine(),
                    pid=os.getpid(),
                    started=_process_start(os.getpid()),
                    seen=_server_time(connection),
                )
            )
            threading.Thread(target=self._show_life, args=(self._runner,), daemon=True).start()
        _bury_the_dead(connection, self._runner)
        self._next_roll_call = time.monotonic() + _ROLL_CALL

    def _show_life(self, runner: str) -> None:
        pause = threading.Event()
        while not pause.wait(_SIGN_OF_LIFE) and self._runner == runner:
            with contextlib.suppress(TriviumError), self._writing() as connection:
                connection.execute(
                    sa.update(_runners)
                    .where(_runners.c.id == runner)
                    .values(seen=_server_time(connection))
                )

    @contextlib.contextmanager
    def _writing(self) -> Iterator[sa.Connection]:
        try:
            with self._engine.begin() as connection:
                yield connection
        except sa.exc.SQLAlchemyError as error:
            raise _explained(error, self.address) from None

    @contextlib.contextmanager
    def _reading(self) -> Iterator[sa.Connection]:
        try:
            with self._engine.connect().execution_options(**{_READ_ONLY: True}) as connection:
                yield connection
        except sa.exc.SQLAlchemyError as error:
            raise _explained(error, self.address) from None


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


def default_path() -> Path:
    """Where the user's own games are kept; ``TRIVIUM_DATA_DIR`` overrides it."""
    chosen = os.environ.get("TRIVIUM_DATA_DIR")
    folder = Path(chosen) if chosen else platformdirs.user_data_path("trivium", appauthor=False)
    return folder / "games.sqlite"


def _engine(address: str | Path | None) -> sa.Engine:
    if isinstance(address, str) and "://" in address:
        return _engine_of_url(address)
    path = Path(address) if address else default_path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TriviumError(f"{path.parent} cannot be made: {error.strerror}.") from None
    return _sqlite(sa.URL.create("sqlite", database=str(path)))


def _engine_of_url(address: str) -> sa.Engine:
    try:
        url = sa.make_url(address)
    except (sa.exc.ArgumentError, ValueError):
        raise TriviumError(f"'{address}' is no address of a database.") from None
    if url.get_backend_name() == "sqlite":
        return _sqlite(url)
    if url.get_backend_name() not in ("postgresql", "postgres"):
        raise TriviumError(
            "Games are kept in SQLite (a path) or PostgreSQL (postgresql://user@host/name), "
            f"not in {url.get_backend_name()}."
        )
    try:
        return sa.create_engine(url.set(drivername="postgresql+psycopg"), pool_pre_ping=True)
    except ModuleNotFoundError:
        raise TriviumError(
            "The driver for PostgreSQL is not installed; pip install 'trivium[postgres]' brings it."
        ) from None


def _sqlite(url: sa.URL) -> sa.Engine:
    engine = sa.create_engine(url, connect_args={"timeout": _BUSY_SECONDS})

    @sa.event.listens_for(engine, "connect")
    def _prepare(connection: Any, _: object) -> None:
        # Python's driver begins a transaction only at the first change: too late for a claim.
        connection.isolation_level = None
        _write_ahead(connection)
        connection.execute("PRAGMA synchronous = NORMAL")
        connection.execute("PRAGMA foreign_keys = ON")

    @sa.event.listens_for(engine, "begin")
    def _begin(connection: sa.Connection) -> None:
        reads = connection.get_execution_options().get(_READ_ONLY)
        connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")

    return engine


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Switch to the write-ahead log; SQLite does not wait here for others who open the file."""
    for _ in range(100):
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error):
                raise
            time.sleep(0.05)
        else:
            return


def _insert(connection: sa.Connection, record: Record) -> bool:
    text = write_line(record)
    first, second = names(record)
    row = {
        "fingerprint": hashlib.sha256(
            json.dumps(record, sort_keys=True, ensure_ascii=False).encode("utf-8", "replace")
        ).hexdigest(),
        "event": record["event"] or "",
        "key": record["key"] or "",
        "game": record["game"],
        "size": record["size"],
        "first": first,
        "second": second,
        "winner": record["winner"],
        "reason": record["reason"],
        "fault": record["fault"],
        "began": record["began"] or "",
        "record": text,
    }
    return _insert_new(connection, _games, "fingerprint", row)


def _insert_new(
    connection: sa.Connection, table: sa.Table, unique: str, row: dict[str, Any]
) -> bool:
    """Insert a row unless there is one with the same value in a unique column; return if so."""
    insert = _insert_unless_there(connection, table, [unique]).values(row).returning(table.c.id)
    return connection.execute(insert).first() is not None


def _insert_unless_there(connection: sa.Connection, table: sa.Table, columns: list[str]) -> Any:
    if connection.dialect.name == "sqlite":
        from sqlalchemy.dialects.sqlite import insert as sqlite_insert

        return sqlite_insert(table).on_conflict_do_nothing(index_elements=columns)
    from sqlalchemy.dialects.postgresql import insert as postgresql_insert

    return postgresql_insert(table).on_conflict_do_nothing(index_elements=columns)


def _is_open(event_id: int) -> tuple[sa.ColumnElement[bool], ...]:
    return (
        _schedule.c.event_id == event_id,
        _schedule.c.done.is_(False),
        _schedule.c.runner_id.is_(None),
    )


def _conditions(wanted: Filter) -> list[sa.ColumnElement[bool]]:
    conditions: list[sa.ColumnElement[bool]] = []
    if wanted.game is not None:
        conditions.append(_games.c.game == wanted.game)
    if wanted.size is not None:
        conditions.append(_games.c.size == wanted.size)
    if wanted.player is not None:
        conditions.append((_games.c.first == wanted.player) | (_games.c.second == wanted.player))
    if wanted.event is not None:
        conditions.append(_games.c.event == wanted.event)
    if wanted.reason is not None:
        conditions.append(_games.c.reason.contains(wanted.reason, autoescape=True))
    if wanted.since is not None:
        conditions.append(_games.c.began >= wanted.since)
    if wanted.until is not None:
        conditions.append(_games.c.began <= wanted.until)
    return conditions


def _bury_the_dead(connection: sa.Connection, me: str | None) -> None:
    """Remove runners that are dead; what they had claimed is free again."""
    now, here = _server_time(connection), _machine()
    for runner in connection.execute(sa.select(_runners)).all():
        if runner.id == me:
            continue
        if runner.host == here:
            alive = _process_start(runner.pid) == runner.started
        else:
            alive = now - runner.seen < PATIENCE
        if not alive:
            connection.execute(sa.delete(_runners).where(_runners.c.id == runner.id))


def _server_time(connection: sa.Connection) -> float:
    """Return the database's own time in seconds, the same for all machines that use it."""
    if connection.dialect.name == "sqlite":
        moment: Any = sa.literal_column("(julianday('now') - 2440587.5) * 86400.0")
    else:
        moment = sa.literal_column("extract(epoch from clock_timestamp())")
    return float(connection.execute(sa.select(moment)).scalar_one())


def _utc_now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


@functools.cache
def _machine() -> str:
    """Return a name for where process numbers mean the same: this machine since its start."""
    parts = [socket.gethostname()]
    with contextlib.suppress(OSError):
        parts.append(Path("/proc/sys/kernel/random/boot_id").read_text().strip())
        parts.append(str(Path("/proc/self/ns/pid").readlink()))
    return " ".join(parts)


def _process_start(pid: int) -> str | None:
    """Return when a process of this machine began, in whatever unit; None if there is none.

    Where the system does not tell, any process that exists looks as if it began at "".
    """
    if not Path("/proc/self/stat").exists():
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return None
        except PermissionError:
            return ""
        return ""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return None if fields[0] == "Z" else fields[19]


def _explained(error: sa.exc.SQLAlchemyError, address: str) -> TriviumError:
    """Return what a user can mend about a failure of the database."""
    cause = str(getattr(error, "orig", None) or error).strip().splitlines()
    return TriviumError(f"The database {address} cannot be used: {cause[0] if cause else error}.")
