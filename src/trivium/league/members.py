"""Members of a league, and the tokens that let them in.

A token is told once, to the tutor who makes it, and only its hash is kept: 192 random bits need no
salt and no slow hash. Three roles: a *tutor* does everything, a *member* has a bot, a *spectator*
watches.
"""

from __future__ import annotations

import csv
import hashlib
import io
import re
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

import sqlalchemy as sa

from trivium.arena.database.storage import Database
from trivium.errors import TriviumError
from trivium.league import audit
from trivium.league.moments import utc_now
from trivium.league.names import check_name
from trivium.league.tables import members as _members

Role = Literal["tutor", "member", "spectator"]
ROLES: Final = ("tutor", "member", "spectator")
MOST_MEMBERS = 5_000
_RANDOM_BYTES = 24
_OURS = re.compile(r"level\d+|random", re.IGNORECASE)
_RISKY = ("=", "+", "-", "@", "\t", "\r")
"""A spreadsheet takes a text that begins so for a formula."""


class NotAllowed(TriviumError):
    """Somebody has no token for what they want to do."""


@dataclass(frozen=True)
class Member:
    """Somebody who takes part."""

    id: int
    league_id: int
    name: str
    role: Role
    created: str
    revoked: str | None


def hashed(token: str) -> str:
    """Return what is kept of a token."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def insert(connection: sa.Connection, league_id: int, name: str, role: str) -> str:
    """Add somebody to a league and return their token."""
    check_name(name, "A member")
    if role not in ROLES:
        raise TriviumError(f"A role is {', '.join(ROLES)}, not {role!r}.")
    if _OURS.fullmatch(name):
        raise TriviumError(f"A member cannot be called {name}: so is one of Trivium's agents.")
    of_league = _members.c.league_id == league_id
    known = sa.select(_members.c.id).where(of_league, _members.c.name == name)
    if connection.execute(known).first() is not None:
        raise TriviumError(f"There is already a member '{name}'; --renew gives a new token.")
    count = sa.select(sa.func.count()).select_from(_members).where(of_league)
    if int(connection.execute(count).scalar_one()) >= MOST_MEMBERS:
        raise TriviumError(f"A league has {MOST_MEMBERS:,} members at most.")
    token = f"trivium-{secrets.token_urlsafe(_RANDOM_BYTES)}"
    row = {
        "league_id": league_id,
        "name": name,
        "role": role,
        "token": hashed(token),
        "created": utc_now(),
    }
    connection.execute(sa.insert(_members).values(row))
    return token


def add_members(
    database: Database, league_id: int, wanted: Iterable[tuple[str, str]], who: str
) -> list[tuple[str, str, str]]:
    """Add people by name and role, all or nobody; return names, roles and tokens."""
    added = []
    with database.writing() as connection:
        for name, role in wanted:
            token = insert(connection, league_id, name, role)
            audit.note(connection, league_id, who, f"added the {role} {name}")
            added.append((name, role, token))
    return added


def renew(database: Database, league_id: int, name: str, who: str) -> str:
    """Give a member a new token, also one whose token was revoked; the old one is worthless."""
    token = f"trivium-{secrets.token_urlsafe(_RANDOM_BYTES)}"
    _change(database, league_id, name, who, "renewed the token of", hashed(token), None)
    return token


def revoke(database: Database, league_id: int, name: str, who: str) -> None:
    """Let a member in no more; their bot plays no more."""
    worthless = f"revoked {secrets.token_hex(16)}"
    _change(database, league_id, name, who, "revoked the token of", worthless, utc_now())


def _change(
    database: Database,
    league_id: int,
    name: str,
    who: str,
    what: str,
    token: str,
    revoked: str | None,
) -> None:
    with database.writing() as connection:
        own = (_members.c.league_id == league_id) & (_members.c.name == name)
        change = sa.update(_members).where(own).values(token=token, revoked=revoked)
        if not connection.execute(change).rowcount:
            raise TriviumError(f"There is no member '{name}' in this league.")
        left = sa.select(_members.c.id).where(
            _members.c.league_id == league_id,
            _members.c.role == "tutor",
            _members.c.revoked.is_(None),
        )
        if connection.execute(left).first() is None:
            raise TriviumError(f"'{name}' is the last tutor; add another one first.")
        audit.note(connection, league_id, who, f"{what} {name}")


def member_by_token(database: Database, token: str) -> Member:
    """Return who holds a token; raise `NotAllowed` if nobody does."""
    query = sa.select(_members).where(
        _members.c.token == hashed(token), _members.c.revoked.is_(None)
    )
    with database.reading() as connection:
        row = connection.execute(query).first()
    if row is None:
        raise NotAllowed("This token lets nobody in; ask your tutor for a new one.")
    return _member(row)


def members_of(database: Database, league_id: int) -> list[Member]:
    """Return everybody in a league, by name."""
    query = sa.select(_members).where(_members.c.league_id == league_id).order_by(_members.c.name)
    with database.reading() as connection:
        return [_member(row) for row in connection.execute(query).all()]


def find_member(database: Database, league_id: int, name: str) -> Member:
    """Return the member of a name."""
    for member in members_of(database, league_id):
        if member.name == name:
            return member
    raise TriviumError(f"There is no member '{name}' in this league.")


def read_csv(text: str) -> list[tuple[str, str]]:
    """Return the names and roles in a table: a name a line, with a role behind it or without.

    A first line that says ``name`` is a heading. Some spreadsheets write semicolons.
    """
    first = text.partition("\n")[0]
    mark = ";" if ";" in first and "," not in first else ","
    wanted: dict[str, str] = {}
    for number, row in enumerate(csv.reader(io.StringIO(text), delimiter=mark), 1):
        cells = [cell.strip() for cell in row]
        if not any(cells) or (number == 1 and cells[0].lower() == "name"):
            continue
        name, role = cells[0], (cells[1].lower() if len(cells) > 1 else "") or "member"
        if role not in ROLES:
            raise TriviumError(f"Line {number} ({name}): a role is {', '.join(ROLES)}, not {role}.")
        if name in wanted:
            raise TriviumError(f"Line {number}: {name} is in the table twice.")
        wanted[name] = role
    return list(wanted.items())


def write_csv(rows: Iterable[tuple[str, ...]], heading: tuple[str, ...]) -> str:
    """Return rows as a table that no spreadsheet takes for formulas."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(heading)
    writer.writerows([harmless(cell) for cell in row] for row in rows)
    return text.getvalue()


def harmless(cell: str) -> str:
    """Return a cell that is no formula."""
    return f"'{cell}" if cell.startswith(_RISKY) else cell


def _member(row: sa.Row[tuple[object, ...]]) -> Member:
    told = {name: value for name, value in row._mapping.items() if name != "token"}
    return Member(**told)
