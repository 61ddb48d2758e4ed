"""Versions of bots: every upload is one, and so is every bot that connects and was another before.

A version that was handed in *waits* to be tried, then has *passed* or *failed*. The newest one that
has passed plays, unless its owner's bot is connected: then that plays. A version that fails again
and again in its games is *benched*, with a reason, until its owner brings another or a tutor
pardons it.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, fields
from hashlib import sha256
from typing import Literal

import sqlalchemy as sa

from trivium.arena.database.storage import Database, insert_unless_there
from trivium.arena.database.tables import games as _games
from trivium.arena.fixtures import Entrant
from trivium.errors import TriviumError
from trivium.league import audit
from trivium.league.entry.archives import Archive, read_archive, unpack, unpacked_place
from trivium.league.entry.entrants import HandedIn
from trivium.league.entry.manifest import Manifest, manifest_of
from trivium.league.leagues import League, league_in
from trivium.league.members import Member
from trivium.league.moments import ago, utc_now
from trivium.league.tables import Damaged, lock_league, read_kept
from trivium.league.tables import archives as _archives
from trivium.league.tables import members as _members
from trivium.league.tables import versions as _versions

VersionState = Literal["waiting", "trying", "passed", "failed"]
Kind = Literal["upload", "connect"]
ATTEMPTS = 3
"""A version whose trial has ended so many workers is taken to be what ends them."""
_MEGABYTE = 1_000_000


class TooMuch(TriviumError):
    """A member has used up what they may use."""


@dataclass(frozen=True)
class Version:
    """One version of a member's bot."""

    id: int
    league_id: int
    member_id: int
    number: int
    label: str
    """What records and tables call it: the member's name, and the number."""
    kind: Kind
    agent: str
    """What of the archive is run, as JSON; or what a connected bot says that it is."""
    archive: str | None
    bytes: int
    state: VersionState
    submitted: str
    runner_id: str | None
    attempts: int
    benched: str | None
    pardoned: int

    @property
    def manifest(self) -> Manifest:
        """What is run of what was handed in; raises `Damaged`."""
        told = read_kept(self.agent, self.label)
        if told.keys() != {one.name for one in fields(Manifest)}:
            raise Damaged(f"What is stored of {self.label} is damaged.")
        return Manifest(**told)

    @property
    def is_here(self) -> bool:
        """Whether it can play: all that was handed in can, and bots that are connected."""
        return self.kind == "upload" or self.runner_id is not None


@dataclass(frozen=True)
class Bot:
    """A member, with the version that plays, and all others."""

    member: Member
    versions: tuple[Version, ...]
    """The newest first."""

    @property
    def current(self) -> Version | None:
        """The version that plays, or that would if it were here; None if there is none."""
        passed = [one for one in self.versions if one.state == "passed"]
        connected = [one for one in passed if one.kind == "connect"]
        if connected and connected[0].is_here:
            return connected[0]
        return next((one for one in passed if one.kind == "upload"), next(iter(connected), None))


def submit(database: Database, league: League, member: Member, content: bytes) -> Version:
    """Take an archive in as the next version of a member's bot, which waits for its trial.

    Raises `TriviumError` for whatever is wrong with it, and `TooMuch` for one too many.
    """
    _check_stage(league, member)
    with database.reading() as connection:  # before anything is unpacked
        _check_quotas(connection, league, member, len(content))
    archive = read_archive(content)
    manifest = manifest_of(archive, league.plan.game)
    with database.writing() as connection:
        lock_league(connection, league.id)
        _check_stage(league_in(connection, league.id), member)
        _check_quotas(connection, league, member, archive.size)
        insert = insert_unless_there(connection, _archives, ["id"])
        connection.execute(insert.values(id=archive.digest, content=archive.content))
        row = {
            "kind": "upload",
            "agent": json.dumps(vars(manifest)),
            "archive": archive.digest,
            "bytes": archive.size,
            "state": "waiting",
        }
        number = _insert(connection, league, member, row)
        audit.note(
            connection,
            league.id,
            member.name,
            f"handed in version {number}, {len(content):,} bytes",
        )
    return version_named(database, league, f"{member.name} v{number}")


def connected_version(
    connection: sa.Connection, league: League, member: Member, agent: str, runner: str
) -> int:
    """Note that a member's bot is connected here; return the number of its row.

    It is the version that it was if it says so, or else a new one.
    """
    lock_league(connection, league.id)
    same = sa.select(_versions.c.id, _versions.c.number).where(
        _versions.c.member_id == member.id,
        _versions.c.kind == "connect",
        _versions.c.agent == agent,
    )
    known = connection.execute(same.order_by(_versions.c.id.desc())).first()
    leave = sa.update(_versions).where(
        _versions.c.member_id == member.id, _versions.c.kind == "connect"
    )
    connection.execute(leave.values(runner_id=None))
    if known is None:
        _check_stage(league, member)
        row = {"kind": "connect", "agent": agent, "bytes": 0, "state": "passed"}
        number = _insert(connection, league, member, row)
        audit.note(connection, league.id, member.name, f"connected version {number}: {agent}")
    else:
        number = known.number
    own = sa.update(_versions).where(
        _versions.c.member_id == member.id, _versions.c.number == number
    )
    return int(
        connection.execute(own.values(runner_id=runner).returning(_versions.c.id)).scalar_one()
    )


