"""Matches: many games between two agents, in pairs with the colours exchanged.

Both games of a pair start from the same opening. Everything that is random depends on the
match's seed and the number of the pair alone, so a match can be split among processes. Pairs
are reported, and tested, in the order of their numbers: quick games get no head start.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from trivium.arena.bulk import Here, Workers
from trivium.arena.fixtures import Entrant, Fixture, pair_of_fixtures
from trivium.arena.ledger import InMemory, Ledger
from trivium.arena.openings import Openings, start_position
from trivium.arena.plans import plan_of
from trivium.arena.players import check_player
from trivium.arena.ratings.sprt import Sprt, normalised_elo
from trivium.arena.ratings.statistics import Standing
from trivium.arena.records import Record
from trivium.arena.referee import Controls, Terms
from trivium.arena.rehearsal import Candidate
from trivium.arena.running import play_event
from trivium.foreign_text import check_name
from trivium.games.catalogue import GAMES

__all__ = [
    "Match",
    "MatchResult",
    "Pair",
    "play_match",
]


@dataclass(frozen=True)
class Match:
    """What is to be played."""

    game: str
    a: str
    b: str
    """The two agents, as `make_player` reads them."""
    size: str | None = None
    games: int = 2
    """Rounded up to an even number."""
    terms: Terms = field(default_factory=Terms)
    openings: Openings = field(default_factory=Openings)
    seed: int = 0
    sprt: Sprt | None = None
    """Stop as soon as this test has an answer."""
    event: str = ""
    """What the match is called in the records of its games."""
    own: Controls = (None, None)
    """The clocks of A and of B, where they have their own."""
    names: tuple[str | None, str | None] = (None, None)
    """What A and B are called; None if that is what describes the agent."""

    @property
    def entrants(self) -> tuple[Entrant, Entrant]:
        """A and B, with names that differ even if they are the same agent."""
        first, second = self.names[0] or self.a, self.names[1] or self.b
        if second == first:
            second += " (B)"
        return Entrant(first, self.a, self.own[0]), Entrant(second, self.b, self.own[1])

    def candidates(self) -> list[Candidate]:
        """Return who is to play, for a rehearsal."""
        size = start_position(self.game, self.size).size
        return [Candidate(one, self.game, size, self.terms.agents) for one in self.entrants]

    @property
    def players(self) -> list[tuple[str, Entrant]]:
        """Both entrants, each with the game."""
        return [(self.game, entrant) for entrant in self.entrants]

    def fixtures(self) -> list[Fixture]:
        """Return all games, pair after pair; A begins the first of each pair."""
        return [
            fixture
            for number in range((self.games + 1) // 2)
            for fixture in pair_of_fixtures(
                f"{number}",
                self.entrants,
                game=self.game,
                size=self.size,
                terms=self.terms,
                openings=self.openings,
                opening_number=number,
                place=(self.seed, number),
            )
        ]

    def plan(self) -> str:
        """Return everything that shapes the games as text; the number of games does not."""
        unsaid = [name for name in ("own", "names") if getattr(self, name) == (None, None)]
        return plan_of(self, without=("games", "sprt", "event", *unsaid))


@dataclass(frozen=True)
class Pair:
    """Two games from the same opening; A begins the first, B the second."""

    number: int
    games: tuple[Record, Record]

    @property
    def points(self) -> tuple[float, float]:
        """A's points in each game: 1, 0.5 or 0."""
        first, second = self.games
        return first.points[0], second.points[1]

    @property
    def seconds(self) -> tuple[float, float]:
        """The time of A and of B in both games."""
        first, second = (game.seconds for game in self.games)
        return first[0] + second[1], first[1] + second[0]

    @property
    def slowest(self) -> tuple[float, float]:
        """The longest that A and B have taken for one move of both games."""
        first, second = (game.slowest for game in self.games)
        return max(first[0], second[1]), max(first[1], second[0])


