"""What a set of games says about those who played them: ratings, cross table, time, failures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from trivium.arena.ratings.ranking import Marks, Place, by_rating, ranked
from trivium.arena.ratings.strengths import Anchor, Rating, Ratings, rate
from trivium.arena.records import Record, RecordedPlayer


@dataclass
class Account:
    """What one player has used up and done wrong."""

    name: str
    games: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    faults: dict[str, int] = field(default_factory=dict)
    """How many games were lost by which kind of failure."""
    first_faults: dict[str, str] = field(default_factory=dict)
    """The whole reason of the first loss by each of them."""
    versions: dict[str, int] = field(default_factory=dict)
    """How many games were played by which version, as far as that is known."""

    @property
    def seconds_a_game(self) -> float:
        """The average time for a game."""
        return self.seconds / max(self.games, 1)


@dataclass(frozen=True)
class Standings:
    """Everything about the games of one kind."""

    title: str
    games: int
    ratings: Ratings
    places: tuple[Place, ...]
    """Who is first, by what the format goes by."""
    cross: dict[tuple[str, str], tuple[float, int]]
    """The points of one player against another, and their number of games."""
    accounts: dict[str, Account]
    reasons: dict[str, int]
    """How often games ended by which reason; failures by their kind alone."""
    remarks: dict[str, int]
    """What is remarked about external agents, and of how many games."""

    @property
    def names(self) -> list[str]:
        """The players, the best first."""
        return [place.name for place in self.places]

    @property
    def marks(self) -> list[str]:
        """What the players are ranked by; nothing if that is their rating."""
        return list(self.places[0].marks) if self.places else []

    def as_dict(self) -> dict[str, Any]:
        """Return everything, ready for JSON."""
        return {
            "title": self.title,
            "games": self.games,
            "first_move_advantage": round(self.ratings.advantage, 1),
            "anchor": asdict(self.ratings.anchor) if self.ratings.anchor else None,
            "players": self._rows(),
            "cross_table": [
                {"player": a, "opponent": b, "points": score, "games": count}
                for (a, b), (score, count) in sorted(self.cross.items())
            ],
            "reasons": self.reasons,
            "remarks": self.remarks,
        }

    def rows(self) -> list[dict[str, Any]]:
        """Return one row a player, for a table or CSV."""
        return [{"board": self.title} | row for row in self._rows()]

    def _rows(self) -> list[dict[str, Any]]:
        ratings = {rating.name: rating for rating in self.ratings.players}
        return [self._row(place, ratings[place.name]) for place in self.places]

    def _row(self, place: Place, rating: Rating) -> dict[str, Any]:
        account = self.accounts[rating.name]
        return {
            "rank": place.rank,
            "player": rating.name,
            **place.marks,
            "elo": round(rating.elo, 1),
            "error": round(rating.error, 1),
            "games": rating.games,
            "wins": rating.wins,
            "draws": rating.draws,
            "losses": rating.losses,
            "score": round(rating.score, 4),
            "opponents": round(rating.opponents, 1),
            "seconds": round(account.seconds, 3),
            "seconds_a_game": round(account.seconds_a_game, 4),
            "slowest_move": round(account.slowest, 4),
            "faults": account.faults,
            "first_faults": account.first_faults,
            "versions": account.versions,
        }


def standings(
    records: Iterable[Record],
    title: str,
    anchor: Anchor | None = None,
    marks: Mapping[str, Marks] | None = None,
) -> Standings:
    """Return what some games say; an anchor that has not played in them is ignored.

    Players are ranked by their marks, or by their rating if there are none.
    """
    games = list(records)
    cross: dict[tuple[str, str], tuple[float, int]] = {}
    accounts: dict[str, Account] = {}
    reasons: Counter[str] = Counter()
    remarked: Counter[str] = Counter()
    for record in games:
        reasons[record.ending] += 1
        remarked.update(record.named_remarks)
        _enter(record, cross, accounts)
    if anchor is not None and anchor.name not in accounts:
        anchor = None
    ratings = rate(games, anchor)
    rated = {rating.name for rating in ratings.players}
    return Standings(
        title=title,
        games=len(games),
        ratings=ratings,
        places=by_rating(ratings)
        if marks is None
        else ranked({name: own for name, own in marks.items() if name in rated}),
        cross=cross,
        accounts=accounts,
        reasons=dict(reasons),
        remarks=dict(remarked),
    )


def standings_by_game(records: Iterable[Record], anchor: Anchor | None = None) -> list[Standings]:
    """Return the standings of every kind of game in the order of their first appearance.

    Agents of different games are different players, even if they have the same name.
    """
    kinds: dict[str, list[Record]] = {}
    for record in records:
        kinds.setdefault(record.game, []).append(record)
    return [
        standings(games, f"{game} {', '.join(dict.fromkeys(g.size for g in games))}", anchor)
        for game, games in kinds.items()
    ]


def versions_apart(records: Iterable[Record]) -> list[Record]:
    """Return records in which earlier versions of a player have names of their own.

    The version that has played last keeps the name; the others are ``name@version``, or
    ``name@?`` where the record does not tell which it was.
    """
    games = list(records)
    last: dict[tuple[str, str], tuple[str, str]] = {}
    for record in games:
        for player in record.players:
            played = record.began, player.version or ""
            who = record.game, player.name
            last[who] = max(last.get(who, played), played, key=lambda one: one[0])
    return [
        replace(record, players=(_named(record, 0, last), _named(record, 1, last)))
        for record in games
    ]


def _named(
    record: Record, side: int, last: Mapping[tuple[str, str], tuple[str, str]]
) -> RecordedPlayer:
    player = record.players[side]
    if (player.version or "") == last[record.game, player.name][1]:
        return player
    return replace(player, name=f"{player.name}@{player.version or '?'}")


def _enter(
    record: Record,
    cross: dict[tuple[str, str], tuple[float, int]],
    accounts: dict[str, Account],
) -> None:
    players = record.names
    for side, score in enumerate(record.points):
        name, other = players[side], players[1 - side]
        so_far, count = cross.get((name, other), (0.0, 0))
        cross[name, other] = so_far + score, count + 1
        account = accounts.setdefault(name, Account(name))
        account.games += 1
        account.seconds += record.seconds[side]
        account.slowest = max(account.slowest, record.slowest[side])
        if version := record.players[side].version:
            account.versions[version] = account.versions.get(version, 0) + 1
        if record.fault is not None and score == 0:
            account.faults[record.fault] = account.faults.get(record.fault, 0) + 1
            account.first_faults.setdefault(record.fault, record.reason)
