"""Ratings over all games at once: the strengths that make the results likeliest.

The model is Bradley and Terry's with Davidson's draws and an advantage of the first move. With
strengths a and b in natural units (one is 400 / ln 10 Elo), the first player's results weigh

    win  e^(a + advantage)      loss  e^b      draw  e^(draws + (a + advantage + b) / 2)

A weak prior (`PRIOR` Elo of standard deviation around the average) keeps the ratings of those
finite who have won, or lost, everything. The likelihood has a single maximum, which Newton's
method finds; its curvature there gives the error bars.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from trivium.arena.ratings.statistics import Z95
from trivium.arena.records import Record
from trivium.errors import TriviumError

__all__ = [
    "ELO",
    "PRIOR",
    "Anchor",
    "Counts",
    "Rating",
    "Ratings",
    "rate",
    "rate_counts",
    "rate_results",
    "read_anchor",
]

ELO = 400 / math.log(10)
"""Elo for one natural unit of strength."""
PRIOR = 1000.0
"""The standard deviation of the prior around the average, in Elo."""
_ADVANTAGE_PRIOR = 200.0
_DRAW_PRIOR = 3.0
"""The prior of the draws' weight in natural units, around one draw in three equal games."""
_STEPS = 100
_EXACT_ENOUGH = 1e-9

Array = NDArray[np.float64]
Counts = Mapping[tuple[str, str], Sequence[int]]
"""How often the first player has won, drawn and lost against the second."""


@dataclass(frozen=True)
class Rating:
    """The strength of one player."""

    name: str
    elo: float
    error: float
    """Half the width of the 95 % interval; relative to the anchor, if there is one."""
    games: int
    wins: int
    draws: int
    losses: int
    opponents: float
    """The average rating of the opponents."""

    @property
    def score(self) -> float:
        """The share of the points."""
        return (self.wins + self.draws / 2) / self.games


@dataclass(frozen=True)
class Anchor:
    """A player whose rating is given."""

    name: str
    elo: float = 0.0


@dataclass(frozen=True)
class Ratings:
    """All ratings, the best first."""

    players: tuple[Rating, ...]
    advantage: float
    """What moving first is worth, in Elo."""
    anchor: Anchor | None
    """None if the average is zero."""


def read_anchor(text: str) -> Anchor:
    """Return the anchor that a text like ``random=0`` or ``champion=2000`` means."""
    name, equals, elo = text.rpartition("=")
    try:
        return Anchor(name, float(elo)) if equals and name else Anchor(text)
    except ValueError:
        return Anchor(text)


def rate(records: Iterable[Record], anchor: Anchor | None = None) -> Ratings:
    """Return the ratings of all who took part in some games."""
    results = [(*record.names, record.points[0]) for record in records]
    return rate_results(results, anchor)


def rate_results(results: list[tuple[str, str, float]], anchor: Anchor | None = None) -> Ratings:
    """Return the ratings for results: the first player, the second, the first one's points."""
    counts: dict[tuple[str, str], list[int]] = {}
    for first, second, score in results:
        counts.setdefault((first, second), [0, 0, 0])[round(2 - 2 * score)] += 1
    return rate_counts(counts, anchor)


def rate_counts(counts: Counts, anchor: Anchor | None = None, newcomers: bool = False) -> Ratings:
    """Return the ratings for results that have been counted.

    `newcomers` lets the average that error bars without an anchor refer to weigh everybody by
    their games: somebody who has just come, and of whom nothing is known, widens nobody's bar.
    """
    played = {pair: count for pair, count in counts.items() if pair[0] != pair[1]}
    players = sorted({name for pair in played for name in pair})
    if not players:
        return Ratings((), 0.0, anchor)
    if anchor is not None and anchor.name not in players:
        raise TriviumError(
            f"The anchor '{anchor.name}' has played none of these games; "
            f"there are {', '.join(players[:10])}{' …' if len(players) > 10 else ''}."
        )
    table = _tally(played, players)
    strengths, spread = _maximise(table, len(players))
    elo = strengths[:-2] * ELO
    if anchor is None:
        errors = _errors_from_average(spread, _shares(table, len(players), newcomers))
        elo = elo - elo.mean()
    else:
        place = players.index(anchor.name)
        errors = _errors_from(spread, place, len(players))
        elo = elo - elo[place] + anchor.elo
    rated = _rated(table, elo, players, errors)
    return Ratings(
        tuple(sorted(rated, key=lambda rating: (-rating.elo, rating.name))),
        float(strengths[-1]) * ELO,
        anchor,
    )


@dataclass(frozen=True)
class _Tally:
    """How often each pairing ended how: one row for each first player, second, and result."""

    first: NDArray[np.int64]
    second: NDArray[np.int64]
    counts: Array
    """Wins of the first, draws, losses of the first: a row for each pairing."""


