"""What is left of a board in the fight for control (`trivium.solve.control`): runs and arms.

Cells with three free edges or more are *junctions*. A *run* of 0, 1 or 2 cells leads from a
junction to a junction or the outside; one of no cells is a safe edge. Claiming an edge of a run
takes it away, and then the opponent is to move, having taken its cells. A junction left with two
edges makes one run of two. A run of three cells or more is never opened before the fight is over:
all that counts of it is an *arm* that stays at the junctions at its ends.

Each move makes a new *level* below the one before it, so nothing is ever taken back.

- A junction with two arms always keeps two edges. Whatever leads there might as well lead outside.
- One arm and one edge make a longer arm.
- A run from outside to outside is one turn and touches nothing else; two of them cancel. So does a
  loop of three cells.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from trivium.games.hexifence.features import JUNCTION, LOOP, find_features
from trivium.games.hexifence.rules import Fences
from trivium.games.hexifence.safety import list_safe
from trivium.kernel.compiling import compiled, inlined_uncounted, uncounted
from trivium.search.running import StopFlag

ROOM = 96
"""So many runs a position may have."""
DEEPEST = 2 * ROOM
SHORT_LOOP = 3
"""The cells of a loop that is opened during the fight."""
_SHORT = 2
"""The most cells of a run that is opened during the fight."""
OUTSIDE = 0

# Places in `Levels.counters`
NODES = 0
NODE_LIMIT = 1
_COUNTERS = 2

# Typed, because Numba would compile what is called with a literal once more for it.
ROOT: Any = np.int64(0)
"""The level of the position itself."""


class Levels(NamedTuple):
    """What is left after no, one, two … moves: one *level* each. Junctions count from 1."""

    total: NDArray[np.int64]
    """For each level how many runs there are."""
    ends: NDArray[np.int64]
    """For each level and run its two ends: junctions, or `OUTSIDE`."""
    length: NDArray[np.int64]
    """For each level and run its cells."""
    edges: NDArray[np.int64]
    """For each level and junction how many edges it has, arms included."""
    arms: NDArray[np.int64]
    """And how many of them are arms."""
    part: NDArray[np.int64]
    """For each level and run its part."""
    chief: NDArray[np.int64]
    """For each junction one that it hangs together with, on the way to that of its part."""
    number: NDArray[np.int64]
    """For each such chief the number of its part."""
    left: NDArray[np.int64]
    """For each level and run how many are left once it is taken away, while moves are tried."""
    pending: NDArray[np.int64]
    """Junctions to be looked at."""
    words: NDArray[np.uint64]
    """For each junction a random word for an end of a run, and one for an arm."""
    table: NDArray[np.uint64]
    """What is known: keys, with the answer in the last bit."""
    counters: NDArray[np.int64]
    stop: StopFlag


@compiled
def set_out(
    position: Fences, words: NDArray[np.uint64], table: NDArray[np.uint64], stop: StopFlag
) -> tuple[Levels, NDArray[np.int64]]:
    """Return a position as level 0, and for each run an edge that takes it away.

    Runs from outside to outside stand there too. Arms are counted, but nothing is tidied up.
    """
    scan = find_features(position)
    junctions = 0
    for feature in range(scan.total[0]):
        junctions += int(scan.kind[feature] == JUNCTION)
    moves = np.empty(len(position.edge_cells), np.int64)
    safe = list_safe(position, moves)
    openings = np.empty(safe + scan.total[0], np.int64)
    levels = Levels(
        np.zeros(DEEPEST, np.int64),
        np.zeros((DEEPEST, ROOM, 2), np.int64),
        np.zeros((DEEPEST, ROOM), np.int64),
        np.zeros((DEEPEST, junctions + 1), np.int64),
        np.zeros((DEEPEST, junctions + 1), np.int64),
        np.zeros((DEEPEST, ROOM), np.int64),
        np.zeros(junctions + 1, np.int64),
        np.zeros(junctions + 1, np.int64),
        np.zeros((DEEPEST, ROOM), np.int64),
        np.zeros(2 * ROOM, np.int64),
        np.zeros((junctions + 1, 2), np.uint64),
        table,
        np.zeros(_COUNTERS, np.int64),
        stop,
    )
    levels.words[OUTSIDE] = words[len(words) - 1]
    for feature in range(junctions):
        cell = scan.cells[scan.first_cell[feature]]
        levels.words[feature + 1] = words[cell]
        levels.edges[ROOT, feature + 1] = position.open_edges[cell]
    count = 0
    for index in range(safe):
        edge = moves[index]
        first = scan.feature_of[position.edge_cells[edge, 0]]
        second = scan.feature_of[position.edge_cells[edge, 1]]
        openings[count] = edge
        if count < ROOM:
            put_run(levels, ROOT, count, first + 1, second + 1, 0)
        count += 1
    for feature in range(junctions, scan.total[0]):
        length, is_loop = scan.length[feature], scan.kind[feature] == LOOP
        if length > (SHORT_LOOP if is_loop else _SHORT):
            for side in range(2):
                if scan.ends[feature, side] >= 0:
                    levels.arms[ROOT, scan.ends[feature, side] + 1] += 1
            continue
        # A chain of two is opened in its middle, so that none of it can be handed back.
        openings[count] = scan.edges[scan.first_edge[feature] + int(length == 2)]
        if count < ROOM:
            first = OUTSIDE if is_loop else scan.ends[feature, 0] + 1
            second = OUTSIDE if is_loop else scan.ends[feature, 1] + 1
            put_run(levels, ROOT, count, first, second, length)
        count += 1
    levels.total[ROOT] = min(count, ROOM)
    return levels, openings[:count].copy()


@inlined_uncounted
def put_run(levels: Levels, level: int, run: int, first: int, second: int, length: int) -> None:
    """Write a run to its place."""
    levels.ends[level, run, 0] = first
    levels.ends[level, run, 1] = second
    levels.length[level, run] = length


@inlined_uncounted
def copy_run(levels: Levels, source: int, run: int, target: int, place: int) -> None:
    """Copy a run to a place of another level, or of its own."""
    first, second = levels.ends[source, run, 0], levels.ends[source, run, 1]
    put_run(levels, target, place, first, second, levels.length[source, run])


@inlined_uncounted
def drop_run(levels: Levels, level: int, run: int) -> None:
    """Take a run off the list; the last one gets its number."""
    levels.total[level] -= 1
    copy_run(levels, level, levels.total[level], level, run)


@uncounted
def copy_level(levels: Levels, source: int, target: int) -> None:
    """Copy a level."""
    levels.total[target] = levels.total[source]
    for run in range(levels.total[source]):
        copy_run(levels, source, run, target, run)
    for junction in range(levels.edges.shape[1]):
        levels.edges[target, junction] = levels.edges[source, junction]
        levels.arms[target, junction] = levels.arms[source, junction]


@inlined_uncounted
def falls_back(levels: Levels, level: int, run: int) -> bool:
    """Return whether taking a run away takes its junction too: then its end can be handed back."""
    first, second = levels.ends[level, run, 0], levels.ends[level, run, 1]
    return first == second and first != OUTSIDE and levels.edges[level, first] == 3


@uncounted
def take_away(levels: Levels, level: int, run: int) -> int:
    """Take a run away and tidy up; return 1 if an odd number of turns came about, else 0."""
    first, second = levels.ends[level, run, 0], levels.ends[level, run, 1]
    drop_run(levels, level, run)
    levels.edges[level, first] -= 1
    levels.edges[level, second] -= 1
    levels.pending[0], levels.pending[1] = first, second
    return tidy(levels, level, 2)


@uncounted
def tidy_all(levels: Levels, level: int) -> int:
    """Tidy up all that there is, as after a move; return 1 or 0 in the same way."""
    turns = 0
    for run in range(levels.total[level] - 1, -1, -1):
        turns ^= drop_turn(levels, level, run)
    for junction in range(1, levels.edges.shape[1]):
        levels.pending[0] = junction
        turns ^= tidy(levels, level, 1)
    return turns


@inlined_uncounted
def drop_turn(levels: Levels, level: int, run: int) -> int:
    """Take a run away if it leads from outside to outside; return 1 if it does, else 0."""
    if levels.ends[level, run, 0] != OUTSIDE or levels.ends[level, run, 1] != OUTSIDE:
        return 0
    drop_run(levels, level, run)
    return 1


@uncounted
def tidy(levels: Levels, level: int, pending: int) -> int:
    """Tidy up at so many junctions that have lost edges or got arms, and where that leads to.

    Returns 1 if an odd number of runs was left that are one turn each, else 0.
    """
    turns = 0
    while pending > 0:
        pending -= 1
        junction = levels.pending[pending]
        arms, edges = levels.arms[level, junction], levels.edges[level, junction]
        if junction == OUTSIDE or (arms < 2 and edges != 2):
            continue
        if arms >= 2:
            turns ^= open_outside(levels, level, junction)
            continue
        one = end_at(levels, level, junction, 0)
        if one < 0:
            continue
        run, beyond = one >> 1, levels.ends[level, one >> 1, 1 - (one & 1)]
        if arms == 1:
            drop_run(levels, level, run)
            pending = add_arm(levels, level, beyond, pending)
            continue
        other = end_at(levels, level, junction, one + 1)
        if other >> 1 == run:
            turns ^= int(levels.length[level, run] + 1 == SHORT_LOOP)
            drop_run(levels, level, run)
            continue
        far = levels.ends[level, other >> 1, 1 - (other & 1)]
        length = levels.length[level, run] + levels.length[level, other >> 1] + 1
        put_run(levels, level, run, beyond, far, length)
        drop_run(levels, level, other >> 1)
        if length > _SHORT:
            drop_run(levels, level, run)
            pending = add_arm(levels, level, beyond, pending)
            pending = add_arm(levels, level, far, pending)
        else:
            turns ^= drop_turn(levels, level, run)
    return turns


@inlined_uncounted
def add_arm(levels: Levels, level: int, junction: int, pending: int) -> int:
    """Let one of the edges of a junction be an arm; return how many are to be looked at now."""
    if junction == OUTSIDE:
        return pending
    levels.arms[level, junction] += 1
    levels.pending[pending] = junction
    return pending + 1


@uncounted
def open_outside(levels: Levels, level: int, junction: int) -> int:
    """Let all runs at a junction lead outside; return 1 if that leaves an odd number of turns."""
    turns = 0
    for run in range(levels.total[level] - 1, -1, -1):
        for side in range(2):
            if levels.ends[level, run, side] == junction:
                levels.ends[level, run, side] = OUTSIDE
        turns ^= drop_turn(levels, level, run)
    return turns


@uncounted
def end_at(levels: Levels, level: int, junction: int, first: int) -> int:
    """Return an end of a run that is at a junction, looking from end `first` on; -1 if none is.

    End number 2r + s is side s of run r.
    """
    for number in range(first, 2 * levels.total[level]):
        if levels.ends[level, number >> 1, number & 1] == junction:
            return number
    return -1


@inlined_uncounted
def chief_of(levels: Levels, junction: int) -> int:
    """Return the junction that stands for all that hang together with one."""
    chief = levels.chief
    while chief[junction] != junction:
        chief[junction] = chief[chief[junction]]
        junction = chief[junction]
    return junction


@uncounted
def find_parts(levels: Levels, level: int) -> int:
    """Number the parts of a level; return how many there are."""
    total, parts = levels.total[level], 0
    for junction in range(len(levels.chief)):
        levels.chief[junction] = junction
        levels.number[junction] = -1
    for run in range(total):
        first, second = levels.ends[level, run, 0], levels.ends[level, run, 1]
        if first != OUTSIDE and second != OUTSIDE and first != second:
            levels.chief[chief_of(levels, first)] = chief_of(levels, second)
    for run in range(total):
        # One of its ends is outside at most, and outside is 0.
        chief = chief_of(levels, max(levels.ends[level, run, 0], levels.ends[level, run, 1]))
        if levels.number[chief] < 0:
            levels.number[chief] = parts
            parts += 1
        levels.part[level, run] = levels.number[chief]
    return parts


@inlined_uncounted
def largest_part(levels: Levels, level: int, parts: int) -> int:
    """Return the part with the most runs."""
    best, most = 0, 0
    for part in range(parts):
        runs = 0
        for run in range(levels.total[level]):
            runs += int(levels.part[level, run] == part)
        if runs > most:
            best, most = part, runs
    return best


@uncounted
def copy_part(levels: Levels, source: int, part: int, target: int) -> None:
    """Copy a part of a level to another one, or leave only that part in its own."""
    count = 0
    for run in range(levels.total[source]):
        if levels.part[source, run] == part:
            copy_run(levels, source, run, target, count)
            count += 1
    levels.total[target] = count
    for junction in range(levels.edges.shape[1]):
        levels.edges[target, junction] = levels.edges[source, junction]
        levels.arms[target, junction] = levels.arms[source, junction]
