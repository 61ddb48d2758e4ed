"""What all alpha-beta searches share: their memory, and how they deal with windows and bounds."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from trivium.kernel.bits import Word
from trivium.kernel.compiling import inlined
from trivium.kernel.transposition_table import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    NO_MOVE,
    entry_depth,
    entry_kind,
)
from trivium.kernel.verbs import most_moves, move_codes
from trivium.search.running import StopFlag

DEEPEST = 250
"""No line of a search is longer than this."""

INFINITE = 2_000_000
"""Beyond every value."""

ROOT: Any = np.int64(0)
"""The ply of the position that is searched, of the type of those below it."""

# Places in `SearchMemory.options`
USE_TABLE = 0
SCOUT = 1
"""Search all moves but the first with a null window (NegaScout)."""
KILLERS = 2
HISTORY = 3
PROMISE = 4
"""Try first what `advise` recommends, and leave out what it calls hopeless."""
TRIM = 5
"""Keep only the better half of many moves."""
QUIESCENCE = 6
"""How many plies of tactical moves may follow at the horizon; 0 for none."""
FOLD = 7
"""Use keys folded by symmetry from this remaining depth on; 0 for never."""
REDUCE = 8
"""Search moves after so many with less depth, until they surprise; 0 for never."""
STEEPNESS = 9
"""By how much these reductions grow with the depth and the number of the move, in hundredths;
0 for always by one move."""
OPTION_COUNT = 10

# Places in `SearchMemory.counters`
NODES = 0
NODE_LIMIT = 1
EVALUATED = 2
CUTOFFS = 3
FIRST_CUTOFFS = 4
"""Cut-offs by the first move tried: the measure of a good move order."""
COUNTER_COUNT = 5

_LOGARITHMS = np.log(np.maximum(1, np.arange(64)))
_LOGARITHMS.flags.writeable = False


class SearchMemory(NamedTuple):
    """The memory of one searching thread."""

    moves: NDArray[np.int64]
    """For each ply its moves."""
    ranks: NDArray[np.int64]
    """For each ply how early its moves are to be tried."""
    killers: NDArray[np.int64]
    """For each ply the last two moves that made a cut-off there."""
    history: NDArray[np.int64]
    """For each player and move, 2**depth summed over its cut-offs."""
    line: NDArray[np.int64]
    """For each ply the best line found from there."""
    line_length: NDArray[np.int64]
    banned: NDArray[np.int64]
    """Moves, not 0 here, that the root may not play."""
    options: NDArray[np.int64]
    counters: NDArray[np.int64]
    stop: StopFlag


def new_memory(position: Any, options: NDArray[np.int64], stop: StopFlag) -> SearchMemory:
    """Return fresh memory for searching positions of this size."""
    # One place more: a search may put a move in front and then list all of them behind it.
    most, codes = int(most_moves(position)) + 1, int(move_codes(position))
    return SearchMemory(
        moves=np.zeros((DEEPEST + 1, most), np.int64),
        ranks=np.zeros((DEEPEST + 1, most), np.int64),
        killers=np.full((DEEPEST + 1, 2), NO_MOVE, np.int64),
        history=np.zeros((2, codes), np.int64),
        line=np.zeros((DEEPEST + 2, DEEPEST + 2), np.int64),
        line_length=np.zeros(DEEPEST + 2, np.int64),
        banned=np.zeros(codes, np.int64),
        options=options,
        counters=np.zeros(COUNTER_COUNT, np.int64),
        stop=stop,
    )


@inlined
def stopped(memory: SearchMemory) -> bool:
    """Return whether the search has been told to stop or has used up its nodes."""
    return memory.stop[0] != 0 or memory.counters[NODES] >= memory.counters[NODE_LIMIT]


@inlined
def bring_best_forward(memory: SearchMemory, ply: int, first: int, count: int) -> int:
    """Exchange the best-ranked of the remaining moves to place `first`; return it."""
    moves, ranks = memory.moves, memory.ranks
    best = first
    highest = ranks[ply, first]
    for index in range(first + 1, count):
        if ranks[ply, index] > highest:
            best = index
            highest = ranks[ply, index]
    move = moves[ply, best]
    moves[ply, best] = moves[ply, first]
    moves[ply, first] = move
    ranks[ply, best] = ranks[ply, first]
    ranks[ply, first] = highest
    return move


@inlined
def note_line(memory: SearchMemory, ply: int, move: int) -> None:
    """Make `move`, followed by the best line below it, the best line of this ply."""
    length = memory.line_length[ply + 1]
    memory.line[ply, 0] = move
    for index in range(length):
        memory.line[ply, index + 1] = memory.line[ply + 1, index]
    memory.line_length[ply] = length + 1


@inlined
def settles(entry: Word, value: int, depth: int, alpha: int, beta: int) -> bool:
    """Return whether an entry of the table, which says `value`, makes a search needless."""
    kind = entry_kind(entry)
    return entry_depth(entry) >= depth and (
        kind == EXACT
        or (kind == AT_LEAST and value >= beta)
        or (kind == AT_MOST and value <= alpha)
    )


@inlined
def kind_of(value: int, alpha: int, beta: int) -> int:
    """Return what the result of a search with this window is: a value, or which bound of it."""
    return AT_LEAST if value >= beta else EXACT if value > alpha else AT_MOST


@inlined
def late_reduction(options: NDArray[np.int64], depth: int, tried: int) -> int:
    """Return by how much less deep to search a move, so that at least one move follows it."""
    if options[REDUCE] == 0 or tried < options[REDUCE] or depth <= 2:
        return 0
    last = len(_LOGARITHMS) - 1
    growth = _LOGARITHMS[min(depth, last)] * _LOGARITHMS[min(tried, last)]
    return min(depth - 2, max(1, int(0.5 + options[STEEPNESS] * growth / 100)))


@inlined
def surprises(value: int, deep: int, full: int, high: int, beta: int) -> bool:
    """Return whether a move that was looked at less closely is better than what there was."""
    return value >= high and (high < beta or deep < full)


@inlined
def closer_look(deep: int, full: int, high: int, beta: int) -> tuple[int, int]:
    """Return the depth and the end of the window for the next look at a move that surprised."""
    return (full, high) if deep < full else (deep, beta)


@inlined
def note_best(
    memory: SearchMemory, ply: int, move: int, value: int, alpha: int, tried: int
) -> None:
    """Note the line of the best move so far, if there is one.

    Up to alpha a value is only a bound, and says nothing about which move is better.
    """
    if value > alpha or (ply == 0 and tried == 0):
        note_line(memory, ply, move)
