"""Alpha-beta over the safe moves of a fences game alone, ordered by their history.

A safe move gives nothing away, and there is nothing to take while only such moves are played,
so the turn passes after each of them. Where none is left the game is played out: both sides
take whatever they can and otherwise give away as little as possible. The value of a game is
not its margin: any loss is as bad as another.
"""

from __future__ import annotations

import time
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trivium.games.hexifence.rules import CELLS, FREE, Fences
from trivium.games.hexifence.safety import list_safe
from trivium.games.hexifence.sweeping import CellEdges, take_run
from trivium.kernel.bits import WORD_BITS, ZERO, lowest, without_lowest
from trivium.kernel.compiling import compiled
from trivium.kernel.transposition_table import NO_MOVE
from trivium.kernel.verbs import mover, play, undo
from trivium.search.limits import Limit
from trivium.search.running import StopFlag, new_stop_flag, own_copy, run_within

# Places in `HistoryMemory.counters`
NODES = 0
NODE_LIMIT = 1
BEST = 2
"""The best move at the root so far."""
COUNTER_COUNT = 3

_NO_LIMIT = 1 << 60
_MOST_HISTORY = 1 << 60
_HEAVIEST = 30
"""Subtrees from this depth on weigh the same in the history."""


class HistoryMemory(NamedTuple):
    """The memory of one search."""

    moves: NDArray[np.int64]
    """For each ply its moves."""
    history: NDArray[np.int64]
    """For each move, 2**depth summed over its cut-offs."""
    counters: NDArray[np.int64]
    stop: StopFlag


def best_safe_move(position: Fences, around: CellEdges, limit: Limit) -> tuple[int, bool, int]:
    """Return the best safe move of a position, whether the search was completed, and its nodes.

    Requires a safe move and nothing to capture. Works on a copy of the position.
    """
    edges = int(position.tally[FREE])
    stop = new_stop_flag()
    memory = HistoryMemory(
        np.zeros((edges + 1, edges), np.int64),
        np.zeros(len(position.zobrist), np.int64),
        np.zeros(COUNTER_COUNT, np.int64),
        stop,
    )
    memory.counters[NODE_LIMIT] = limit.nodes or _NO_LIMIT
    list_safe(position, memory.moves[0])
    memory.counters[BEST] = memory.moves[0, 0]
    twin = own_copy(position)
    run_within(
        limit,
        time.perf_counter(),
        stop,
        lambda: search_safe(twin, around, memory, mover(twin), -edges, edges, 0),
    )
    return int(memory.counters[BEST]), not out_of_time(memory), int(memory.counters[NODES])


@compiled
def out_of_time(memory: HistoryMemory) -> bool:
    """Return whether the search has been told to stop or has used up its nodes."""
    return memory.stop[0] != 0 or memory.counters[NODES] >= memory.counters[NODE_LIMIT]


@compiled
def handout(position: Fences, around: CellEdges, edge: int) -> int:
    """Return how many cells the opponent can take in one go after `edge` is claimed."""
    free = position.tally[FREE]
    play(position, edge)
    cells = 0
    for side in range(2):
        cells += abs(take_run(position, around, position.edge_cells[edge, side]))
    while position.tally[FREE] < free:
        undo(position)
    return cells


@compiled
def least_sacrifice(position: Fences, around: CellEdges) -> int:
    """Return the free edge that gives away the fewest cells; requires nothing to capture."""
    best, least = NO_MOVE, len(around) + 1
    for number in range(len(position.free)):
        rest = position.free[number]
        while rest != ZERO:
            edge = number * WORD_BITS + lowest(rest)
            rest = without_lowest(rest)
            cells = handout(position, around, edge)
            if cells < least:
                best, least = edge, cells
    return best


@compiled
def take_everything(position: Fences, around: CellEdges) -> None:
    """Capture until nothing can be captured. Taking cells may open others that came before."""
    free = position.tally[FREE] + 1
    while position.tally[FREE] < free:
        free = position.tally[FREE]
        for cell in range(len(around)):
            take_run(position, around, cell)


@compiled
def utility(own: int, cells: int) -> int:
    """Return what capturing `own` of all `cells` is worth: how far beyond the majority, or -1."""
    return max(own - (cells // 2 + 1), -1)


@compiled
def play_out(position: Fences, around: CellEdges, memory: HistoryMemory, player: int) -> int:
    """Return the utility for `player` when both only take what they can and give the least.

    Told to stop, it returns anything.
    """
    free = position.tally[FREE]
    while position.tally[FREE] > 0 and memory.stop[0] == 0:
        take_everything(position, around)
        if position.tally[FREE] > 0:
            play(position, least_sacrifice(position, around))
    own = position.tally[CELLS + player]
    while position.tally[FREE] < free:
        undo(position)
    return utility(own, len(around))


@compiled
def search_safe(
    position: Fences,
    around: CellEdges,
    memory: HistoryMemory,
    player: int,
    alpha: int,
    beta: int,
    ply: int,
) -> int:
    """Return the utility for `player`, negated if the opponent is to move, alpha < beta.

    Bounds are meant as in negamax. Leaves the position as it was. Once `out_of_time`, the
    result means nothing.
    """
    memory.counters[NODES] += 1
    sign = 1 if mover(position) == player else -1
    moves = memory.moves[ply]
    count = list_safe(position, moves)
    if count == 0:
        return sign * play_out(position, around, memory, player)
    best = -len(memory.history)
    for tried in range(count):
        chosen = tried
        for index in range(tried + 1, count):
            if memory.history[moves[index]] > memory.history[moves[chosen]]:
                chosen = index
        moves[tried], moves[chosen] = moves[chosen], moves[tried]
        move = moves[tried]
        play(position, move)
        value = -search_safe(position, around, memory, player, -beta, -max(alpha, best), ply + 1)
        undo(position)
        if out_of_time(memory):
            return best
        if value > best:
            best = value
            if ply == 0:
                memory.counters[BEST] = move
            if best >= beta:
                weight = 1 << min(count, _HEAVIEST)
                memory.history[move] = min(memory.history[move] + weight, _MOST_HISTORY)
                break
    return best
