"""The compiled part of `Boards`: what happens to a range of positions in one step."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from trivium.games.observation import Planes, Squares, observe
from trivium.kernel.compiling import compiled
from trivium.kernel.stacking import copy_into, row
from trivium.kernel.verbs import Moves, allowed, legal, move_codes, mover, over, pick, play, score

NONE = -1
"""No board."""


class Buffers(NamedTuple):
    """What a step writes, a row for each board."""

    observations: Planes
    """Planes by row of squares."""
    masks: NDArray[np.bool_]
    movers: NDArray[np.int8]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.bool_]
    lengths: NDArray[np.int32]
    """Moves made in the game that goes on."""


@compiled
def first_illegal(stack: Any, actions: Moves, count: int) -> int:
    """Return the first board whose action is no legal move; `NONE` if all are."""
    for board in range(count):
        position = row(stack, board)
        if actions[board] < 0 or actions[board] >= move_codes(position):
            return board
        if not allowed(position, actions[board]):
            return board
    return NONE


@compiled
def pick_some(stack: Any, chances: NDArray[np.uint64], actions: Moves, low: int, high: int) -> None:
    """Write a random legal move for each board of a range; each has a chance of its own."""
    for board in range(low, high):
        actions[board] = pick(row(stack, board), chances[board])


@compiled
def show_some(
    stack: Any, places: Squares, moves: Moves, buffers: Buffers, low: int, high: int
) -> None:
    """Write observations, masks and movers of a range of boards."""
    for board in range(low, high):
        _show(row(stack, board), places, moves, buffers, board)


@compiled
def step_some(
    stack: Any,
    start: Any,
    places: Squares,
    actions: Moves,
    moves: Moves,
    margins: bool,
    buffers: Buffers,
    low: int,
    high: int,
) -> None:
    """Make a legal move on each board of a range, and begin anew where the game is over.

    `moves` is room for legal moves. With `margins` a reward is the change of the score, else
    the sign of the score at the end.
    """
    for board in range(low, high):
        position = row(stack, board)
        before = _score_of_first(position) if margins else 0
        play(position, actions[board])
        ended = over(position)
        gain = 0
        if margins or ended:
            gain = _score_of_first(position) - before
        if not margins:
            gain = min(max(gain, -1), 1)
        buffers.rewards[board, 0] = gain
        buffers.rewards[board, 1] = -gain
        buffers.terminated[board] = ended
        buffers.lengths[board] += 1
        if ended:
            copy_into(position, start)
            buffers.lengths[board] = 0
        _show(position, places, moves, buffers, board)


@compiled
def _score_of_first(position: Any) -> int:
    return score(position) * (1 - 2 * mover(position))


@compiled
def _show(position: Any, places: Squares, moves: Moves, buffers: Buffers, board: int) -> None:
    observe(position, places, buffers.observations[board])
    mask = buffers.masks[board]
    mask[:] = False
    for index in range(legal(position, moves)):
        mask[moves[index]] = True
    buffers.movers[board] = mover(position)
