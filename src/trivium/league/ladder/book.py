"""The book of a league: everything that its games say, kept up to date game by game.

It holds no secret of its own: it is what the stored games say, read once and then only what is new.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import sqlalchemy as sa

from trivium.arena.database.storage import Database, filed_or_none
from trivium.arena.database.tables import events as _events
from trivium.arena.database.tables import games as _games
from trivium.arena.database.tables import schedule as _schedule
from trivium.arena.ratings.strengths import Ratings, rate_counts
from trivium.league.leagues import League
from trivium.league.moments import ago

FORM = 10
"""How many of the last results are told."""
_OVERLAP = 500
"""Games before the last one that are looked at again: one with a lower number may come later."""
_BATCH = 2_000
GIVEN_UP = "resignation"
"""A way to lose that is no failure."""


_Row = sa.Row[int, str | None, str | None, str | None, str | None, str]


@dataclass
class Account:
    """What the games of one version say."""

    games: int = 0
    faults: int = 0
    row: list[int] = field(default_factory=list)
    """The last games, as far back as each was lost by a failure."""
    last_fault: str = ""
    seconds: float = 0.0
    form: deque[str] = field(default_factory=lambda: deque(maxlen=FORM))
    days: dict[str, float] = field(default_factory=dict)
    """Seconds by the hour that games began in."""

    def seconds_of_a_day(self) -> float:
        """Return the seconds of the games that began in the last 24 hours."""
        since = ago(days=1)[:13]
        self.days = {hour: taken for hour, taken in self.days.items() if hour >= since}
        return sum(self.days.values())


class Book:
    """What the games of a league's ladder say so far."""

    def __init__(self, database: Database, league: League) -> None:
        self._database = database
        self._league = league
        self._last = 0
        self._seen: set[int] = set()
        self.counts: dict[tuple[str, str], list[int]] = {}
        """Wins, draws and losses of the first against the second."""
        self.accounts: dict[str, Account] = {}
        self.games = 0

    def update(self) -> int:
        """Read the games that are new; return how many there were."""
        new = 0
        last = max(self._last - _OVERLAP, 0)
        while rows := self._read(last):
            for row in rows:
                if row.id not in self._seen:
                    self._enter(row)
                    new += 1
                last = row.id
            if len(rows) < _BATCH:
                break
        self._last = max(self._last, last)
        self._seen = {number for number in self._seen if number > self._last - 2 * _OVERLAP}
        self.games += new
        return new

    def _read(self, after: int) -> Sequence[_Row]:
        query = (
            sa.select(
                _games.c.id,
                _schedule.c.first,
                _schedule.c.second,
                _games.c.winner,
                _games.c.fault,
                _games.c.record,
            )
            .join_from(_schedule, _games, _games.c.id == _schedule.c.game_id)
            .join(_events, _events.c.id == _schedule.c.event_id)
            .where(_events.c.name == self._league.event, _games.c.id > after)
            .order_by(_games.c.id)
            .limit(_BATCH)
        )
        with self._database.reading() as connection:
            return connection.execute(query).all()

    def _enter(self, row: _Row) -> None:
        self._seen.add(row.id)
        record = filed_or_none(row.id, "", "", row.record)
        if record is None:
            return
        names = row.first, row.second
        colours = [player.colour for player in record.players]
        won = None if row.winner is None else colours.index(row.winner)
        place = 1 if won is None else 2 * won
        self.counts.setdefault(names, [0, 0, 0])[place] += 1
        for side, name in enumerate(names):
            account = self.accounts.setdefault(name, Account())
            result = "D" if won is None else "W" if won == side else "L"
            failed = result == "L" and row.fault not in (None, GIVEN_UP)
            account.games += 1
            account.seconds += record.seconds[side]
            hour = record.began[:13]
            account.days[hour] = account.days.get(hour, 0.0) + record.seconds[side]
            account.form.append("F" if failed else result)
            if failed:
                account.faults += 1
                account.last_fault = str(row.fault)
                account.row.append(row.id)
            else:
                account.row.clear()

    def ratings(self) -> Ratings:
        """Return the ratings over all games, with the lowest level at the rating that it is given.

        The error bars are those of the difference to the average over all games: what a bot's place
        among the others is uncertain by. Measured from the anchor, beginners at the other end of
        the table would widen them all, and measured from the average bot, whoever has just come.
        """
        found, anchor = rate_counts(self.counts, newcomers=True), self._league.plan.anchor
        shown = [one for one in found.players if anchor is not None and one.name == anchor.name]
        if anchor is None or not shown:
            return found
        shift = anchor.elo - shown[0].elo
        players = tuple(replace(one, elo=one.elo + shift) for one in found.players)
        return Ratings(players, found.advantage, anchor)

    def met(self) -> dict[frozenset[str], int]:
        """Return how often two have met."""
        found: dict[frozenset[str], int] = {}
        for pair, count in self.counts.items():
            both = frozenset(pair)
            found[both] = found.get(both, 0) + sum(count)
        return found
