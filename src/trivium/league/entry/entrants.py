"""Who plays a league's games: reference opponents, and bots that were handed in.

What was handed in is kept in the database as the archive that it was. Whoever plays a game
unpacks it first, unless that has been done on this machine; so a worker needs nothing but the
database, and one on a cluster not even that, if the archive travels with the game.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

from trivium.agents.descriptions import PlayerDescription
from trivium.arena.fixtures import Entrant
from trivium.errors import TriviumError
from trivium.league.entry.archives import read_archive, unpack, unpacked_place


@dataclass(frozen=True)
class HandedIn(Entrant):
    """A bot that was handed in."""

    archive: str = ""
    """Which archive it is in."""
    folder: str = ""
    """Where its paths begin, within the archive."""
    runnable: str | None = None
    luggage: bytes | None = None
    """The archive itself, for machines that do not have it unpacked."""

    @functools.cached_property
    def player(self) -> PlayerDescription:
        """What its manifest says, with the folder that it is unpacked in."""
        home = unpacked_place(self.archive)
        if not home.is_dir():
            if self.luggage is None:
                raise TriviumError(f"{self.name} is not unpacked on this machine.")
            unpack(read_archive(self.luggage), self.runnable)
        return PlayerDescription.read(self.agent, home / self.folder if self.folder else home)
