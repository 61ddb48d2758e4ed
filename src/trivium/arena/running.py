"""Running an event: its games are claimed, played by workers, and stored as they end."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence

from trivium.arena.bulk import Workers
from trivium.arena.fixtures import Fixture, play_fixture
from trivium.arena.interrupts import pass_on
from trivium.arena.ledger import Ledger
from trivium.arena.records import Record

_LOOK_AGAIN = 0.5
"""Seconds between two looks at games that other processes are playing."""

Wanted = Callable[[dict[str, Record]], Sequence[Fixture]]
"""Says which games an event has, given the records of those that have been played."""


def play_event(
    ledger: Ledger, wanted: Wanted, workers: Workers
) -> Generator[tuple[Fixture, Record]]:
    """Play an event to its end, sharing the games with all processes that use the same ledger.

    Yield every game that this process has played, after it is stored. Closing the iterator, or
    Ctrl-C, gives unfinished games back. `wanted` is asked again whenever all games that it
    asked for have been played, until it asks for no more. A game that was played by others than
    those whom it asks for, because an earlier result has been replaced, is played again.
    """
    try:
        while True:
            records = ledger.records()
            fixtures = wanted(records)
            if all(fixture.is_among(records) for fixture in fixtures):
                return
            by_key = {fixture.key: fixture for fixture in fixtures}
            _reopen_what_others_played(ledger, records, by_key)
            ledger.schedule({fixture.key: fixture.names for fixture in fixtures})
            yield from _play_open(ledger, by_key, wanted, workers)
            _wait_for_others(ledger)
    finally:
        ledger.release()


def _reopen_what_others_played(
    ledger: Ledger, records: Mapping[str, Record], by_key: Mapping[str, Fixture]
) -> None:
    def by_others(key: str, record: Record) -> bool:
        return key in by_key and not by_key[key].is_among({key: record})

    if any(by_others(key, record) for key, record in records.items()):
        ledger.reopen(by_others)


def _play_open(
    ledger: Ledger, by_key: dict[str, Fixture], wanted: Wanted, workers: Workers
) -> Generator[tuple[Fixture, Record]]:
    """Play what nobody else plays."""

    def claimed() -> Iterator[Fixture]:
        while (key := ledger.claim()) is not None:
            if key not in by_key:  # another process has scheduled the next round
                by_key.update({fixture.key: fixture for fixture in wanted(ledger.records())})
            if key in by_key:
                yield by_key[key]
            else:  # it depends on a result that is being replaced
                ledger.drop(key)

    results = workers.run(play_fixture, claimed())
    try:
        for fixture, record in results:
            if (kept := ledger.finish(fixture.key, record)) is not None:
                yield fixture, kept
    finally:
        results.close()


def _wait_for_others(ledger: Ledger) -> None:
    """Return as soon as another process has finished a game, or given one up."""
    before = ledger.unfinished()
    while before and ledger.unfinished() == before and not ledger.has_open():
        pass_on()
        time.sleep(_LOOK_AGAIN)
