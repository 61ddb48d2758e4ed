"""The board editor: a board as the page has it, read by the same rules as a board in a file.

The content is written in the format of the rule page and read back, so that an impossible board
is refused with the same words.
"""

from __future__ import annotations

from trivium.errors import BadText
from trivium.games.cachex import notation as cachex
from trivium.games.cachex.position import Cachex
from trivium.games.catalogue import Game
from trivium.games.hexifence.position import FencesPosition
from trivium.games.position import Position
from trivium.games.watch_your_back import notation as watch_your_back
from trivium.games.watch_your_back.geometry import SHRINK_TURNS, SQUARES, square_of, word_of
from trivium.games.watch_your_back.rules import PLACING_TURNS
from trivium.web import messages as m


def set_up(game: Game, size: str | None, board: m.EditedBoard) -> Position:
    """Return the position that an edited board shows."""
    start = game.start(size)
    if board.turn is not None and board.turn not in start.colours:
        raise BadText(f"'{board.turn}' is none of the players {' and '.join(start.colours)}.")
    if isinstance(start, FencesPosition):
        return game.read(_fences_text(start, board))
    if isinstance(start, Cachex):
        return game.read(_cachex_text(start, board))
    return game.read(_watch_your_back_text(start, board))


def _players(owners: dict[int, str], places: int, colours: tuple[str, str]) -> dict[int, int]:
    """Return the player on each place, after checking that there are such."""
    for place, colour in owners.items():
        if place >= places:
            raise BadText(f"There is no place {place} on this board.")
        if colour not in colours:
            raise BadText(f"'{colour}' is none of the players {' and '.join(colours)}.")
    return {place: colours.index(colour) for place, colour in owners.items()}


def _fences_text(start: FencesPosition, board: m.EditedBoard) -> str:
    lines = start.board
    grid = [["-"] * lines.columns for _ in range(lines.rows)]
    edges = _players(board.owners, len(lines.edges), start.colours)
    known = {cell: owner for cell, owner in board.cells.items() if owner != "unknown"}
    cells = _players(known, len(lines.cells), start.colours)
    for number, (row, column) in enumerate(lines.edges):
        grid[row][column] = "BR"[edges[number]] if number in edges else "+"
    for number, player in cells.items():
        row, column = lines.cells[number]
        grid[row][column] = "br"[player]
    rows = [start.size, *(" ".join(row) for row in grid)]
    return "\n".join([*rows, f"turn: {board.turn or start.colours[0]}"])


def _cachex_text(start: Cachex, board: m.EditedBoard) -> str:
    size = start.board.size
    players = _players(board.owners, size * size, start.colours)
    stones = {divmod(place, size): player for place, player in players.items()}
    turns = board.turns
    if turns is None:
        turns = 2 if list(stones.values()) == [1] else len(stones)
        if board.turn is not None and start.colours[turns % 2] != board.turn:
            turns += 1
    elif board.turn is not None and start.colours[turns % 2] != board.turn:
        raise BadText(f"After {turns} turns it is not {board.turn.capitalize()}'s turn.")
    return cachex.write_board(size, stones, turns)


def _watch_your_back_text(start: Position, board: m.EditedBoard) -> str:
    players = _players(board.owners, SQUARES, start.colours)
    squares = [[square_of(at) for at in players if players[at] == side] for side in (0, 1)]
    white, black = len(squares[0]), len(squares[1])
    placing = board.phase == "placing" or (board.phase is None and not players)
    if board.turns is not None:
        turns = board.turns
    elif placing:
        turns = max(2 * white - 1, 2 * black, 0)
    else:
        turns = SHRINK_TURNS[board.stage - 1] if board.stage else 0
    if board.turn is not None and start.colours[turns % 2] != board.turn:
        turns += 1
    if placing and turns >= PLACING_TURNS:
        raise BadText(f"All {PLACING_TURNS} pieces are placed after {turns} turns.")
    content = watch_your_back.BoardText(
        word_of(squares[0]),
        word_of(squares[1]),
        board.stage,
        "placing" if placing else "moving",
        turns,
    )
    return watch_your_back.write_board(content)
