"""Running an event: its games are claimed, played by workers, and stored as they end.

`Ledger` is where an event's games come from and where their records go: in memory for a quick
match, in the database for everything that should survive.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterator, Sequence

from trivium.arena.bulk import Workers
from trivium.arena.fixtures import Fixture, play_fixture
from trivium.arena.interrupts import pass_on
from trivium.arena.records import Record
from trivium.arena.storage import Database, Filter

_LOOK_AGAIN = 0.5
"""Seconds between two looks at games that other processes are playing."""


class Ledger(ABC):
    """The games of one event: which are open, and what has been played."""

    @abstractmethod
    def schedule(self, keys: Sequence[str]) -> None:
        """Put games on the schedule, unless they are there."""

    @abstractmethod
    def claim(self) -> str | None:
        """Take the next open game; None if there is none for now."""

    @abstractmethod
    def finish(self, key: str, record: Record) -> bool:
        """Keep the record of a claimed game; return False if somebody else has played it."""

    @abstractmethod
    def records(self) -> dict[str, Record]:
        """Return all records by their games' keys, whoever played them."""

    @abstractmethod
    def unfinished(self) -> int:
        """Return how many games on the schedule have not been finished by anybody."""

    @abstractmethod
    def has_open(self) -> bool:
        """Return whether there is a game to claim."""

    def release(self) -> None:  # noqa: B027 (nobody waits for what is in memory)
        """Give back what was claimed and not finished."""


class InMemory(Ledger):
    """A ledger that is forgotten with its object."""

    def __init__(self) -> None:
        self._open: list[str] = []
        self._known: set[str] = set()
        self._records: dict[str, Record] = {}

    def schedule(self, keys: Sequence[str]) -> None:
        """See `Ledger.schedule`."""
        new = [key for key in keys if key not in self._known]
        self._known.update(new)
        self._open = [*reversed(new), *self._open]

    def claim(self) -> str | None:
        """See `Ledger.claim`."""
        return self._open.pop() if self._open else None

    def finish(self, key: str, record: Record) -> bool:
        """See `Ledger.finish`."""
        self._records[key] = record
        return True

    def records(self) -> dict[str, Record]:
        """See `Ledger.records`."""
        return dict(self._records)

    def unfinished(self) -> int:
        """See `Ledger.unfinished`."""
        return len(self._known) - len(self._records)

    def has_open(self) -> bool:
        """See `Ledger.has_open`."""
        return bool(self._open)


class InDatabase(Ledger):
    """A ledger in the database, which other processes may share."""

    def __init__(self, database: Database, event: str) -> None:
        self._database = database
        self._event = event

    def schedule(self, keys: Sequence[str]) -> None:
        """See `Ledger.schedule`."""
        self._database.schedule(self._event, keys)

    def claim(self) -> str | None:
        """See `Ledger.claim`."""
        return self._database.claim(self._event)

    def finish(self, key: str, record: Record) -> bool:
        """See `Ledger.finish`."""
        record["event"] = self._event
        return self._database.finish(self._event, key, record)

    def records(self) -> dict[str, Record]:
        """See `Ledger.records`."""
        wanted = Filter(event=self._event)
        return {record["key"]: record for _, record in self._database.records(wanted)}

    def unfinished(self) -> int:
        """See `Ledger.unfinished`."""
        return self._database.unfinished(self._event)

    def has_open(self) -> bool:
        """See `Ledger.has_open`."""
        return self._database.has_open(self._event)

    def release(self) -> None:
        """See `Ledger.release`."""
        self._database.release()


Wanted = Callable[[dict[str, Record]], Sequence[Fixture]]
"""Says which games an event has, given the records of those that have been played."""


def play_event(
    ledger: Ledger, wanted: Wanted, workers: Workers
) -> Generator[tuple[Fixture, Record]]:
    """Play an event to its end, sharing the games with all processes that use the same ledger.

    Yield every game that this process has played, after it is stored. Closing the iterator, or
    Ctrl-C, gives unfinished games back. `wanted` is asked again whenever all games that it
    asked for have been played, until it asks for no more.
    """
    try:
        while True:
            records = ledger.records()
            fixtures = wanted(records)
            if all(fixture.key in records for fixture in fixtures):
                return
            ledger.schedule([fixture.key for fixture in fixtures])
            yield from _play_open(ledger, fixtures, wanted, workers)
            _wait_for_others(ledger)
    finally:
        ledger.release()


def _play_open(
    ledger: Ledger, fixtures: Sequence[Fixture], wanted: Wanted, workers: Workers
) -> Generator[tuple[Fixture, Record]]:
    """Play what nobody else plays."""
    by_key = {fixture.key: fixture for fixture in fixtures}

    def claimed() -> Iterator[Fixture]:
        while (key := ledger.claim()) is not None:
            if key not in by_key:  # another process has scheduled the next round
                by_key.update({fixture.key: fixture for fixture in wanted(ledger.records())})
            yield by_key[key]

    results = workers.run(play_fixture, claimed())
    try:
        for fixture, record in results:
            if ledger.finish(fixture.key, record):
                yield fixture, record
    finally:
        results.close()


def _wait_for_others(ledger: Ledger) -> None:
    """Return as soon as another process has finished a game, or given one up."""
    before = ledger.unfinished()
    while before and ledger.unfinished() == before and not ledger.has_open():
        pass_on()
        time.sleep(_LOOK_AGAIN)
