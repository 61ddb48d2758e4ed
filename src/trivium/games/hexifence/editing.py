"""Boards of Hexifence and Dots-and-Boxes that somebody has put together, as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trivium.games.editing import EditedBoard, players_on

if TYPE_CHECKING:
    from trivium.games.hexifence.position import FencesPosition


def edited_text(start: FencesPosition, edited: EditedBoard) -> str:
    """Return the text of an edited board of the size of `start`."""
    board = start.board
    edges = players_on(edited.owners, len(board.edges), start.colours)
    known = {cell: owner for cell, owner in edited.cells.items() if owner != "unknown"}
    cells = players_on(known, len(board.cells), start.colours)
    grid = [["-"] * board.columns for _ in range(board.rows)]
    for number, (row, column) in enumerate(board.edges):
        grid[row][column] = "BR"[edges[number]] if number in edges else "+"
    for number, player in cells.items():
        row, column = board.cells[number]
        grid[row][column] = "br"[player]
    rows = [start.size, *(" ".join(row) for row in grid)]
    return "\n".join([*rows, f"turn: {edited.turn or start.colours[0]}"])
