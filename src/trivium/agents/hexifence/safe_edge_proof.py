"""Who wins Hexifence or Dots-and-Boxes if both play only safe edges while there are any.

Safe edges decide the game: they decide who has to open the first long chain. This search asks
just one question, "does the player to move get at least so many more of the cells still left?",
so a position is settled by the first move that says yes. Where no edge is safe any more, the
play-out over features answers. Safe edges capture nothing, and so the order in which they are
played does not matter: most positions are met again and again, and found in the table.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trivium.games.hexifence.edge_sets import (
    NO_EDGE,
    SAFE,
    EdgeSets,
    classify,
    update_after_play,
    update_after_undo,
)
from trivium.games.hexifence.endgame import (
    STOP,
    Endgame,
    margin_at_least,
    new_endgame,
)
from trivium.games.hexifence.rules import NOBODY, Fences
from trivium.kernel.bits import ZERO, Word
from trivium.kernel.chance import mix
from trivium.kernel.compiling import compiled
from trivium.kernel.transposition_table import (
    EXACT,
    TranspositionTable,
    entry_value,
    look_up,
    store,
)
from trivium.kernel.verbs import key, play, undo

# What `reaches` answers
NO = 0
YES = 1
UNDECIDED = -1
"""Stopped before the answer was found."""

# Places in `ProofMemory.counters`
NODES = 0
NODE_LIMIT = 1
LEAVES = 2
_COUNTER_COUNT = 3

_MARGIN_OFFSET = 1 << 20
"""Makes every margin positive."""
_LEAF_BUDGET = 300
"""Nodes of the play-out of a leaf before it ignores the junctions that are left."""


class ProofMemory(NamedTuple):
    """The memory of one search."""

    sets: EdgeSets
    lower_twin: NDArray[np.int64]
    """For each edge the next lower one between the same cells, or `NO_EDGE`."""
    moves: NDArray[np.int64]
    """For each ply its edges."""
    listed: NDArray[np.int64]
    """For each ply the number of its edges."""
    tried: NDArray[np.int64]
    """For each ply how many of them have been tried."""
    wins: NDArray[np.int64]
    """For each edge how often it settled a position."""
    endgame: Endgame
    counters: NDArray[np.int64]


@compiled
def lower_twins(position: Fences) -> NDArray[np.int64]:
    """Return for each edge the next lower one between the same two cells, or `NO_EDGE`.

    Twins are border edges of one cell. It does not matter which of them is claimed first.
    """
    edges = position.edge_cells
    twins = np.full(len(edges), NO_EDGE, np.int64)
    for edge in range(len(edges)):
        for lower in range(edge):
            if edges[lower, 0] == edges[edge, 0] and edges[lower, 1] == edges[edge, 1]:
                twins[edge] = lower
    return twins


@compiled
def new_proof_memory(position: Fences, node_limit: int) -> ProofMemory:
    """Return memory for a search that begins at this position."""
    edges = len(position.edge_cells)
    sets = classify(position)
    counters = np.zeros(_COUNTER_COUNT, np.int64)
    counters[NODE_LIMIT] = node_limit
    return ProofMemory(
        sets,
        lower_twins(position),
        np.empty((sets.size[SAFE] + 1, edges), np.int64),
        np.zeros(sets.size[SAFE] + 1, np.int64),
        np.zeros(sets.size[SAFE] + 1, np.int64),
        np.zeros(edges, np.int64),
        new_endgame(position, _LEAF_BUDGET),
        counters,
    )


@compiled
def question(margin: int) -> Word:
    """Return what the question "at least `margin`?" adds to the key of a position."""
    return mix(np.uint64(margin + _MARGIN_OFFSET))


@compiled
def has_free_twin(position: Fences, memory: ProofMemory, edge: int) -> bool:
    """Return whether a lower twin of an edge is still free."""
    twin = memory.lower_twin[edge]
    while twin != NO_EDGE and position.edge_owner[twin] != NOBODY:
        twin = memory.lower_twin[twin]
    return twin != NO_EDGE


@compiled
def list_unknown(
    position: Fences, replies: Word, table: TranspositionTable, memory: ProofMemory, ply: int
) -> int:
    """Write the safe edges whose answer the table does not know to ``memory.moves[ply]``.

    Return how many, those first that have settled most positions. If the table knows one that
    settles this position, it is the only one. `replies` is the question after each of them.
    Of twins only the lowest is looked at.
    """
    sets, moves, wins = memory.sets, memory.moves[ply], memory.wins
    code = key(position) ^ replies
    count = 0
    for index in range(sets.size[SAFE]):
        edge = sets.members[SAFE, index]
        if has_free_twin(position, memory, edge):
            continue
        entry = look_up(table, code ^ position.zobrist[edge])
        if entry != ZERO:
            if entry_value(entry) == NO:
                moves[0] = edge
                return 1
            continue
        place = count
        while place > 0 and (wins[moves[place - 1]], moves[place - 1]) < (wins[edge], edge):
            moves[place] = moves[place - 1]
            place -= 1
        moves[place] = edge
        count += 1
    return count


@compiled
def enter(
    position: Fences, margin: int, table: TranspositionTable, memory: ProofMemory, ply: int
) -> int:
    """Begin to answer for the position reached at `ply`; return the answer if there is one.

    Otherwise `UNDECIDED`, and the edges to try are listed.
    """
    memory.counters[NODES] += 1
    code = key(position) ^ question(margin)
    entry = look_up(table, code)
    if entry != ZERO and ply > 0:
        return entry_value(entry)
    if memory.sets.size[SAFE] == 0:
        memory.counters[LEAVES] += 1
        answer = YES if margin_at_least(memory.endgame, position, margin) else NO
        store(table, code, NO_EDGE, answer, 0, EXACT)
        return answer
    memory.tried[ply] = 0
    memory.listed[ply] = list_unknown(position, question(1 - margin), table, memory, ply)
    return UNDECIDED


@compiled
def reaches(position: Fences, margin: int, table: TranspositionTable, memory: ProofMemory) -> int:
    """Return whether the player to move gets at least `margin` more of the cells still left.

    Both play only safe edges while there are any. Requires that nothing can be captured. If
    it is so and an edge is safe, ``memory.moves[0, 0]`` does it. Leaves the position as it was,
    and `memory` fit for the next question about it.
    """
    # Not recursive: the memory is dozens of arrays, too much to hand on with each move.
    counters, moves = memory.counters, memory.moves
    ply = 0
    answer = enter(position, margin, table, memory, 0)
    while True:
        stopped = memory.endgame.levels.counters[STOP] != 0
        stopped = stopped or counters[NODES] > counters[NODE_LIMIT]
        if not stopped and answer == UNDECIDED and memory.tried[ply] < memory.listed[ply]:
            edge = moves[ply, memory.tried[ply]]
            memory.tried[ply] += 1
            play(position, edge)
            update_after_play(memory.sets, position, edge)
            ply += 1
            margin = 1 - margin
            answer = enter(position, margin, table, memory, ply)
            continue
        if not stopped and answer == UNDECIDED:
            answer = NO
            store(
                table, key(position) ^ question(margin), NO_EDGE, NO, memory.sets.size[SAFE], EXACT
            )
        if ply == 0:
            return answer
        ply -= 1
        margin = 1 - margin
        edge = moves[ply, memory.tried[ply] - 1]
        undo(position)
        update_after_undo(memory.sets, position, edge)
        if answer == NO:
            answer = YES
            memory.wins[edge] += 1
            moves[ply, 0] = edge
            store(
                table, key(position) ^ question(margin), NO_EDGE, YES, memory.sets.size[SAFE], EXACT
            )
        else:
            answer = UNDECIDED
