"""The Hexifence board: a hexagon of hexagonal cells, its edges, and its symmetries.

Everything is derived from one scheme that square Dots-and-Boxes shares: cells and edges are
points of a grid, cell (i, j) at grid point (2i+1, 2j+1), and each edge at a fixed offset from
the cells it borders. `EdgeBoard` keeps what follows from that: which edges there are, which cells
each of them borders, and how a symmetry of the board permutes them.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from trivium.games.moves import Move, square_name
from trivium.games.symmetry import Symmetry

Point = tuple[int, int]
Turn = Callable[[Point], Point]
"""A map of grid points."""

LARGEST = 12

EDGE_OFFSETS: tuple[Point, ...] = ((-1, -1), (-1, 0), (0, -1), (0, 1), (1, 0), (1, 1))


@dataclass(frozen=True, eq=False)
class EdgeBoard:
    """A graph of cells and edges on a grid of points. Edges and cells are numbered row by row.

    There is one `EdgeBoard` of each size; two are equal only if they are the same.
    """

    rows: int
    columns: int
    cells: tuple[Point, ...]
    """Grid point of each cell."""
    edges: tuple[Point, ...]
    """Grid point of each edge."""
    cell_edges: tuple[tuple[int, ...], ...]
    """The edges around each cell."""
    edge_cells: NDArray[np.int64]
    """The two cells on either side of each edge; `len(cells)` stands for the outside."""
    moves: dict[int, Move]
    """Move number e claims edge e."""
    symmetries: tuple[Symmetry, ...]
    """The identity first."""

    @functools.cached_property
    def edge_at(self) -> dict[Point, int]:
        """The number of the edge at each grid point that has one."""
        return {point: number for number, point in enumerate(self.edges)}

    @functools.cached_property
    def cell_at(self) -> dict[Point, int]:
        """The number of the cell at each grid point that has one."""
        return {point: number for number, point in enumerate(self.cells)}


def build_board(
    rows: int,
    columns: int,
    cells: list[Point],
    offsets: tuple[Point, ...],
    turns: dict[str, Turn],
) -> EdgeBoard:
    """Make the board whose cells stand at the given grid points with edges at `offsets`.

    `turns` are the maps of grid points, by name, that carry the board onto itself.
    """
    cells = sorted(cells)
    around = [[(row + dr, column + dc) for dr, dc in offsets] for row, column in cells]
    edges = sorted({edge for ring in around for edge in ring})
    number = {edge: index for index, edge in enumerate(edges)}
    cell_edges = tuple(tuple(sorted(number[edge] for edge in ring)) for ring in around)
    return EdgeBoard(
        rows,
        columns,
        tuple(cells),
        tuple(edges),
        cell_edges,
        edge_cells=_cells_beside(len(edges), cell_edges),
        moves={
            code: Move(code, square_name(column, row), (row, column))
            for code, (row, column) in enumerate(edges)
        },
        symmetries=tuple(
            Symmetry(name, tuple(number[turn(edge)] for edge in edges))
            for name, turn in turns.items()
        ),
    )


def _cells_beside(edges: int, cell_edges: tuple[tuple[int, ...], ...]) -> NDArray[np.int64]:
    outside = len(cell_edges)
    edge_cells = np.full((edges, 2), outside, np.int64)
    for cell, ring in enumerate(cell_edges):
        for edge in ring:
            side = 0 if edge_cells[edge, 0] == outside else 1
            edge_cells[edge, side] = cell
    edge_cells.flags.writeable = False
    return edge_cells


@functools.cache
def hexagon(size: int) -> EdgeBoard:
    """Return the Hexifence board of dimension `size`."""
    span = range(2 * size - 1)
    cells = [(2 * i + 1, 2 * j + 1) for i in span for j in span if abs(i - j) < size]
    turns = {
        f"{60 * sixths}°" + (" mirrored" if mirrored else ""): _turn(size, sixths, mirrored)
        for mirrored in (False, True)
        for sixths in range(6)
    }
    return build_board(4 * size - 1, 4 * size - 1, cells, EDGE_OFFSETS, turns)


def _turn(size: int, sixths: int, mirrored: bool) -> Turn:
    """Return the turn by so many times 60 degrees about the centre, after a reflection or not.

    With cube coordinates (x, y, z) = (column - row, row, -column) about the centre, 60 degrees
    take (x, y, z) to (-z, -x, -y): the new row is row - column, the new column is the old row.
    """
    centre = 2 * size - 1

    def turn(point: Point) -> Point:
        row, column = point[0] - centre, point[1] - centre
        if mirrored:
            row, column = column, row
        for _ in range(sixths):
            row, column = row - column, row
        return (row + centre, column + centre)

    return turn
