"""What a position without safe edges is worth: a play-out over its features, not its edges.

Nobody can move there without opening a feature for the other. The other takes it, whole or all
but its end: the last two cells of a chain or the last four of a loop can be *handed out*, which
costs twice as many points but leaves the next opening to the player who opened this one. So

    value = max over the features of -(length + value of the rest), or, if a hand-out of c cells
    is possible, of -max(length + value of the rest, length - 2c - value of the rest)

for the player who has to open. Chains of one or two cells (opened in the middle) and loops of
three leave nothing to hand out.

While there are junctions this is a search: opening a chain takes an edge from the junctions at
its ends, and a junction left with two edges becomes a link between two other features. Once all
features stand alone, the order of play is known: chains of one and two first; then the next is
always the shortest chain, the shortest loop, or a loop of three, which a small table decides.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from trivium.games.hexifence.edge_sets import rings_of
from trivium.games.hexifence.features import (
    CHAIN,
    ENDLESS,
    JUNCTION,
    LOOP,
    Scan,
    new_scan,
    scan_features,
)
from trivium.games.hexifence.rules import Fences
from trivium.kernel.compiling import compiled

DEEPEST = 40
"""So many openings in a row are searched while there are junctions."""

# Typed numbers, because Numba would compile what is called with a literal once more for it, and
# a recursive function compiled twice does not survive the disk cache.
ROOT: Any = np.int64(0)
"""The level of the position itself."""
INFINITE: Any = np.int64(1 << 20)
"""More cells than any board has."""

# Places in `Levels.counters`
NODES = 0
BUDGET = 1
"""After so many nodes the junctions are ignored, so that there is always an answer soon."""
STOP = 2
"""Not 0: ignore the junctions from now on. Another thread may set it."""

# Places in `Levels.long`
_CHAINS = 0
_LOOPS = 1

# What the player in control hands back of a long chain or loop to keep the control
_BACK_OF_CHAIN = 2
_BACK_OF_LOOP = 4

_GONE = -1
_FIRST_END: Any = np.int64(0)


class Levels(NamedTuple):
    """The features left after no, one, two … openings: one *level* each."""

    total: NDArray[np.int64]
    """For each level how many features there are."""
    length: NDArray[np.int64]
    """For each level and feature its cells."""
    ends: NDArray[np.int64]
    """For each level and feature its two ends, as in a scan."""
    degree: NDArray[np.int64]
    """For each level and junction its free edges."""
    long: NDArray[np.int64]
    """Lengths of chains from three cells on and of loops from four on, the longest first."""
    table: NDArray[np.int64]
    """The value of the longest so many chains, loops and loops of three."""
    counters: NDArray[np.int64]


class Endgame(NamedTuple):
    """The memory of the play-out."""

    rings: NDArray[np.int64]
    scan: Scan
    levels: Levels


@compiled
def new_endgame(position: Fences, budget: int) -> Endgame:
    """Return memory for the play-outs of positions of this size."""
    cells = len(position.open_edges) - 1
    levels = Levels(
        np.zeros(DEEPEST + 1, np.int64),
        np.zeros((DEEPEST + 1, cells), np.int64),
        np.zeros((DEEPEST + 1, cells, 2), np.int64),
        np.zeros((DEEPEST + 1, cells), np.int64),
        np.zeros((2, cells), np.int64),
        # The most that (c + 1)(l + 1)(t + 1) can be if 3c + 4l + 3t is at most `cells`.
        np.zeros((cells + 10) ** 3 // 972 + 1, np.int64),
        np.zeros(3, np.int64),
    )
    levels.counters[BUDGET] = budget
    return Endgame(rings_of(position), new_scan(cells), levels)


@compiled
def load(endgame: Endgame, position: Fences) -> None:
    """Put the features of a position on level 0.

    Requires that no edge is safe and that nothing can be captured.
    """
    scan, levels = endgame.scan, endgame.levels
    scan_features(position, endgame.rings, scan)
    levels.counters[NODES] = 0
    count = 0
    for feature in range(scan.total[0]):
        if scan.kind[feature] == JUNCTION:
            cell = scan.cells[scan.first_cell[feature]]
            levels.degree[0, feature] = position.open_edges[cell]
        elif scan.kind[feature] == CHAIN or scan.kind[feature] == LOOP:
            levels.length[0, count] = scan.length[feature]
            levels.ends[0, count, 0] = scan.ends[feature, 0]
            levels.ends[0, count, 1] = scan.ends[feature, 1]
            count += 1
    levels.total[0] = count


@compiled
def margin_at_least(endgame: Endgame, position: Fences, margin: int) -> bool:
    """Return whether the player to move gets at least `margin` more of the cells still left.

    Requires that no edge is safe and that nothing can be captured.
    """
    load(endgame, position)
    return value(endgame.levels, ROOT, margin - 1, margin) >= margin


@compiled
def rest_value(endgame: Endgame, position: Fences) -> int:
    """Return the margin that the player to move gets from the cells still left.

    Requires that no edge is safe and that nothing can be captured.
    """
    load(endgame, position)
    return value(endgame.levels, ROOT, -INFINITE, INFINITE)


@compiled
def opening_values(endgame: Endgame, position: Fences, values: NDArray[np.int64]) -> int:
    """Write the rest's margin for each chain and loop, if it is opened now; return how many.

    They are in the order of `find_features`, which lists them last. Requires that no edge is
    safe and that nothing can be captured.
    """
    load(endgame, position)
    levels = endgame.levels
    for feature in range(levels.total[0]):
        is_loop = levels.ends[0, feature, 0] == ENDLESS
        taken = open_feature(levels, ROOT, feature)
        rest = value(levels, ROOT + 1, -INFINITE, INFINITE)
        values[feature] = opened(taken, handed_out(taken, is_loop), rest)
    return levels.total[0]


@compiled
def value(levels: Levels, level: int, alpha: int, beta: int) -> int:
    """Return what the player who has to open a feature of `level` gets, as a margin.

    A result strictly between alpha and beta is that value; one up to alpha is an upper bound
    of it, one from beta on a lower bound.
    """
    counters = levels.counters
    counters[NODES] += 1
    hurry = counters[NODES] > counters[BUDGET] or counters[STOP] != 0
    if hurry or level == DEEPEST or not has_junctions(levels, level):
        return lone_value(levels, level)
    best = -INFINITE
    feature = _GONE
    for _ in range(levels.total[level]):
        feature = next_shortest(levels, level, feature)
        if not worth_opening(levels, level, feature):
            continue
        is_loop = levels.ends[level, feature, 0] == ENDLESS
        taken = open_feature(levels, level, feature)
        cost = handed_out(taken, is_loop)
        least = max(alpha, best)
        if cost == 0:
            rest = value(levels, level + 1, -beta - taken, -least - taken)
            best = max(best, opened(taken, cost, rest))
        elif cost - taken > least:
            # The rest matters only as far as it is near -cost.
            reach = cost - taken - least
            rest = value(levels, level + 1, -cost - reach, -cost + reach)
            best = max(best, opened(taken, cost, rest))
        else:
            best = max(best, cost - taken)
        if best >= beta:
            break
    return best


@compiled
def next_shortest(levels: Levels, level: int, last: int) -> int:
    """Return the feature that follows `last` if they stand in the order of their lengths.

    `_GONE` as `last` asks for the first; there must be one.
    """
    length = levels.length[level]
    after = 0 if last == _GONE else length[last]
    best = _GONE
    for feature in range(levels.total[level]):
        later = length[feature] > after or (length[feature] == after and feature > last)
        if later and (best == _GONE or length[feature] < length[best]):
            best = feature
    return best


@compiled
def opened(taken: int, cost: int, rest: int) -> int:
    """Return what the opener gets: the other takes so many cells, the rest is worth `rest`.

    `cost` is the number of cells that the other can hand out; then it is the opener who has to
    go on with the rest, and the other chooses the better of the two.
    """
    return -taken - rest if cost == 0 else cost - taken - abs(rest + cost)


@compiled
def handed_out(length: int, is_loop: bool) -> int:
    """Return how many cells of a feature its taker can hand out at the end; 0 for none."""
    if is_loop:
        return 4 if length >= 4 else 0
    return 2 if length >= 3 else 0


@compiled
def has_junctions(levels: Levels, level: int) -> bool:
    """Return whether a feature of `level` touches a junction."""
    for feature in range(levels.total[level]):
        if levels.ends[level, feature, 0] >= 0 or levels.ends[level, feature, 1] >= 0:
            return True
    return False


@compiled
def worth_opening(levels: Levels, level: int, feature: int) -> bool:
    """Return whether to consider a feature: there must be none like it that is better.

    Of equal ones the first is considered; of those that stand alone the shortest of each kind.
    """
    ends, length = levels.ends[level], levels.length[level]
    first, second = ends[feature, 0], ends[feature, 1]
    alone = first < 0 and second < 0
    for other in range(levels.total[level]):
        same = (ends[other, 0] == first and ends[other, 1] == second) or (
            ends[other, 0] == second and ends[other, 1] == first
        )
        if not same or other == feature:
            continue
        if length[other] == length[feature]:
            if other < feature:
                return False
        elif alone and length[other] < length[feature]:
            loop_of_three = first == ENDLESS and length[other] == 3
            if not loop_of_three:
                return False
    return True


@compiled
def open_feature(levels: Levels, level: int, feature: int) -> int:
    """Write to the next level what is left once a feature is taken; return the cells taken.

    They are more than the feature's own when a junction falls with it: one of three edges,
    two of which belong to the feature.
    """
    below = level + 1
    count = levels.total[level]
    levels.length[below, :count] = levels.length[level, :count]
    levels.ends[below, :count] = levels.ends[level, :count]
    levels.degree[below] = levels.degree[level]
    levels.total[below] = count
    taken = levels.length[below, feature]
    first, second = levels.ends[below, feature, 0], levels.ends[below, feature, 1]
    drop(levels, below, feature)
    if first >= 0:
        levels.degree[below, first] -= 1
    if second >= 0:
        levels.degree[below, second] -= 1
        taken += settle(levels, below, second)
    if first >= 0 and first != second:
        taken += settle(levels, below, first)
    return taken


@compiled
def settle(levels: Levels, level: int, junction: int) -> int:
    """Join the features at a junction that has become a link; return the cells that fall.

    With one free edge left, the junction itself falls, and the feature at that edge with it.
    """
    ends = levels.ends[level]
    fallen = 0
    if levels.degree[level, junction] == 1:
        arm, side = find_end(levels, level, junction, _FIRST_END)
        if arm == _GONE:
            return 1
        fallen = 1 + levels.length[level, arm]
        junction = ends[arm, 1 - side]
        drop(levels, level, arm)
        if junction < 0:
            return fallen
        levels.degree[level, junction] -= 1
    if levels.degree[level, junction] == 2:
        join(levels, level, junction)
    return fallen


@compiled
def join(levels: Levels, level: int, junction: int) -> None:
    """Make one feature of a junction with two free edges and what is on either side of it."""
    ends, length = levels.ends[level], levels.length[level]
    one, side = find_end(levels, level, junction, _FIRST_END)
    other, other_side = find_end(levels, level, junction, 2 * one + side + 1)
    if other == _GONE:
        return
    if other == one:
        length[one] += 1
        ends[one, 0] = ENDLESS
        ends[one, 1] = ENDLESS
    else:
        length[one] += length[other] + 1
        ends[one, side] = ends[other, 1 - other_side]
        drop(levels, level, other)


@compiled
def find_end(levels: Levels, level: int, junction: int, start: int) -> tuple[int, int]:
    """Return the first feature and which of its ends is at a junction, from end `start` on.

    End number 2f + s is side s of feature f. The feature is `_GONE` if there is none.
    """
    for number in range(start, 2 * levels.total[level]):
        if levels.ends[level, number >> 1, number & 1] == junction:
            return number >> 1, number & 1
    return _GONE, 0


@compiled
def drop(levels: Levels, level: int, feature: int) -> None:
    """Remove a feature; the last one of the level takes its number."""
    levels.total[level] -= 1
    last = levels.total[level]
    levels.length[level, feature] = levels.length[level, last]
    levels.ends[level, feature, 0] = levels.ends[level, last, 0]
    levels.ends[level, feature, 1] = levels.ends[level, last, 1]


@compiled
def lone_value(levels: Levels, level: int) -> int:
    """Return the value of a level as if every feature on it stood alone."""
    ones = twos = threes = chains = loops = 0
    for feature in range(levels.total[level]):
        length = levels.length[level, feature]
        if levels.ends[level, feature, 0] == ENDLESS:
            if length == 3:
                threes += 1
            else:
                insert(levels.long[_LOOPS], loops, length)
                loops += 1
        elif length == 1:
            ones += 1
        elif length == 2:
            twos += 1
        else:
            insert(levels.long[_CHAINS], chains, length)
            chains += 1
    result = long_value(levels, chains, loops, threes)
    for _ in range(twos):
        result = -2 - result
    for _ in range(ones):
        result = -1 - result
    return result


@compiled
def insert(lengths: NDArray[np.int64], count: int, length: int) -> None:
    """Insert a length into the first `count`, which are in descending order."""
    place = count
    while place > 0 and lengths[place - 1] < length:
        lengths[place] = lengths[place - 1]
        place -= 1
    lengths[place] = length


@compiled
def long_value(levels: Levels, chains: int, loops: int, threes: int) -> int:
    """Return the value of lone chains from three on, loops from four on, and loops of three.

    The table is filled from the end of the game, when only the longest are left.
    """
    table = levels.table
    by_loop = threes + 1
    by_chain = by_loop * (loops + 1)
    place = 0
    for chain in range(chains + 1):
        for loop in range(loops + 1):
            for three in range(threes + 1):
                best = -INFINITE if place > 0 else 0
                if chain > 0:
                    rest = table[place - by_chain]
                    taken = levels.long[_CHAINS][chain - 1] - _BACK_OF_CHAIN
                    best = max(best, -taken - abs(rest + _BACK_OF_CHAIN))
                if loop > 0:
                    rest = table[place - by_loop]
                    taken = levels.long[_LOOPS][loop - 1] - _BACK_OF_LOOP
                    best = max(best, -taken - abs(rest + _BACK_OF_LOOP))
                if three > 0:
                    best = max(best, -3 - table[place - 1])
                table[place] = best
                place += 1
    return table[place - 1]
