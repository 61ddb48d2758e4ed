"""Fences as strings and coins: the picture in which exact play is easiest to see.

Each cell that is not captured is a *coin*, each free edge a *string* between two coins or from
a coin to the ground (the border). Claiming an edge cuts its string; who cuts the last string of
a coin takes the coin and moves again. Where a coin lies does not matter, only what it hangs on;
nor does who owns what, because a value here is always the margin of the coins still to be
taken, for the player to move.

A *quiet* state has no coin with one string. The search of `proof` only ever stands in quiet
states; the captures in between follow the rules of `captures`, which leave at most one decision a
turn.

**Numbers.** Coins are numbered along the lines of a grid with an empty place at the end of each
line and an empty line before the first, so that a step in a direction always changes the number
by the same, and never leads from the border to another coin. Directions come in pairs: `d ^ 1`
leads back where d came from. A string is named by a coin and a direction: ``8 * coin +
direction``, where direction `TO_GROUND` is any of the strings to the ground.

Outside of the search, which has a form of its own for it (`state`), a state is a row of numbers,
one a place of the grid: bits 0 to 5 are the directions in which a string leads to another coin,
bits 6 to 8 count the strings to the ground, and from bit 9 on stands the number of all its
strings.
"""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from trivium.games.hexifence.geometry import EdgeBoard, Point
from trivium.games.hexifence.rules import NOBODY, Fences
from trivium.kernel.bits import WORD_BITS, lowest
from trivium.kernel.verbs import implements, verb
from trivium.kernel.zobrist import zobrist_words

TO_GROUND = 6
DIRECTION_BITS = 3
DIRECTIONS = 1 << DIRECTION_BITS
"""Room for directions in the number of a string."""

COIN_MASK = 63
GROUND_SHIFT = 6
GROUND_MASK = 7
ONE_GROUND = 1 << GROUND_SHIFT
STRINGS_SHIFT = 9
ONE_STRING = 1 << STRINGS_SHIFT

Row = NDArray[np.int64]
"""A state: a number for each place of the grid, as the module's beginning explains."""

_COMPASS = ((0, -1), (0, 1), (-1, 0), (1, 0), (-1, 1), (1, -1))
"""Where each direction leads: lines and places of the grid. Squares use the first four."""


class OneWord(NamedTuple):
    """The grid has at most 63 places: a set of coins is one word of bits.

    It is a type of its own, so that the search is compiled for it: nearly every board that can
    be searched at all is like this.
    """

    nothing: int


class ManyWords(NamedTuple):
    """A set of coins takes so many words."""

    words: int


@verb
def words_of(grid: Any) -> int:
    """Return how many words of bits a set of coins takes."""
    raise NotImplementedError


@implements(words_of, OneWord)
def _(grid: OneWord) -> int:
    return 1


@implements(words_of, ManyWords)
def _(grid: ManyWords) -> int:
    return grid.words


@verb
def word_with(grid: Any, coin: int) -> int:
    """Return in which of the words of a set a coin is found."""
    raise NotImplementedError


@implements(word_with, OneWord)
def _(grid: OneWord, coin: int) -> int:
    return 0


@implements(word_with, ManyWords)
def _(grid: ManyWords, coin: int) -> int:
    return coin >> 6


class Net(NamedTuple):
    """What never changes on a board."""

    grid: OneWord | ManyWords
    steps: NDArray[np.int64]
    """By how much the number of a coin changes in each direction."""
    folds: bool
    """Whether a state and its images under the symmetries of the board have the same key."""
    end_words: NDArray[np.uint64]
    """For each view of the board a random odd word for each coin; last, the ground.

    If the net folds, there is a view for each symmetry, which gives each coin the word of its
    image; else there are two that have nothing to do with each other.
    """
    length_words: NDArray[np.uint64]
    """A random odd word for each length of a chain and, after those, of a loop."""

    @property
    def ground(self) -> int:
        """The number of the ground, after those of all coins."""
        return self.end_words.shape[1] - 1


