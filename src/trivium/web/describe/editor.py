"""The board editor: a board as the page has it, read by the same rules as a board in a file."""

from __future__ import annotations

from trivium.games.editing import EditedBoard, check_colour
from trivium.games.game import Game
from trivium.games.position import Position
from trivium.web import messages as m


def set_up(game: Game, size: str | None, board: m.EditedBoard) -> Position:
    """Return the position that an edited board shows."""
    start = game.start(size)
    if board.turn is not None:
        check_colour(board.turn, start.colours)
    return game.read(start.edited_text(EditedBoard(**dict(board))))
