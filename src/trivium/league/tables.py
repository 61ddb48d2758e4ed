"""The tables of leagues, in the arena's database beside its games.

A league's games are those of an event of the arena: they are claimed, played and counted as those
of a tournament are (`arena.database.schedule`). Here is what an event does not have: members,
versions of their bots, and what only an owner may read.
"""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa

from trivium.arena.database.storage import Database
from trivium.arena.database.tables import games, runners
from trivium.errors import TriviumError

SCHEMA = 1
"""The version of the tables below. Whoever changes them raises it and converts earlier ones."""
_CREATING = 20_261_118
"""The number of the lock that lets one process alone create the tables."""

metadata = sa.MetaData()

schema = sa.Table("league_schema", metadata, sa.Column("version", sa.Integer, primary_key=True))

leagues = sa.Table(
    "leagues",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("name", sa.Text, nullable=False, unique=True),
    sa.Column("plan", sa.Text, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("deadline", sa.Text),
    # Whether every server on this database plays it, because it was made on a page.
    sa.Column("served", sa.Boolean, nullable=False),
    sa.Column("final", sa.Text),
    sa.Column("created", sa.Text, nullable=False),
)

members = sa.Table(
    "league_members",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("league_id", sa.ForeignKey("leagues.id", ondelete="CASCADE"), nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("role", sa.Text, nullable=False),
    sa.Column("token", sa.Text, nullable=False, unique=True),
    sa.Column("created", sa.Text, nullable=False),
    sa.Column("revoked", sa.Text),
    sa.UniqueConstraint("league_id", "name"),
)

archives = sa.Table(
    "league_archives",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("content", sa.LargeBinary, nullable=False),
)

versions = sa.Table(
    "league_versions",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("league_id", sa.ForeignKey("leagues.id", ondelete="CASCADE"), nullable=False),
    sa.Column("member_id", sa.ForeignKey("league_members.id"), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("label", sa.Text, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("agent", sa.Text, nullable=False),
    sa.Column("archive", sa.ForeignKey("league_archives.id")),
    sa.Column("bytes", sa.Integer, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("report", sa.Text, nullable=False),
    sa.Column("submitted", sa.Text, nullable=False),
    # Who tries it, or holds its connection; nobody once that process is dead.
    sa.Column("runner_id", sa.ForeignKey(runners.c.id, ondelete="SET NULL")),
    sa.Column("attempts", sa.Integer, nullable=False),
    sa.Column("benched", sa.Text),
    # The last game whose faults are forgiven.
    sa.Column("pardoned", sa.Integer, nullable=False),
    sa.UniqueConstraint("member_id", "number"),
    sa.UniqueConstraint("league_id", "label"),
)

notes = sa.Table(
    "league_notes",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("league_id", sa.ForeignKey("leagues.id", ondelete="CASCADE"), nullable=False),
    sa.Column("game_id", sa.ForeignKey(games.c.id), nullable=False, index=True),
    sa.Column("label", sa.Text, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("output", sa.Text, nullable=False),
    sa.Column("remarks", sa.Text, nullable=False),
    sa.Index("league_notes_of", "league_id", "label"),
)

standings = sa.Table(
    "league_standings",
    metadata,
    sa.Column("league_id", sa.ForeignKey("leagues.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("cross_table", sa.Text, nullable=False),
)

history = sa.Table(
    "league_history",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("league_id", sa.ForeignKey("leagues.id", ondelete="CASCADE"), nullable=False),
    sa.Column("label", sa.Text, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("elo", sa.Float, nullable=False),
    sa.Column("error", sa.Float, nullable=False),
    sa.Column("at", sa.Text, nullable=False),
    sa.UniqueConstraint("league_id", "label", "games"),
)

live = sa.Table(
    "league_live",
    metadata,
    sa.Column("league_id", sa.ForeignKey("leagues.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("key", sa.Text, primary_key=True),
    # A game that is under way ends with the process that plays it.
    sa.Column("runner_id", sa.ForeignKey(runners.c.id, ondelete="CASCADE"), nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)

audit = sa.Table(
    "league_audit",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("league_id", sa.ForeignKey("leagues.id", ondelete="CASCADE"), nullable=False),
    sa.Column("at", sa.Text, nullable=False),
    sa.Column("who", sa.Text, nullable=False),
    sa.Column("what", sa.Text, nullable=False),
)


def create_tables(database: Database) -> None:
    """Make the tables that are missing; raise `TriviumError` for those of a later Trivium."""
    with database.writing() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_CREATING)))
        metadata.create_all(connection)
        told = connection.execute(sa.select(sa.func.max(schema.c.version))).scalar()
        if told is None:
            connection.execute(sa.insert(schema).values(version=SCHEMA))
        elif told > SCHEMA:
            raise TriviumError(
                f"The leagues in {database.address} are of a later version of Trivium (their "
                f"tables have version {told}, here is {SCHEMA}); update Trivium."
            )


class Damaged(TriviumError):
    """A row of which something is missing."""


def read_kept(text: str, what: str) -> dict[str, Any]:
    """Return a JSON object that was kept in a table; raises `Damaged`, which says `what` it is."""
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        told = None
    if not isinstance(told, dict):
        raise Damaged(f"What is stored of {what} is damaged.")
    return told


def lock_league(connection: sa.Connection, league_id: int) -> None:
    """Let one process alone go on with a league, until its transaction ends.

    SQLite has only one writer at a time anyway.
    """
    if connection.dialect.name == "postgresql":
        row = sa.select(leagues.c.id).where(leagues.c.id == league_id)
        connection.execute(row.with_for_update())
