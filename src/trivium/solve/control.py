"""Who gets the control: the fight that decides large boards, searched without counting a cell.

Whoever has to open the first long chain or loop leaves it to the opponent who moves next, and on a
large board that is worth more than any cells given away before. So this counts no cells: a player
who has nothing left but long chains and loops to open has lost. That is Nimstring (docs/nimbers.md)
as it is played in a game: with the safe edges and the short chains alone.

**What there is to play.** Cells with three free edges or more are *junctions*. A *run* of 0, 1 or 2
cells leads from a junction to a junction or the outside; one of no cells is a safe edge. Claiming
an edge of a run takes it away, and then the opponent is to move, having taken its cells. A junction
left with two edges makes one run of two. A run of three cells or more is never opened before the
fight is over: all that counts of it is an *arm* that stays at the junctions at its ends.

- A junction with two arms always keeps two edges. Whatever leads there might as well lead outside.
- One arm and one edge make a longer arm.
- A run from outside to outside is one turn and touches nothing else; two of them cancel. So does a
  loop of three cells.

**Parts.** What does not hang together by junctions adds up as in Nim: a position is won if the
nimbers of its parts do not cancel. So the question is always whether one part *beside a heap* is
won; the nimbers of all parts but the largest are found by the same question, with heaps of 0, 1, …
beside them until it is lost, and make up the heap. What is found is remembered.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from trivium.games.hexifence.features import JUNCTION, LOOP, find_features
from trivium.games.hexifence.geometry import EdgeBoard
from trivium.games.hexifence.rules import Fences
from trivium.games.hexifence.safety import list_safe
from trivium.kernel.bits import ONE, ZERO, Word, wrapping_add, wrapping_multiply
from trivium.kernel.chance import mix
from trivium.kernel.compiling import compiled, inlined_uncounted, uncounted
from trivium.kernel.pages import take
from trivium.kernel.zobrist import zobrist_words
from trivium.search.limits import Limit
from trivium.search.running import StopFlag, new_stop_flag, run_within

__all__ = ["Control", "Fight"]

_ROOM = 96
"""So many runs a position may have."""
_DEEPEST = 2 * _ROOM
_SHORT = 2
"""The most cells of a run that is opened during the fight."""
_SHORT_LOOP = 3
_OUTSIDE = 0
_NO_LIMIT = 1 << 60

# What the search for a run answers if there is none
NO_RUN = -1
UNKNOWN_RUN = -2

_FIRST_ALLOWANCE = 200
"""Nodes for each of the first moves at first."""
_MORE = 4
"""How many times as many they get when none was enough."""

# Places in `Levels.counters`
_NODES = 0
_NODE_LIMIT = 1
_COUNTERS = 2

_HEAP_WORD = np.uint64(0xD1B54A32D192ED03)

# Typed, because Numba would compile what is called with a literal once more for it.
ROOT: Any = np.int64(0)
"""The level of the position itself."""
LOST: Any = np.int64(0)
WON: Any = np.int64(1)
DROPPED: Any = np.int64(_ROOM)
"""Stands for a run that need not be tried, or has been."""
UNKNOWN: Any = np.int64(-1)
"""Told to stop."""


class Levels(NamedTuple):
    """What is left after no, one, two … moves: one *level* each. Junctions count from 1."""

    total: NDArray[np.int64]
    """For each level how many runs there are."""
    ends: NDArray[np.int64]
    """For each level and run its two ends: junctions, or `_OUTSIDE`."""
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
    """For each level and run how many runs are left once it is taken away, or `DROPPED`."""
    pending: NDArray[np.int64]
    """Junctions to be looked at."""
    words: NDArray[np.uint64]
    """For each junction a random word for an end of a run, and one for an arm."""
    table: NDArray[np.uint64]
    """What is known: keys, with the answer in the last bit."""
    counters: NDArray[np.int64]
    stop: StopFlag


@dataclass(frozen=True)
class Fight:
    """What is known of the fight for control."""

    won: bool | None
    """Whether the player to move wins it, None if the limit came first."""
    edge: int | None
    """An edge that wins it, a safe one or one that gives away little if that is found."""
    nodes: int


class Control:
    """Finds out who wins the fight for control on one board, and remembers what it has found."""

    def __init__(self, board: EdgeBoard, megabytes: float) -> None:
        """Take so much memory."""
        self.board = board
        self._words = zobrist_words("ends of runs and arms", len(board.cells) + 1, 2) | ONE
        self._table = np.zeros(1 << max(10, int(megabytes * 2**17).bit_length() - 1), np.uint64)

    def reserve(self) -> None:
        """Take the memory of the table now; else the fights do, while their clocks run."""
        take((self._table,))

    def fight(self, position: Fences, limit: Limit) -> Fight:
        """Return who wins from a position in which nothing can be captured."""
        began, stop = time.perf_counter(), new_stop_flag()
        levels, openings = set_out(position, self._words, self._table, stop)
        if len(openings) > _ROOM:
            return Fight(None, None, 0)
        levels.counters[_NODE_LIMIT] = limit.nodes or _NO_LIMIT
        best = int(run_within(limit, began, stop, lambda: best_run(levels)))
        nodes = int(levels.counters[_NODES])
        if best == UNKNOWN_RUN:
            return Fight(None, None, nodes)
        return Fight(best >= 0, int(openings[best]) if best >= 0 else None, nodes)


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
        np.zeros(_DEEPEST, np.int64),
        np.zeros((_DEEPEST, _ROOM, 2), np.int64),
        np.zeros((_DEEPEST, _ROOM), np.int64),
        np.zeros((_DEEPEST, junctions + 1), np.int64),
        np.zeros((_DEEPEST, junctions + 1), np.int64),
        np.zeros((_DEEPEST, _ROOM), np.int64),
        np.zeros(junctions + 1, np.int64),
        np.zeros(junctions + 1, np.int64),
        np.zeros((_DEEPEST, _ROOM), np.int64),
        np.zeros(2 * _ROOM, np.int64),
        np.zeros((junctions + 1, 2), np.uint64),
        table,
        np.zeros(_COUNTERS, np.int64),
        stop,
    )
    levels.words[_OUTSIDE] = words[len(words) - 1]
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
        if count < _ROOM:
            put_run(levels, ROOT, count, first + 1, second + 1, 0)
        count += 1
    for feature in range(junctions, scan.total[0]):
        length, is_loop = scan.length[feature], scan.kind[feature] == LOOP
        if length > (_SHORT_LOOP if is_loop else _SHORT):
            for side in range(2):
                if scan.ends[feature, side] >= 0:
                    levels.arms[ROOT, scan.ends[feature, side] + 1] += 1
            continue
        # A chain of two is opened in its middle, so that none of it can be handed back.
        openings[count] = scan.edges[scan.first_edge[feature] + int(length == 2)]
        if count < _ROOM:
            first = _OUTSIDE if is_loop else scan.ends[feature, 0] + 1
            second = _OUTSIDE if is_loop else scan.ends[feature, 1] + 1
            put_run(levels, ROOT, count, first, second, length)
        count += 1
    levels.total[ROOT] = min(count, _ROOM)
    return levels, openings[:count].copy()


@compiled
def best_run(levels: Levels) -> int:
    """Return a run of level 0 that wins, or one of the codes.

    Safe edges come first, and each run is looked at briefly before any is for long: one that is
    easily shown to win is enough.
    """
    counters = levels.counters
    limit, allowance = counters[_NODE_LIMIT], _FIRST_ALLOWANCE
    undecided = 1
    while undecided > 0 and allowance < _NO_LIMIT:
        undecided = 0
        for length in range(_SHORT_LOOP + 1):
            list_first(levels, length)
            run = next_run(levels, ROOT)
            while run >= 0:
                levels.left[ROOT, run] = DROPPED
                counters[_NODE_LIMIT] = min(limit, counters[_NODES] + allowance)
                answer = wins(levels, ROOT + 1, take_first(levels, run))
                if answer == LOST:
                    return run
                undecided += int(answer == UNKNOWN)
                if counters[_NODES] >= limit or levels.stop[0] != 0:
                    return UNKNOWN_RUN
                run = next_run(levels, ROOT)
        allowance *= _MORE
    return NO_RUN if undecided == 0 else UNKNOWN_RUN


@uncounted
def list_first(levels: Levels, length: int) -> None:
    """Note for the runs of level 0 of such a length how many others they leave."""
    for run in range(levels.total[ROOT]):
        levels.left[ROOT, run] = DROPPED
        if levels.length[ROOT, run] == length and not falls_back(levels, ROOT, run):
            take_first(levels, run)
            levels.left[ROOT, run] = levels.total[ROOT + 1]


@uncounted
def take_first(levels: Levels, run: int) -> int:
    """Write what is left of level 0 without a run to level 1; return its heap."""
    below = ROOT + 1
    copy_level(levels, ROOT, below)
    return take_away(levels, below, run) ^ tidy_all(levels, below)


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
    return first == second and first != _OUTSIDE and levels.edges[level, first] == 3


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
    if levels.ends[level, run, 0] != _OUTSIDE or levels.ends[level, run, 1] != _OUTSIDE:
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
        if junction == _OUTSIDE or (arms < 2 and edges != 2):
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
            turns ^= int(levels.length[level, run] + 1 == _SHORT_LOOP)
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
    if junction == _OUTSIDE:
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
                levels.ends[level, run, side] = _OUTSIDE
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
        if first != _OUTSIDE and second != _OUTSIDE and first != second:
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


@uncounted
def key_of(levels: Levels, level: int, heap: int) -> Word:
    """Return the key of a level beside a heap: a sum over its runs and their ends with an arm."""
    words = levels.words
    total = wrapping_multiply(_HEAP_WORD, np.uint64(heap))
    for run in range(levels.total[level]):
        first, second = levels.ends[level, run, 0], levels.ends[level, run, 1]
        word = wrapping_multiply(words[first, 0], words[second, 0])
        total = wrapping_add(total, mix(wrapping_add(word, np.uint64(levels.length[level, run]))))
        if levels.arms[level, first] != 0:
            total = wrapping_add(total, words[first, 1])
        if levels.arms[level, second] != 0:
            total = wrapping_add(total, words[second, 1])
    return mix(total)


@inlined_uncounted
def known(levels: Levels, level: int, heap: int) -> int:
    """Return what is remembered of a level of one part or none beside a heap."""
    if levels.total[level] == 0:
        return WON if heap > 0 else LOST
    key = key_of(levels, level, heap)
    entry = levels.table[np.int64(key >> ONE) & (len(levels.table) - 1)]
    return np.int64(entry & ONE) if (entry ^ key) & ~ONE == ZERO else UNKNOWN


@uncounted
def probe(levels: Levels, level: int, heap: int) -> bool:
    """Return whether it is known of a run that taking it away wins.

    Else it is noted how many runs each leaves, except for those that are known not to win.
    """
    below = level + 1
    for run in range(levels.total[level]):
        levels.left[level, run] = DROPPED
        if falls_back(levels, level, run):
            continue
        copy_level(levels, level, below)
        turn = take_away(levels, below, run)
        answer = UNKNOWN
        if find_parts(levels, below) <= 1:
            answer = known(levels, below, heap ^ turn)
        if answer == LOST:
            return True
        if answer == UNKNOWN:
            levels.left[level, run] = levels.total[below]
    return False


@inlined_uncounted
def next_run(levels: Levels, level: int) -> int:
    """Return the run that leaves the fewest others, of those to be tried; -1 if there is none."""
    best, fewest = -1, DROPPED
    for run in range(levels.total[level]):
        if levels.left[level, run] < fewest:
            best, fewest = run, levels.left[level, run]
    return best


@uncounted
def wins(levels: Levels, level: int, heap: int) -> int:
    """Return whether the player to move wins a level beside a heap; what follows it is used up."""
    counters = levels.counters
    counters[_NODES] += 1
    if levels.stop[0] != 0 or counters[_NODES] > counters[_NODE_LIMIT] or level + 2 > _DEEPEST:
        return UNKNOWN
    below = level + 1
    parts = find_parts(levels, level)
    if parts > 1:
        largest = largest_part(levels, level, parts)
        for part in range(parts):
            if part == largest:
                continue
            nimber, answer = LOST, WON
            while answer != LOST:
                copy_part(levels, level, part, below)
                answer = wins(levels, below, nimber)
                if answer == UNKNOWN:
                    return UNKNOWN
                nimber += answer
            heap ^= nimber
        copy_part(levels, level, largest, level)
    if levels.total[level] == 0:
        return WON if heap > 0 else LOST
    key = key_of(levels, level, heap) & ~ONE
    place = np.int64(key >> ONE) & (len(levels.table) - 1)
    if levels.table[place] & ~ONE == key:
        return np.int64(levels.table[place] & ONE)
    if probe(levels, level, heap):
        levels.table[place] = key | ONE
        return WON
    run = next_run(levels, level)
    while run >= 0:
        levels.left[level, run] = DROPPED
        copy_level(levels, level, below)
        turn = take_away(levels, below, run)
        reply = wins(levels, below, heap ^ turn)
        if reply == UNKNOWN:
            return UNKNOWN
        if reply == LOST:
            levels.table[place] = key | ONE
            return WON
        run = next_run(levels, level)
    for smaller in range(heap):
        copy_level(levels, level, below)
        reply = wins(levels, below, smaller)
        if reply == UNKNOWN:
            return UNKNOWN
        if reply == LOST:
            levels.table[place] = key | ONE
            return WON
    levels.table[place] = key
    return LOST
