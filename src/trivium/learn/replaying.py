"""Replaying games to find the numbers behind their samples, compiled."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from trivium.games.weights import describe
from trivium.kernel.compiling import compiled
from trivium.kernel.verbs import mover, play


@compiled
def describe_line(
    position: Any,
    evaluator: Any,
    moves: NDArray[np.int64],
    at: NDArray[np.int64],
    columns: NDArray[np.int64],
    numbers: NDArray[np.int64],
    movers: NDArray[np.int64],
) -> None:
    """Play `moves`; before the move of each turn in `at`, which rises, write what is described.

    Row by row to `columns` and `numbers`, where what is not described is left as it is, and to
    `movers` who is to move.
    """
    row = 0
    for turn in range(len(moves)):
        while row < len(at) and at[row] == turn:
            describe(evaluator, position, columns[row], numbers[row])
            movers[row] = mover(position)
            row += 1
        if row == len(at):
            return
        play(position, moves[turn])
