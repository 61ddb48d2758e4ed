"""Lost positions of Hexifence 2: which best move makes a mistake most likely?

Whoever plays perfectly and has a lost position can only hope. As long as there are safe edges,
an opponent who does not see the end takes one of them at random. This module works out how
likely such an opponent is to throw the win away, if we play the best of the moves that keep the
margin, over all the safe moves to come. Without safe edges the opponent is believed to play well.

Chances are kept as bytes at a position's place in the table of `hexifence_two`, one array for
each margin that is needed. Safe moves capture nothing, so whose turn it is follows from the
number of free edges.
"""

from __future__ import annotations

import time

import numpy as np
from numpy.typing import NDArray

from trivium.games.hexifence.geometry import hexagon
from trivium.games.hexifence.rules import NOBODY, Fences, captures
from trivium.games.hexifence.safety import is_safe
from trivium.kernel.compiling import compiled
from trivium.kernel.pages import new_array
from trivium.kernel.verbs import score
from trivium.search.limits import UNLIMITED, Limit
from trivium.search.running import StopFlag, new_stop_flag, run_within
from trivium.solve.tables.hexifence_two import (
    BORDER_BITS,
    BORDERS,
    CELLS,
    DIMENSION,
    INNER_EDGES,
    MOST_BORDER_EDGES,
    OUTER_CELLS,
    POSITIONS,
    Values,
    best_moves,
    edge_weights,
    inner_pairs,
    place,
    table,
)

Chances = NDArray[np.uint8]

CERTAIN = 255
"""A chance of 1: the win is there already."""
_UNKNOWN = 0
_NONE = 1
_MOST_FREE_EDGES = 22
"""With more free edges than this parity decides whatever is played, but for a few positions."""


def mistake_chances(position: Fences, limit: Limit = UNLIMITED) -> dict[int, int]:
    """Return for each best move how likely the win is after it, in 255ths.

    All alike where the win is certain, and where there are so many free edges that the first
    mistake is too far away to be worth looking for. Moves that the limit leaves no time for count
    as those without a chance. Requires a position of Hexifence 2.
    """
    began, stop = time.perf_counter(), new_stop_flag()
    found = dict.fromkeys(best_moves(position), _NONE)
    if np.count_nonzero(position.edge_owner == NOBODY) > _MOST_FREE_EDGES:
        return found
    run_within(limit, began, stop, lambda: _find_chances(position, found, stop))
    return found


def _find_chances(position: Fences, found: dict[int, int], stop: StopFlag) -> None:
    """Write the chance of each move in `found` there, as far as there is time."""
    weights, here = edge_weights(), place(position)
    pairs = inner_pairs(hexagon(DIMENSION))
    known: dict[int, Chances] = {}
    for edge in found:
        captured = int(captures(position, edge))
        needed = 1 - int(score(position)) - captured
        if needed not in known:
            known[needed] = new_array(POSITIONS, np.uint8)
        after = here - weights[edge]
        likely = chance(table(), pairs, known[needed], after, captured > 0, needed, stop)
        if stop[0] != 0:
            return
        found[edge] = int(likely)


@compiled
def chance(
    values: Values,
    pairs: NDArray[np.int64],
    chances: Chances,
    here: int,
    ours: bool,
    needed: int,
    stop: StopFlag,
) -> int:
    """Return the chance to get at least `needed` of the rest, in 255ths.

    Once the flag is raised, the result means nothing.
    """
    value = values[here] if ours else -values[here]
    if value >= needed:
        return CERTAIN
    if chances[here] != _UNKNOWN or stop[0] != 0:
        return chances[here]
    free = np.zeros(CELLS, np.int64)
    for edge in range(INNER_EDGES):
        if here // BORDERS >> edge & 1:
            free[pairs[edge, 0]] += 1
            free[pairs[edge, 1]] += 1
    for cell in range(OUTER_CELLS):
        free[cell] += here >> (BORDER_BITS * cell) & MOST_BORDER_EDGES
    most = _NONE
    total = 0
    ways = 0
    for move in range(OUTER_CELLS + INNER_EDGES):
        if move < OUTER_CELLS:
            weight = 1 << (BORDER_BITS * move)
            times = here >> (BORDER_BITS * move) & MOST_BORDER_EDGES
            safe = free[move] > 2
        else:
            edge = move - OUTER_CELLS
            weight = BORDERS << edge
            times = here // BORDERS >> edge & 1
            safe = is_safe(pairs, free, edge)
        if times == 0 or not safe or (ours and -values[here - weight] != values[here]):
            continue
        after = chance(values, pairs, chances, here - weight, not ours, needed, stop)
        most = max(most, after)
        total += times * after
        ways += times
    result = most if ours or ways == 0 else max(_NONE, total // ways)
    if stop[0] == 0:
        chances[here] = result
    return result
