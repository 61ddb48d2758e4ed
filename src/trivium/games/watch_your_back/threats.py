"""Threatened pieces: what the other side could eliminate with its next move.

Nothing about elimination is said here: every move is tried with the rules themselves, for both
players in turn, whoever is to move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from trivium.games.moves import Move
from trivium.games.watch_your_back import rules
from trivium.games.watch_your_back.geometry import Square, squares_of

if TYPE_CHECKING:
    from trivium.games.watch_your_back.position import WatchYourBack


def threats(position: WatchYourBack) -> dict[Square, list[Move]]:
    """Return every threatened piece with the moves that would eliminate it.

    What a shrink of the board takes is no threat.
    """
    found: dict[Square, list[Move]] = {}
    if position.is_over:
        return found
    for board in (position.copy(), _with_other_mover(position)):
        victims = 1 - board.mover
        before = board.kernel.sides[victims]
        for move in board.legal_moves:
            stage = board.stage
            board.push(move)
            if board.stage == stage:
                for square in squares_of(before & ~board.kernel.sides[victims]):
                    found.setdefault(square, []).append(move)
            board.pop()
    return found


def _with_other_mover(position: WatchYourBack) -> WatchYourBack:
    """Return the same board with the other player to move, a turn later or earlier."""
    white, black = position.kernel.sides
    turns = int(position.kernel.tally[rules.TURNS])
    return type(position)(state=rules.set_up(white, black, position.stage, turns ^ 1))