def _tally(counts: Counts, players: list[str]) -> _Tally:
    place = {name: index for index, name in enumerate(players)}
    pairs = np.array([(place[first], place[second]) for first, second in counts], np.int64)
    return _Tally(pairs[:, 0], pairs[:, 1], np.array(list(counts.values()), np.float64))


def _maximise(table: _Tally, players: int) -> tuple[Array, Array]:
    """Return the likeliest strengths, then the draws and the advantage; and their covariance."""
    x = np.zeros(players + 2)
    precision = np.full(players + 2, (ELO / PRIOR) ** 2)
    precision[-2], precision[-1] = _DRAW_PRIOR**-2, (ELO / _ADVANTAGE_PRIOR) ** 2
    value = _likelihood(table, x, precision)
    for _ in range(_STEPS):
        gradient, curvature = _derivatives(table, x, precision)
        step = np.linalg.solve(curvature, gradient)
        # The likelihood is concave, so a step that overshoots only has to be shortened.
        while (better := _likelihood(table, x + step, precision)) < value - 1e-12:
            step = step / 2
        x, value = x + step, better
        if float(np.abs(step).max()) < _EXACT_ENOUGH:
            break
    return x, np.linalg.inv(_derivatives(table, x, precision)[1]).astype(np.float64)


def _weights(table: _Tally, x: Array) -> Array:
    """Return the logarithms of the weights of win, draw and loss for each pairing."""
    first, second = x[table.first] + x[-1], x[table.second]
    return np.stack([first, x[-2] + (first + second) / 2, second], axis=1)


def _likelihood(table: _Tally, x: Array, precision: Array) -> float:
    weights = _weights(table, x)
    total = np.logaddexp.reduce(weights, axis=1, keepdims=True)
    return float((table.counts * (weights - total)).sum() - (precision * x * x).sum() / 2)


def _derivatives(table: _Tally, x: Array, precision: Array) -> tuple[Array, Array]:
    """Return the gradient, and the curvature with its sign turned, of the likelihood."""
    weights = _weights(table, x)
    chances = np.exp(weights - np.logaddexp.reduce(weights, axis=1, keepdims=True))
    # How each result's weight depends on the first strength, the second, draws and advantage.
    slopes = np.array([[1, 0, 0, 1], [0.5, 0.5, 1, 0.5], [0, 1, 0, 0]])
    mean = chances @ slopes
    games = table.counts.sum(axis=1)
    places = np.stack(
        [
            table.first,
            table.second,
            np.full_like(games, len(x) - 2, np.int64),
            np.full_like(games, len(x) - 1, np.int64),
        ],
        axis=1,
    )
    gradient = -precision * x
    np.add.at(gradient, places, table.counts @ slopes - games[:, None] * mean)
    spread = np.einsum("gr,ri,rj->gij", chances, slopes, slopes) - mean[:, :, None] * mean[:, None]
    curvature = np.diag(precision)
    np.add.at(curvature, (places[:, :, None], places[:, None, :]), games[:, None, None] * spread)
    return gradient, curvature


def _shares(table: _Tally, players: int, by_games: bool) -> Array:
    """Return what each player counts for in the average."""
    if not by_games:
        return np.full(players, 1 / players)
    games: Array = np.zeros(players)
    for side in (table.first, table.second):
        np.add.at(games, side, table.counts.sum(axis=1))
    games /= games.sum()
    return games


def _errors_from_average(spread: Array, shares: Array) -> Array:
    players = len(shares)
    centred = np.eye(players) - shares
    return Z95 * ELO * np.sqrt(np.diag(centred @ spread[:players, :players] @ centred.T))


def _errors_from(spread: Array, place: int, players: int) -> Array:
    own = np.diag(spread)[:players]
    difference = own + own[place] - 2 * spread[place, :players]
    errors: Array = Z95 * ELO * np.sqrt(np.maximum(difference, 0.0))
    return errors


def _rated(table: _Tally, elo: Array, players: list[str], errors: Array) -> list[Rating]:
    results, faced = np.zeros((len(players), 3)), np.zeros(len(players))
    np.add.at(results, table.first, table.counts)
    np.add.at(results, table.second, table.counts[:, ::-1])
    games = table.counts.sum(axis=1)
    np.add.at(faced, table.first, games * elo[table.second])
    np.add.at(faced, table.second, games * elo[table.first])
    return [
        Rating(
            name=name,
            elo=float(elo[index]),
            error=float(errors[index]),
            games=int(results[index].sum()),
            wins=int(results[index, 0]),
            draws=int(results[index, 1]),
            losses=int(results[index, 2]),
            opponents=float(faced[index] / results[index].sum()),
        )
        for index, name in enumerate(players)
    ]