@dataclass(frozen=True)
class MatchResult:
    """What came out, from A's point of view."""

    match: Match
    pairs: tuple[Pair, ...]

    @property
    def points(self) -> list[float]:
        """A's points in every game."""
        return [points for pair in self.pairs for points in pair.points]

    @property
    def wins(self) -> int:
        """Games that A won."""
        return self.points.count(1.0)

    @property
    def draws(self) -> int:
        """Games drawn."""
        return self.points.count(0.5)

    @property
    def losses(self) -> int:
        """Games that A lost."""
        return self.points.count(0.0)

    @property
    def standing(self) -> Standing:
        """The statistics of the result."""
        return Standing(tuple(sum(pair.points) for pair in self.pairs))

    @property
    def seconds(self) -> tuple[float, float]:
        """The time of A and of B in all games."""
        times = [pair.seconds for pair in self.pairs]
        return sum(a for a, _ in times), sum(b for _, b in times)

    @property
    def clocks(self) -> tuple[str, str]:
        """What the seconds of A and of B are: ``cpu`` for CPU time, or ``wall``."""
        a, b = self.pairs[0].games[0].players
        return a.clock or "wall", b.clock or "wall"

    @property
    def slowest(self) -> tuple[float, float]:
        """The longest that A and B have taken for one move."""
        times = [pair.slowest for pair in self.pairs]
        return max(a for a, _ in times), max(b for _, b in times)

    @property
    def faults(self) -> tuple[dict[str, int], dict[str, int]]:
        """How often A and B have lost by which failure."""
        a, b = ([game.ending for game in games] for games in self._failures())
        return dict(Counter(a)), dict(Counter(b))

    @property
    def first_faults(self) -> tuple[dict[str, str], dict[str, str]]:
        """The whole reason of the first loss by each of these failures."""
        a, b = (
            {game.ending: game.reason for game in reversed(games)} for games in self._failures()
        )
        return a, b

    def _failures(self) -> tuple[list[Record], list[Record]]:
        """Return the games that A, and B, has lost by a failure."""
        lost: tuple[list[Record], list[Record]] = [], []
        for pair in self.pairs:
            for game, score in zip(pair.games, pair.points, strict=True):
                if game.fault is not None:
                    lost[0 if score == 0 else 1].append(game)
        return lost

    @property
    def reasons(self) -> dict[str, int]:
        """How often games ended by which reason, failures by their kind alone."""
        games = [game for pair in self.pairs for game in pair.games]
        return dict(Counter(game.ending for game in games))

    @property
    def remarks(self) -> dict[str, int]:
        """What is remarked about external agents, and of how many games."""
        games = [game for pair in self.pairs for game in pair.games]
        return dict(Counter(remark for game in games for remark in game.named_remarks))

    @property
    def verdict(self) -> str | None:
        """What the test says: ``"elo0"``, ``"elo1"``, or None if it goes on or there is none."""
        test = self.match.sprt
        return None if test is None else test.verdict(self.standing.pairs)

    def summary(self) -> dict[str, Any]:
        """Return everything worth knowing, ready for JSON."""
        low, high = self.standing.elo_interval
        normalised, error = normalised_elo(self.standing.pairs)
        return {
            "game": self.match.game,
            "size": self.match.size or GAMES[self.match.game].default_size,
            "a": self.match.a,
            "b": self.match.b,
            "names": [entrant.name for entrant in self.match.entrants],
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "games": 2 * len(self.pairs),
            "score": round(self.standing.score, 4),
            "elo": round(self.standing.elo, 1),
            "elo_95": [round(low, 1), round(high, 1)],
            "superiority": round(self.standing.superiority, 4),
            "pairs": list(self.standing.pairs),
            "normalised_elo": round(normalised, 2),
            "normalised_elo_error": round(error, 2),
            "sprt": self._test_summary(),
            "seconds": [round(seconds, 3) for seconds in self.seconds],
            "clocks": list(self.clocks),
            "slowest_move": [round(seconds, 4) for seconds in self.slowest],
            "faults": list(self.faults),
            "first_faults": list(self.first_faults),
            "reasons": self.reasons,
            "remarks": self.remarks,
            "control": self.match.terms.control.as_dict(),
            "own_controls": [own and own.as_dict() for own in self.match.own],
            "openings": self.match.openings.kind,
            "opening": self.match.openings.moves,
            "seed": self.match.seed,
            "event": self.match.event,
        }

    def _test_summary(self) -> dict[str, Any] | None:
        test = self.match.sprt
        if test is None:
            return None
        return asdict(test) | {
            "llr": round(test.ratio(self.standing.pairs), 3),
            "bounds": [round(bound, 3) for bound in test.bounds],
            "accepted": self.verdict,
        }


def check_match(match: Match) -> None:
    """Raise `TriviumError` for whatever would stop the match at its first game."""
    for entrant in match.entrants:
        check_name(entrant.name, "The name of an agent")
    if match.event:
        check_name(match.event, "The name of a match")
    for entrant in match.entrants:
        check_player(entrant.player, match.game, match.openings, "use --openings none")
    match.openings.position(match.game, match.size, match.seed, 0)


def play_match(
    match: Match, workers: Workers | None = None, ledger: Ledger | None = None
) -> Iterator[Pair]:
    """Yield the pairs of a match in their order, as soon as both games have been played.

    Pairs that the ledger knows already come first. The end comes after the last pair, or when
    the match's test has an answer.
    """
    check_match(match)
    ledger = ledger or InMemory()
    fixtures = match.fixtures()
    records = ledger.records()
    order = _Order(fixtures)
    counts = [0] * 5
    playing = play_event(ledger, lambda _: fixtures, workers or Here())
    try:
        while True:
            for pair in order.ready(records):
                counts[int(2 * sum(pair.points))] += 1
                yield pair
                if match.sprt is not None and match.sprt.verdict(counts) is not None:
                    return
            fixture_and_record = next(playing, None)
            if fixture_and_record is None:
                records = ledger.records()
                yield from order.ready(records)
                return
            fixture, record = fixture_and_record
            records[fixture.key] = record
    finally:
        playing.close()


class _Order:
    """Hands out pairs in the order of their numbers."""

    def __init__(self, fixtures: Sequence[Fixture]) -> None:
        self._fixtures = fixtures
        self._next = 0

    def ready(self, records: dict[str, Record]) -> Iterator[Pair]:
        """Yield the pairs whose turn it is and whose games are both there."""
        while self._next < len(self._fixtures):
            first, second = self._fixtures[self._next : self._next + 2]
            if first.key not in records or second.key not in records:
                return
            number = self._next // 2
            self._next += 2
            yield Pair(number, (records[first.key], records[second.key]))
