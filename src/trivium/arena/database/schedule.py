"""The schedule of an event in the database, shared by all processes that play it.

An event's games are *scheduled*; a *runner* (a process that plays) claims some, plays them, and
stores each record together with the note which game of the database it is. A claim is worth
nothing once its runner is dead: the process is gone from this machine, or has given no sign of
life for `PATIENCE` seconds. Whoever is still waiting then claims those games. A record is stored
only for a claim that still stands, so that no game is stored twice.

That note is what counts. What a record tells of its event and key is nobody's proof: whoever can
bring records along can write it.
"""

from __future__ import annotations

import contextlib
import functools
import math
import os
import socket
import threading
import time
import uuid
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import sqlalchemy as sa

from trivium.arena.database.connections import server_time
from trivium.arena.database.storage import (
    Database,
    filed_or_none,
    insert_unless_there,
    keep_played,
)
from trivium.arena.database.tables import events as _events
from trivium.arena.database.tables import games as _games
from trivium.arena.database.tables import runners as _runners
from trivium.arena.database.tables import schedule as _schedule
from trivium.arena.ledger import Ledger, Names
from trivium.arena.records import Record
from trivium.errors import TriviumError

REPLACED, DAMAGED = "replaced", "damaged"
"""What is added to the key of a stored game that does not count any more."""
_NOBODY = ""
"""The runner that a process is which has claimed nothing; a game that nobody claims has none."""
PATIENCE = 60.0
"""Seconds without a sign of life after which a runner on another machine counts as dead."""
_SIGN_OF_LIFE = 10.0
_ROLL_CALL = 2.0
"""Seconds between two looks at who is still alive."""

# Fields of a process's stat file from its state on
_STATE = 0
_BEGAN = 19


