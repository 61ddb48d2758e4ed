"""The three figures of a Hexifence board."""

from __future__ import annotations

import numpy as np

from trivium.games.hexifence.geometry import hexagon
from trivium.games.hexifence.notation import read_board
from trivium.games.hexifence.position import read_size
from trivium.games.hexifence.rules import FREE, Fences, captures
from trivium.kernel.verbs import legal, most_moves, play
from trivium.study.exercises.answer import ExerciseAnswer


def answer(text: str) -> ExerciseAnswer:
    """Return the number of possible moves, the most cells one move can capture, and the cells
    that can be captured in this turn, a line each."""
    _, position = read_board(text, lambda line: hexagon(read_size(line)))
    return ExerciseAnswer(tuple(map(str, figures(position))))


def figures(position: Fences) -> tuple[int, int, int]:
    """Return the three figures; the third plays all captures on the position.

    The order of captures does not matter: a capture only takes edges away, so a cell that can
    be captured now can still be captured after any other capture, or has been captured by it.
    """
    moves = np.empty(int(most_moves(position)), np.int64)
    count = legal(position, moves)
    most = max((int(captures(position, move)) for move in moves[:count]), default=0)
    return int(position.tally[FREE]), most, _capture_all(position, moves)


def _capture_all(position: Fences, moves: np.ndarray[tuple[int], np.dtype[np.int64]]) -> int:
    total = 0
    going_on = True
    while going_on:
        going_on = False
        for move in moves[: legal(position, moves)].copy():
            captured = int(captures(position, move))
            if captured:
                play(position, move)
                total += captured
                going_on = True
    return total
