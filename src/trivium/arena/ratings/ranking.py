"""Who is first: ranks by what a format goes by, which is not always the rating.

====================  =====================================================================
``points``            a point for a game that is won, half of one for a draw; a free round is
                      worth an encounter that is won
``buchholz``          the points of all opponents together, each as often as they were met
``sonneborn_berger``  the points of each opponent times the points that were taken from them
``rounds``            the rounds of a knockout that were won, free ones included
====================  =====================================================================

For these sums a free round is one against somebody with as many points as the player has.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from trivium.arena.ratings.strengths import Ratings
from trivium.arena.records import Record

Marks = Mapping[str, float]
"""What a player is ranked by, first what matters most."""

HEADINGS: Final = {
    "points": "points",
    "buchholz": "Buchholz",
    "sonneborn_berger": "S.-Berger",
    "rounds": "rounds",
}
"""What tables call these."""


@dataclass(frozen=True)
class Place:
    """The place of one player."""

    rank: int
    """The same for players whom nothing tells apart; those behind them are as many lower."""
    name: str
    marks: Marks


def ranked(marks: Mapping[str, Marks]) -> tuple[Place, ...]:
    """Return the places of players, the best first; equals stay in the order they have."""
    values = {name: tuple(own.values()) for name, own in marks.items()}
    order = sorted(values, key=lambda name: values[name], reverse=True)
    ranks = {name: 1 + sum(other > values[name] for other in values.values()) for name in order}
    return tuple(Place(ranks[name], name, marks[name]) for name in order)


def by_rating(ratings: Ratings) -> tuple[Place, ...]:
    """Return the places of players by their Elo, as precisely as tables tell it."""
    shown = ranked({one.name: {"elo": round(one.elo, 1)} for one in ratings.players})
    return tuple(Place(place.rank, place.name, {}) for place in shown)


def round_robin_marks(records: Sequence[Record], players: Sequence[str]) -> dict[str, Marks]:
    """Return the points of players, and Sonneborn and Berger's among those with the same."""
    points = _points(records)
    berger = _sonneborn_berger(records, points)
    return {name: {"points": points[name], "sonneborn_berger": berger[name]} for name in players}


def swiss_marks(records: Sequence[Record], players: Sequence[str], games: int) -> dict[str, Marks]:
    """Return the points of players, and Buchholz and Sonneborn and Berger's for equal ones.

    `games` is how many games an encounter has.
    """
    points = _points(records)
    free = _free_rounds(records, players, games)
    for name, rounds in free.items():
        points[name] += rounds * games
    met = {
        (record.round, *names) for record in records for names in (record.names, record.names[::-1])
    }
    buchholz = {name: free[name] * points[name] for name in players}
    for _, name, opponent in met:
        buchholz[name] += points[opponent]
    berger = _sonneborn_berger(records, points)
    return {
        name: {
            "points": points[name],
            "buchholz": buchholz[name],
            "sonneborn_berger": berger[name] + free[name] * games * points[name],
        }
        for name in players
    }


def _points(records: Sequence[Record]) -> dict[str, float]:
    points: defaultdict[str, float] = defaultdict(float)
    for record in records:
        for name, own in zip(record.names, record.points, strict=True):
            points[name] += own
    return points


def _sonneborn_berger(records: Sequence[Record], points: Mapping[str, float]) -> dict[str, float]:
    berger: defaultdict[str, float] = defaultdict(float)
    for record in records:
        (first, second), (own, other) = record.names, record.points
        berger[first] += own * points[second]
        berger[second] += other * points[first]
    return berger


def _free_rounds(records: Sequence[Record], players: Sequence[str], games: int) -> Counter[str]:
    """Return how many rounds each player has been free, of those that are over."""
    free: Counter[str] = Counter()
    for number, played in Counter(record.round for record in records).items():
        if played == len(players) // 2 * games:
            busy = {name for one in records if one.round == number for name in one.names}
            free.update(name for name in players if name not in busy)
    return free