class InDatabase(Ledger):
    """The ledger of an event that is kept in the database, which other processes may share."""

    def __init__(self, database: Database, event: str) -> None:
        self._database = database
        self._event = event
        self._runner: str | None = None
        self._damaged: dict[int, str] = {}
        """The keys of games that count and cannot be read, by their numbers."""
        self._next_roll_call = -math.inf
        self._signing_on = threading.Lock()

    def records(self) -> dict[str, Record]:
        """Return the games that the schedule names, by their keys, in the order of storing.

        Those that are damaged are as good as not played.
        """
        with self._database.reading() as connection:
            rows = connection.execute(self._counting()).all()
        found = {key: filed_or_none(number, self._event, key, text) for number, key, text in rows}
        self._damaged = {number: key for number, key, _ in rows if found[key] is None}
        return {key: record for key, record in found.items() if record is not None}

    def schedule(self, games: Mapping[str, Names]) -> None:
        """Put games on the schedule; those that are there already stay as they are.

        Only games that `records` has found to be damaged are to be played again.
        """
        if not games:
            return
        rows = [
            {"event_id": self._event_id, "key": key, "place": place, "first": a, "second": b}
            for place, (key, (a, b)) in enumerate(games.items())
        ]
        with self._database.writing() as connection:
            connection.execute(
                insert_unless_there(connection, _schedule, ["event_id", "key"]), rows
            )
            self._name_players(connection, games)
            for number, key in self._damaged.items():
                _count_no_more(connection, number, f"{key}, {DAMAGED}")
        self._damaged = {}

    def _name_players(self, connection: sa.Connection, games: Mapping[str, Names]) -> None:
        """Note who is to play games that an earlier version has put on the schedule."""
        of_event, unnamed = _schedule.c.event_id == self._event_id, _schedule.c.first.is_(None)
        keys = sa.select(_schedule.c.id, _schedule.c.key).where(of_event, unnamed)
        for number, key in connection.execute(keys).all():
            if key in games:
                named = dict(zip(("first", "second"), games[key], strict=True))
                row = _schedule.c.id == number
                connection.execute(sa.update(_schedule).where(row).values(named))

    def drawn(self) -> dict[str, Names]:
        """See `Ledger.drawn`."""
        query = sa.select(_schedule.c.key, _schedule.c.first, _schedule.c.second).where(
            _schedule.c.event_id == self._event_id, _schedule.c.first.is_not(None)
        )
        with self._database.reading() as connection:
            return {key: (first, second) for key, first, second in connection.execute(query)}

    def claim(self) -> str | None:
        """Take the next game that nobody plays; None if there is none for now."""
        event_id = self._event_id
        with self._database.writing() as connection:
            if time.monotonic() > self._next_roll_call:
                self._call_the_roll(connection)
            open_game = (
                sa.select(_schedule.c.id)
                .where(*_is_open(event_id))
                .order_by(_schedule.c.place, _schedule.c.id)
                .limit(1)
                .with_for_update(skip_locked=True)
                .scalar_subquery()
            )
            key: str | None = connection.execute(
                sa.update(_schedule)
                .where(_schedule.c.id == open_game)
                .values(runner_id=self._runner)
                .returning(_schedule.c.key)
            ).scalar()
        return key

    def sign_on(self) -> str:
        """Make this process a runner, if it is none yet, and return its name.

        What refers to a runner in other tables is let go of like a claim when the runner is dead.
        """
        with self._signing_on:
            with self._database.writing() as connection:
                self._call_the_roll(connection)
            assert self._runner is not None
            return self._runner

    def claim_new(self, key: str, names: Names) -> bool:
        """Put a game on the schedule that is this process's from the beginning.

        Return False if there is a game of that key already.
        """
        runner, row = self.sign_on(), {"event_id": self._event_id, "key": key, "place": 0}
        named = dict(zip(("first", "second"), names, strict=True))
        with self._database.writing() as connection:
            insert = insert_unless_there(connection, _schedule, ["event_id", "key"])
            new = insert.values(row | named | {"runner_id": runner}).returning(_schedule.c.id)
            return connection.execute(new).first() is not None

    def names_of(self, key: str) -> Names | None:
        """Return who was to play a game when it was put on the schedule; None if nobody was."""
        query = sa.select(_schedule.c.first, _schedule.c.second).where(
            _schedule.c.event_id == self._event_id, _schedule.c.key == key
        )
        with self._database.reading() as connection:
            row = connection.execute(query).first()
        return None if row is None or row.first is None else (row.first, row.second)

    def has_open(self) -> bool:
        """Return whether `claim` would find a game, now that dead runners are removed."""
        query = sa.select(_schedule.c.id).where(*_is_open(self._event_id)).limit(1)
        with self._database.writing() as connection:
            _bury_the_dead(connection, self._runner)
            return connection.execute(query).first() is not None

    def finish(self, key: str, record: Record) -> Record | None:
        """Store a claimed game as one of the event and note which it is, both or neither.

        Return None, and store nothing, if the claim does not stand any more.
        """
        kept = replace(self._as_stored(record), event=self._event, key=key)
        claim = sa.select(_schedule.c.id).where(*self._is_claimed(key))
        with self._database.writing() as connection:
            claimed = connection.execute(claim.with_for_update()).scalar()
            if claimed is None:
                return None
            number = keep_played(connection, kept)
            counts = sa.update(_schedule).where(_schedule.c.id == claimed)
            connection.execute(counts.values(game_id=number))
            self._on_stored(connection, number, record)
        return kept

    def _as_stored(self, record: Record) -> Record:
        """Return what is stored of a game: all of it, unless somebody says otherwise."""
        return record

    def _on_stored(self, connection: sa.Connection, number: int, record: Record) -> None:
        """Note more about a game, in the transaction that stores it, if there is more to note."""

    def reopen(self, is_void: Callable[[str, Record], bool]) -> int:
        """See `Ledger.reopen`. What is void stays in the database, and its key there says so."""
        with self._database.writing() as connection:
            rows = connection.execute(self._counting().with_for_update(of=_schedule)).all()
            found = {number: filed_or_none(number, self._event, k, t) for number, k, t in rows}
            void = {
                number: key
                for number, key, _ in rows
                if (record := found[number]) is not None and is_void(key, record)
            }
            for number, key in void.items():
                _count_no_more(connection, number, f"{key}, {REPLACED}")
        return len(void)

    def drop(self, key: str) -> None:
        """See `Ledger.drop`."""
        claim = sa.delete(_schedule).where(*self._is_claimed(key))
        with self._database.writing() as connection:
            connection.execute(claim)

    def release(self) -> None:
        """Sign off; all games that this process has claimed and not finished are free again."""
        if self._runner is None:
            return
        with self._database.writing() as connection:
            connection.execute(sa.delete(_runners).where(_runners.c.id == self._runner))
        self._runner = None
        self._next_roll_call = -math.inf

    def unfinished(self) -> int:
        """Return how many games on the schedule have not been played, claimed or not."""
        query = sa.select(sa.func.count()).where(
            _schedule.c.event_id == self._event_id, _schedule.c.game_id.is_(None)
        )
        with self._database.reading() as connection:
            return int(connection.execute(query).scalar_one())

    @functools.cached_property
    def _event_id(self) -> int:
        query = sa.select(_events.c.id).where(_events.c.name == self._event)
        with self._database.reading() as connection:
            number = connection.execute(query).scalar()
        if number is None:
            raise TriviumError(f"There is no event '{self._event}' in {self._database.address}.")
        return int(number)

    def _counting(self) -> sa.Select[int, str, str]:
        """Ask for number, key and record of the games that count, in the order of storing."""
        return (
            sa.select(_games.c.id, _schedule.c.key, _games.c.record)
            .join_from(_schedule, _games, _games.c.id == _schedule.c.game_id)
            .where(_schedule.c.event_id == self._event_id)
            .order_by(_games.c.id)
        )

    def _is_claimed(self, key: str) -> tuple[sa.ColumnElement[bool], ...]:
        """Say which game is meant by a key that this process has claimed and not finished."""
        return (
            _schedule.c.event_id == self._event_id,
            _schedule.c.key == key,
            _schedule.c.runner_id == (self._runner or _NOBODY),
            _schedule.c.game_id.is_(None),
        )

    def _call_the_roll(self, connection: sa.Connection) -> None:
        """See to it that this process is a runner, and that no dead one is.

        A process that was silent for so long that it was taken for dead signs on anew.
        """
        known = sa.select(_runners.c.id).where(_runners.c.id == self._runner)
        if self._runner is None or connection.execute(known).first() is None:
            self._runner = uuid.uuid4().hex
            connection.execute(
                sa.insert(_runners).values(
                    id=self._runner,
                    host=_machine(),
                    pid=os.getpid(),
                    started=_process_start(os.getpid()),
                    seen=server_time(connection),
                )
            )
            threading.Thread(target=self._show_life, args=(self._runner,), daemon=True).start()
        _bury_the_dead(connection, self._runner)
        self._next_roll_call = time.monotonic() + _ROLL_CALL

    def _show_life(self, runner: str) -> None:
        pause = threading.Event()
        while not pause.wait(_SIGN_OF_LIFE) and self._runner == runner:
            with contextlib.suppress(TriviumError), self._database.writing() as connection:
                connection.execute(
                    sa.update(_runners)
                    .where(_runners.c.id == runner)
                    .values(seen=server_time(connection))
                )


