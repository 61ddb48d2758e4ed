"""The schedule of a league: that of an event of the arena, with secrets kept apart.

Whoever watches a league may read its games, but what a bot writes to standard error, and how it
failed, is for its owner. So the record that is stored for everybody says only which kind of failure
it was, and the rest is noted beside it, in the same transaction.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import sqlalchemy as sa

from trivium.arena.database.schedule import InDatabase
from trivium.arena.database.storage import Database
from trivium.arena.records import Record, RecordedPlayer
from trivium.league.entry.archives import told_shortly
from trivium.league.leagues import League
from trivium.league.tables import notes as _notes

_LONGEST_NOTE = 40_000


class LeagueLedger(InDatabase):
    """The games of a league's ladder, or of its final."""

    def __init__(self, database: Database, league: League, event: str | None = None) -> None:
        super().__init__(database, event or league.event)
        self._league = league
        if event is None:
            database.begin_event(league.event, "league", league.plan.to_text())

    def _as_stored(self, record: Record) -> Record:
        """Return a game as everybody may read it; the rest is noted for the owners."""
        return public(record)

    def _on_stored(self, connection: sa.Connection, number: int, record: Record) -> None:
        rows = [
            {
                "league_id": self._league.id,
                "game_id": number,
                "label": player.name,
                "reason": told_shortly(record.reason) if record.failed is player else "",
                "output": told_shortly((player.output or "")[-_LONGEST_NOTE:]),
                "remarks": "\n".join(_remarks_on(record, player)),
            }
            for player in record.players
            if player.output or player.memory is not None or record.failed is player
        ]
        if rows:
            connection.execute(sa.insert(_notes), rows)


def _remarks_on(record: Record, player: RecordedPlayer) -> Iterator[str]:
    """Yield what only the owner of a bot is told about how it was run."""
    if player.memory is not None:
        yield f"{player.memory} MB of memory at most, beyond those of its start"
    for remark in record.remarks:
        colour, _, words = remark.partition(": ")
        if colour == player.colour:
            yield words


def public(record: Record) -> Record:
    """Return what everybody may know of a game."""
    first, second = (_public_player(player) for player in record.players)
    return replace(
        record, reason=record.fault or record.reason, remarks=(), players=(first, second)
    )


def _public_player(player: RecordedPlayer) -> RecordedPlayer:
    return replace(player, agent=player.agent.partition(":")[0], memory=None, output=None)
