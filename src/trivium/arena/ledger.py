"""Ledgers: where an event's games come from, and where their records go."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from trivium.arena.records import Record


class Ledger(ABC):
    """The games of one event: which are open, and what has been played."""

    @abstractmethod
    def schedule(self, keys: Sequence[str]) -> None:
        """Put games on the schedule, unless they are there."""

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

    def finish(self, key: str, record: Record) -> Record | None:
        """See `Ledger.finish`."""
        self._records[key] = record
        return record

    def records(self) -> dict[str, Record]:
        """See `Ledger.records`."""
        return dict(self._records)

    def unfinished(self) -> int:
        """See `Ledger.unfinished`."""
        return len(self._known) - len(self._records)

    def has_open(self) -> bool:
        """See `Ledger.has_open`."""
        return bool(self._open)
