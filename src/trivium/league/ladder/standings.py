"""The table of a league, worked out by whoever plays and read by everybody who watches.

It is written as one text, so that showing it to a whole class costs next to nothing.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from trivium.arena.database.connections import server_time
from trivium.arena.database.storage import Database, insert_unless_there
from trivium.arena.ratings.strengths import Rating
from trivium.league.entry.versions import Bot, Version
from trivium.league.ladder.book import Account, Book
from trivium.league.leagues import League
from trivium.league.moments import utc_now
from trivium.league.tables import history as _history
from trivium.league.tables import standings as _standings

INTERVAL = 2.0
"""Seconds between two tables, at least."""
_SHARE = 20.0
"""Working a table out may take one part in so many of the time."""
_GROWTH = 1.08
"""A point of a rating's history comes with so many times the games of the one before."""


@dataclass(frozen=True)
class Table:
    """A table as it was written."""

    number: int
    body: str
    cross_table: str

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The rows of the table, the best first."""
        return list(json.loads(self.body)["rows"])


class Publisher:
    """Writes the table anew when there is something new, and not too often."""

    def __init__(self, database: Database, league: League, book: Book) -> None:
        self._database = database
        self._league = league
        self._book = book
        self._cost = 0.0
        self._told: dict[str, int] = {}

    def is_due(self) -> bool:
        """Return whether this process is to write the table now; others then wait."""
        pause = max(INTERVAL, _SHARE * self._cost)
        own = _standings.c.league_id == self._league.id
        with self._database.reading() as connection:
            at = connection.execute(sa.select(_standings.c.at).where(own)).scalar()
            if at is not None and server_time(connection) - at < pause:
                return False
        with self._database.writing() as connection:
            now = server_time(connection)
            row: dict[str, Any] = {"league_id": self._league.id, "at": 0.0, "number": 0}
            row |= {"body": "{}", "cross_table": "[]"}
            connection.execute(
                insert_unless_there(connection, _standings, ["league_id"]).values(row)
            )
            turn = sa.update(_standings).where(own, _standings.c.at < now - pause)
            return connection.execute(turn.values(at=now)).rowcount == 1

    def publish(self, bots: list[Bot]) -> None:
        """Write the table that the book has now."""
        began = time.perf_counter()
        self._book.update()
        ratings = {rating.name: rating for rating in self._book.ratings().players}
        body = self._body(bots, ratings)
        cross = [[first, second, *count] for (first, second), count in self._book.counts.items()]
        own = sa.update(_standings).where(_standings.c.league_id == self._league.id)
        with self._database.writing() as connection:
            connection.execute(
                own.values(
                    number=_standings.c.number + 1,
                    body=json.dumps(body),
                    cross_table=json.dumps(cross),
                )
            )
            self._remember(connection, ratings)
        self._cost = time.perf_counter() - began

    def _body(self, bots: list[Bot], ratings: Mapping[str, Rating]) -> dict[str, Any]:
        plan = self._league.plan
        rows = [
            _row(version, bot.member.name, ratings, self._book.accounts, plan.provisional)
            | {"current": bot.current is version}
            for bot in bots
            if bot.member.revoked is None
            for version in bot.versions
            if version is bot.current or version.label in self._book.accounts
        ]
        rows += [
            _row(None, name, ratings, self._book.accounts, plan.provisional) | {"current": True}
            for name in plan.reference_names
        ]
        rows.sort(key=lambda row: (-row["elo"] if row["games"] else 1e9, row["label"]))
        rank = 0
        for row in rows:
            if row["current"] and row["games"] and not row["reference"]:
                rank += 1
                row["rank"] = rank
        return {"at": utc_now(), "games": self._book.games, "rows": rows}

    def _remember(self, connection: sa.Connection, ratings: Mapping[str, Rating]) -> None:
        rows = []
        for name, rating in ratings.items():
            if name not in self._league.plan.reference_names and (
                rating.games >= self._told.get(name, 1) * _GROWTH
            ):
                self._told[name] = rating.games
                rows.append(
                    {
                        "league_id": self._league.id,
                        "label": name,
                        "games": rating.games,
                        "elo": round(rating.elo, 1),
                        "error": round(rating.error, 1),
                        "at": utc_now(),
                    }
                )
        if rows:
            unique = ["league_id", "label", "games"]
            connection.execute(insert_unless_there(connection, _history, unique), rows)


def _row(
    version: Version | None,
    name: str,
    ratings: Mapping[str, Rating],
    accounts: Mapping[str, Account],
    provisional: float,
) -> dict[str, Any]:
    label = name if version is None else version.label
    rating, account = ratings.get(label), accounts.get(label) or Account()
    return {
        "name": name,
        "label": label,
        "version": 0 if version is None else version.number,
        "kind": "reference" if version is None else version.kind,
        "reference": version is None,
        "here": version is None or version.is_here,
        "benched": version is not None and version.benched is not None,
        "rank": None,
        "elo": round(rating.elo, 1) if rating else 0.0,
        "error": round(rating.error, 1) if rating else None,
        "provisional": rating is None or rating.error > provisional,
        "games": rating.games if rating else 0,
        "wins": rating.wins if rating else 0,
        "draws": rating.draws if rating else 0,
        "losses": (rating.losses if rating else 0) - account.faults,
        "faults": account.faults,
        "form": "".join(account.form),
        "seconds": round(account.seconds, 1),
    }


def table_of(database: Database, league_id: int) -> Table:
    """Return the table of a league as it was last written, an empty one if that is damaged."""
    columns = _standings.c.number, _standings.c.body, _standings.c.cross_table
    query = sa.select(*columns).where(_standings.c.league_id == league_id)
    with database.reading() as connection:
        row = connection.execute(query).first()
    if row is None or row.number == 0 or not _is_whole(*row):
        return Table(0, json.dumps({"at": "", "games": 0, "rows": []}), "[]")
    return Table(*row)


def _is_whole(number: int, body: str, cross_table: str) -> bool:
    try:
        told, pairs = json.loads(body), json.loads(cross_table)
    except (ValueError, RecursionError):
        return False
    return isinstance(told, dict) and "rows" in told and isinstance(pairs, list)


def history_of(database: Database, league_id: int, label: str) -> list[dict[str, Any]]:
    """Return the rating of a version as it was, the earliest first."""
    columns = _history.c.games, _history.c.elo, _history.c.error, _history.c.at
    query = sa.select(*columns).where(_history.c.league_id == league_id, _history.c.label == label)
    with database.reading() as connection:
        rows = connection.execute(query.order_by(_history.c.games)).mappings().all()
    return [dict(row) for row in rows]