def is_still_connected(database: Database, version: Version, runner: str) -> bool:
    """Note that a bot is still connected here; return False if its owner's bot is elsewhere now.

    Whoever was silent for so long that it was taken for dead has lost its bots without a word.
    """
    of_member = (_versions.c.member_id == version.member_id) & (_versions.c.kind == "connect")
    held = sa.select(_versions.c.id, _versions.c.runner_id).where(
        of_member, _versions.c.runner_id.is_not(None)
    )
    with database.reading() as connection:
        holders = {(number, holder) for number, holder in connection.execute(held)}
    if not holders:
        own = (_versions.c.id == version.id) & _versions.c.runner_id.is_(None)
        with database.writing() as connection:
            connection.execute(sa.update(_versions).where(own).values(runner_id=runner))
    return holders <= {(version.id, runner)}


def disconnected(database: Database, version_id: int, runner: str) -> None:
    """Note that a bot is not connected here any more."""
    own = (_versions.c.id == version_id) & (_versions.c.runner_id == runner)
    with database.writing() as connection:
        connection.execute(sa.update(_versions).where(own).values(runner_id=None))


def _insert(
    connection: sa.Connection, league: League, member: Member, row: dict[str, object]
) -> int:
    latest = sa.select(sa.func.max(_versions.c.number)).where(_versions.c.member_id == member.id)
    number = (connection.execute(latest).scalar() or 0) + 1
    own = {
        "league_id": league.id,
        "member_id": member.id,
        "number": number,
        "label": f"{member.name} v{number}",
        "report": "",
        "submitted": utc_now(),
        "attempts": 0,
        "pardoned": 0,
    }
    connection.execute(sa.insert(_versions).values(own | row))
    return number


def _check_stage(league: League, member: Member) -> None:
    if member.role == "spectator":
        raise TriviumError("Spectators have no bot; ask your tutor for a member's token.")
    if league.stage != "open":
        raise TriviumError(f"The league '{league.name}' takes no more versions: it is frozen.")


def _check_quotas(connection: sa.Connection, league: League, member: Member, size: int) -> None:
    quotas = league.plan.quotas
    own = (_versions.c.member_id == member.id) & (_versions.c.kind == "upload")
    total = sa.select(sa.func.coalesce(sa.func.sum(_versions.c.bytes), 0)).where(own)
    today = sa.select(sa.func.count()).where(own, _versions.c.submitted > ago(days=1))
    kept = int(connection.execute(total).scalar_one())
    lately = connection.execute(today).scalar_one()
    if lately >= quotas.uploads_a_day:
        raise TooMuch(
            f"You may hand in {quotas.uploads_a_day} versions in 24 hours; wait a little."
        )
    if kept + size > quotas.storage * _MEGABYTE:
        raise TooMuch(
            f"All your versions together may have {quotas.storage:g} MB unpacked, and have "
            f"{kept / _MEGABYTE:.1f} MB without this one of {size / _MEGABYTE:.1f} MB; leave out "
            "what the bot does not need."
        )


_SHOWN = [column for column in _versions.c if column.name != "report"]
"""Everything but what is for the owner alone, which may be long."""


def report_of(database: Database, version: Version) -> str:
    """Return what came of the trial of a version, for its owner."""
    query = sa.select(_versions.c.report).where(_versions.c.id == version.id)
    with database.reading() as connection:
        return str(connection.execute(query).scalar_one())


def versions_of(database: Database, league_id: int) -> list[Version]:
    """Return all versions of a league, the newest first."""
    query = sa.select(*_SHOWN).where(_versions.c.league_id == league_id)
    with database.reading() as connection:
        rows = connection.execute(query.order_by(_versions.c.id.desc())).mappings().all()
    return [Version(**row) for row in rows]


def version_named(database: Database, league: League, label: str) -> Version:
    """Return the version of a label; raise `TriviumError` if there is none."""
    query = sa.select(*_SHOWN).where(_versions.c.league_id == league.id, _versions.c.label == label)
    with database.reading() as connection:
        row = connection.execute(query).mappings().first()
    if row is None:
        raise TriviumError(f"There is no version '{label}' in the league '{league.name}'.")
    return Version(**row)


def bots_of(database: Database, league: League) -> list[Bot]:
    """Return everybody who may have a bot, by name, with its versions."""
    of_league = _members.c.league_id == league.id
    query = sa.select(_members).where(of_league, _members.c.role != "spectator")
    with database.reading() as connection:
        rows = connection.execute(query.order_by(_members.c.name)).mappings().all()
    by_member: dict[int, list[Version]] = {}
    for version in versions_of(database, league.id):
        by_member.setdefault(version.member_id, []).append(version)
    return [
        Bot(
            Member(**{name: value for name, value in row.items() if name != "token"}),
            tuple(by_member.get(row["id"], ())),
        )
        for row in rows
    ]


