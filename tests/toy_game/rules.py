"""The rules: n marks in a row, a column or a diagonal of an n×n grid win."""

from __future__ import annotations

import functools
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trivium.kernel.bits import Word
from trivium.kernel.chance import Chance, below
from trivium.kernel.compiling import compiled
from trivium.kernel.verbs import (
    WIN,
    Moves,
    allowed,
    banked,
    elapsed,
    final,
    folded_key,
    implements,
    key,
    legal,
    most_left,
    most_moves,
    move_codes,
    mover,
    over,
    pick,
    play,
    play_out,
    promise,
    score,
    tactical,
    undo,
)
from trivium.kernel.zobrist import zobrist_words

EMPTY = -1

# Places in `tally`
MADE = 0
"""Marks on the board."""
WINNER = 1
"""The player who has a line, or `EMPTY`."""
TALLY = 2


class Marks(NamedTuple):
    """A position: who has marked each cell, and in which order."""

    board: NDArray[np.int64]
    tally: NDArray[np.int64]
    history: NDArray[np.int64]
    lines: NDArray[np.int64]
    """The cells of every line that wins."""
    words: NDArray[np.uint64]
    """A word for each player and cell, for the key."""


def set_up(size: int, board: NDArray[np.int64]) -> Marks:
    """Return the position with these marks, nobody's line complete or the last mover's."""
    made = int(np.count_nonzero(board != EMPTY))
    tally = np.array([made, EMPTY], np.int64)
    history = np.zeros(size * size, np.int64)
    lines, words = _tables(size)
    for player in range(2):
        if np.any(np.all(board[lines] == player, axis=1)):
            tally[WINNER] = player
    return Marks(board, tally, history, lines, words)


def start(size: int) -> Marks:
    """Return the empty board."""
    return set_up(size, np.full(size * size, EMPTY, np.int64))


@functools.cache
def _tables(size: int) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
    cells = np.arange(size * size).reshape(size, size)
    lines = np.vstack([cells, cells.T, cells.diagonal(), np.fliplr(cells).diagonal()])
    lines.flags.writeable = False
    return lines, zobrist_words(f"toy {size}", 2, size * size)


@implements(most_moves, Marks)
def all_cells(position: Marks) -> int:
    return len(position.board)


@implements(legal, Marks)
def empty_cells(position: Marks, moves: Moves) -> int:
    count = 0
    if not over(position):
        for cell in range(len(position.board)):
            if position.board[cell] == EMPTY:
                moves[count] = cell
                count += 1
    return count


@implements(allowed, Marks)
def is_empty(position: Marks, move: int) -> bool:
    return not over(position) and position.board[move] == EMPTY


@implements(pick, Marks)
def any_cell(position: Marks, chance: Chance) -> int:
    number = below(chance, len(position.board) - position.tally[MADE])
    for cell in range(len(position.board)):
        if position.board[cell] == EMPTY:
            if number == 0:
                return cell
            number -= 1
    return -1


@implements(play, Marks)
def mark(position: Marks, move: int) -> None:
    player = mover(position)
    position.board[move] = player
    position.history[position.tally[MADE]] = move
    position.tally[MADE] += 1
    if has_line(position, player):
        position.tally[WINNER] = player


@implements(undo, Marks)
def rub_out(position: Marks) -> None:
    position.tally[MADE] -= 1
    position.tally[WINNER] = EMPTY
    position.board[position.history[position.tally[MADE]]] = EMPTY


@implements(mover, Marks)
def in_turn(position: Marks) -> int:
    return position.tally[MADE] & 1


@implements(over, Marks)
def won_or_full(position: Marks) -> bool:
    return position.tally[WINNER] != EMPTY or position.tally[MADE] == len(position.board)


@implements(score, Marks)
def result(position: Marks) -> int:
    winner = position.tally[WINNER]
    if winner == EMPTY:
        return 0
    return 1 if winner == mover(position) else -1


@implements(key, Marks)
def word_of(position: Marks) -> Word:
    word = np.uint64(0)
    for cell in range(len(position.board)):
        if position.board[cell] != EMPTY:
            own = position.board[cell] == mover(position)
            word ^= position.words[1 if own else 0, cell]
    return word


@implements(folded_key, Marks)
def same_word(position: Marks) -> Word:
    return key(position)


@implements(move_codes, Marks)
def cells(position: Marks) -> int:
    return len(position.board)


@implements(most_left, Marks)
def cells_left(position: Marks) -> int:
    return len(position.board) - position.tally[MADE]


@implements(final, Marks)
def worth(position: Marks) -> int:
    return score(position) * (WIN - position.tally[MADE])


@implements(elapsed, Marks)
def marks_made(position: Marks) -> int:
    return position.tally[MADE]


@implements(banked, Marks)
def nothing(position: Marks) -> int:
    return 0


@implements(promise, Marks)
def equal(position: Marks, move: int) -> int:
    return 0


@implements(tactical, Marks)
def winning_cells(position: Marks, moves: Moves) -> int:
    count = 0
    player = mover(position)
    for cell in range(len(position.board)):
        if position.board[cell] == EMPTY:
            position.board[cell] = player
            if has_line(position, player):
                moves[count] = cell
                count += 1
            position.board[cell] = EMPTY
    return count


@implements(play_out, Marks)
def mark_at_random(position: Marks, scratch: Marks, chance: Chance, line: Moves) -> tuple[int, int]:
    scratch.board[:] = position.board
    scratch.tally[:] = position.tally
    moves = 0
    while moves < len(line) and not over(scratch):
        move = pick(scratch, chance)
        line[moves] = 2 * move + mover(scratch)
        play(scratch, move)
        moves += 1
    return moves, score(scratch) * (1 - 2 * mover(scratch))


@compiled
def has_line(position: Marks, player: int) -> bool:
    """Return whether a player has marked all cells of a line."""
    for number in range(len(position.lines)):
        whole = True
        for cell in position.lines[number]:
            whole = whole and position.board[cell] == player
        if whole:
            return True
    return False
