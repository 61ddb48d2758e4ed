"""The Hexifence board: a hexagon of hexagonal cells, its edges, and its symmetries.

Everything is derived from one scheme that square Dots-and-Boxes shares: cells and edges are
points of a grid, cell (i, j) at grid point (2i+1, 2j+1), and each edge at a fixed offset from
the cells it borders. `Board` keeps what follows from that: which edges there are, which cells
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

LARGEST = 12

EDGE_OFFSETS: tuple[Point, ...] = ((-1, -1), (-1, 0), (0, -1), (0, 1), (1, 0), (1, 1))


@dataclass(frozen=True)
class Board:
    """A graph of cells and edges on a grid of points. Edges and cells are numbered row by row."""

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

    @functools.cached_property
    def edge_at(self) -> dict[Point, int]:
        """The number of the edge at each grid point that has one."""
        return {point: number for number, point in enumerate(self.edges)}

    @functools.cached_property
    def cell_at(self) -> dict[Point, int]:
        """The number of the cell at each grid point that has one."""
        return {point: number for number, point in enumerate(self.cells)}


def build_board(rows: int, columns: int, cells: list[Point], offsets: tuple[Point, ...]) -> Board:
    """Make the board whose cells stand at the given grid points with edges at `offsets`."""
    cells = sorted(cells)
    around = [[(row + dr, column + dc) for dr, dc in offsets] for row, column in cells]
    edges = sorted({edge for ring in around for edge in ring})
    number = {edge: index for index, edge in enumerate(edges)}
    cell_edges = tuple(tuple(sorted(number[edge] for edge in ring)) for ring in around)
    edge_cells = np.full((len(edges), 2), len(cells), np.int64)
    for cell, ring in enumerate(cell_edges):
        for edge in ring:
            side = 0 if edge_cells[edge, 0] == len(cells) else 1
            edge_cells[edge, side] = cell
    edge_cells.flags.writeable = False
    moves = {
        code: Move(code, square_name(column, row), (row, column))
        for code, (row, column) in enumerate(edges)
    }
    return Board(rows, columns, tuple(cells), tuple(edges), cell_edges, edge_cells, moves)


@functools.cache
def hexagon(size: int) -> Board:
    """Return the Hexifence board of dimension `size`."""
    span = range(2 * size - 1)
    cells = [(2 * i + 1, 2 * j + 1) for i in span for j in span if abs(i - j) < size]
    return build_board(4 * size - 1, 4 * size - 1, cells, EDGE_OFFSETS)


@functools.cache
def symmetries(size: int) -> tuple[Symmetry, ...]:
    """Return the six rotations and six reflections of the board, the identity first."""
    centre = 2 * size - 1

    def turn(row: int, column: int) -> Point:
        # 60 degrees: cube coordinates (x, y, z) = (column - row, row, -column) about the centre
        # go to (-z, -x, -y), so the new row is -x and the new column is y + (row - column).
        return (row - column, row)

    def mirror(row: int, column: int) -> Point:
        return (column, row)

    def image(turns: int, mirrored: bool) -> Callable[[Point], Point]:
        def move(point: Point) -> Point:
            at = (point[0] - centre, point[1] - centre)
            if mirrored:
                at = mirror(*at)
            for _ in range(turns):
                at = turn(*at)
            return (at[0] + centre, at[1] + centre)

        return move

    return tuple(
        edge_symmetry(
            hexagon(size),
            f"{60 * turns}°" + (" mirrored" if mirrored else ""),
            image(turns, mirrored),
        )
        for mirrored in (False, True)
        for turns in range(6)
    )


def edge_symmetry(board: Board, name: str, image: Callable[[Point], Point]) -> Symmetry:
    """Make a symmetry from a map of grid points that maps the board onto itself."""
    return Symmetry(name, tuple(board.edge_at[image(edge)] for edge in board.edges))
