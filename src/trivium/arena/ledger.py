"""Ledgers: where an event's games come from, and where their records go."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping

from trivium.arena.records import Record

Names = tuple[str, str]
"""Who is to play a game, first the one who begins."""


class Ledger(ABC):
    """The games of one event: which are open, and what has been played."""

    @abstractmethod
    def schedule(self, games: Mapping[str, Names]) -> None:
        """Put games on the schedule by their keys, unless they are there."""

    @abstractmethod
    def drawn(self) -> dict[str, Names]:
        """Return who was to play each game when it was put on the schedule."""

    @abstractmethod
    def claim(self) -> str | None:
        """Take the next open game; None if there is none for now."""

    @abstractmethod
    def finish(self, key: str, record: Record) -> Record | None:
        """Keep the record of a claimed game, and return it as it is kept.

        Return None, and keep nothing, if somebody else has played the game.
        """

    @abstractmethod
    def records(self) -> dict[str, Record]:
        """Return all records by their games' keys, whoever played them."""

    @abstractmethod
    def reopen(self, is_void: Callable[[str, Record], bool]) -> int:
        """Let all games be played again of which key and record are void; return how many."""

    @abstractmethod
    def drop(self, key: str) -> None:
        """Take a game that is claimed here off the schedule."""

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
        self._drawn: dict[str, Names] = {}
        self._records: dict[str, Record] = {}

    def schedule(self, games: Mapping[str, Names]) -> None:
        """See `Ledger.schedule`."""
        new = {key: names for key, names in games.items() if key not in self._drawn}
        self._drawn |= new
        self._open = [*reversed(new), *self._open]

    def drawn(self) -> dict[str, Names]:
        """See `Ledger.drawn`."""
        return dict(self._drawn)

    def claim(self) -> str | None:
        """See `Ledger.claim`."""
        return self._open.pop() if self._open else None

    def finish(self, key: str, record: Record) -> Record | None:
        """See `Ledger.finish`."""
        self._records[key] = record
        return record

    def records(self) -> dict[str, Record]:
        """See `Ledger.records`."""
        return dict(self._records)

    def reopen(self, is_void: Callable[[str, Record], bool]) -> int:
        """See `Ledger.reopen`; what is void is forgotten."""
        void = [key for key, record in self._records.items() if is_void(key, record)]
        for key in void:
            del self._records[key]
        self._open += reversed(void)
        return len(void)

    def drop(self, key: str) -> None:
        """See `Ledger.drop`."""
        del self._drawn[key]

    def unfinished(self) -> int:
        """See `Ledger.unfinished`."""
        return len(self._drawn) - len(self._records)

    def has_open(self) -> bool:
        """See `Ledger.has_open`."""
        return bool(self._open)
