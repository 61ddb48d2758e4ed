"""Taking cells one after the other: the runs of captures that fences games turn on.

A *run* starts at a cell with one free edge. Claiming that edge captures the cell; if the cell
behind it had two free edges, it now has one, and the run goes on there. A run is *closed* if
its last claim captures two cells at once: it was open at both ends.

The smallest functions take arrays, not positions, and are inlined: a position is a dozen
arrays, and handing it over costs more than they do.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from trivium.games.hexifence.geometry import EdgeBoard
from trivium.games.hexifence.rules import Fences
from trivium.kernel.bits import has
from trivium.kernel.compiler import call_instead
from trivium.kernel.compiling import compiled, inlined
from trivium.kernel.verbs import play

Function = TypeVar("Function", bound=Callable[..., Any])

NO_EDGE = -1

CellEdges = NDArray[np.int64]
"""For each cell the edges around it."""


def _inlined(function: Function) -> Function:
    """Let compiled callers take `function` in whole; called from Python it is plain Python."""
    machine = inlined(function)
    call_instead(function, lambda *kinds: machine)
    return function


@functools.cache
def edges_around(board: EdgeBoard) -> CellEdges:
    """Return the edges around each cell as the compiled functions here want them."""
    around = np.array(board.cell_edges, np.int64)
    around.flags.writeable = False
    return around


@_inlined
def is_free(free: NDArray[np.uint64], edge: int) -> bool:
    """Return whether an edge is in the set `free`."""
    return has(free[edge >> 6], edge & 63)


@_inlined
def free_edge_of(free: NDArray[np.uint64], around: CellEdges, cell: int, but: int) -> int:
    """Return the first free edge of a cell other than `but`, or `NO_EDGE`."""
    for side in range(around.shape[1]):
        edge = around[cell, side]
        if edge != but and is_free(free, edge):
            return int(edge)
    return NO_EDGE


@_inlined
def across(edge_cells: NDArray[np.int64], edge: int, cell: int) -> int:
    """Return the cell on the other side of an edge; ``len(around)`` stands for the outside."""
    return int(edge_cells[edge, 0] + edge_cells[edge, 1] - cell)


@compiled
def run_end(position: Fences, around: CellEdges, cell: int) -> tuple[int, int, int]:
    """Describe the run from a cell with one free edge without playing it.

    Returns its length, the cell that it ends at (the other end of a closed run, else one that
    is not captured), and its second edge, or `NO_EDGE`.
    """
    free, edge_cells, open_edges = position.free, position.edge_cells, position.open_edges
    second = NO_EDGE
    edge = free_edge_of(free, around, cell, NO_EDGE)
    cell = across(edge_cells, edge, cell)
    length = 1
    while open_edges[cell] == 2:
        edge = free_edge_of(free, around, cell, edge)
        cell = across(edge_cells, edge, cell)
        length += 1
        if length == 2:
            second = edge
    return length + int(open_edges[cell] == 1), cell, second


@compiled
def run_length(position: Fences, around: CellEdges, cell: int) -> int:
    """Return how many cells the run from a cell captures; 0 if it has not one free edge."""
    if position.open_edges[cell] != 1:
        return 0
    return run_end(position, around, cell)[0]


@compiled
def take_run(position: Fences, around: CellEdges, cell: int) -> int:
    """Play the run from a cell to its end; return the cells captured, negative if closed."""
    free, edge_cells, open_edges = position.free, position.edge_cells, position.open_edges
    length = 0
    while open_edges[cell] == 1:
        edge = free_edge_of(free, around, cell, NO_EDGE)
        cell = across(edge_cells, edge, cell)
        closing = open_edges[cell] == 1
        play(position, edge)
        length += 1
        if closing:
            return -(length + 1)
    return length
