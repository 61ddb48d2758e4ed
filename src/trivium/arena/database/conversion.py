"""The tables of a database are made, or brought up to date if an earlier version made them."""

from __future__ import annotations

import sqlalchemy as sa

from trivium.arena.database.tables import (
    IMPORTED,
    SCHEMA,
    events,
    games,
    metadata,
    schedule,
    schema,
)
from trivium.errors import TriviumError


def bring_up_to_date(connection: sa.Connection, address: str) -> None:
    """Make what is missing; raise `TriviumError` for tables of a later Trivium.

    It all belongs to the caller's transaction: whoever is killed has converted nothing.
    """
    version = _version(connection)
    if version > SCHEMA:
        raise TriviumError(
            f"The database {address} was made by a later version of Trivium (its tables have "
            f"version {version}, here is {SCHEMA}); update Trivium or name another database."
        )
    if version == 1:
        _let_the_schedule_name_its_games(connection)
    metadata.create_all(connection)
    connection.execute(sa.delete(schema))
    connection.execute(sa.insert(schema).values(version=SCHEMA))


def _version(connection: sa.Connection) -> int:
    """Return the version of the tables; `SCHEMA` where there are none yet.

    The first tables did not tell theirs.
    """
    inspector = sa.inspect(connection)
    if not inspector.has_table(schedule.name):
        return SCHEMA
    told = None
    if inspector.has_table(schema.name):
        told = connection.execute(sa.select(sa.func.max(schema.c.version))).scalar()
    return told or 1


def _let_the_schedule_name_its_games(connection: sa.Connection) -> None:
    """Convert version 1, in which whatever had an event's name and a key of it counted.

    For each game that is done the first one stored counts, because nothing else is known. What
    else goes by the event's name is filed as brought along.
    """
    before = sa.Table(schedule.name, sa.MetaData(), autoload_with=connection)
    first_stored = (
        sa.select(events.c.id, games.c.key, sa.func.min(games.c.id))
        .join(events, events.c.name == games.c.event)
        .group_by(events.c.id, games.c.key)
    )
    stored = {(event, key): game for event, key, game in connection.execute(first_stored)}
    rows = [
        {
            "event_id": row.event_id,
            "key": row.key,
            "place": row.place,
            "runner_id": row.runner_id,
            "game_id": stored.get((row.event_id, row.key)) if row.done else None,
        }
        for row in connection.execute(sa.select(before).order_by(before.c.id))
    ]
    before.drop(connection)
    schedule.create(connection)
    if rows:
        connection.execute(sa.insert(schedule), rows)
    for name in ("first", "second"):
        told = sa.select(games.c[name]).where(games.c.id == schedule.c.game_id).scalar_subquery()
        connection.execute(sa.update(schedule).values({name: told}))
    counting = sa.select(schedule.c.game_id).where(schedule.c.game_id.is_not(None))
    connection.execute(
        sa.update(games)
        .where(games.c.event.in_(sa.select(events.c.name)), games.c.id.not_in(counting))
        .values(event=f"{IMPORTED}: " + games.c.event)
    )
