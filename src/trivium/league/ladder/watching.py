"""Games under way, for those who watch: a thread looks at the board now and then.

A game that is over before anybody could have looked costs nothing.
"""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa

from trivium.arena.database.connections import server_time
from trivium.arena.database.storage import Database
from trivium.arena.fixtures import Fixture
from trivium.errors import TriviumError
from trivium.games.position import Position
from trivium.league.leagues import League
from trivium.league.tables import Damaged, read_kept
from trivium.league.tables import live as _live

LOOK = 0.7
"""Seconds between two looks."""
_STALE = 3600.0
"""Seconds after which a game that has not moved is not shown any more."""


class Onlooker:
    """Tells the database how one game goes on, while it is played."""

    def __init__(self, database: Database, league: League, fixture: Fixture, runner: str) -> None:
        self._database = database
        self._place = {"league_id": league.id, "key": f"{runner} {fixture.key}"}
        self._runner = runner
        self._fixture = fixture
        self._position: Position | None = None
        self._start = ""
        self._over = threading.Event()
        self._shown = False

    def see(self, position: Position) -> None:
        """Begin to look at a position on which a game is played."""
        self._start = position.origin().to_text()
        self._position = position

    @contextlib.contextmanager
    def watching(self) -> Iterator[None]:
        """Look at the game within this context."""
        thread = threading.Thread(target=self._look, daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._over.set()
            thread.join()
            if self._shown:
                with contextlib.suppress(TriviumError), self._database.writing() as connection:
                    connection.execute(sa.delete(_live).where(*self._own()))

    def _look(self) -> None:
        told = -1
        while not self._over.wait(LOOK):
            position = self._position
            moves = [] if position is None else [move.text for move in position.moves]
            if position is not None and len(moves) != told:
                told = len(moves)
                with contextlib.suppress(TriviumError):
                    self._tell(position, moves)

    def _tell(self, position: Position, moves: list[str]) -> None:
        body = {
            "game": position.game,
            "size": position.size,
            "start": self._start,
            "players": self._fixture.names,
            "moves": moves,
        }
        with self._database.writing() as connection:
            row = {"body": json.dumps(body), "at": server_time(connection)}
            own = sa.update(_live).where(*self._own()).values(row)
            if not connection.execute(own).rowcount:
                row |= self._place | {"runner_id": self._runner}
                connection.execute(sa.insert(_live).values(row))
            self._shown = True

    def _own(self) -> tuple[sa.ColumnElement[bool], ...]:
        place = self._place
        return _live.c.league_id == place["league_id"], _live.c.key == place["key"]


def games_under_way(database: Database, league_id: int, most: int = 24) -> list[dict[str, Any]]:
    """Return the games that are being played, the longest running first; none that is damaged."""
    query = sa.select(_live.c.key, _live.c.body, _live.c.at).where(_live.c.league_id == league_id)
    with database.reading() as connection:
        now = server_time(connection)
        rows = connection.execute(query.order_by(_live.c.key).limit(most)).all()
    found = []
    for key, body, at in rows:
        with contextlib.suppress(Damaged):
            if now - at < _STALE:
                found.append({"key": key, **read_kept(body, f"the game {key}")})
    return found
