"""Boards of Cachex that fit into a word of bits, for long proofs.

Rows follow each other with an empty column between them, so that what is shifted over the edge of
a row lands there, and the board up to size 7 has room. A turn writes a new line with the stones of
both players, and undoing it goes back to the line before.

A board knows nothing of what has been played before: neither repetitions nor the turn limit end a
game here. What that means for the game is said where results are told (`trivium.solve.cachex`).

**Keys.** Half a turn of the board changes nothing, and the reflection in the long diagonal
exchanges the players. Each line has the key of its board and of the three images; the mover's is
the lesser of the two in which the mover has Red's sides. So all images share what is proven.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trivium.games.cachex.geometry import STEPS, Rhombus, centre
from trivium.games.cachex.rules import EMPTY, TURNS, Stones
from trivium.kernel.bits import ONE, ZERO, Word, lowest, popcount, without_lowest
from trivium.kernel.compiling import inlined_uncounted
from trivium.kernel.verbs import (
    Moves,
    implements,
    key,
    legal,
    most_moves,
    mover,
    over,
    play,
    score,
    undo,
)
from trivium.kernel.zobrist import zobrist_words

LARGEST = 7
"""The largest board that fits."""
MOST_LINES = 512
"""Room for the longest way of a search."""

_DIAMONDS = 12
_IMAGES = 4
_HALF_TURN, _REFLECTION = 1, 2
"""Which image is which: a half turn, a reflection, both."""

# The columns of `Board.lines`: the stones of Red and Blue, then the keys of the images.
KEYS = 2

# Places in `Board.tally`
LINE = 0
TURN = 1
CENTRE = 2
CELLS = 3
FOLDS = 4
"""1 if images share a key."""

_TURN_WORDS = zobrist_words("cachex proofs: no turn played, or one", 2)
_BLUE_WORD = zobrist_words("cachex proofs: blue to move", 1)


class Board(NamedTuple):
    """A position of Cachex on a small board."""

    stride: NDArray[np.uint64]
    """One number: by how many bits the rows are apart."""
    bits: NDArray[np.uint64]
    """The bit of each cell."""
    cells: NDArray[np.int64]
    """The cell of each bit."""
    on_board: NDArray[np.uint64]
    """One word: all cells."""
    sides: NDArray[np.uint64]
    """For each player the near and the far side."""
    mirrored: NDArray[np.int64]
    """The cell that a stolen stone on each cell goes to."""
    diamonds: NDArray[np.uint64]
    """For each cell its diamonds: the opposite corner, and the two cells between them."""
    kinds: NDArray[np.uint64]
    """For each kind of diamond how far, in bits, its corners and the cells between them lie on."""
    zobrist: NDArray[np.uint64]
    """For each cell, colour and image a word."""
    lines: NDArray[np.uint64]
    tally: NDArray[np.int64]


def new_board(board: Rhombus, folds: bool = True) -> Board:
    """Return the empty board of a size up to `LARGEST`, Red to move."""
    size, stride = board.size, board.size + 1
    squares = [(r, q) for r in range(size) for q in range(size)]
    bits = np.array([1 << (r * stride + q) for r, q in squares], np.uint64)
    cells = np.full(64, -1, np.int64)
    for cell, (r, q) in enumerate(squares):
        cells[r * stride + q] = cell
    sides = np.zeros((2, 2, 1), np.uint64)
    for cell, square in enumerate(squares):
        for player, rank in enumerate(square):
            if rank in (0, size - 1):
                sides[player, int(rank > 0)] |= bits[cell]
    tally = np.array([0, 0, centre(size), len(squares), int(folds)], np.int64)
    return Board(
        stride=np.array([stride], np.uint64),
        bits=bits,
        cells=cells,
        on_board=np.array([bits.sum()], np.uint64),
        sides=sides[:, :, 0].copy(),
        mirrored=np.array([q * size + r for r, q in squares], np.int64),
        diamonds=_diamonds(size, dict(zip(squares, bits.tolist(), strict=True))),
        kinds=_kinds(stride),
        zobrist=_words(size),
        lines=np.zeros((MOST_LINES, KEYS + _IMAGES), np.uint64),
        tally=tally,
    )


def _diamonds(size: int, bits: dict[tuple[int, int], int]) -> NDArray[np.uint64]:
    """Return the diamonds of every cell; one that is not whole on the board takes nothing."""
    found = np.zeros((size * size, _DIAMONDS, 2), np.uint64)
    for cell, (r, q) in enumerate(bits):
        for index in range(_DIAMONDS):
            one, other = STEPS[index // 2], STEPS[(index // 2 + 1 + index % 2) % len(STEPS)]
            between = [bits.get((r + dr, q + dq), 0) for dr, dq in (one, other)]
            opposite = bits.get((r + one[0] + other[0], q + one[1] + other[1]), 0)
            if opposite and all(between):
                found[cell, index] = opposite, sum(between)
    return found


def _kinds(stride: int) -> NDArray[np.uint64]:
    """Return the kinds of diamonds: three ways to lie, and two pairs of opposite corners each."""
    ways = (
        (0, 2 * stride - 1, stride - 1, stride),
        (0, stride + 1, 1, stride),
        (1, stride - 1, 0, stride),
    )
    return np.array([way[first:] + way[:first] for way in ways for first in (0, 2)], np.uint64)


def _words(size: int) -> NDArray[np.uint64]:
    """Return the words of all cells, colours and images."""
    words = zobrist_words("cachex proofs", size * size, 2)
    found = np.zeros((size * size, 2, _IMAGES), np.uint64)
    for cell in range(size * size):
        for image in range(_IMAGES):
            r, q = divmod(cell, size)
            if image & _REFLECTION:
                r, q = q, r
            at = r * size + q
            if image & _HALF_TURN:
                at = size * size - 1 - at
            for colour in range(2):
                swapped = 1 - colour if image & _REFLECTION else colour
                found[cell, colour, image] = words[at, swapped]
    return found


def read_board(position: Stones, board: Board) -> Board:
    """Write the stones of a position of the game, and whose turn it is, to a board; return it."""
    board.tally[LINE] = 0
    board.tally[TURN] = min(int(position.tally[TURNS]), 2 + int(position.tally[TURNS]) % 2)
    board.lines[0] = 0
    for cell, place in enumerate(position.places.tolist()):
        colour = int(position.board[place])
        if colour != EMPTY:
            board.lines[0, colour] |= board.bits[cell]
            board.lines[0, KEYS:] ^= board.zobrist[cell, colour]
    return board


@inlined_uncounted
def beside(cells: Word, stride: Word) -> Word:
    """Return all neighbours of the cells; some lie beyond the board, and some are among them."""
    left, right = cells >> ONE, cells << ONE
    return left | right | (cells | left) << stride | (cells | right) >> stride


@inlined_uncounted
def spread(seeds: Word, through: Word, stride: Word) -> Word:
    """Return the seeds with all cells of `through` that neighbouring cells of it join to them."""
    while True:
        more = beside(seeds, stride) & through & ~seeds
        if more == ZERO:
            return seeds
        seeds |= more


@inlined_uncounted
def completing(own: Word, empty: Word, near: Word, far: Word, stride: Word) -> Word:
    """Return the empty cells that each alone complete a connection of the sides."""
    this_side = spread(own & near, own, stride)
    other_side = spread(own & far, own, stride)
    from_here = near | beside(this_side, stride)
    from_there = far | beside(other_side, stride)
    return empty & from_here & from_there


@inlined_uncounted
def captured(board: Board, own: Word, enemies: Word, cell: int) -> Word:
    """Return the enemies that a stone placed on a cell takes."""
    taken = ZERO
    if popcount(beside(board.bits[cell], board.stride[0]) & enemies) < 2:
        return taken
    for index in range(_DIAMONDS):
        between = board.diamonds[cell, index, 1]
        if board.diamonds[cell, index, 0] & own != ZERO and enemies & between == between:
            taken |= between
    return taken


@inlined_uncounted
def captures(board: Board, own: Word, theirs: Word, empty: Word) -> tuple[Word, Word]:
    """Return which of their stones one own stone could take next, and where it would be placed."""
    victims = places = ZERO
    for kind in range(len(board.kinds)):
        a, b = board.kinds[kind, 0], board.kinds[kind, 1]
        c, d = board.kinds[kind, 2], board.kinds[kind, 3]
        pair = theirs >> c & theirs >> d
        at_a = pair & empty >> a & own >> b
        at_b = pair & own >> a & empty >> b
        places |= at_a << a | at_b << b
        victims |= (at_a | at_b) << c | (at_a | at_b) << d
    return victims, places


@inlined_uncounted
def stones_of(board: Board, player: int) -> Word:
    """Return the stones of a player."""
    return board.lines[board.tally[LINE], player]


@inlined_uncounted
def empty_cells(board: Board) -> Word:
    """Return the empty cells."""
    return board.on_board[0] & ~(stones_of(board, 0) | stones_of(board, 1))


@inlined_uncounted
def list_cells(board: Board, words: Word, moves: Moves) -> int:
    """Write the cells of a set to `moves`, ascending; return how many there are."""
    count = 0
    while words != ZERO:
        moves[count] = board.cells[lowest(words)]
        words = without_lowest(words)
        count += 1
    return count


@implements(most_moves, Board, counts=False)
def most_moves_here(position: Board) -> int:
    return position.tally[CELLS]


@implements(legal, Board, counts=False)
def list_turns(position: Board, moves: Moves) -> int:
    tally = position.tally
    empty = empty_cells(position)
    if tally[TURN] == 0 and tally[CENTRE] >= 0:
        empty &= ~position.bits[tally[CENTRE]]
    count = list_cells(position, empty, moves)
    if tally[TURN] == 1:
        moves[count] = tally[CELLS]
        count += 1
    return count


@implements(play, Board, counts=False)
def take_turn(position: Board, move: int) -> None:
    tally, lines, zobrist = position.tally, position.lines, position.zobrist
    line, player = tally[LINE], tally[TURN] & 1
    own, enemies = lines[line, player], lines[line, 1 - player]
    if move == tally[CELLS]:
        cell, taken = position.mirrored[position.cells[lowest(enemies)]], enemies
    else:
        cell, taken = move, captured(position, own, enemies, move)
    lines[line + 1, player] = own | position.bits[cell]
    lines[line + 1, 1 - player] = enemies & ~taken
    for image in range(_IMAGES):
        word = lines[line, KEYS + image] ^ zobrist[cell, player, image]
        rest = taken
        while rest != ZERO:
            word ^= zobrist[position.cells[lowest(rest)], 1 - player, image]
            rest = without_lowest(rest)
        lines[line + 1, KEYS + image] = word
    tally[LINE] += 1
    tally[TURN] += 1


@implements(undo, Board, counts=False)
def take_turn_back(position: Board) -> None:
    position.tally[LINE] -= 1
    position.tally[TURN] -= 1


@implements(mover, Board, counts=False)
def mover_here(position: Board) -> int:
    return position.tally[TURN] & 1


@implements(over, Board, counts=False)
def is_connected(position: Board) -> bool:
    player = 1 - (position.tally[TURN] & 1)
    near, far = position.sides[player, 0], position.sides[player, 1]
    own = stones_of(position, player)
    if own & near == ZERO or own & far == ZERO:
        return False
    return spread(own & near, own, position.stride[0]) & far != ZERO


@implements(score, Board, counts=False)
def result(position: Board) -> int:
    # Only the player who has just moved can have won.
    return -1 if over(position) else 0


@implements(key, Board, counts=False)
def folded(position: Board) -> Word:
    lines, line, turn = position.lines, position.tally[LINE], position.tally[TURN]
    player = turn & 1
    if position.tally[FOLDS] == 0:
        word = lines[line, KEYS] ^ (_BLUE_WORD[0] if player == 1 else ZERO)
    else:
        first = KEYS + _REFLECTION * player
        word = min(lines[line, first], lines[line, first + _HALF_TURN])
    if turn < 2:
        word ^= _TURN_WORDS[turn]
    return word
