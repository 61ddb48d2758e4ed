"""The two plainest walks through a game: all of it to a depth, and one random line to its end.

They test the rules (perft) and measure them (both); random lines are also what Monte Carlo
search is made of.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from trivium.kernel.chance import Chance
from trivium.kernel.compiling import compiled
from trivium.kernel.verbs import legal, most_moves, over, pick, play, undo
from trivium.search.running import StopFlag

__all__ = [
    "perft",
    "random_line",
    "random_lines",
]


@compiled
def perft(position: Any, depth: int, stop: StopFlag) -> int:
    """Count the sequences of exactly `depth` moves; leave the position as it was.

    Once ``stop[0]`` is set it returns soon, with a count that means nothing.
    """
    if depth == 0:
        return 1
    moves = np.empty((depth, most_moves(position)), np.int64)
    return _count(position, depth, moves, stop)


@compiled
def _count(position: Any, depth: int, moves: NDArray[np.int64], stop: StopFlag) -> int:
    here = legal(position, moves[depth - 1])
    if depth == 1 or stop[0] != 0:
        return here
    total = 0
    for index in range(here):
        play(position, moves[depth - 1, index])
        total += _count(position, depth - 1, moves, stop)
        undo(position)
    return total


@compiled
def random_line(position: Any, chance: Chance, most: int) -> int:
    """Play random moves until the game ends or `most` have been played; return how many."""
    played = 0
    while played < most and not over(position):
        play(position, pick(position, chance))
        played += 1
    return played


@compiled
def random_lines(position: Any, chance: Chance, most: int, lines: int) -> int:
    """Play `lines` random lines, each undone again; return the number of moves played."""
    total = 0
    for _ in range(lines):
        played = random_line(position, chance, most)
        for _ in range(played):
            undo(position)
        total += played
    return total
