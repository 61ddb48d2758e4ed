"""The audit log: who did what when, written in the transaction that does it."""

from __future__ import annotations

from dataclasses import dataclass

import sqlalchemy as sa

from trivium.arena.database.storage import Database
from trivium.league.moments import utc_now
from trivium.league.tables import audit as _audit


@dataclass(frozen=True)
class Entry:
    """One line of the log."""

    at: str
    who: str
    what: str


def note(connection: sa.Connection, league_id: int, who: str, what: str) -> None:
    """Note that somebody does something."""
    row = {"league_id": league_id, "at": utc_now(), "who": who, "what": what}
    connection.execute(sa.insert(_audit).values(row))


def entries(database: Database, league_id: int, most: int = 200) -> list[Entry]:
    """Return the last entries of a league, the newest first."""
    query = sa.select(_audit.c.at, _audit.c.who, _audit.c.what).where(
        _audit.c.league_id == league_id
    )
    with database.reading() as connection:
        rows = connection.execute(query.order_by(_audit.c.id.desc()).limit(most)).all()
    return [Entry(at, who, what) for at, who, what in rows]
