"""Leagues in the database: made, found, frozen."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import sqlalchemy as sa

from trivium.arena.database.storage import Database
from trivium.errors import TriviumError
from trivium.league import audit, members
from trivium.league.moments import read_moment, utc_now
from trivium.league.names import check_name
from trivium.league.plan import Plan
from trivium.league.tables import Damaged, create_tables, lock_league
from trivium.league.tables import leagues as _leagues

_log = logging.getLogger("trivium.league")

Stage = Literal["open", "frozen", "final", "over"]
"""Bots come in; versions stay as they are; the final is played; it has been played."""


@dataclass(frozen=True)
class League:
    """A league as it is now."""

    id: int
    name: str
    plan: Plan
    state: Stage
    deadline: str | None
    """When versions freeze by themselves, in UTC."""
    served: bool
    final: str | None
    """The event of the final, if there is one."""
    created: str

    @property
    def event(self) -> str:
        """The event that the games of the ladder are filed under."""
        return _event(self.name)

    @property
    def final_event(self) -> str:
        """The event that the games of the final are filed under."""
        return _final_event(self.name)

    @property
    def stage(self) -> Stage:
        """What the league is at, its deadline included."""
        if self.state == "open" and self.deadline is not None and self.deadline <= utc_now():
            return "frozen"
        return self.state


def make_league(
    database: Database,
    name: str,
    plan: Plan,
    deadline: str | None = None,
    served: bool = False,
    tutor: str = "tutor",
) -> tuple[League, str]:
    """Make a league with its first tutor; return it, and the tutor's token."""
    create_tables(database)
    check_name(name, "A league")
    row = {
        "name": name,
        "plan": plan.to_text(),
        "state": "open",
        "deadline": _to_come(deadline),
        "served": served,
        "created": utc_now(),
    }
    with database.writing() as connection:
        known = sa.select(_leagues.c.id).where(_leagues.c.name == name)
        taken = connection.execute(known).first() is not None
        if taken or database.has_event(_event(name)):
            raise TriviumError(f"There is already a league '{name}'; give this one another name.")
        insert = sa.insert(_leagues).values(row).returning(_leagues.c.id)
        number = int(connection.execute(insert).scalar_one())
        audit.note(connection, number, tutor, "made the league")
        token = members.insert(connection, number, tutor, "tutor")
    return find_league(database, name), token


def all_leagues(database: Database) -> list[League]:
    """Return all leagues, the newest first; those that are damaged are left out, and logged."""
    create_tables(database)
    return [found for _, found in _by_name(database) if found is not None]


def closed_events(database: Database) -> tuple[str, ...]:
    """Return the events that are shown only to those who have a token.

    Those of a league that is damaged are among them: nobody knows what its plan said.
    """
    closed = [name for name, found in _by_name(database) if found is None or not found.plan.open]
    return tuple(event for name in closed for event in (_event(name), _final_event(name)))


def _by_name(database: Database) -> Iterator[tuple[str, League | None]]:
    """Yield the names of all leagues with what they are now, None for those that are damaged."""
    with database.reading() as connection:
        rows = connection.execute(sa.select(_leagues).order_by(_leagues.c.id.desc())).all()
    for row in rows:
        try:
            yield row.name, _league(row)
        except Damaged as damage:
            _log.warning("%s", damage)
            yield row.name, None


def find_league(database: Database, name: str) -> League:
    """Return the league of a name; raise `TriviumError` if there is none."""
    with database.reading() as connection:
        row = connection.execute(sa.select(_leagues).where(_leagues.c.name == name)).first()
    if row is None:
        others = [league.name for league in all_leagues(database)][:10]
        hint = f"there are {', '.join(others)}" if others else "'trivium league new' makes one"
        raise TriviumError(f"There is no league '{name}'; {hint}.")
    return _league(row)


def league_of(database: Database, number: int) -> League:
    """Return the league of a number."""
    with database.reading() as connection:
        return league_in(connection, number)


def league_in(connection: sa.Connection, number: int) -> League:
    """Return the league of a number as a transaction sees it."""
    return _league(connection.execute(sa.select(_leagues).where(_leagues.c.id == number)).one())


def freeze(database: Database, league: League, who: str) -> None:
    """Let versions stay as they are from now on."""
    with database.writing() as connection:
        lock_league(connection, league.id)
        own = sa.update(_leagues).where(_leagues.c.id == league.id, _leagues.c.state == "open")
        if not connection.execute(own.values(state="frozen")).rowcount:
            raise TriviumError(f"The league '{league.name}' is frozen already.")
        audit.note(connection, league.id, who, "froze the versions")


def thaw(database: Database, league: League, who: str, deadline: str | None = None) -> None:
    """Let bots come in again, or for longer: until another deadline, or without one."""
    moment = _to_come(deadline)
    with database.writing() as connection:
        lock_league(connection, league.id)
        ready = _leagues.c.state.in_(("open", "frozen"))
        own = sa.update(_leagues).where(_leagues.c.id == league.id, ready)
        if not connection.execute(own.values(state="open", deadline=moment)).rowcount:
            raise TriviumError("Bots cannot come in any more: the final has begun.")
        until = "without a deadline" if moment is None else f"until {moment}"
        audit.note(connection, league.id, who, f"let bots come in {until}")


def _to_come(deadline: str | None) -> str | None:
    """Return a deadline as the database has it; raises `TriviumError` if it is over already."""
    moment = None if deadline is None else read_moment(deadline)
    if moment is not None and moment <= utc_now():
        raise TriviumError(f"The deadline {moment} is over already; bots could not come in.")
    return moment


def _league(row: sa.Row[tuple[object, ...]]) -> League:
    """Return what a row tells; raises `Damaged`."""
    told = dict(row._mapping)
    try:
        plan = Plan.from_text(told["plan"])
    except (
        *(ValueError, LookupError, TypeError, AttributeError),
        *(RecursionError, TriviumError),
    ) as error:
        raise Damaged(f"What is stored of the league '{told['name']}' is damaged.") from error
    return League(**told | {"plan": plan})


def _event(name: str) -> str:
    return f"league: {name}"


def _final_event(name: str) -> str:
    return f"{_event(name)}, final"
