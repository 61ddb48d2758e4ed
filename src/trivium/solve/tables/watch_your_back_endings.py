"""The exact value of every board of Watch Your Back! after the last shrink.

``python -m trivium.solve.tables.watch_your_back_endings`` works them out and writes them to the
file that comes with Trivium; it takes some seconds. Boards are settled in the order of the turns
that they take: a win in n turns has a move to a loss in n - 1, a loss in n only moves to wins
in at most n - 1. What is never settled is a draw, for the rules know no repetition.
"""

from __future__ import annotations

import functools
import zipfile
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from trivium.errors import TriviumError
from trivium.games.watch_your_back.endings import ENDING_SQUARES, ENDINGS, Endings, ending_number
from trivium.games.watch_your_back.geometry import (
    PLAYABLE,
    SHRINK_TURNS,
    STAGES,
    square_index,
    squares_of,
)
from trivium.games.watch_your_back.rules import FEWEST, PLACING_TURNS, STAGE, Pieces, set_up
from trivium.kernel.bits import ZERO, Word, bit, popcount
from trivium.kernel.compiling import compiled
from trivium.kernel.verbs import (
    Moves,
    legal,
    most_left,
    most_moves,
    mover,
    over,
    play,
    score,
    undo,
)

__all__ = [
    "covers",
    "move_results",
    "read_endings",
    "solve_endings",
]

FILE = Path(__file__).with_name("watch-your-back-endings.npz")

_SQUARES = np.array([square_index(*square) for square in squares_of(PLAYABLE[STAGES - 1])])
_SQUARES.flags.writeable = False
_TURN = PLACING_TURNS + SHRINK_TURNS[-1]
"""White moves; which turn it is makes no difference."""

# What stands for a child that is the end of the game, by its result for the player who moved
_WON, _LOST, _DRAWN = -1, -2, -3

Links = NDArray[np.int64]
"""The children of all boards, one board after the other."""


@compiled
def pieces_of(number: int) -> tuple[Word, Word]:
    """Return the mover's and the other player's pieces on the board with a number."""
    own, enemies = ZERO, ZERO
    for place in range(ENDING_SQUARES):
        digit = number % 3
        number //= 3
        if digit == 1:
            own |= bit(_SQUARES[place])
        elif digit == 2:
            enemies |= bit(_SQUARES[place])
    return own, enemies


@compiled
def set_board(position: Pieces, number: int) -> bool:
    """Put the board with a number on a position; return whether the game goes on there."""
    own, enemies = pieces_of(number)
    position.sides[0] = own
    position.sides[1] = enemies
    return popcount(own) >= FEWEST and popcount(enemies) >= FEWEST


@compiled
def count_links(position: Pieces, moves: Moves, first: Links) -> None:
    """Write to `first` where the children of each board begin, and at last how many there are."""
    for number in range(ENDINGS):
        here = legal(position, moves) if set_board(position, number) else 0
        first[number + 1] = first[number] + here


@compiled
def list_links(position: Pieces, moves: Moves, first: Links, links: Links) -> None:
    """Write the children of each board to their places."""
    for number in range(ENDINGS):
        if first[number] == first[number + 1]:
            continue
        set_board(position, number)
        for index in range(legal(position, moves)):
            play(position, moves[index])
            if over(position):
                result = -score(position)
                child = _WON if result > 0 else (_LOST if result < 0 else _DRAWN)
            else:
                child = ending_number(position.sides[1], position.sides[0])
            links[first[number] + index] = child
            undo(position)


@compiled
def settle(first: Links, links: Links, values: Links, turns: int) -> int:
    """Settle all boards that are won or lost in exactly `turns`; return how many."""
    settled = 0
    for number in range(ENDINGS):
        if values[number] != 0 or first[number] == first[number + 1]:
            continue
        won, lost = False, True
        for place in range(first[number], first[number + 1]):
            child = links[place]
            value = 0 if child < 0 else values[child]
            if child == _WON or (value < 0 and -value < turns):
                won = True
                break
            if child != _LOST and not 0 < value < turns:
                lost = False
        if won or lost:
            values[number] = turns if won else -turns
            settled += 1
    return settled


def covers(position: Pieces) -> bool:
    """Return whether the table knows what comes of a position: whether the last shrink is over."""
    return int(position.tally[STAGE]) == STAGES - 1


def move_results(position: Pieces) -> dict[int, int]:
    """Return for each legal move 1 if it wins by force, -1 if it loses by force, else 0.

    What a house rule would end before, as a draw, wins and loses nothing. The position must be one
    that the table `covers`; it is left as it is.
    """
    table, results = read_endings(), {}
    moves = np.zeros(int(most_moves(position)), np.int64)
    for move in moves[: legal(position, moves)].tolist():
        play(position, move)
        if over(position):
            results[move] = -int(score(position))
        else:
            own = int(mover(position))
            sides = position.sides
            turns = int(table[ending_number(sides[own], sides[1 - own])])
            in_time = abs(turns) <= int(most_left(position))
            results[move] = -int(np.sign(turns)) if in_time else 0
        undo(position)
    return results


def solve_endings() -> Endings:
    """Return the table of endings, worked out anew."""
    position = set_up(PLAYABLE[-1], PLAYABLE[-1], STAGES - 1, _TURN)  # any pieces: none is set yet
    moves = np.zeros(int(most_moves(position)), np.int64)
    first = np.zeros(ENDINGS + 1, np.int64)
    count_links(position, moves, first)
    links = np.zeros(first[-1], np.int64)
    list_links(position, moves, first, links)
    values = np.zeros(ENDINGS, np.int64)
    turns = 1
    while settle(first, links, values, turns) > 0:
        turns += 1
    if turns > np.iinfo(np.int8).max:
        raise OverflowError(f"a win takes {turns - 1} turns, which does not fit into a byte")
    return values.astype(np.int8)


@functools.cache
def read_endings(path: Path = FILE) -> Endings:
    """Return the table of endings from a file; raises `TriviumError` if it is none."""
    try:
        with np.load(path) as file:
            endings: Endings = file["endings"]
    except (OSError, KeyError, ValueError, zipfile.BadZipFile) as error:
        raise TriviumError(f"The table of endings {path} cannot be read: {error}.") from None
    if endings.shape != (ENDINGS,) or endings.dtype != np.int8:
        raise TriviumError(f"{path} is no table of endings: it must hold {ENDINGS} bytes.")
    endings.flags.writeable = False
    return endings


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    np.savez_compressed(FILE, endings=solve_endings())
