"""The ladder's next games are drawn and put on the schedule, by one process at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import sqlalchemy as sa

from trivium.arena.database.storage import Database
from trivium.arena.database.tables import events as _events
from trivium.arena.database.tables import schedule as _schedule
from trivium.arena.fixtures import Entrant, Fixture, pair_of_fixtures
from trivium.arena.openings import Openings
from trivium.arena.players import takes_openings
from trivium.arena.ratings.strengths import Rating
from trivium.league.entry.versions import Bot, Version, bench, players_of
from trivium.league.ladder.book import Book
from trivium.league.ladder.pairing import UNKNOWN, Contender, draw
from trivium.league.leagues import League
from trivium.league.plan import Plan
from trivium.league.tables import lock_league

_LEAST, _MOST = 4, 60
"""Encounters in a batch: few enough that a newcomer does not wait long."""
_OPENINGS = 64
"""Openings that pairs of games begin with in turn; making them costs time."""
_HOUR = 3600.0


def bench_the_broken(
    database: Database, league: League, book: Book, bots: Sequence[Bot]
) -> list[Version]:
    """Bench versions that have failed too often in a row; return them."""
    benched = []
    for version in players_of(bots):
        account = book.accounts.get(version.label)
        if account is None:
            continue
        row = [number for number in account.row if number > version.pardoned]
        if len(row) >= league.plan.faults:
            reason = f"{len(row)} failures in a row, the last one: {account.last_fault}"
            bench(database, version, reason, "the referee")
            benched.append(version)
    return benched


def contenders(
    league: League, book: Book, ratings: Mapping[str, Rating], playing: Sequence[Version]
) -> list[Contender]:
    """Return who can be drawn: those who play now, and the reference opponents."""
    most = league.plan.quotas.cpu_hours_a_day * _HOUR
    found = []
    for version in playing:
        account = book.accounts.get(version.label)
        if account is None or account.seconds_of_a_day() < most:
            found.append(_contender(version.label, ratings, True))
    return found + [_contender(name, ratings, False) for name in league.plan.reference_names]


def _contender(label: str, ratings: Mapping[str, Rating], wants: bool) -> Contender:
    rating = ratings.get(label)
    if rating is None:
        middle = sum(one.elo for one in ratings.values()) / max(len(ratings), 1)
        return Contender(label, middle, UNKNOWN, 0, wants)
    return Contender(label, rating.elo, rating.error, rating.games, wants)


def draw_games(database: Database, league: League, book: Book, bots: Sequence[Bot]) -> int:
    """Put the next games on the schedule, unless some are open; return how many.

    Connected bots are not among them: whoever holds their connection draws games for them.
    """
    playing = [one for one in players_of(bots) if one.kind == "upload"]
    ratings = {rating.name: rating for rating in book.ratings().players}
    able = contenders(league, book, ratings, playing)
    wanting = sum(one.is_hungry(league.plan.narrow) for one in able)
    chance = Random(f"{league.plan.seed} {book.games}")
    most = min(max(wanting, _LEAST), _MOST)
    encounters = draw(able, book.met(), most, league.plan.narrow, chance)
    if not encounters:
        return 0
    with database.writing() as connection:
        lock_league(connection, league.id)
        event = sa.select(_events.c.id).where(_events.c.name == league.event)
        event_id = connection.execute(event).scalar_one()
        own = _schedule.c.event_id == event_id
        idle = sa.select(_schedule.c.id).where(
            own, _schedule.c.game_id.is_(None), _schedule.c.runner_id.is_(None)
        )
        if connection.execute(idle.limit(1)).first() is not None:
            return 0  # somebody else has drawn meanwhile
        last = sa.select(sa.func.coalesce(sa.func.max(_schedule.c.id), 0)).where(own)
        number = int(connection.execute(last).scalar_one())
        rows = [
            {"event_id": event_id, "key": f"{number + place}{letter}", "place": number + place}
            | dict(zip(("first", "second"), names, strict=True))
            for place, (a, b) in enumerate(encounters, 1)
            for letter, names in (("a", (a, b)), ("b", (b, a)))
        ]
        connection.execute(sa.insert(_schedule), rows)
    return len(rows)


def fixture_of(plan: Plan, key: str, entrants: tuple[Entrant, Entrant]) -> Fixture:
    """Return the game of a key on the schedule; `entrants` are in the order of this game.

    Size, opening and seeds follow from the key, so both games of a pair begin alike.
    """
    number, turned = int(key[:-1]), key.endswith("b")
    openings = Openings("none")
    if all(takes_openings(entrant.player) for entrant in entrants):
        openings = Openings(plan.openings, plan.opening_moves)
    pair = pair_of_fixtures(
        key[:-1],
        (entrants[1], entrants[0]) if turned else entrants,
        game=plan.game,
        size=plan.sizes[number % len(plan.sizes)],
        terms=plan.terms(),
        openings=openings,
        opening_number=number % _OPENINGS,
        place=(plan.seed, number),
    )
    return pair[1] if turned else pair[0]
