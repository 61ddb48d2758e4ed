"""Tournaments: many players, one event, with a section for every board that is played on.

What is to be played follows from the plan, the records and the rounds that have been drawn (see
`wanted`): a tournament has no other state. So it can be stopped at any moment, and several
processes can share it.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from trivium.arena import pairing
from trivium.arena.bulk import Workers
from trivium.arena.fixtures import Entrant, Fixture, pair_of_fixtures
from trivium.arena.ledger import Ledger, Names
from trivium.arena.openings import Openings
from trivium.arena.pairing import Drawn, Encounter, Pairing
from trivium.arena.plans import plan_of
from trivium.arena.ratings.ranking import Marks, round_robin_marks, swiss_marks
from trivium.arena.ratings.standings import Standings, standings
from trivium.arena.ratings.strengths import Anchor
from trivium.arena.records import Record
from trivium.arena.referee import Terms
from trivium.arena.rehearsal import Candidate
from trivium.arena.running import play_event

__all__ = [
    "FORMATS",
    "Section",
    "Tournament",
    "play_tournament",
    "results",
]

_BEYOND_ALL_ROUNDS = 1_000_003
FORMATS = ("round-robin", "gauntlet", "swiss", "knockout")
"""The formats of tournaments."""


@dataclass(frozen=True)
class Section:
    """The part of a tournament that is played on one board, among its own players."""

    game: str
    size: str
    entrants: tuple[Entrant, ...]
    """First the strongest, as far as that is known."""
    terms: Terms
    openings: Openings

    @property
    def title(self) -> str:
        """What tables call the section."""
        return f"{self.game} {self.size}"


@dataclass(frozen=True)
class Tournament:
    """The plan of a tournament."""

    name: str
    format: str
    """One of `FORMATS`."""
    sections: tuple[Section, ...]
    games: int = 2
    """Games of an encounter; an even number."""
    rounds: int = 1
    """Rounds of a Swiss tournament; how often the others meet again."""
    heroes: tuple[str, ...] = ()
    """Those who meet everybody else in a gauntlet."""
    seed: int = 0
    anchor: Anchor | None = None

    @property
    def players(self) -> list[tuple[str, Entrant]]:
        """The entrants of all sections, each with the game that they play there."""
        return [(one.game, entrant) for one in self.sections for entrant in one.entrants]

    def plan(self) -> str:
        """Return everything that shapes the games as text."""
        return plan_of(self)

    def candidates(self) -> list[Candidate]:
        """Return who is to play in which section, for a rehearsal."""
        return [
            Candidate(entrant, section.game, section.size, section.terms.agents)
            for section in self.sections
            for entrant in section.entrants
        ]

    def is_over(self, records: dict[str, Record], drawn: Mapping[str, Names] | None = None) -> bool:
        """Tell whether everything has been played."""
        return all(fixture.is_among(records) for fixture in self.wanted(records, drawn))

    def pairing(self, drawn: Drawn = lambda number: ()) -> Pairing:
        """Return who says who meets whom, given what has been drawn."""
        if self.format == "round-robin":
            return functools.partial(pairing.round_robin, rounds=self.rounds)
        if self.format == "gauntlet":
            return functools.partial(pairing.gauntlet, heroes=self.heroes, rounds=self.rounds)
        if self.format == "swiss":
            return functools.partial(pairing.swiss, rounds=self.rounds, drawn=drawn)
        return pairing.knockout

    def expected_games(self) -> int | None:
        """Return how many games there will be in all; None where ties could make it more."""
        if self.format == "knockout":
            return None
        counts = [len(section.entrants) for section in self.sections]
        if self.format == "round-robin":
            encounters = sum(count * (count - 1) // 2 for count in counts)
        elif self.format == "swiss":
            encounters = sum(count // 2 for count in counts)
        else:
            encounters = sum(
                self._heroes_in(section) * self._others_in(section) for section in self.sections
            )
        return encounters * self.rounds * self.games

    def wanted(
        self, records: dict[str, Record], drawn: Mapping[str, Names] | None = None
    ) -> list[Fixture]:
        """Return all games that can be told now, round by round.

        `drawn` tells who was to play games that are on a schedule.
        """
        fixtures: list[Fixture] = []
        for place in range(len(self.sections)):
            for encounter in self._encounters(place, records, drawn or {}):
                fixtures += self.fixtures(place, encounter)
        return sorted(fixtures, key=lambda fixture: fixture.round)

    def counting(
        self, records: dict[str, Record], drawn: Mapping[str, Names] | None = None
    ) -> dict[str, Record]:
        """Return the records that the tournament goes by, without what it does not want."""
        wanted = {fixture.key: fixture for fixture in self.wanted(records, drawn)}
        return {
            key: record
            for key, record in records.items()
            if key in wanted and wanted[key].is_among(records)
        }

    def _encounters(
        self, place: int, records: dict[str, Record], drawn: Mapping[str, Names]
    ) -> list[Encounter]:
        """Return who meets whom in the section at a place of the list, as far as it can be told."""
        names = [entrant.name for entrant in self.sections[place].entrants]

        def in_round(number: int) -> list[Names]:
            tables = range(1, len(names) // 2 + 1)
            keys = [_key(place, Encounter(number, table, "", ""), 0) + "a" for table in tables]
            return [drawn[key] for key in keys] if all(key in drawn for key in keys) else []

        return self.pairing(in_round)(names, _Scores(self, place, records))

    def fixtures(self, place: int, encounter: Encounter) -> list[Fixture]:
        """Return the games of an encounter in the section at a place of the list."""
        section = self.sections[place]
        by_name = {entrant.name: entrant for entrant in section.entrants}
        number = (encounter.round, encounter.table, encounter.replay)
        fixtures: list[Fixture] = []
        for pair in range(self.games // 2):
            fixtures += pair_of_fixtures(
                _key(place, encounter, pair),
                (by_name[encounter.first], by_name[encounter.second]),
                game=section.game,
                size=section.size,
                terms=section.terms,
                openings=section.openings,
                opening_number=self._opening_number(section, encounter, pair),
                place=(self.seed, place, *number, pair),
                round=encounter.round,
            )
        return fixtures

    def marks(self, place: int, records: Sequence[Record]) -> Mapping[str, Marks] | None:
        """Return what the players of a section are ranked by; None for their ratings.

        In a gauntlet that is all there is, because not everybody meets the same opponents.
        """
        names = [entrant.name for entrant in self.sections[place].entrants]
        if self.format == "round-robin":
            return round_robin_marks(records, names)
        if self.format == "swiss":
            return swiss_marks(records, names, self.games)
        if self.format == "knockout":
            scores = _Scores(self, place, {record.key: record for record in records})
            won = pairing.rounds_won(names, scores)
            return {name: {"rounds": won[name]} for name in names}
        return None

    def _heroes_in(self, section: Section) -> int:
        return sum(entrant.name in self.heroes for entrant in section.entrants)

    def _others_in(self, section: Section) -> int:
        return len(section.entrants) - self._heroes_in(section)

    def _opening_number(self, section: Section, encounter: Encounter, pair: int) -> int:
        """Return a number of its own for every pair of games, without gaps before ties."""
        tables = len(section.entrants) // 2
        if self.format == "gauntlet":
            tables = self._heroes_in(section) * self._others_in(section)
        before = (encounter.round - 1) * tables + encounter.table - 1
        return before * (self.games // 2) + pair + encounter.replay * _BEYOND_ALL_ROUNDS


def _key(place: int, encounter: Encounter, pair: int) -> str:
    """Return what a pair of games is called; its two games have a letter more."""
    number = (encounter.round, encounter.table, encounter.replay)
    return "-".join(str(part) for part in (place + 1, *number, pair + 1))


class _Scores(dict[Encounter, tuple[float, float]]):
    """The points of encounters, worked out from the records when they are asked for."""

    def __init__(self, tournament: Tournament, place: int, records: dict[str, Record]) -> None:
        super().__init__()
        self._tournament = tournament
        self._place = place
        self._records = records

    def __contains__(self, encounter: object) -> bool:
        assert isinstance(encounter, Encounter)
        games = self._tournament.fixtures(self._place, encounter)
        return all(game.is_among(self._records) for game in games)

    def __missing__(self, encounter: Encounter) -> tuple[float, float]:
        totals = [0.0, 0.0]
        for game in self._tournament.fixtures(self._place, encounter):
            first, second = self._records[game.key].points
            turned = game.entrants[0].name != encounter.first
            totals[0] += second if turned else first
            totals[1] += first if turned else second
        return totals[0], totals[1]


def play_tournament(
    tournament: Tournament, ledger: Ledger, workers: Workers
) -> Iterator[tuple[Fixture, Record]]:
    """Play what is left of a tournament; yield each game after it is stored."""
    return play_event(ledger, lambda records: tournament.wanted(records, ledger.drawn()), workers)


def results(tournament: Tournament, records: Sequence[Record]) -> list[Standings]:
    """Return the standings of every section in which something has been played."""
    tables = []
    for place, section in enumerate(tournament.sections):
        games = [r for r in records if (r.game, r.size) == (section.game, section.size)]
        if games:
            marks = tournament.marks(place, games)
            tables.append(standings(games, section.title, tournament.anchor, marks))
    return tables
