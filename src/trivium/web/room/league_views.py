"""Bots, owners' secrets and the tutor's desk, as the page shows them."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import sqlalchemy as sa

from trivium.arena.database.storage import Database, filed_or_none
from trivium.arena.database.tables import events as _events
from trivium.arena.database.tables import games as _games
from trivium.arena.database.tables import runners as _runners
from trivium.arena.database.tables import schedule as _schedule
from trivium.arena.ratings.ranking import HEADINGS
from trivium.league import audit
from trivium.league.entry.versions import Bot, Version, bots_of, report_of
from trivium.league.final import field_of, final_standings, tournament_of
from trivium.league.ladder.standings import history_of, table_of
from trivium.league.leagues import League
from trivium.league.members import Member, members_of
from trivium.league.moments import ago
from trivium.league.tables import notes as _notes
from trivium.web import messages as m
from trivium.web.room.lobby import NoSuchThing

_MOST_GAMES = 60
_MOST_LOST = 40
_LOOKED_AT = 400
"""Games among which the worst are looked for."""
_SHOWN_VERSIONS = 12


def bot_named(database: Database, league: League, name: str) -> Bot:
    """Return the bot of a member who is let in."""
    for bot in bots_of(database, league):
        if bot.member.name == name and bot.member.revoked is None:
            return bot
    raise NoSuchThing(f"There is no bot '{name[:60]}' in this league.")


def bot_page(database: Database, league: League, name: str) -> m.BotPage:
    """Return what everybody may see of a bot."""
    bot = bot_named(database, league, name)
    labels = [version.label for version in bot.versions]
    return m.BotPage(
        name=name,
        versions=[
            m.BotVersion(
                number=one.number,
                label=one.label,
                kind=one.kind,
                state=one.state,
                submitted=one.submitted,
                benched=one.benched is not None,
                current=one is bot.current,
                history=[
                    m.RatingPoint(**point) for point in history_of(database, league.id, one.label)
                ],
            )
            for one in bot.versions[:_SHOWN_VERSIONS]
        ],
        games=[game for _, game in _games_of(database, league, labels)],
    )


def own_bot(database: Database, league: League, member: Member) -> m.OwnBot:
    """Return what only the owner of a bot sees."""
    bot = bot_named(database, league, member.name)
    labels = [version.label for version in bot.versions]
    quotas = league.plan.quotas
    uploads = [one for one in bot.versions if one.kind == "upload"]
    today = sum(one.submitted > ago(days=1) for one in uploads)
    return m.OwnBot(
        name=member.name,
        league=league.name,
        versions=[own_version(database, one) for one in bot.versions[:_SHOWN_VERSIONS]],
        lost=_lost(database, league, labels),
        games=_own_games(
            database,
            [game for _, game in _games_of(database, league, labels)],
            labels,
        ),
        uploads_left=max(quotas.uploads_a_day - today, 0),
        storage_left=max(quotas.storage - sum(one.bytes for one in uploads) / 1e6, 0.0),
    )


def own_version(database: Database, version: Version) -> m.OwnVersion:
    """Return a version as its owner sees it."""
    return m.OwnVersion(
        number=version.number,
        label=version.label,
        kind=version.kind,
        state=version.state,
        submitted=version.submitted,
        benched=version.benched,
        report=report_of(database, version),
    )


def _lost(database: Database, league: League, labels: list[str]) -> list[m.OwnGame]:
    """Return lost games, the worst first: failures, then defeats by the weakest opponents."""
    elo = {row["label"]: row["elo"] for row in table_of(database, league.id).rows}
    lost = []
    for fault, game in _games_of(database, league, labels, _LOOKED_AT):
        if game.winner in (None, game.colour):
            continue
        first, second = game.players
        other = second if first in labels else first
        lost.append((fault is None, elo.get(other, 0.0), -game.number, game))
    lost.sort(key=lambda one: one[:3])
    return _own_games(database, [game for *_, game in lost[:_MOST_LOST]], labels)


def _own_games(database: Database, games: list[m.LeagueGame], labels: list[str]) -> list[m.OwnGame]:
    """Return games with what only the owner of one of the bots is told about it."""
    query = sa.select(
        _notes.c.game_id, _notes.c.label, _notes.c.reason, _notes.c.output, _notes.c.remarks
    ).where(_notes.c.game_id.in_([game.number for game in games]), _notes.c.label.in_(labels))
    with database.reading() as connection:
        notes = {(number, label): rest for number, label, *rest in connection.execute(query)}
    own = []
    for game in games:
        label = next(name for name in game.players if name in labels)
        why, output, remarks = notes.get((game.number, label), ("", "", ""))
        told = {"label": label, "why": why, "output": output, "remarks": remarks}
        own.append(m.OwnGame.model_validate(game.model_dump() | told))
    return own


def _games_of(
    database: Database, league: League, labels: list[str], most: int = _MOST_GAMES
) -> list[tuple[str | None, m.LeagueGame]]:
    """Return the last games of some versions that count, the newest first, each with its fault."""
    query = (
        sa.select(_games, _events.c.name.label("event_name"))
        .join_from(_schedule, _games, _games.c.id == _schedule.c.game_id)
        .join(_events, _events.c.id == _schedule.c.event_id)
        .where(
            _events.c.name.in_((league.event, league.final_event)),
            _schedule.c.first.in_(labels) | _schedule.c.second.in_(labels),
        )
        .order_by(_games.c.id.desc())
        .limit(most)
    )
    with database.reading() as connection:
        rows = connection.execute(query).all()
    games = ((row.fault, _game(row, labels, league)) for row in rows)
    return [(fault, game) for fault, game in games if game is not None]


def _game(row: Any, labels: list[str], league: League) -> m.LeagueGame | None:
    record = filed_or_none(row.id, row.event, row.key, row.record)
    if record is None:
        return None
    side = 0 if row.first in labels else 1
    return m.LeagueGame(
        number=row.id,
        players=(row.first, row.second),
        winner=row.winner,
        colour=record.players[side].colour,
        reason=row.reason,
        began=row.began,
        seconds=record.seconds[side],
        final=row.event_name != league.event,
    )


def game_is_of(database: Database, league: League, number: int) -> bool:
    """Return whether a stored game counts for a league."""
    query = (
        sa.select(_schedule.c.id)
        .join(_events, _events.c.id == _schedule.c.event_id)
        .where(
            _schedule.c.game_id == number,
            _events.c.name.in_((league.event, league.final_event)),
        )
    )
    with database.reading() as connection:
        return connection.execute(query).first() is not None


def final_tables(database: Database, league: League) -> list[m.FinalTable]:
    """Return the tables of the final, as far as it has been played."""
    expected = None if league.final is None else tournament_of(database, league).expected_games()
    tables = final_standings(database, league)
    played = sum(table.games for table in tables)
    return [
        m.FinalTable(
            title=table.title,
            played=played,
            expected=expected,
            rows=[
                m.FinalRow(
                    rank=row["rank"],
                    name=row["player"],
                    marks={HEADINGS[mark]: row[mark] for mark in table.marks},
                    games=row["games"],
                    wins=row["wins"],
                    draws=row["draws"],
                    losses=row["losses"] - sum(row["faults"].values()),
                    faults=sum(row["faults"].values()),
                )
                for row in table.rows()
            ],
        )
        for table in tables
    ]


def tutor_desk(database: Database, league: League) -> m.TutorDesk:
    """Return what a tutor sees."""
    bots = {bot.member.id: bot for bot in bots_of(database, league)}
    open_games = (
        sa.select(sa.func.count())
        .select_from(_schedule)
        .join(_events, _events.c.id == _schedule.c.event_id)
        .where(_events.c.name == league.event, _schedule.c.game_id.is_(None))
    )
    with database.reading() as connection:
        queue = int(connection.execute(open_games).scalar_one())
        rows = connection.execute(sa.select(_runners.c.host, _runners.c.pid)).all()
    plan, quotas = league.plan, league.plan.quotas
    field = field_of(list(bots.values()))
    return m.TutorDesk(
        members=[_member(one, bots.get(one.id)) for one in members_of(database, league.id)],
        waiting=sum(
            one.state in ("waiting", "trying") for bot in bots.values() for one in bot.versions
        ),
        queue=queue,
        workers=[f"{host.split()[0]}, process {pid}" for host, pid in rows],
        limits={
            "clock": str(plan.control),
            "memory": f"{plan.memory:g} MB",
            "processes": str(plan.processes),
            "uploads": f"{quotas.uploads_a_day} a day",
            "storage": f"{quotas.storage:g} MB",
            "games": f"{quotas.cpu_hours_a_day:g} hours a day",
            "sandbox": "on" if plan.sandbox else "off",
            "bench": f"after {plan.faults} failures in a row",
        },
        field=m.FinalField(
            ready=[one.label for one in field.ready],
            benched=[one.label for one in field.benched],
            untried=[one.label for one in field.untried],
        ),
        log=[m.AuditEntry(**asdict(one)) for one in audit.entries(database, league.id, 100)],
    )


def _member(member: Member, bot: Bot | None) -> m.MemberEntry:
    current = None if bot is None else bot.current
    newest = bot.versions[0] if bot is not None and bot.versions else None
    if newest is not None and newest.state in ("waiting", "trying", "failed"):
        state = f"version {newest.number} {newest.state}"
    elif current is None:
        state = ""
    elif current.benched is not None:
        state = f"benched: {current.benched}"
    else:
        state = "plays" if current.is_here else "away"
    return m.MemberEntry(
        name=member.name,
        role=member.role,
        revoked=member.revoked is not None,
        versions=len(bot.versions) if bot is not None else 0,
        current=current.label if current is not None else None,
        state=state,
    )
