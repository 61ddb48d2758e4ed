"""Oracle of Hexifence and Dots-and-Boxes: cells, and for each cell the list of its edges.

The two games differ in their board only. Cell (i, j) sits at grid point (2i+1, 2j+1), and an edge
is named by its own grid point (row, col).
"""

import copy
from typing import Self

Cell = tuple[int, int]
Edge = tuple[int, int]

HEXAGON_SIDES = [(-1, -1), (-1, 0), (0, -1), (0, 1), (1, 0), (1, 1)]
SQUARE_SIDES = [(-1, 0), (0, -1), (0, 1), (1, 0)]


class BoxesOracle:
    """A position of a game whose players claim edges to capture cells."""

    def __init__(self, edges_of: dict[Cell, list[Edge]]) -> None:
        """Start a game on the board with these cells and their edges, Blue to move."""
        self.edges_of = edges_of
        self.cells_of: dict[Edge, list[Cell]] = {}
        for cell, edges in edges_of.items():
            for edge in edges:
                self.cells_of.setdefault(edge, []).append(cell)
        self.edge_owner: dict[Edge, str] = {}
        self.cell_owner: dict[Cell, str] = {}
        self.turn = "blue"

    @classmethod
    def hexifence(cls, n: int) -> Self:
        """Start Hexifence of dimension n."""
        if n < 1:
            raise ValueError(f"the dimension must be at least 1, not {n}")
        side = range(2 * n - 1)
        cells = [(i, j) for i in side for j in side if abs(i - j) <= n - 1]
        return cls({cell: edges_around(cell, HEXAGON_SIDES) for cell in cells})

    @classmethod
    def dots_and_boxes(cls, height: int, width: int) -> Self:
        """Start Dots-and-Boxes with this many rows and columns of boxes."""
        if height < 1 or width < 1:
            raise ValueError(f"the board must be at least 1 by 1, not {height} by {width}")
        cells = [(i, j) for i in range(height) for j in range(width)]
        return cls({cell: edges_around(cell, SQUARE_SIDES) for cell in cells})

    def edges(self) -> set[Edge]:
        """Every edge of the board, claimed or free."""
        return set(self.cells_of)

    def legal_moves(self) -> list[Edge]:
        """The free edges, sorted."""
        return sorted(edge for edge in self.edges() if self.is_free(edge))

    def is_free(self, edge: Edge) -> bool:
        """Whether this is an edge of the board that nobody has claimed."""
        return edge in self.cells_of and edge not in self.edge_owner

    def play(self, move: Edge) -> None:
        """Claim an edge; a player who captures by it moves again."""
        if not self.is_free(move):
            raise ValueError(f"{move!r} is not a free edge")
        self.edge_owner[move] = self.turn
        captured = [cell for cell in self.cells_beside(move) if self.is_closed(cell)]
        for cell in captured:
            self.cell_owner[cell] = self.turn
        if not captured:
            self.turn = other(self.turn)

    def cells_beside(self, edge: Edge) -> list[Cell]:
        """The one or two cells that have this edge."""
        return self.cells_of[edge]

    def is_closed(self, cell: Cell) -> bool:
        """Whether every edge of the cell is claimed."""
        return all(edge in self.edge_owner for edge in self.edges_of[cell])

    def score(self) -> dict[str, int]:
        """The number of cells each colour has captured."""
        owners = list(self.cell_owner.values())
        return {"blue": owners.count("blue"), "red": owners.count("red")}

    @property
    def over(self) -> bool:
        """Whether no free edge is left."""
        return not self.legal_moves()

    @property
    def winner(self) -> str | None:
        """The colour with more cells at the end; None for a draw and while the game goes on."""
        score = self.score()
        if not self.over or score["blue"] == score["red"]:
            return None
        return "blue" if score["blue"] > score["red"] else "red"

    @property
    def reason(self) -> str | None:
        """Always "cells" once the game has ended."""
        return "cells" if self.over else None

    def copy(self) -> Self:
        """An independent oracle at the same position."""
        twin = copy.copy(self)
        twin.edge_owner = dict(self.edge_owner)
        twin.cell_owner = dict(self.cell_owner)
        return twin


def edges_around(cell: Cell, sides: list[tuple[int, int]]) -> list[Edge]:
    """The edges at these offsets from the cell's grid point."""
    i, j = cell
    return [(2 * i + 1 + down, 2 * j + 1 + right) for down, right in sides]


def other(colour: str) -> str:
    """The opponent's colour."""
    return "red" if colour == "blue" else "blue"
