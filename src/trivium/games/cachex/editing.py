"""Boards of Cachex that somebody has put together, as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trivium.errors import BadText
from trivium.games.cachex.notation import write_board
from trivium.games.editing import EditedBoard, players_on
from trivium.words import how_many

if TYPE_CHECKING:
    from trivium.games.cachex.position import Cachex


def edited_text(start: Cachex, edited: EditedBoard) -> str:
    """Return the text of an edited board of the size of `start`."""
    size = start.board.size
    players = players_on(edited.owners, size * size, start.colours)
    stones = {divmod(place, size): player for place, player in players.items()}
    turns = edited.turns
    if turns is None:
        turns = 2 if list(stones.values()) == [1] else len(stones)
        if edited.turn is not None and start.colours[turns % 2] != edited.turn:
            turns += 1
    elif edited.turn is not None and start.colours[turns % 2] != edited.turn:
        raise BadText(
            f"After {how_many(turns, 'turn')} it is not {edited.turn.capitalize()}'s turn."
        )
    return write_board(size, stones, turns)