@functools.cache
def net_of(board: EdgeBoard, folds: bool = False) -> Net:
    """Return the net of a board, in which images of a state have the same key or not."""
    width = _width(board)
    places = _places(board)
    words = -(-(max(places) + 2) // WORD_BITS)
    ground = words * WORD_BITS - 1
    net = Net(
        OneWord(0) if words == 1 else ManyWords(words),
        np.array([line * width + place for line, place in _COMPASS], np.int64),
        folds,
        _odd_words("ends of chains", ground + 1)[_images(board, places, ground)]
        if folds
        else _odd_words("ends of chains, twice", 2, ground + 1),
        _odd_words("lengths of chains", 2 * (ground + 1)),
    )
    for part in (net.steps, net.end_words, net.length_words):
        part.flags.writeable = False
    return net


def _odd_words(label: str, *shape: int) -> NDArray[np.uint64]:
    """Return random odd words: a product with one of them loses nothing."""
    return zobrist_words(label, *shape) | np.uint64(1)


def _line_and_column(cell: Point) -> Point:
    return cell[0] // 2, cell[1] // 2


def _width(board: EdgeBoard) -> int:
    """Return the length of the grid's lines, with the empty place."""
    return 2 + max(_line_and_column(cell)[1] for cell in board.cells)


@functools.cache
def _places(board: EdgeBoard) -> tuple[int, ...]:
    """Return the number of each cell's coin; columns are counted from the right."""
    width = _width(board)
    return tuple(
        width * (line + 1) + width - 2 - column
        for line, column in map(_line_and_column, board.cells)
    )


@functools.cache
def _cell_at(board: EdgeBoard) -> dict[int, int]:
    """Return the cell of each coin."""
    return {coin: cell for cell, coin in enumerate(_places(board))}


@functools.cache
def _edge_in_direction(board: EdgeBoard, cell: int) -> dict[int, int]:
    """Return the edge of a cell in each direction."""
    row, column = board.cells[cell]
    edges = {}
    for direction, (line, place) in enumerate(_COMPASS):
        edge = board.edge_at.get((row + line, column - place))
        if edge is not None and edge in board.cell_edges[cell]:
            edges[direction] = edge
    return edges


def _images(board: EdgeBoard, places: tuple[int, ...], ground: int) -> NDArray[np.int64]:
    """Return the image of each place and of the ground under each symmetry; empty ones stay."""
    cell_of = {frozenset(ring): cell for cell, ring in enumerate(board.cell_edges)}
    images = np.tile(np.arange(ground + 1), (len(board.symmetries), 1))
    for number, symmetry in enumerate(board.symmetries):
        for cell, ring in enumerate(board.cell_edges):
            image = cell_of[frozenset(symmetry.images[edge] for edge in ring)]
            images[number, places[cell]] = places[image]
    return images


def _leads_out(board: EdgeBoard, edge: int) -> bool:
    return len(board.cells) in board.edge_cells[edge]


@functools.cache
def _ends(board: EdgeBoard) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return the ends of all edges: the edge, its coin, and what its string adds there."""
    ends = [
        (edge, coin, ONE_STRING + (ONE_GROUND if _leads_out(board, edge) else 1 << direction))
        for cell, coin in enumerate(_places(board))
        for direction, edge in _edge_in_direction(board, cell).items()
    ]
    edges, coins, more = np.array(ends, np.int64).T
    return edges, coins, more


def row_of(board: EdgeBoard, position: Fences) -> Row:
    """Return the state of a position."""
    edges, coins, more = _ends(board)
    free = position.edge_owner[edges] == NOBODY
    row = np.zeros(net_of(board).ground, np.int64)
    np.add.at(row, coins[free], more[free])
    return row


def edge_of(board: EdgeBoard, position: Fences, string: int) -> int:
    """Return a free edge of a position for a string of its state."""
    coin, direction = divmod(string, DIRECTIONS)
    edges = _edge_in_direction(board, _cell_at(board)[coin])
    if direction != TO_GROUND:
        return edges[direction]
    return next(
        edge
        for edge in edges.values()
        if position.edge_owner[edge] == NOBODY and _leads_out(board, edge)
    )


def count_ends(row: Row) -> int:
    """Return how many ends of strings the coins of a state have."""
    return int((row >> STRINGS_SHIFT).sum())


def count_strings(row: Row) -> int:
    """Return how many strings a state has."""
    return (count_ends(row) + int((row >> GROUND_SHIFT & GROUND_MASK).sum())) // 2


def strings_of(row: Row, coin: int) -> int:
    """Return how many strings a coin has."""
    return int(row[coin]) >> STRINGS_SHIFT


def cut(net: Net, row: Row, string: int) -> None:
    """Cut a string. Coins without strings are left behind as 0: they are taken."""
    coin, direction = divmod(string, DIRECTIONS)
    if direction == TO_GROUND:
        row[coin] -= ONE_STRING + ONE_GROUND
        return
    row[coin] -= ONE_STRING + (1 << direction)
    row[neighbour(net, string)] -= ONE_STRING + (1 << (direction ^ 1))


def neighbour(net: Net, string: int) -> int:
    """Return the coin behind a string that does not lead to the ground."""
    coin, direction = divmod(string, DIRECTIONS)
    return coin + int(net.steps[direction])


def way_on(row: Row, coin: int, back: int) -> int:
    """Return a direction in which a coin has a string other than `back`, coins before the ground.

    There must be such a string.
    """
    links = int(row[coin]) & COIN_MASK & ~(1 << back)
    return lowest(np.uint64(links)) if links else TO_GROUND
