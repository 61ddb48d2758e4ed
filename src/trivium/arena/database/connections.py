"""Connections to the database of games: SQLite in a file, or PostgreSQL by its URL."""

from __future__ import annotations

import os
import sqlite3
import time
from pathlib import Path
from typing import Any

import platformdirs
import sqlalchemy as sa

from trivium.errors import TriviumError

READ_ONLY = "trivium_read_only"
"""The execution option of a connection that only reads."""
_BUSY_SECONDS = 60
"""How long to wait for another process that is writing."""


class DatabaseTrouble(TriviumError):
    """The database itself does not work; all else that goes wrong in a transaction is not this."""


def default_path() -> Path:
    """Where the user's own games are kept; ``TRIVIUM_DATA_DIR`` overrides it."""
    chosen = os.environ.get("TRIVIUM_DATA_DIR")
    folder = Path(chosen) if chosen else platformdirs.user_data_path("trivium", appauthor=False)
    return folder / "games.sqlite"


def make_engine(address: str | Path | None) -> sa.Engine:
    """Return what connects to a path, a URL, or the user's own database for None."""
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
        reads = connection.get_execution_options().get(READ_ONLY)
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


def server_time(connection: sa.Connection) -> float:
    """Return the database's own time in seconds, the same for all machines that use it."""
    if connection.dialect.name == "sqlite":
        moment: Any = sa.literal_column("(julianday('now') - 2440587.5) * 86400.0")
    else:
        moment = sa.literal_column("extract(epoch from clock_timestamp())")
    return float(connection.execute(sa.select(moment)).scalar_one())


def explained(error: sa.exc.SQLAlchemyError, address: str) -> DatabaseTrouble:
    """Return what a user can mend about a failure of the database."""
    cause = str(getattr(error, "orig", None) or error).strip().splitlines()
    return DatabaseTrouble(
        f"The database {address} cannot be used: {cause[0] if cause else error}."
    )
