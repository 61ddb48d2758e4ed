"""Hexifence of dimension 2, solved: the value of every position, in one table.

The *rest value* of a position is the best margin of the cells still to be captured, for the
mover; neither who owns what nor which of a cell's border edges are free matters to it. So a
position is a number of 24 bits: for each of the six outer cells how many of its three border
edges are free (two bits), and for each of the twelve inner edges whether it is free (one bit).

Every edge has a *weight*, and the sum of the weights of the free edges is that number: the
position's place in the table. Claiming an edge makes it smaller by the edge's weight. One pass
over the places in ascending order therefore finds all values, each from values already known.

The table is kept in the user's cache directory (see `trivium.solve.tables.kept`).
"""

from __future__ import annotations

import functools
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from trivium.errors import BadSize
from trivium.games.hexifence.geometry import EdgeBoard, hexagon
from trivium.games.hexifence.rules import Fences, captures
from trivium.kernel.compiling import compiled, compiled_only, inlined
from trivium.kernel.verbs import over, play, score, undo
from trivium.solve.tables.kept import keep, kept_at, load

__all__ = [
    "DIMENSION",
    "POSITIONS",
    "Values",
    "best_line",
    "best_moves",
    "build",
    "covers",
    "load_or_build",
    "move_values",
    "move_values_of_many",
    "table",
    "value",
]

Values = NDArray[np.int8]
"""A rest value for each position, at its place."""

DIMENSION = 2
"""The size of the board."""
OUTER_CELLS = 6
CENTRE = OUTER_CELLS
"""The number of the cell in the middle, after those of the outer cells."""
CELLS = OUTER_CELLS + 1
INNER_EDGES = 12
BORDER_BITS = 2
"""Bits for the number of free border edges of an outer cell."""
MOST_BORDER_EDGES = (1 << BORDER_BITS) - 1
BORDERS = 1 << (BORDER_BITS * OUTER_CELLS)
"""How many ways there are to have border edges free."""
POSITIONS = BORDERS << INNER_EDGES
"""How many places the table has."""

SHA256 = "6ab26986423a7c872d9a046403876298a908e063e62ca82727a9ba7c3343d6e8"
"""Of the table's bytes."""


def covers(position: Fences) -> bool:
    """Return whether the table has the position: whether it is one of Hexifence 2."""
    return np.array_equal(position.edge_cells, hexagon(DIMENSION).edge_cells)


def place(position: Fences) -> int:
    """Return the position's place in the table; raises `BadSize` if it has none."""
    if not covers(position):
        raise BadSize(f"The table has positions of Hexifence {DIMENSION} only.")
    weights = edge_weights()
    return sum(weights[edge] for edge in _free_edges(position))


def rest_value(position: Fences) -> int:
    """Return the mover's margin of the cells still to be captured, if both play perfectly."""
    return int(table()[place(position)])


def value(position: Fences) -> int:
    """Return the mover's margin at the end of the game, if both play perfectly."""
    return int(score(position)) + rest_value(position)


def move_values(position: Fences) -> dict[int, int]:
    """Return for each legal move the margin at the end of the game if it is played.

    The margins are those of the player to move now, also after a move that passes the turn.
    Empty if the game is over; else the greatest of them is ``value(position)``.
    """
    here, so_far = place(position), int(score(position))
    values, weights = table(), edge_weights()
    margins = {}
    for edge in _free_edges(position):
        captured = int(captures(position, edge))
        after = int(values[here - weights[edge]])
        margins[edge] = so_far + (captured + after if captured else -after)
    return margins