def _count_no_more(connection: sa.Connection, number: int, key: str) -> None:
    """Take a stored game off the schedule, where it is open again, and file it under a key."""
    own = sa.update(_schedule).where(_schedule.c.game_id == number)
    connection.execute(own.values(game_id=None, runner_id=None))
    connection.execute(sa.update(_games).where(_games.c.id == number).values(key=key))


def _is_open(event_id: int) -> tuple[sa.ColumnElement[bool], ...]:
    return (
        _schedule.c.event_id == event_id,
        _schedule.c.game_id.is_(None),
        _schedule.c.runner_id.is_(None),
    )


def _bury_the_dead(connection: sa.Connection, me: str | None) -> None:
    """Remove runners that are dead; what they had claimed is free again."""
    now, here = server_time(connection), _machine()
    for runner in connection.execute(sa.select(_runners)).all():
        if runner.id == me:
            continue
        if runner.host == here:
            alive = _process_start(runner.pid) == runner.started
        else:
            alive = now - runner.seen < PATIENCE
        if not alive:
            connection.execute(sa.delete(_runners).where(_runners.c.id == runner.id))


@functools.cache
def _machine() -> str:
    """Return a name for where process numbers mean the same: this machine since its start."""
    parts = [socket.gethostname()]
    with contextlib.suppress(OSError):
        parts.append(Path("/proc/sys/kernel/random/boot_id").read_text().strip())
        parts.append(str(Path("/proc/self/ns/pid").readlink()))
    return " ".join(parts)


def _process_start(pid: int) -> str | None:
    """Return when a process of this machine began, in whatever unit; None if there is none.

    Where the system does not tell, any process that exists looks as if it began at "".
    """
    if not Path("/proc/self/stat").exists():
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return None
        except PermissionError:
            return ""
        return ""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return None if fields[_STATE] == "Z" else fields[_BEGAN]