def players_of(bots: Sequence[Bot]) -> list[Version]:
    """Return the versions that play now: here, not benched, of members who are let in."""
    current = [bot.current for bot in bots if bot.member.revoked is None]
    return [one for one in current if one is not None and one.is_here and one.benched is None]


def bench(database: Database, version: Version, reason: str, who: str) -> None:
    """Let a version play no more."""
    _judge(database, version, {"benched": reason}, who, f"benched {version.label}: {reason}")


def pardon(database: Database, version: Version, who: str) -> None:
    """Let a benched version play again; the faults it has made so far are forgiven."""
    with database.reading() as connection:
        last = connection.execute(sa.select(sa.func.max(_games.c.id))).scalar() or 0
    change = {"benched": None, "pardoned": last}
    _judge(database, version, change, who, f"pardoned {version.label}")


def _judge(
    database: Database, version: Version, change: dict[str, object], who: str, what: str
) -> None:
    with database.writing() as connection:
        own = sa.update(_versions).where(_versions.c.id == version.id)
        connection.execute(own.values(change))
        audit.note(connection, version.league_id, who, what)


def claim_trial(database: Database, league: League, runner: str) -> Version | None:
    """Take the next version that waits for its trial, or whose trial was lost with its worker.

    Whoever has handed in often within the hour does not make others wait.
    """
    others = _versions.alias()
    before = (
        sa.select(sa.func.count())
        .where(
            others.c.member_id == _versions.c.member_id,
            others.c.kind == "upload",
            others.c.submitted > ago(hours=1),
            others.c.id < _versions.c.id,
        )
        .correlate(_versions)
        .scalar_subquery()
    )
    waits = (
        sa.select(_versions.c.id)
        .where(
            _versions.c.league_id == league.id,
            _versions.c.state.in_(("waiting", "trying")),
            _versions.c.runner_id.is_(None),
        )
        .order_by(before, _versions.c.id)
        .limit(1)
        .with_for_update(skip_locked=True)
        .scalar_subquery()
    )
    with database.reading() as connection:  # usually there is none
        if connection.execute(sa.select(waits)).scalar() is None:
            return None
    change = {"state": "trying", "runner_id": runner, "attempts": _versions.c.attempts + 1}
    with database.writing() as connection:
        claim = sa.update(_versions).where(_versions.c.id == waits).values(change)
        row = connection.execute(claim.returning(*_SHOWN)).mappings().first()
    return None if row is None else Version(**row)


def finish_trial(database: Database, version: Version, passed: bool, report: str) -> bool:
    """Keep what came of a trial, if it is still this worker's; return whether it was.

    What has failed never plays, so nothing of it is kept but the report.
    """
    own = (
        (_versions.c.id == version.id)
        & (_versions.c.state == "trying")
        & (_versions.c.runner_id == version.runner_id)
    )
    state = "passed" if passed else "failed"
    change = {"state": state, "report": report, "runner_id": None}
    with database.writing() as connection:
        lock_league(connection, version.league_id)
        done = connection.execute(sa.update(_versions).where(own).values(change)).rowcount == 1
        if done:
            audit.note(connection, version.league_id, version.label, f"{state} its trial")
        gone = done and not passed and _let_go(connection, version)
    if gone and version.archive is not None:
        shutil.rmtree(unpacked_place(version.archive), ignore_errors=True)
    return done


def _let_go(connection: sa.Connection, version: Version) -> bool:
    """Forget the archive of a version; return whether no other version is in it."""
    own = sa.update(_versions).where(_versions.c.id == version.id)
    connection.execute(own.values(archive=None, bytes=0))
    others = sa.select(_versions.c.id).where(_versions.c.archive == version.archive)
    if connection.execute(others.limit(1)).first() is not None:
        return False
    connection.execute(sa.delete(_archives).where(_archives.c.id == version.archive))
    return True


def entrant_of(database: Database, version: Version, with_luggage: bool = False) -> HandedIn:
    """Return a version that was handed in as somebody who plays; unpack it on this machine.

    `with_luggage` packs the archive for machines that cannot ask the database. Raises `Damaged` if
    what is stored of it is.
    """
    assert version.archive is not None
    manifest = version.manifest
    content = None
    if with_luggage or not unpacked_place(version.archive).is_dir():
        content = _content(database, version.archive)
        unpack(read_archive(content), manifest.runnable)
    return HandedIn(
        version.label,
        manifest.agent,
        archive=version.archive,
        folder=manifest.folder,
        runnable=manifest.runnable,
        luggage=content if with_luggage else None,
    )


def archive_of(database: Database, version: Version) -> Archive:
    """Return the archive that a version was handed in as."""
    assert version.archive is not None
    return read_archive(_content(database, version.archive))


def _content(database: Database, digest: str) -> bytes:
    query = sa.select(_archives.c.content).where(_archives.c.id == digest)
    with database.reading() as connection:
        content = connection.execute(query).scalar()
    if content is None or sha256(content).hexdigest() != digest:
        raise Damaged("What is stored of the archive is damaged.")
    return bytes(content)


def reference(name: str) -> Entrant:
    """Return a reference opponent."""
    return Entrant(name, name)
