"""Who meets whom next on the ladder: where most is to be learned, and nobody starves.

A pair of games, colours exchanged, tells about a difference in strength, and the more, the less
sure its result is. So whoever has the widest error bar is served first, and meets somebody close in
rating, rather somebody whom they have met less often, and who is not busy with others. The error
bars that a batch is expected to leave are worked out as it is drawn, so a new version gets several
encounters at once and is rated in minutes. When all bars are narrow, nobody is drawn: a league at
rest costs nothing.
"""

from __future__ import annotations

import heapq
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from trivium.arena.ratings.statistics import Z95
from trivium.arena.ratings.strengths import ELO

UNKNOWN = 700.0
"""The error bar of somebody who has not played."""
_AGAIN = 0.15
"""How much less a game is worth for each one that the same two have played."""
_ANOTHER_REFERENCE = 12
"""Games after which somebody meets another reference opponent."""
_BUSY = 0.5
"""How much less it is worth for each encounter that an opponent has in this batch already."""


@dataclass(frozen=True)
class Contender:
    """Somebody who can be drawn."""

    label: str
    elo: float
    error: float
    """Half of the 95 % interval; `UNKNOWN` without games."""
    games: int = 0
    wants: bool = True
    """Whether it is to be rated; others are opponents only."""

    def is_hungry(self, narrow: float) -> bool:
        """Whether there is something to learn about it.

        Somebody who wins or loses everything has a wide bar for ever: enough is enough.
        """
        return self.wants and self.error > narrow and self.games < enough_games(narrow)


def enough_games(narrow: float) -> int:
    """Return after how many games nobody plays on: twice those that equals need for the bar."""
    return math.ceil(2 * (2 * Z95 * ELO / narrow) ** 2)


def draw(
    contenders: Sequence[Contender],
    met: Mapping[frozenset[str], int],
    most: int,
    narrow: float,
    chance: Random,
) -> list[tuple[str, str]]:
    """Return encounters, at most so many: the most needed first. None if all know enough."""
    queue = [
        (-min(one.error, UNKNOWN), chance.random(), index)
        for index, one in enumerate(contenders)
        if one.is_hungry(narrow)
    ]
    if len(contenders) < 2:
        return []
    heapq.heapify(queue)
    spread = {one.label: min(one.error, UNKNOWN) for one in contenders}
    times = Counter({one.label: 0 for one in contenders})
    again = Counter(met)
    drawn: list[tuple[str, str]] = []
    while queue and len(drawn) < most:
        _, _, index = heapq.heappop(queue)
        one = contenders[index]
        if spread[one.label] <= narrow and drawn:
            continue
        other = max(
            _opponents(one, contenders, again, one.games + 2 * times[one.label]),
            key=lambda each: (
                information(one.elo - each.elo)
                * (1 + spread[each.label] / UNKNOWN if each.wants else 1.0)
                / (1 + _AGAIN * again[frozenset((one.label, each.label))])
                / (1 + _BUSY * times[each.label])
                * chance.uniform(0.8, 1.2)
            ),
        )
        drawn.append((one.label, other.label))
        again[frozenset((one.label, other.label))] += 2
        for who, opponent in ((one, other), (other, one)):
            times[who.label] += 1
            spread[who.label] = _narrower(spread[who.label], who, opponent)
        heapq.heappush(queue, (-spread[one.label], chance.random(), index))
    return drawn


def _opponents(
    one: Contender,
    contenders: Sequence[Contender],
    again: Mapping[frozenset[str], int],
    games: int,
) -> list[Contender]:
    """Return whom somebody can meet.

    At first that is a reference opponent, which ties it to the scale, and from time to time one
    more of them, until it has met them all.
    """
    others = [each for each in contenders if each is not one]
    references = [each for each in others if not each.wants]
    unmet = [each for each in references if not again[frozenset((one.label, each.label))]]
    if len(references) - len(unmet) <= games // _ANOTHER_REFERENCE:
        return unmet or others
    return others


def information(difference: float) -> float:
    """Return how much a game tells, by the difference in Elo: at most 1, between equals."""
    expected = 1 / (1 + math.exp(-difference / ELO))
    return 4 * expected * (1 - expected)


def _narrower(error: float, one: Contender, other: Contender) -> float:
    """Return the error bar that two more games are expected to leave."""
    told = 2 * information(one.elo - other.elo) / 4
    return error / math.sqrt(1 + told * (error / Z95 / ELO) ** 2)
