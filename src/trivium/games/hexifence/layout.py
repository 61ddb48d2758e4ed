"""Boards of Hexifence and Dots-and-Boxes on paper, for the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trivium.games.hexifence import drawing
from trivium.games.layout import Cell, Edge, Layout
from trivium.games.moves import square_name

if TYPE_CHECKING:
    from trivium.games.hexifence.position import FencesPosition


def layout_of(position: FencesPosition) -> Layout:
    """Return where everything lies."""
    shape, board = position.shape, position.board
    outside = len(board.cells)
    cells = (
        Cell(
            square_name(cell[1], cell[0]),
            drawing.scaled(shape.spot(cell)),
            tuple(drawing.outline(shape, cell)),
        )
        for cell in board.cells
    )
    edges = (
        Edge(
            board.moves[number].text,
            drawing.ends(shape, edge),
            tuple(cell for cell in board.edge_cells[number].tolist() if cell != outside),
        )
        for number, edge in enumerate(board.edges)
    )
    return Layout(
        tuple(cells),
        drawing.label_spots(shape, board),
        edges=tuple(edges),
        dots=tuple(drawing.dot_spots(shape, board)),
        guides=tuple(drawing.guides(shape, board)),
    )
