"""Players that have changed since games of theirs were played, and playing those games again."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from trivium.arena.fixtures import Entrant
from trivium.arena.ledger import Ledger
from trivium.arena.records import Record
from trivium.arena.versions import version_of
from trivium.errors import TriviumError

Versions = Mapping[tuple[str, str], str]
"""The versions of players as they are now, by game and name."""


def versions_now(entrants: Iterable[tuple[str, Entrant]]) -> Versions:
    """Return the versions of entrants, each with the game that they play."""
    return {(game, one.name): version_of(one.player, game) for game, one in entrants}


@dataclass(frozen=True)
class Change:
    """A player who is not what they were in some games that count."""

    name: str
    now: str
    before: Mapping[str, int]
    """The versions that they were, and in how many games."""

    def __str__(self) -> str:
        """A sentence for those who go on with the event."""
        old = " and ".join(
            f"{games} of its games {'is' if games == 1 else 'are'} by version {version}"
            for version, games in self.before.items()
        )
        again = "it" if sum(self.before.values()) == 1 else "them"
        return (
            f"{self.name} has changed: {old}, it is version {self.now} now; "
            f"--replace {shlex.quote(self.name)} plays {again} again."
        )


def changes(now: Versions, records: Iterable[Record]) -> Iterator[Change]:
    """Yield who has changed. A record that tells no version says nothing about that."""
    found: dict[tuple[str, str], Counter[str]] = {}
    for record in records:
        for player in record.players:
            current = now.get((record.game, player.name))
            if current is not None and player.version not in (None, current):
                before = found.setdefault((player.name, current), Counter())
                before[str(player.version)] += 1
    for (name, current), before in found.items():
        yield Change(name, current, before)


def play_again(ledger: Ledger, now: Versions, names: Collection[str]) -> int:
    """Let games be played again in which some players were not what they are now.

    Return how many. Asked again it finds only what has not been played again since, so whoever
    was stopped may go on with the same words.
    """
    known = {name for _, name in now}
    for name in names:
        if name not in known:
            raise TriviumError(
                f"There is no player '{name}' to replace; there are {', '.join(sorted(known))}."
            )

    def is_outdated(key: str, record: Record) -> bool:
        return any(
            player.name in names and player.version != now.get((record.game, player.name))
            for player in record.players
        )

    return ledger.reopen(is_outdated)
