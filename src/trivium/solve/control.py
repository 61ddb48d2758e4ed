"""Who gets the control: the fight that decides large boards, searched without counting a cell.

Whoever has to open the first long chain or loop leaves it to the opponent who moves next, and on a
large board that is worth more than any cells given away before. So this counts no cells: a player
who has nothing left but long chains and loops to open has lost. That is Nimstring (docs/nimbers.md)
as it is played in a game: with the safe edges and the short chains alone.

What there is to play, `trivium.solve.runs_and_arms` tells.

**Parts.** What does not hang together by junctions adds up as in Nim: a position is won if the
nimbers of its parts do not cancel. So the question is always whether one part *beside a heap* is
won; the nimbers of all parts but the largest are found by the same question, with heaps of 0, 1, …
beside them until it is lost, and make up the heap. What is found is remembered.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from trivium.games.hexifence.geometry import EdgeBoard
from trivium.games.hexifence.rules import Fences
from trivium.kernel.bits import ONE, ZERO, Word, wrapping_add, wrapping_multiply
from trivium.kernel.chance import mix
from trivium.kernel.compiling import compiled, inlined_uncounted, uncounted
from trivium.kernel.pages import new_array, take
from trivium.kernel.zobrist import zobrist_words
from trivium.search.limits import Limit
from trivium.search.running import new_stop_flag, run_within
from trivium.solve.runs_and_arms import (
    DEEPEST,
    NODE_LIMIT,
    NODES,
    ROOM,
    ROOT,
    SHORT_LOOP,
    Levels,
    copy_level,
    copy_part,
    falls_back,
    find_parts,
    largest_part,
    set_out,
    take_away,
    tidy_all,
)

__all__ = ["Control", "Fight"]

_NO_LIMIT = 1 << 60

# What the search for a run answers if there is none
NO_RUN = -1
UNKNOWN_RUN = -2

_FIRST_ALLOWANCE = 200
"""Nodes for each of the first moves at first."""
_MORE = 4
"""How many times as many they get when none was enough."""

_HEAP_WORD = np.uint64(0xD1B54A32D192ED03)

# Typed, because Numba would compile what is called with a literal once more for it.
LOST: Any = np.int64(0)
WON: Any = np.int64(1)
DROPPED: Any = np.int64(ROOM)
"""Stands for a run that need not be tried, or has been."""
UNKNOWN: Any = np.int64(-1)
"""Told to stop."""


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
        entries = 1 << max(10, int(megabytes * 2**17).bit_length() - 1)
        self._table = new_array(entries, np.uint64)

    def reserve(self) -> None:
        """Take the memory of the table now; else the fights do, while their clocks run."""
        take((self._table,))

    def fight(self, position: Fences, limit: Limit) -> Fight:
        """Return who wins from a position in which nothing can be captured."""
        began, stop = time.perf_counter(), new_stop_flag()
        levels, openings = set_out(position, self._words, self._table, stop)
        if len(openings) > ROOM:
            return Fight(None, None, 0)
        levels.counters[NODE_LIMIT] = limit.nodes or _NO_LIMIT
        best = int(run_within(limit, began, stop, lambda: best_run(levels)))
        nodes = int(levels.counters[NODES])
        if best == UNKNOWN_RUN:
            return Fight(None, None, nodes)
        return Fight(best >= 0, int(openings[best]) if best >= 0 else None, nodes)


@compiled
def best_run(levels: Levels) -> int:
    """Return a run of level 0 that wins, or one of the codes.

    Safe edges come first, and each run is looked at briefly before any is for long: one that is
    easily shown to win is enough.
    """
    counters = levels.counters
    limit, allowance = counters[NODE_LIMIT], _FIRST_ALLOWANCE
    undecided = 1
    while undecided > 0 and allowance < _NO_LIMIT:
        undecided = 0
        for length in range(SHORT_LOOP + 1):
            list_first(levels, length)
            run = next_run(levels, ROOT)
            while run >= 0:
                levels.left[ROOT, run] = DROPPED
                counters[NODE_LIMIT] = min(limit, counters[NODES] + allowance)
                answer = wins(levels, ROOT + 1, take_first(levels, run))
                if answer == LOST:
                    return run
                undecided += int(answer == UNKNOWN)
                if counters[NODES] >= limit or levels.stop[0] != 0:
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
    counters[NODES] += 1
    if levels.stop[0] != 0 or counters[NODES] > counters[NODE_LIMIT] or level + 2 > DEEPEST:
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
