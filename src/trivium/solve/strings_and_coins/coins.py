"""Fences as strings and coins: the picture in which exact play is easiest to see.

Each cell that is not captured is a *coin*, each free edge a *string* between two coins or from
a coin to the ground (the border). Claiming an edge cuts its string; who cuts the last string of
a coin takes the coin and moves again. Where a coin lies does not matter, only what it hangs on;
nor does who owns what, because a value here is always the margin of the coins still to be
taken, for the player to move.

A *quiet* state has no coin with one string. The search of `proof` only ever stands in quiet
states; the captures in between follow the rules of `captures`, which leave at most one decision a
turn.

A state is a row of numbers, one a coin: bits 0 to 5 are the directions in which a string leads
to another coin, bits 6 to 8 count the strings to the ground, and from bit 9 on stands the number
of all its strings. A string is named by a coin and a direction: ``8 * coin + direction``, where
direction `TO_GROUND` is any of the strings to the ground.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trivium.games.hexifence.geometry import EdgeBoard
from trivium.games.hexifence.rules import NOBODY, Fences
from trivium.kernel.bits import lowest
from trivium.kernel.compiling import inlined
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
"""A state: a number for each coin, as the module's beginning explains."""


class Net(NamedTuple):
    """What never changes on a board."""

    neighbour: NDArray[np.int64]
    """The coin behind each string."""
    opposite: NDArray[np.int64]
    """For each direction the one that leads back."""
    end_words: NDArray[np.uint64]
    """For each symmetry of the board a random word for the image of each coin; last, the ground."""
    length_words: NDArray[np.uint64]
    """A random word for each length of a chain and, after those, of a loop."""


@functools.cache
def net_of(board: EdgeBoard) -> Net:
    """Return the net of a board."""
    coins = len(board.cells)
    directions = max(len(ring) for ring in board.cell_edges)
    neighbour = np.zeros(DIRECTIONS * coins, np.int64)
    for coin, ring in enumerate(board.cell_edges):
        for direction, edge in enumerate(ring):
            neighbour[DIRECTIONS * coin + direction] = _across(board, edge, coin)
    images = np.array([_coin_images(board, symmetry.images) for symmetry in board.symmetries])
    net = Net(
        neighbour,
        np.array([directions - 1 - direction for direction in range(directions)], np.int64),
        zobrist_words("ends of chains", coins + 1)[images],
        zobrist_words("lengths of chains", 2 * (coins + 1)),
    )
    for part in net:
        part.flags.writeable = False
    return net


def _across(board: EdgeBoard, edge: int, coin: int) -> int:
    return int(board.edge_cells[edge].sum()) - coin


def _coin_images(board: EdgeBoard, edge_images: tuple[int, ...]) -> list[int]:
    """Return the image of each coin and of the ground under a symmetry of the edges."""
    coin_of = {frozenset(ring): coin for coin, ring in enumerate(board.cell_edges)}
    images = [coin_of[frozenset(edge_images[edge] for edge in ring)] for ring in board.cell_edges]
    return [*images, len(board.cells)]


def row_of(board: EdgeBoard, position: Fences) -> Row:
    """Return the state of a position."""
    ground = len(board.cells)
    row = np.zeros(ground, np.int64)
    for coin, ring in enumerate(board.cell_edges):
        for direction, edge in enumerate(ring):
            if position.edge_owner[edge] == NOBODY:
                to_ground = _across(board, edge, coin) == ground
                row[coin] += ONE_STRING + (ONE_GROUND if to_ground else 1 << direction)
    return row


def edge_of(board: EdgeBoard, position: Fences, string: int) -> int:
    """Return a free edge of a position for a string of its state."""
    coin, direction = divmod(string, DIRECTIONS)
    ring = board.cell_edges[coin]
    if direction != TO_GROUND:
        return ring[direction]
    ground = len(board.cells)
    return next(
        edge
        for edge in ring
        if position.edge_owner[edge] == NOBODY and _across(board, edge, coin) == ground
    )


def count_ends(row: Row) -> int:
    """Return how many ends of strings the coins of a state have."""
    return int((row >> STRINGS_SHIFT).sum())


@inlined
def strings_of(word: int) -> int:
    """Return how many strings a coin has."""
    return word >> STRINGS_SHIFT


@inlined
def coin_of(string: int) -> int:
    """Return the coin that a string is named by."""
    return string >> DIRECTION_BITS


@inlined
def direction_of(string: int) -> int:
    """Return the direction in which a string leaves the coin that it is named by."""
    return string & (DIRECTIONS - 1)


@inlined
def cut(net: Net, row: Row, string: int) -> int:
    """Cut a string; return the coin at its other end, or -1 if that is the ground.

    Coins without strings are left behind as 0: they are taken.
    """
    coin, direction = coin_of(string), direction_of(string)
    if direction == TO_GROUND:
        row[coin] -= ONE_STRING + ONE_GROUND
        return -1
    other = net.neighbour[string]
    row[coin] -= ONE_STRING + (1 << direction)
    row[other] -= ONE_STRING + (1 << net.opposite[direction])
    return other


@inlined
def first_direction(word: int) -> int:
    """Return a direction in which a coin has a string, other coins before the ground."""
    links = word & COIN_MASK
    return TO_GROUND if links == 0 else lowest(np.uint64(links))
