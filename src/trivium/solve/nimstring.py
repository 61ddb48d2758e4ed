"""Nimbers: what a position of Hexifence or Dots-and-Boxes is worth in the game of Nimstring.

In Nimstring nobody counts cells: whoever cannot move any more has lost, and a capture obliges to
move again. It is the fight for control that decides most games of Dots-and-Boxes. As in Nim, a
position is worth a number, the independent regions of a position add up by exclusive or, and 0
means that the player to move loses that fight. A position in which the mover can choose who has to
move next is *loony*: whoever is given it wins, whatever else there is. (See docs/nimbers.md.)

In the words of strings and coins: a cell is a coin, a free edge a string between two coins or
from a coin to the ground. What is worth what:

- **Without captures** the value is the least number that is not the value of a move; moves to
  loony positions do not count.
- **A coin on its last string, which leads to the ground, to a coin on its last string, or to one
  with at least three**, may be taken at once: the value stays the same. The player to move can
  take it and go on as he would without it; and if he leaves it, the opponent can do that.
- **A coin on its last string that leads to a coin with two**: taking it leaves the next one on
  its last string. The mover can take both and move, or claim the second coin's other string and
  leave both to the opponent, who must take them and move. One of the two is good, so the position
  is loony. Only where that other string leads to a coin on its last string too there is no choice
  and the first coin may be taken at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from trivium.games.hexifence.rules import NOBODY, Fences
from trivium.kernel.bits import ONE, ZERO, Word, bit, lowest
from trivium.kernel.chance import mix
from trivium.kernel.compiling import compiled

__all__ = [
    "LOONY",
    "POSITIONS_A_SECOND",
    "Nimbers",
    "Region",
    "Strings",
    "in_words",
    "nimbers",
    "value_of",
]

LOONY = -1
"""The value of a position that nobody wants to leave to the opponent."""
_OUT_OF_REACH = -2
_UNKNOWN = -3

MOST_STRINGS = 62
"""Of a region that is tried at all."""
POSITIONS_A_SECOND = 1 << 21
"""Positions that are looked at in about a second."""

Strings = NDArray[np.int64]
"""Numbers for each string, that is, for each free edge: such as the cells at its two ends."""


@dataclass(frozen=True)
class Region:
    """Free edges that hang together by cells, and what they are worth."""

    edges: tuple[int, ...]
    cells: tuple[int, ...]
    value: int | None
    """The nimber, `LOONY`, or None if it is out of reach."""


@dataclass(frozen=True)
class Nimbers:
    """What a position is worth in Nimstring."""

    value: int | None
    """The nimber, `LOONY`, or None if it is out of reach."""
    regions: tuple[Region, ...]
    moves: dict[int, int | None]
    """What each free edge leaves, as `value`."""
    captures: frozenset[int]
    """The edges that capture: whoever claims one has to move again in what is left."""

    @property
    def good_moves(self) -> tuple[int, ...]:
        """The moves that win the fight: 0 is left to the opponent, or anything else to oneself."""
        return tuple(
            move
            for move, value in self.moves.items()
            if value is not None and (value == 0) != (move in self.captures)
        )


def nimbers(position: Fences, most: int = POSITIONS_A_SECOND) -> Nimbers:
    """Return the nimbers of a position; regions that need more than `most` positions have none."""
    ends = position.edge_cells
    free = np.flatnonzero(position.edge_owner == NOBODY).tolist()
    found = []
    after: dict[int, int | None] = {}
    parts = _regions(ends, free, ground=int(ends.max()))
    for edges, cells in parts:
        value, values = _region_values(ends[list(edges)], cells, most)
        found.append(Region(edges, cells, value))
        after |= dict(zip(edges, values, strict=True))
    moves: dict[int, int | None] = {}
    for region in found:
        rest = [other.value for other in found if other is not region]
        moves |= {edge: _sum([*rest, after[edge]]) for edge in region.edges}
    value = _sum(region.value for region in found)
    last = {cell for cell in range(len(position.open_edges)) if position.open_edges[cell] == 1}
    captures = frozenset(edge for edge in free if not last.isdisjoint(ends[edge].tolist()))
    return Nimbers(value, tuple(found), dict(sorted(moves.items())), captures)


def in_words(value: int | None) -> str:
    """Return a value for a person."""
    return {None: "out of reach", LOONY: "loony"}.get(value) or str(value)


def _sum(values: Iterable[int | None]) -> int | None:
    """Return the value of several regions together."""
    total: int | None = 0
    for value in values:
        if value == LOONY:
            return LOONY
        total = None if total is None or value is None else total ^ value
    return total


def _regions(
    ends: Strings, free: list[int], ground: int
) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return the free edges and cells of each region."""
    home: dict[int, set[int]] = {}
    for edge in free:
        cells = [cell for cell in ends[edge].tolist() if cell != ground]
        merged = set(cells).union(*(home.get(cell, set()) for cell in cells))
        for cell in merged:
            home[cell] = merged
    regions = {min(cells): cells for cells in home.values()}
    return [
        (
            tuple(edge for edge in free if not cells.isdisjoint(ends[edge].tolist())),
            tuple(sorted(cells)),
        )
        for _, cells in sorted(regions.items())
    ]


