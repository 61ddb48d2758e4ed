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

import numpy as np
from numpy.typing import NDArray

from trivium.games.hexifence.geometry import hexagon
from trivium.games.hexifence.rules import NOBODY, Fences, captures
from trivium.games.hexifence.safety import is_safe
from trivium.kernel.compiling import compiled
from trivium.kernel.verbs import score
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


def mistake_chances(position: Fences) -> dict[int, int]:
    """Return for each best move how likely the win is after it, in 255ths.

    All alike where the win is certain, and where there are so many free edges that the first
    mistake is too far away to be worth looking for. Requires a position of Hexifence 2.
    """
    best = best_moves(position)
    if np.count_nonzero(position.edge_owner == NOBODY) > _MOST_FREE_EDGES:
        return dict.fromkeys(best, _NONE)
    weights, here = edge_weights(), place(position)
    pairs = inner_pairs(hexagon(DIMENSION))
    found = {}
    known: dict[int, Chances] = {}
    for edge in best:
        captured = int(captures(position, edge))
        needed = 1 - int(score(position)) - captured
        chances = known.setdefault(needed, np.zeros(POSITIONS, np.uint8))
        after = here - weights[edge]
        found[edge] = int(chance(table(), pairs, chances, after, captured > 0, needed))
    return found


@compiled
def chance(
    values: Values,
    pairs: NDArray[np.int64],
    chances: Chances,
    here: int,
    ours: bool,
    needed: int,
) -> int:
    """Return the chance to get at least `needed` of the rest, in 255ths."""
    value = values[here] if ours else -values[here]
    if value >= needed:
        return CERTAIN
    if chances[here] != _UNKNOWN:
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
        after = chance(values, pairs, chances, here - weight, not ours, needed)
        most = max(most, after)
        total += times * after
        ways += times
    result = most if ours or ways == 0 else max(_NONE, total // ways)
    chances[here] = result
    return result
