"""The games of the page in the arena's database, and pages of the games stored there.

A game is one row with its whole state as text, written at every change, so that a server that
is killed goes on where it was. When a game is over it is also stored as a record, like any other
game of the arena.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import sqlalchemy as sa

from trivium.arena.database.connections import DatabaseTrouble
from trivium.arena.database.storage import Database, Filter, conditions, keep
from trivium.arena.database.tables import games
from trivium.arena.records import Record
from trivium.errors import TriviumError

_log = logging.getLogger("trivium.web")

_metadata = sa.MetaData()

_live = sa.Table(
    "web_games",
    _metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("over", sa.Boolean, nullable=False),
    sa.Column("agent_to_move", sa.Boolean, nullable=False),
    sa.Column("touched", sa.Text, nullable=False, index=True),
)


class StorageTrouble(TriviumError):
    """The database cannot be used now."""


class Overtaken(TriviumError):
    """Another server on the same database has changed the game meanwhile."""


class WebDatabase(Database):
    """The arena's database with the games that are played on the page."""

    def save(
        self,
        id: str,
        version: int,
        state: str,
        *,
        over: bool,
        agent_to_move: bool,
        record: Record | None = None,
    ) -> None:
        """Store the state of a game, new or known; raises `Overtaken` if a later one is there.

        The record of a game that has ended is stored with it, or neither is.
        """
        row = {
            "version": version,
            "state": state,
            "over": over,
            "agent_to_move": agent_to_move,
            "touched": _now(),
        }
        with self.writing() as connection:
            earlier = (_live.c.id == id) & (_live.c.version < version)
            if not connection.execute(sa.update(_live).where(earlier).values(row)).rowcount:
                known = sa.select(_live.c.id).where(_live.c.id == id)
                if connection.execute(known).first() is not None:
                    raise Overtaken("This game has gone on elsewhere; look at it again.")
                connection.execute(sa.insert(_live).values(id=id, **row))
            if record is not None:
                keep(connection, record)

    def load(self, id: str) -> str | None:
        """Return the state of a game as it was saved; None if there is no such game."""
        query = sa.select(_live.c.state).where(_live.c.id == id)
        with self.reading() as connection:
            return connection.execute(query).scalar()

    def waiting_for_agents(self) -> list[str]:
        """Return the games in which an agent was to move."""
        query = sa.select(_live.c.id).where(_live.c.agent_to_move.is_(True)).order_by(_live.c.id)
        with self.reading() as connection:
            return list(connection.execute(query).scalars())

    def forget(self, days: int) -> int:
        """Forget unfinished games that were not touched for so many days; return how many."""
        limit = (datetime.now(UTC) - timedelta(days=days)).isoformat()
        with self.writing() as connection:
            old = sa.delete(_live).where(_live.c.touched < limit, _live.c.over.is_(False))
            return connection.execute(old).rowcount

    def page(
        self, wanted: Filter, limit: int, before: int | None
    ) -> list[tuple[int, dict[str, str | None]]]:
        """Return number and facts of the newest games that are wanted, older than `before`."""
        query = sa.select(games).where(*conditions(wanted))
        if before is not None:
            query = query.where(games.c.id < before)
        with self.reading() as connection:
            rows = connection.execute(query.order_by(games.c.id.desc()).limit(limit)).mappings()
            return [
                (row["id"], {name: row[name] for name in row if name != "record"}) for row in rows
            ]

    @contextlib.contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """Give a connection for one transaction, as the arena does."""
        with _in_trouble(), super().writing() as connection:
            yield connection

    @contextlib.contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """Give a connection that changes nothing, as the arena does."""
        with _in_trouble(), super().reading() as connection:
            yield connection

    def _create(self) -> None:
        super()._create()
        with self.writing() as connection:
            _metadata.create_all(connection)


@contextlib.contextmanager
def _in_trouble() -> Iterator[None]:
    """Tell guests no more than that there is trouble; the log has the rest."""
    try:
        yield
    except DatabaseTrouble as error:
        _log.error("%s", error)
        raise StorageTrouble("The database of games cannot be used now.") from error


def _now() -> str:
    return datetime.now(UTC).isoformat()
