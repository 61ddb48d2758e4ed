"""Chains, loops and junctions: what the cells of a late position amount to.

A cell with two free edges is a link: whoever claims one of them gives the cell away. Links in a
row are given away together, so a late position is best seen as a few *features*:

- a *chain* is a longest row of cells with two free edges each; either end is the outside or a
  junction, and both may be the same junction;
- a *loop* is a ring of cells with two free edges each, which touches nothing else (a ring
  through a junction is a chain from that junction back to it, because it can be handed out
  like one);
- a *junction* is a cell with three or more free edges;
- an *open* feature is a row that can be captured now: it begins at a cell with one free edge
  and goes on through cells with two, to the outside, to a junction, or to another cell with
  one free edge.

On hexagons there are loops of three cells; squares have none shorter than four.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trivium.games.hexifence.edge_sets import NO_EDGE, rings_of
from trivium.games.hexifence.rules import NOBODY, Fences
from trivium.kernel.compiling import compiled
from trivium.kernel.verbs import play, undo

__all__ = ["CHAIN", "JUNCTION", "KINDS", "LOOP", "OPEN", "Feature", "features"]

# The kinds of features
CHAIN = 0
"""A row of cells with two free edges each."""
LOOP = 1
"""A ring of such cells."""
JUNCTION = 2
"""A cell with three or more free edges."""
OPEN = 3
"""A row that can be captured now."""
KINDS = ("chain", "loop", "junction", "open")
"""Their names."""

# What an end of a feature can be, other than the number of a junction's feature
OUTSIDE = -1
CAPTURABLE = -2
"""A cell with one free edge, which belongs to the feature itself."""
ENDLESS = -3
"""A loop has no ends."""

_NO_FEATURE = -4


class Scan(NamedTuple):
    """The features of a position; feature f has its facts in place f of the arrays."""

    total: NDArray[np.int64]
    """One number: how many features there are."""
    kind: NDArray[np.int64]
    length: NDArray[np.int64]
    """The number of cells."""
    ends: NDArray[np.int64]
    """For each feature its two ends: a junction's feature, or one of the codes above."""
    first_cell: NDArray[np.int64]
    """Where the feature's cells begin in `cells`; they end where the next one's begin."""
    cells: NDArray[np.int64]
    """The cells of all features, one feature after the other, each in order."""
    first_edge: NDArray[np.int64]
    """Where the feature's edges begin in `edges`; they end where the next one's begin."""
    edges: NDArray[np.int64]
    """The free edges of all chains, loops and open features, in the order of their cells."""
    feature_of: NDArray[np.int64]
    """For each cell its feature; last, the outside."""


@compiled
def new_scan(cells: int) -> Scan:
    """Return memory for the features of a board with so many cells."""
    return Scan(
        np.zeros(1, np.int64),
        np.empty(cells, np.int64),
        np.empty(cells, np.int64),
        np.empty((cells, 2), np.int64),
        np.zeros(cells + 1, np.int64),
        np.empty(cells, np.int64),
        np.zeros(cells + 1, np.int64),
        np.empty(2 * cells, np.int64),
        np.empty(cells + 1, np.int64),
    )


@compiled
def find_features(position: Fences) -> Scan:
    """Return the features of a position: junctions first, then open ones, then the rest."""
    scan = new_scan(len(position.open_edges) - 1)
    scan_features(position, rings_of(position), scan)
    return scan


@compiled
def scan_features(position: Fences, rings: NDArray[np.int64], scan: Scan) -> None:
    """Write the features of a position to `scan`, as `find_features` returns them."""
    cells = len(rings)
    open_edges = position.open_edges
    scan.total[0] = 0
    scan.feature_of[:] = _NO_FEATURE
    scan.feature_of[cells] = OUTSIDE
    for cell in range(cells):
        if open_edges[cell] > 2:
            this = begin(scan)
            scan.kind[this] = JUNCTION
            scan.ends[this, :] = OUTSIDE
            add_cell(scan, cell)
            finish(scan)
    for cell in range(cells):
        if open_edges[cell] == 1 and scan.feature_of[cell] == _NO_FEATURE:
            scan_open(position, rings, scan, cell)
    for cell in range(cells):
        if open_edges[cell] == 2 and scan.feature_of[cell] == _NO_FEATURE:
            scan_links(position, rings, scan, cell)


@compiled
def scan_open(position: Fences, rings: NDArray[np.int64], scan: Scan, cell: int) -> None:
    """Add the feature that begins with a capturable cell."""
    this = begin(scan)
    scan.kind[this] = OPEN
    scan.ends[this, :] = CAPTURABLE
    beyond = follow(position, rings, scan, cell, other_edge(position, rings, cell, NO_EDGE))
    if position.open_edges[beyond] == 1:
        add_cell(scan, beyond)
    else:
        scan.ends[this, 1] = scan.feature_of[beyond]
    finish(scan)


@compiled
def scan_links(position: Fences, rings: NDArray[np.int64], scan: Scan, start: int) -> None:
    """Add the chain or loop that holds a cell with two free edges."""
    cell = start
    edge = other_edge(position, rings, cell, NO_EDGE)
    beyond = across(position, edge, cell)
    while position.open_edges[beyond] == 2 and beyond != start:
        cell = beyond
        edge = other_edge(position, rings, cell, edge)
        beyond = across(position, edge, cell)
    this = begin(scan)
    if beyond == start:
        scan.kind[this] = LOOP
        scan.ends[this, :] = ENDLESS
        follow(position, rings, scan, start, other_edge(position, rings, start, edge))
    else:
        scan.kind[this] = CHAIN
        scan.ends[this, 0] = scan.feature_of[beyond]
        add_edge(scan, edge)
        last = follow(position, rings, scan, cell, other_edge(position, rings, cell, edge))
        scan.ends[this, 1] = scan.feature_of[last]
    finish(scan)


