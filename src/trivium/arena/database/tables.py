"""The tables of the database of games."""

from __future__ import annotations

import sqlalchemy as sa

SCHEMA = 1
"""The version of the tables below. Whoever changes them raises it and converts older ones."""

metadata = sa.MetaData()

schema = sa.Table("trivium_schema", metadata, sa.Column("version", sa.Integer, primary_key=True))

events = sa.Table(
    "events",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("name", sa.Text, nullable=False, unique=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("plan", sa.Text, nullable=False),
    sa.Column("created", sa.Text, nullable=False),
)

runners = sa.Table(
    "runners",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("host", sa.Text, nullable=False),
    sa.Column("pid", sa.Integer, nullable=False),
    sa.Column("started", sa.Text),
    sa.Column("seen", sa.Float, nullable=False),
)

schedule = sa.Table(
    "schedule",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("event_id", sa.ForeignKey("events.id", ondelete="CASCADE"), nullable=False),
    sa.Column("key", sa.Text, nullable=False),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("runner_id", sa.ForeignKey("runners.id", ondelete="SET NULL")),
    sa.Column("done", sa.Boolean, nullable=False, default=False),
    sa.UniqueConstraint("event_id", "key"),
    sa.Index("schedule_open", "event_id", "done", "place"),
)

games = sa.Table(
    "games",
    metadata,
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
