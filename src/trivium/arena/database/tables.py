"""The tables of the database of games."""

from __future__ import annotations

import sqlalchemy as sa

SCHEMA = 2
"""The version of the tables below. Whoever changes them raises it and adds to `conversion`."""

PAGE = "web"
IMPORTED = "imported"
UPLOADED = "uploaded"
"""What games are filed under that no event has played: those played on the page, those brought
along in a file, and those brought to the page. No event is called so."""

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

games = sa.Table(
    "games",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("fingerprint", sa.Text, nullable=False, unique=True),
    # Where the game is filed; what its record tells of event and key may be anybody's invention.
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

schedule = sa.Table(
    "schedule",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("event_id", sa.ForeignKey("events.id", ondelete="CASCADE"), nullable=False),
    sa.Column("key", sa.Text, nullable=False),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("runner_id", sa.ForeignKey("runners.id", ondelete="SET NULL")),
    # Who was to play when it was put here; empty if an earlier version has put it.
    sa.Column("first", sa.Text),
    sa.Column("second", sa.Text),
    # The game that counts. Only who has played it for the event can say so: see `InDatabase`.
    sa.Column("game_id", sa.ForeignKey("games.id"), unique=True),
    sa.UniqueConstraint("event_id", "key"),
    sa.Index("schedule_open", "event_id", "game_id", "place"),
)