def _region_values(
    ends: Strings, cells: tuple[int, ...], most: int
) -> tuple[int | None, list[int | None]]:
    """Return the value of a region, and what each of its strings leaves of it."""
    count = len(ends)
    if count > MOST_STRINGS:
        return None, [None] * count
    number = {cell: index for index, cell in enumerate(cells)}
    coins = np.array(
        [[number.get(cell, len(cells)) for cell in pair] for pair in ends.tolist()], np.int64
    )
    size = 1 << max(10, most.bit_length())
    keys, values = np.zeros(size, np.uint64), np.zeros(size, np.int64)
    used = np.array([0, most])
    counts = np.zeros((count + 1, len(cells) + 1), np.int64)
    alike = [sorted(pair) for pair in coins.tolist()]
    last = [count - 1 - alike[::-1].index(pair) for pair in alike]
    twins = np.array([[*alike[s + 1 :], alike[s]].index(alike[s]) + s + 1 for s in range(count)])
    whole = (1 << count) - 1
    masks = [whole, *(whole ^ 1 << string for string in last)]
    found = [
        int(value_of(np.uint64(mask), 0, coins, twins, counts, keys, values, used))
        for mask in masks
    ]
    known = [None if value == _OUT_OF_REACH else value for value in found]
    return known[0], known[1:]


@compiled
def value_of(
    mask: Word,
    depth: int,
    coins: Strings,
    twins: Strings,
    counts: Strings,
    keys: NDArray[np.uint64],
    values: Strings,
    used: Strings,
) -> int:
    """Return the value of the strings in a set; `_OUT_OF_REACH` if too many have been looked at.

    `coins` has the two ends of each string and `twins` the next string with the same ends, which
    is always claimed before it (the number of strings if there is none). `counts` is room for each
    depth, `used` the positions looked at and how many may be.
    """
    if mask == ZERO:
        return 0
    place = np.int64(mix(mask) >> ONE) & (len(keys) - 1)
    while keys[place] != mask and keys[place] != ZERO:
        place = (place + 1) & (len(keys) - 1)
    if keys[place] == mask:
        return values[place]
    if used[0] >= used[1]:
        return _OUT_OF_REACH
    used[0] += 1
    count_strings(mask, coins, counts[depth])
    ground = counts.shape[1] - 1
    taken = taken_at_once(mask, coins, counts[depth], ground)
    value = _UNKNOWN
    if taken == LOONY:
        value = LOONY
    elif taken >= 0:
        value = value_of(mask ^ bit(taken), depth + 1, coins, twins, counts, keys, values, used)
    else:
        part = hanging_together(mask, coins, ground)
        if part != mask:
            one = value_of(part, depth + 1, coins, twins, counts, keys, values, used)
            other = value_of(mask ^ part, depth + 1, coins, twins, counts, keys, values, used)
            if one == LOONY or other == LOONY:
                value = LOONY
            else:
                value = min(one, other) if min(one, other) < 0 else one ^ other
        else:
            options = ZERO
            left = mask
            while left != ZERO and value != _OUT_OF_REACH:
                string = lowest(left)
                left &= left - ONE
                if twins[string] < len(coins) and mask & bit(twins[string]):
                    continue
                option = value_of(
                    mask ^ bit(string), depth + 1, coins, twins, counts, keys, values, used
                )
                if option == _OUT_OF_REACH:
                    value = _OUT_OF_REACH
                elif option >= 0:
                    options |= bit(option)
            if value != _OUT_OF_REACH:
                value = lowest(~options)
    if value != _OUT_OF_REACH:
        place = np.int64(mix(mask) >> ONE) & (len(keys) - 1)
        while keys[place] != ZERO:
            place = (place + 1) & (len(keys) - 1)
        keys[place] = mask
        values[place] = value
    return value


@compiled
def count_strings(mask: Word, coins: Strings, counts: Strings) -> None:
    """Write how many strings each coin is on."""
    counts[:] = 0
    while mask != ZERO:
        string = lowest(mask)
        mask &= mask - ONE
        counts[coins[string, 0]] += 1
        counts[coins[string, 1]] += 1


@compiled
def taken_at_once(mask: Word, coins: Strings, counts: Strings, ground: int) -> int:
    """Return a string whose capture changes nothing, `LOONY`, or -2 if there are no captures."""
    left = mask
    loony = False
    while left != ZERO:
        string = lowest(left)
        left &= left - ONE
        for end in range(2):
            coin, other = coins[string, end], coins[string, 1 - end]
            if coin == ground or counts[coin] != 1:
                continue
            if other == ground or counts[other] != 2:
                return string
            beyond = ground
            for next_string in range(len(coins)):
                if next_string != string and mask & bit(next_string):
                    if coins[next_string, 0] == other:
                        beyond = coins[next_string, 1]
                    elif coins[next_string, 1] == other:
                        beyond = coins[next_string, 0]
            if beyond != ground and counts[beyond] == 1:
                return string
            loony = True
    return LOONY if loony else -2


@compiled
def hanging_together(mask: Word, coins: Strings, ground: int) -> Word:
    """Return the strings that hang together with the first one by coins."""
    part = mask & (~mask + ONE)
    while True:
        grown = part
        left = mask & ~part
        while left != ZERO:
            string = lowest(left)
            left &= left - ONE
            inside = part
            while inside != ZERO:
                other = lowest(inside)
                inside &= inside - ONE
                for end in range(2):
                    coin = coins[string, end]
                    if coin != ground and (coin == coins[other, 0] or coin == coins[other, 1]):
                        grown |= bit(string)
        if grown == part:
            return part
        part = grown
