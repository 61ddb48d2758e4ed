"""Boards of Watch Your Back! that somebody has put together, as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trivium.errors import BadText
from trivium.games.editing import EditedBoard, players_on
from trivium.games.watch_your_back.geometry import SHRINK_TURNS, SQUARES, square_of, word_of
from trivium.games.watch_your_back.notation import BoardText, write_board
from trivium.games.watch_your_back.rules import PLACING_TURNS

if TYPE_CHECKING:
    from trivium.games.watch_your_back.position import WatchYourBack


def edited_text(start: WatchYourBack, edited: EditedBoard) -> str:
    """Return the text of an edited board."""
    players = players_on(edited.owners, SQUARES, start.colours)
    white, black = ([square_of(at) for at in players if players[at] == side] for side in (0, 1))
    placing = edited.phase == "placing" or (edited.phase is None and not players)
    if edited.turns is not None:
        turns = edited.turns
    elif placing:
        turns = max(2 * len(white) - 1, 2 * len(black), 0)
    else:
        turns = SHRINK_TURNS[edited.stage - 1] if edited.stage else 0
    if edited.turn is not None and start.colours[turns % 2] != edited.turn:
        turns += 1
    if placing and turns >= PLACING_TURNS:
        raise BadText(f"All {PLACING_TURNS} pieces are placed after {turns} turns.")
    phase = "placing" if placing else "moving"
    return write_board(BoardText(word_of(white), word_of(black), edited.stage, phase, turns))
