"""The schedule of an event in the database, shared by all processes that play it.

An event's games are *scheduled*; a *runner* (a process that plays) claims some, plays them, and
stores each record together with the note that the game is done. A claim is worth nothing once
its runner is dead: the process is gone from this machine, or has given no sign of life for
`PATIENCE` seconds. Whoever is still waiting then claims those games. A record is stored only
for a claim that still stands, so that no game is stored twice.
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
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import sqlalchemy as sa

from trivium.arena.database.connections import server_time
from trivium.arena.database.storage import Database, Filter, insert_game, insert_unless_there
from trivium.arena.database.tables import events as _events
from trivium.arena.database.tables import runners as _runners
from trivium.arena.database.tables import schedule as _schedule
from trivium.arena.ledger import Ledger
from trivium.arena.records import Record
from trivium.errors import TriviumError

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
        self._next_roll_call = -math.inf

    def records(self) -> dict[str, Record]:
        """See `Ledger.records`."""
        wanted = Filter(event=self._event)
        return {record.key: record for _, record in self._database.records(wanted)}

    def schedule(self, keys: Sequence[str]) -> None:
        """Put games on the schedule; those that are there already stay as they are."""
        rows = [
            {"event_id": self._event_id, "key": key, "place": place, "done": False}
            for place, key in enumerate(keys)
        ]
        with self._database.writing() as connection:
            if rows:
                connection.execute(
                    insert_unless_there(connection, _schedule, ["event_id", "key"]), rows
                )

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

    def has_open(self) -> bool:
        """Return whether `claim` would find a game, now that dead runners are removed."""
        query = sa.select(_schedule.c.id).where(*_is_open(self._event_id)).limit(1)
        with self._database.writing() as connection:
            _bury_the_dead(connection, self._runner)
            return connection.execute(query).first() is not None

    def finish(self, key: str, record: Record) -> Record | None:
        """Store a claimed game as one of the event and note that it is done, both or neither.

        Return None, and store nothing, if the claim does not stand any more.
        """
        kept, event_id = replace(record, event=self._event), self._event_id
        with self._database.writing() as connection:
            done = connection.execute(
                sa.update(_schedule)
                .where(
                    _schedule.c.event_id == event_id,
                    _schedule.c.key == key,
                    _schedule.c.runner_id == self._runner,
                    _schedule.c.done.is_(False),
                )
                .values(done=True)
            ).rowcount
            return kept if done and insert_game(connection, kept) else None

    def release(self) -> None:
        """Sign off; all games that this process has claimed and not finished are free again."""
        if self._runner is None:
            return
        with self._database.writing() as connection:
            connection.execute(sa.delete(_runners).where(_runners.c.id == self._runner))
        self._runner = None
        self._next_roll_call = -math.inf

    def unfinished(self) -> int:
        """Return how many games on the schedule are not done, claimed or not."""
        query = sa.select(sa.func.count()).where(
            _schedule.c.event_id == self._event_id, _schedule.c.done.is_(False)
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


def _is_open(event_id: int) -> tuple[sa.ColumnElement[bool], ...]:
    return (
        _schedule.c.event_id == event_id,
        _schedule.c.done.is_(False),
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