def move_values_of_many(free: NDArray[np.bool_], so_far: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return what `move_values` says of every edge of many positions, a row for each.

    `free` tells for each position which edges are free, `so_far` the mover's margin. Edges that
    are not free have numbers that mean nothing.
    """
    board, weights = hexagon(DIMENSION), np.array(edge_weights(), np.int64)
    open_edges = np.stack([free[:, list(ring)].sum(axis=1) for ring in board.cell_edges], axis=1)
    last = np.append(open_edges == 1, np.zeros((len(free), 1), np.bool_), axis=1)
    captured = last[:, board.edge_cells].sum(axis=2)
    places = (free @ weights)[:, np.newaxis] - weights
    after = table()[np.maximum(places, 0)].astype(np.int64)
    values: NDArray[np.int64] = so_far[:, np.newaxis] + np.where(
        captured > 0, captured + after, -after
    )
    return values


def best_moves(position: Fences) -> list[int]:
    """Return the moves that keep the position's value; none if the game is over."""
    margins = move_values(position)
    best = max(margins.values(), default=0)
    return [edge for edge, margin in margins.items() if margin == best]


def best_line(position: Fences) -> list[int]:
    """Return a line of best moves to the end of the game; leaves the position as it is."""
    line = []
    while not over(position):
        line.append(best_moves(position)[0])
        play(position, line[-1])
    for _ in line:
        undo(position)
    return line


@functools.cache
def table() -> Values:
    """Return the rest values of all positions, read-only; loaded or built on first use."""
    return load_or_build(kept_at(f"hexifence-{DIMENSION}"))


def load_or_build(path: Path) -> Values:
    """Return the table from a file, or build it and leave it there, if that is possible."""
    values = load(path, SHA256)
    if values is None:
        with compiled_only():
            values = build()
        keep(path, values)
    return values


def build() -> Values:
    """Return the rest values of all positions, computed anew."""
    values = np.zeros(POSITIONS, np.int8)
    _fill(values, inner_pairs(hexagon(DIMENSION)))
    return values


@functools.cache
def edge_weights() -> tuple[int, ...]:
    """Return the weight of each edge."""
    board = hexagon(DIMENSION)
    outer, inner = _outer_cells(board), _inner_edges(board)
    weights = []
    for edge, (cell, _) in enumerate(board.edge_cells.tolist()):
        if edge in inner:
            weights.append(BORDERS << inner.index(edge))
        else:
            weights.append(1 << (BORDER_BITS * outer.index(cell)))
    return tuple(weights)


def _free_edges(position: Fences) -> list[int]:
    free = int(position.free[0])
    return [edge for edge in range(len(position.zobrist)) if free >> edge & 1]


def _inner_edges(board: EdgeBoard) -> list[int]:
    """Return the edges between two cells."""
    return np.flatnonzero(board.edge_cells[:, 1] < len(board.cells)).tolist()


def _outer_cells(board: EdgeBoard) -> list[int]:
    """Return the cells that have border edges."""
    inner = set(_inner_edges(board))
    return [cell for cell, ring in enumerate(board.cell_edges) if not inner.issuperset(ring)]


def inner_pairs(board: EdgeBoard) -> NDArray[np.int64]:
    """Return the cells beside each inner edge, the outer ones numbered first."""
    outer = _outer_cells(board)
    number = {cell: outer.index(cell) if cell in outer else CENTRE for cell in range(CELLS)}
    beside = board.edge_cells[_inner_edges(board)].tolist()
    return np.array([[number[cell] for cell in pair] for pair in beside], np.int64)


@compiled
def _fill(values: Values, pairs: NDArray[np.int64]) -> None:
    """Write the rest value of every position but the last, which is 0, to its place.

    `pairs` holds the cells beside each inner edge. The inner edges change slowest, so what
    follows from them alone is found once for many positions.
    """
    edges = np.empty(INNER_EDGES, np.int64)
    inner_free = np.empty(CELLS, np.int64)
    for inner in range(1 << INNER_EDGES):
        count = _list_inner(inner, pairs, edges, inner_free)
        for borders in range(int(inner == 0), BORDERS):
            here = inner * BORDERS + borders
            values[here] = _best(values, here, borders, pairs, edges[:count], inner_free)


@inlined
def _list_inner(
    inner: int, pairs: NDArray[np.int64], edges: NDArray[np.int64], inner_free: NDArray[np.int64]
) -> int:
    """Write the free inner edges to `edges` and their number at each cell to `inner_free`.

    Returns how many there are.
    """
    inner_free[:] = 0
    count = 0
    for edge in range(INNER_EDGES):
        if inner >> edge & 1:
            edges[count] = edge
            count += 1
            inner_free[pairs[edge, 0]] += 1
            inner_free[pairs[edge, 1]] += 1
    return count


@inlined
def _best(
    values: Values,
    here: int,
    borders: int,
    pairs: NDArray[np.int64],
    edges: NDArray[np.int64],
    inner_free: NDArray[np.int64],
) -> int:
    """Return the value of the best move of a position that has one."""
    best = -CELLS
    last_edge = int(inner_free[CENTRE] == 1) << CENTRE  # cells with one free edge, as bits
    for cell in range(OUTER_CELLS):
        border_free = borders >> (BORDER_BITS * cell) & MOST_BORDER_EDGES
        captured = int(border_free + inner_free[cell] == 1)
        last_edge |= captured << cell
        if border_free > 0:
            after = values[here - (1 << (BORDER_BITS * cell))]
            best = max(best, _worth(captured, after))
    for edge in edges:
        captured = (last_edge >> pairs[edge, 0] & 1) + (last_edge >> pairs[edge, 1] & 1)
        after = values[here - (BORDERS << edge)]
        best = max(best, _worth(captured, after))
    return best


@inlined
def _worth(captured: int, after: int) -> int:
    """Return what a move is worth to the mover, who moves again if it captures."""
    return captured + after if captured > 0 else -after
