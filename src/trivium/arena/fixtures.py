"""Fixtures: games that are to be played, each described so that any worker can play it.

Everything that chance decides in a game follows from the numbers in its fixture, so the same
fixture gives the same game wherever it is played, but for what a clock decides.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from trivium.agents.agent import Agent
from trivium.agents.descriptions import PlayerDescription
from trivium.arena.clocks import TimeControl
from trivium.arena.external.limits import AgentLimits
from trivium.arena.openings import Openings
from trivium.arena.players import make_player
from trivium.arena.records import Record, RecordedPlayer, make_record
from trivium.arena.referee import Terms, play_game
from trivium.arena.versions import version_of
from trivium.games.position import Position
from trivium.kernel.chance import next_word, seeded


@dataclass(frozen=True)
class Entrant:
    """Somebody who takes part."""

    name: str
    """What the tables call them."""
    agent: str
    """The agent, as `make_player` reads it."""
    control: TimeControl | None = None
    """Their own clock, if it is not that of everybody."""
    home: Path | None = None
    """The folder of the tournament's file, where the agent's paths begin; see `external.places`."""

    @functools.cached_property
    def player(self) -> PlayerDescription:
        """What the text of the agent says."""
        return PlayerDescription.read(self.agent, self.home)

    def make(self, game: str, seed: int, limits: AgentLimits) -> Agent:
        """Return their agent, for one game."""
        return make_player(self.player, game, seed, limits)

    def version(self, game: str) -> str:
        """Return the version of their agent as it is now."""
        return version_of(self.player, game)

    def recorded(self, colour: str, seed: int, version: str | None = None) -> RecordedPlayer:
        """Return what a record tells of them, if they play this colour."""
        own = None if self.control is None else self.control.as_dict()
        return RecordedPlayer(
            colour, self.name, self.agent, control=own, seed=seed, version=version
        )


@dataclass(frozen=True)
class Fixture:
    """One game to be played."""

    key: str
    """What it is called within its event; no two have the same."""
    game: str
    size: str | None
    entrants: tuple[Entrant, Entrant]
    """First the one who begins."""
    seeds: tuple[int, int]
    """The seeds of the entrants' agents."""
    openings: Openings
    opening_seed: int
    opening_number: int
    terms: Terms
    round: int = 1

    @property
    def names(self) -> tuple[str, str]:
        """The names of the entrants."""
        first, second = self.entrants
        return first.name, second.name

    def is_among(self, records: Mapping[str, Record]) -> bool:
        """Whether it has been played: by these entrants, not by others under the same key."""
        return self.key in records and records[self.key].names == self.names


def pair_of_fixtures(
    key: str,
    entrants: tuple[Entrant, Entrant],
    *,
    game: str,
    size: str | None,
    terms: Terms,
    openings: Openings,
    opening_number: int,
    place: tuple[int, ...],
    round: int = 1,
) -> tuple[Fixture, Fixture]:
    """Return two games from the same opening: the first entrant begins the first of them.

    `place` is the seed of the event and where the pair is in it.
    """
    chance = seeded(*place, 1)
    a, b = entrants
    pair = []
    for turned, letter in enumerate("ab"):
        seeds = int(next_word(chance) >> 33), int(next_word(chance) >> 33)
        pair.append(
            Fixture(
                key=key + letter,
                game=game,
                size=size,
                entrants=(b, a) if turned else (a, b),
                seeds=(seeds[1], seeds[0]) if turned else seeds,
                openings=openings.only(opening_number),
                opening_seed=place[0],
                opening_number=opening_number,
                terms=terms,
                round=round,
            )
        )
    return pair[0], pair[1]


def play_fixture(
    fixture: Fixture, onlooker: Callable[[Position], None] = lambda position: None
) -> Record:
    """Play a game and return its record.

    An onlooker is given the position on which it is about to be played, and may look at it.
    """
    began = datetime.now(UTC)
    position = fixture.openings.position(
        fixture.game, fixture.size, fixture.opening_seed, fixture.opening_number
    )
    onlooker(position)
    players = [
        entrant.make(fixture.game, seed, fixture.terms.agents)
        for entrant, seed in zip(fixture.entrants, fixture.seeds, strict=True)
    ]
    versions = [entrant.version(fixture.game) for entrant in fixture.entrants]
    first, second = fixture.entrants
    game = play_game(
        position, (players[0], players[1]), fixture.terms, (first.control, second.control)
    )
    recorded = [
        entrant.recorded(colour, seed, version)
        for entrant, colour, seed, version in zip(
            fixture.entrants, position.colours, fixture.seeds, versions, strict=True
        )
    ]
    return make_record(
        position,
        game,
        (recorded[0], recorded[1]),
        fixture.terms.control,
        began,
        round=fixture.round,
        key=fixture.key,
    )
