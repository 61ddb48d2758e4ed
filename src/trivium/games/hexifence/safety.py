"""Safe edges, said once: claiming one neither captures a cell nor lets one be captured.

While there are safe edges nobody has to give anything away; how many are left decides who has to
in the end. Everything that speaks of them asks here.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from trivium.games.hexifence.rules import FREE, Fences
from trivium.kernel.bits import WORD_BITS, ZERO, lowest, without_lowest
from trivium.kernel.compiling import compiled, inlined
from trivium.kernel.verbs import Moves

__all__ = [
    "count_safe",
    "is_safe",
    "list_safe",
    "safe_edges",
]


@inlined
def is_safe(edge_cells: NDArray[np.int64], open_edges: NDArray[np.int64], edge: int) -> bool:
    """Return whether a free edge is safe: both cells beside it have at least three free edges.

    The outside counts as a cell with any number of them. Takes arrays, not a position: those
    are a dozen, and handing them over costs more than the answer.
    """
    return bool(open_edges[edge_cells[edge, 0]] > 2 and open_edges[edge_cells[edge, 1]] > 2)


@compiled
def list_safe(position: Fences, moves: Moves) -> int:
    """Write the safe edges in ascending order to the front of `moves`; return how many."""
    edge_cells, open_edges = position.edge_cells, position.open_edges
    count = 0
    for number in range(len(position.free)):
        rest = position.free[number]
        while rest != ZERO:
            edge = number * WORD_BITS + lowest(rest)
            rest = without_lowest(rest)
            if is_safe(edge_cells, open_edges, edge):
                moves[count] = edge
                count += 1
    return count


@compiled
def count_safe(position: Fences) -> int:
    """Return the number of safe edges."""
    edge_cells, open_edges = position.edge_cells, position.open_edges
    count = 0
    for number in range(len(position.free)):
        rest = position.free[number]
        while rest != ZERO:
            count += is_safe(edge_cells, open_edges, number * WORD_BITS + lowest(rest))
            rest = without_lowest(rest)
    return count


def safe_edges(position: Fences) -> list[int]:
    """Return the safe edges in ascending order."""
    moves = np.empty(int(position.tally[FREE]), np.int64)
    safe: list[int] = moves[: list_safe(position, moves)].tolist()
    return safe


def safe_edges_ended(position: Fences, safe: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return for each of the safe edges how many others claiming it makes unsafe.

    Those are the others at its cells that have three free edges now.
    """
    cells = position.edge_cells[safe]
    at_cell = np.bincount(cells.ravel(), minlength=len(position.open_edges))
    per_cell = np.where(position.open_edges[cells] == 3, at_cell[cells] - 1, 0)
    ended: NDArray[np.int64] = per_cell.sum(axis=1)
    return ended