@compiled
def follow(position: Fences, rings: NDArray[np.int64], scan: Scan, cell: int, edge: int) -> int:
    """Add a cell, the edge it is left by, and so on; return the first cell not added."""
    this = scan.total[0]
    while True:
        add_cell(scan, cell)
        add_edge(scan, edge)
        beyond = across(position, edge, cell)
        if position.open_edges[beyond] != 2 or scan.feature_of[beyond] == this:
            return beyond
        cell = beyond
        edge = other_edge(position, rings, cell, edge)


@compiled
def begin(scan: Scan) -> int:
    """Begin a feature without cells; return its number."""
    this = scan.total[0]
    scan.first_cell[this + 1] = scan.first_cell[this]
    scan.first_edge[this + 1] = scan.first_edge[this]
    return this


@compiled
def finish(scan: Scan) -> None:
    """Count the feature that was begun."""
    this = scan.total[0]
    scan.length[this] = scan.first_cell[this + 1] - scan.first_cell[this]
    scan.total[0] = this + 1


@compiled
def add_cell(scan: Scan, cell: int) -> None:
    """Add a cell to the feature that was begun."""
    this = scan.total[0]
    scan.cells[scan.first_cell[this + 1]] = cell
    scan.first_cell[this + 1] += 1
    scan.feature_of[cell] = this


@compiled
def add_edge(scan: Scan, edge: int) -> None:
    """Add an edge to the feature that was begun."""
    this = scan.total[0]
    scan.edges[scan.first_edge[this + 1]] = edge
    scan.first_edge[this + 1] += 1


@compiled
def other_edge(position: Fences, rings: NDArray[np.int64], cell: int, edge: int) -> int:
    """Return the first free edge of a cell that is not `edge`; there must be one."""
    slot = 0
    while rings[cell, slot] == edge or position.edge_owner[rings[cell, slot]] != NOBODY:
        slot += 1
    return rings[cell, slot]


@compiled
def across(position: Fences, edge: int, cell: int) -> int:
    """Return the cell on the other side of an edge of `cell`, or the outside."""
    return position.edge_cells[edge, 0] + position.edge_cells[edge, 1] - cell


@compiled
def capture_all(position: Fences, rings: NDArray[np.int64]) -> int:
    """Play captures until there is none; return the number of moves played."""
    played = 0
    found = True
    while found:
        found = False
        for start in range(len(rings)):
            cell = start
            while position.open_edges[cell] == 1:
                edge = other_edge(position, rings, cell, NO_EDGE)
                cell = across(position, edge, cell)
                play(position, edge)
                played += 1
                found = True
    return played


@compiled
def gift(position: Fences, rings: NDArray[np.int64], edge: int) -> int:
    """Return how many cells the opponent can capture in a row once a free edge is claimed.

    Requires that nothing can be captured now. Leaves the position as it was.
    """
    before = np.sum(position.open_edges == 0)
    play(position, edge)
    played = capture_all(position, rings)
    captured = np.sum(position.open_edges == 0) - before
    for _ in range(played + 1):
        undo(position)
    return captured


@dataclass(frozen=True)
class Feature:
    """A chain, loop, junction or open feature of a position. Cells and edges are numbers."""

    kind: str
    """One of `KINDS`."""
    cells: tuple[int, ...]
    """In order; an open feature begins with a cell that can be captured."""
    edges: tuple[int, ...]
    """The free edges, in the order of the cells; those at a junction belong to both features."""
    junctions: tuple[int, ...]
    """The junction cells at its ends, one for each end that is at a junction."""

    @property
    def length(self) -> int:
        """The number of cells."""
        return len(self.cells)

    @property
    def open_at_both_ends(self) -> bool:
        """Whether it is an open feature that can be captured from both ends: an opened loop."""
        return self.kind == "open" and len(self.edges) < len(self.cells)

    def __str__(self) -> str:
        if self.kind == "junction":
            return f"junction of {len(self.edges)}"
        attached = " at a junction" if self.junctions else ""
        return f"{self.kind} of {self.length}{attached}"


def features(position: Fences) -> list[Feature]:
    """Return the features of a kernel position: junctions, then open ones, then the rest."""
    scan, rings = find_features(position), rings_of(position)
    return [_feature(position, scan, rings, number) for number in range(int(scan.total[0]))]


def _feature(position: Fences, scan: Scan, rings: NDArray[np.int64], number: int) -> Feature:
    cells = scan.cells[scan.first_cell[number] : scan.first_cell[number + 1]].tolist()
    edges = scan.edges[scan.first_edge[number] : scan.first_edge[number + 1]].tolist()
    kind = KINDS[scan.kind[number]]
    junctions = []
    if kind == "junction":
        around = [edge for edge in rings[cells[0]].tolist() if edge != NO_EDGE]
        edges = [edge for edge in around if position.edge_owner[edge] == NOBODY]
    else:
        ends = [end for end in scan.ends[number].tolist() if end >= 0]
        junctions = [int(scan.cells[scan.first_cell[end]]) for end in ends]
    return Feature(kind, tuple(cells), tuple(edges), tuple(junctions))
