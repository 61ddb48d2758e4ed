"""What every move looks like at a glance: the evaluation of the board after it, all in one go."""

from __future__ import annotations

from typing import Any

import numpy as np

from trivium.kernel.compiling import compiled
from trivium.kernel.verbs import (
    Moves,
    evaluate,
    final,
    legal,
    most_moves,
    mover,
    over,
    play,
    undo,
)
from trivium.search.running import own_copy


@compiled
def value_moves(position: Any, evaluator: Any, moves: Moves, values: Moves) -> int:
    """Write all legal moves to `moves` and what the mover gets by each to `values`.

    Return how many there are; the position is left as it was.
    """
    count = legal(position, moves)
    player = mover(position)
    for index in range(count):
        play(position, moves[index])
        value = final(position) if over(position) else evaluate(evaluator, position)
        values[index] = value if mover(position) == player else -value
        undo(position)
    return count


def glance(position: Any, evaluator: Any) -> dict[int, int]:
    """Return what each legal move is worth to the mover at a glance; the game must not be over.

    Evaluators may remember what they saw last, so each thread needs one of its own.
    """
    room = int(most_moves(position))
    moves, values = np.empty(room, np.int64), np.empty(room, np.int64)
    count = int(value_moves(own_copy(position), evaluator, moves, values))
    return dict(zip(moves[:count].tolist(), values[:count].tolist(), strict=True))
