"""The free edges by what claiming them would do, kept up to date with every move.

Each free edge is in one of four sets. What claiming it does depends only on the two cells
beside it, so a move changes the class of nothing but the edges of the cells beside the move:
keeping the sets takes constant time, forwards and backwards. A set is an array of its members
together with each member's place in it, so that adding, removing and picking at random take
constant time too.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trivium.games.hexifence.rules import NOBODY, Fences, captures, gives_away
from trivium.games.hexifence.safety import is_safe
from trivium.kernel.chance import Chance, below
from trivium.kernel.compiling import compiled

# The classes of edges; `CLAIMED` is for those that are no longer free.
CLAIMED = -1
FREE = 0
"""Captures, and makes no other cell capturable."""
CAPTURING = 1
"""Captures, and makes another cell capturable."""
SAFE = 2
"""Neither captures nor makes a cell capturable."""
SACRIFICING = 3
"""Captures nothing, but makes a cell capturable."""
CLASS_COUNT = 4

NO_EDGE = -1

_MOST_EDGES_OF_A_CELL = 6


class EdgeSets(NamedTuple):
    """The free edges of one position, by class. Sets have no order that means anything."""

    rings: NDArray[np.int64]
    """For each cell its edges; squares have `NO_EDGE` in the last places."""
    kind: NDArray[np.int64]
    """For each edge its class."""
    members: NDArray[np.int64]
    """For each class its edges, in the first ``size[class]`` places."""
    place: NDArray[np.int64]
    """For each free edge where it stands among the members of its class."""
    size: NDArray[np.int64]
    """For each class the number of its edges."""


@compiled
def rings_of(position: Fences) -> NDArray[np.int64]:
    """Return for each cell its edges, ascending, then `NO_EDGE` up to six."""
    cells = len(position.open_edges) - 1
    rings = np.full((cells, _MOST_EDGES_OF_A_CELL), NO_EDGE, np.int64)
    filled = np.zeros(cells, np.int64)
    for edge in range(len(position.edge_cells)):
        for side in range(2):
            cell = position.edge_cells[edge, side]
            if cell < cells:
                rings[cell, filled[cell]] = edge
                filled[cell] += 1
    return rings


@compiled
def class_of(position: Fences, edge: int) -> int:
    """Return the class of an edge."""
    if position.edge_owner[edge] != NOBODY:
        return CLAIMED
    if is_safe(position.edge_cells, position.open_edges, edge):
        return SAFE
    if captures(position, edge) == 0:
        return SACRIFICING
    return CAPTURING if gives_away(position, edge) > 0 else FREE


@compiled
def classify(position: Fences) -> EdgeSets:
    """Return the edges of a position by class."""
    edges = len(position.edge_cells)
    sets = EdgeSets(
        rings_of(position),
        np.full(edges, CLAIMED, np.int64),
        np.empty((CLASS_COUNT, edges), np.int64),
        np.empty(edges, np.int64),
        np.zeros(CLASS_COUNT, np.int64),
    )
    for edge in range(edges):
        put(sets, edge, class_of(position, edge))
    return sets


@compiled
def put(sets: EdgeSets, edge: int, kind: int) -> None:
    """Move an edge to the set of the class `kind`, or out of all sets for `CLAIMED`."""
    old = sets.kind[edge]
    if old == kind:
        return
    if old != CLAIMED:
        sets.size[old] -= 1
        last = sets.members[old, sets.size[old]]
        sets.members[old, sets.place[edge]] = last
        sets.place[last] = sets.place[edge]
    if kind != CLAIMED:
        sets.members[kind, sets.size[kind]] = edge
        sets.place[edge] = sets.size[kind]
        sets.size[kind] += 1
    sets.kind[edge] = kind


@compiled
def update_after_play(sets: EdgeSets, position: Fences, edge: int) -> None:
    """Bring the sets up to date after `edge` was claimed."""
    put(sets, edge, CLAIMED)
    for side in range(2):
        cell = position.edge_cells[edge, side]
        # More free edges than two are all the same to the edges around.
        if position.open_edges[cell] <= 2:
            classify_around(sets, position, cell)


@compiled
def update_after_undo(sets: EdgeSets, position: Fences, edge: int) -> None:
    """Bring the sets up to date after the claim of `edge` was taken back."""
    put(sets, edge, class_of(position, edge))
    for side in range(2):
        cell = position.edge_cells[edge, side]
        if position.open_edges[cell] <= 3:
            classify_around(sets, position, cell)


@compiled
def classify_around(sets: EdgeSets, position: Fences, cell: int) -> None:
    """Put the edges of a cell, which is not the outside, into their classes."""
    for slot in range(_MOST_EDGES_OF_A_CELL):
        edge = sets.rings[cell, slot]
        if edge != NO_EDGE:
            put(sets, edge, class_of(position, edge))


@compiled
def pick_member(sets: EdgeSets, kind: int, chance: Chance) -> int:
    """Return an edge of a class, all equally likely; there must be one."""
    return sets.members[kind, below(chance, sets.size[kind])]
