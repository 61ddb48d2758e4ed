"""Boards of Hexifence and Dots-and-Boxes as text.

A line with the size, then the grid: ``+`` a free edge, ``B`` or ``R`` an edge claimed by Blue
or Red, ``-`` neither; ``b`` or ``r`` on the point of a captured cell. The board does not say
whose turn it is: Blue's, unless a line ``turn: red`` follows.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from trivium.errors import BadSize, BadText
from trivium.games.hexifence.geometry import EdgeBoard
from trivium.games.hexifence.rules import MOVER, NOBODY, UNKNOWN, Fences, set_up
from trivium.games.text import chosen, complain, split_notes, split_symbols

COLOURS = ("blue", "red")

_EDGE_SYMBOLS = {"+": NOBODY, "B": 0, "R": 1}
_CELL_SYMBOLS = {"-": NOBODY, "b": 0, "r": 1}


def write_board(header: str, board: EdgeBoard, position: Fences) -> str:
    """Return the text of a position under a line that tells its size."""
    edges = {owner: symbol for symbol, owner in _EDGE_SYMBOLS.items()}
    cells = {owner: symbol for symbol, owner in _CELL_SYMBOLS.items()}
    grid = [["-"] * board.columns for _ in range(board.rows)]
    for (row, column), owner in zip(board.edges, position.edge_owner.tolist(), strict=True):
        grid[row][column] = edges[owner]
    for (row, column), owner in zip(board.cells, position.cell_owner.tolist(), strict=False):
        grid[row][column] = cells.get(owner, "-")
    lines = [header, *(" ".join(row) for row in grid)]
    if position.tally[MOVER] == 1:
        lines.append("turn: red")
    return "\n".join(lines) + "\n"


def read_board(text: str, board_for: Callable[[str], EdgeBoard]) -> tuple[str, Fences]:
    """Return the size line and the position; `board_for` makes the board of a size line."""
    lines, notes = split_notes(text.splitlines(), ("turn",))
    turn = chosen(notes, "turn", COLOURS)
    if not lines:
        raise BadText("The board is empty; its first line must tell the size.")
    header, rows = lines[0].strip(), lines[1:]
    try:
        board = board_for(header)
    except BadSize as error:
        raise BadSize(f"line 1: {error}") from None
    if len(rows) < board.rows:
        complain(len(lines) + 1, None, f"the board ends after {len(rows)} of {board.rows} rows")
    if len(rows) > board.rows:
        complain(board.rows + 2, None, f"more than the {board.rows} rows of size {header}")
    edge_owner = np.full(len(board.edges), NOBODY, np.int64)
    cell_owner = np.full(len(board.cells), NOBODY, np.int64)
    for row, line in enumerate(rows):
        for column, symbol in enumerate(split_symbols(line, row + 2, board.columns)):
            _read_symbol(board, (row, column), symbol, edge_owner, cell_owner)
    _settle_cells(board, edge_owner, cell_owner)
    return header, set_up(board, edge_owner, cell_owner, mover=1 if turn == "red" else 0)


def _read_symbol(
    board: EdgeBoard,
    point: tuple[int, int],
    symbol: str,
    edge_owner: np.ndarray[tuple[int], np.dtype[np.int64]],
    cell_owner: np.ndarray[tuple[int], np.dtype[np.int64]],
) -> None:
    line, number = point[0] + 2, point[1] + 1
    if symbol not in "+BR-br":
        complain(line, number, f"'{symbol}' is unknown; the symbols are + B R - b r")
    if (edge := board.edge_at.get(point)) is not None:
        if symbol not in _EDGE_SYMBOLS:
            complain(line, number, f"'{symbol}' where an edge belongs; write + or B or R")
        edge_owner[edge] = _EDGE_SYMBOLS[symbol]
    elif (cell := board.cell_at.get(point)) is not None:
        if symbol not in _CELL_SYMBOLS:
            complain(line, number, f"'{symbol}' on the point of a cell; write - or b or r")
        cell_owner[cell] = _CELL_SYMBOLS[symbol]
    elif symbol != "-":
        complain(line, number, f"'{symbol}' where there is neither edge nor cell; write -")


def _settle_cells(
    board: EdgeBoard,
    edge_owner: np.ndarray[tuple[int], np.dtype[np.int64]],
    cell_owner: np.ndarray[tuple[int], np.dtype[np.int64]],
) -> None:
    """Check that just the enclosed cells are captured; an unmarked one is by somebody unknown."""
    for cell, ring in enumerate(board.cell_edges):
        enclosed = bool(np.all(edge_owner[list(ring)] != NOBODY))
        if enclosed and cell_owner[cell] == NOBODY:
            cell_owner[cell] = UNKNOWN
        elif not enclosed and cell_owner[cell] != NOBODY:
            row, column = board.cells[cell]
            complain(row + 2, column + 1, "this cell is marked as captured but has a free edge")
