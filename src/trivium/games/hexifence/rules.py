"""The compiled rules of Hexifence, over any graph of cells and edges.

Nothing here knows of hexagons: a position is a set of free edges and, for each cell, how many
of its edges are still free. The same code therefore plays square Dots-and-Boxes. Edge e is
move e.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trivium.games.hexifence.geometry import EdgeBoard
from trivium.kernel.bits import (
    WORD_BITS,
    ZERO,
    Word,
    bit,
    has,
    list_ones,
    lowest,
    select_in_set,
    without_lowest,
)
from trivium.kernel.chance import Chance, below
from trivium.kernel.compiling import compiled
from trivium.kernel.verbs import (
    POINT,
    Moves,
    allowed,
    banked,
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
    promise,
    score,
    tactical,
    undo,
)
from trivium.kernel.zobrist import zobrist_words

NOBODY = -1
UNKNOWN = 2
"""Owner of a cell that a loaded board shows enclosed, but not by whom."""

# Places in `Fences.tally`
MOVER = 0
FREE = 1
PLAYED = 2
CELLS = 3
"""Cells of player 0; those of player 1 come next."""

_OUTSIDE_OPEN = 1 << 40
"""Free edges of the outside, which is nobody's cell: more than can ever be claimed."""


class Fences(NamedTuple):
    """A position of Hexifence or Dots-and-Boxes."""

    edge_cells: NDArray[np.int64]
    zobrist: NDArray[np.uint64]
    image_words: NDArray[np.uint64]
    """For each symmetry of the board, the Zobrist word of every edge's image."""
    free: NDArray[np.uint64]
    """The free edges as a bit set."""
    hash: NDArray[np.uint64]
    """One word: the exclusive or of the Zobrist words of the free edges."""
    open_edges: NDArray[np.int64]
    """For each cell the number of its free edges; last, the outside."""
    edge_owner: NDArray[np.int64]
    cell_owner: NDArray[np.int64]
    past: NDArray[np.int64]
    """The moves played on this position."""
    tally: NDArray[np.int64]


@functools.cache
def _image_words(board: EdgeBoard) -> NDArray[np.uint64]:
    images = np.array([symmetry.images for symmetry in board.symmetries])
    words = zobrist_words("edges", len(board.edges))[images]
    words.flags.writeable = False
    return words


def set_up(
    board: EdgeBoard, edge_owner: NDArray[np.int64], cell_owner: NDArray[np.int64], mover: int
) -> Fences:
    """Return the position in which edges and cells have the given owners.

    `edge_owner` holds 0, 1 or `NOBODY` for each edge. `cell_owner` also allows `UNKNOWN`; it
    must be `NOBODY` exactly for the cells with a free edge.
    """
    free_edges = np.flatnonzero(edge_owner == NOBODY)
    zobrist = zobrist_words("edges", len(board.edges))
    free = np.zeros((len(board.edges) + WORD_BITS - 1) // WORD_BITS, np.uint64)
    for edge in free_edges.tolist():
        free[edge // WORD_BITS] |= bit(edge % WORD_BITS)
    open_edges = [int(np.sum(edge_owner[list(ring)] == NOBODY)) for ring in board.cell_edges]
    tally = np.zeros(CELLS + 2, np.int64)
    tally[MOVER] = mover
    tally[FREE] = len(free_edges)
    tally[CELLS:] = [np.sum(cell_owner == player) for player in range(2)]
    return Fences(
        edge_cells=board.edge_cells,
        zobrist=zobrist,
        image_words=_image_words(board),
        free=free,
        hash=np.bitwise_xor.reduce(zobrist[free_edges], keepdims=True),
        open_edges=np.array([*open_edges, _OUTSIDE_OPEN], np.int64),
        edge_owner=edge_owner.copy(),
        cell_owner=np.append(cell_owner, NOBODY),
        past=np.zeros(len(board.edges), np.int64),
        tally=tally,
    )


def start(board: EdgeBoard) -> Fences:
    """Return the position with every edge free and player 0 to move."""
    edge_owner = np.full(len(board.edges), NOBODY, np.int64)
    cell_owner = np.full(len(board.cells), NOBODY, np.int64)
    return set_up(board, edge_owner, cell_owner, mover=0)


@implements(most_moves, Fences)
def most_moves_here(position: Fences) -> int:
    return len(position.zobrist)


@implements(legal, Fences)
def list_free_edges(position: Fences, moves: Moves) -> int:
    return list_ones(position.free, moves)


@implements(allowed, Fences)
def is_free(position: Fences, move: int) -> bool:
    return has(position.free[move >> 6], move & 63)


@implements(pick, Fences)
def pick_free_edge(position: Fences, chance: Chance) -> int:
    return select_in_set(position.free, below(chance, position.tally[FREE]))


@implements(play, Fences)
def claim(position: Fences, move: int) -> None:
    tally = position.tally
    player = tally[MOVER]
    position.free[move >> 6] ^= bit(move & 63)
    position.hash[0] ^= position.zobrist[move]
    position.edge_owner[move] = player
    position.past[tally[PLAYED]] = move
    tally[PLAYED] += 1
    tally[FREE] -= 1
    captured = 0
    for side in range(2):
        cell = position.edge_cells[move, side]
        position.open_edges[cell] -= 1
        if position.open_edges[cell] == 0:
            position.cell_owner[cell] = player
            captured += 1
    tally[CELLS + player] += captured
    if captured == 0:
        tally[MOVER] = 1 - player


@implements(undo, Fences)
def unclaim(position: Fences) -> None:
    tally = position.tally
    tally[PLAYED] -= 1
    tally[FREE] += 1
    move = position.past[tally[PLAYED]]
    player = position.edge_owner[move]
    position.free[move >> 6] ^= bit(move & 63)
    position.hash[0] ^= position.zobrist[move]
    position.edge_owner[move] = NOBODY
    for side in range(2):
        cell = position.edge_cells[move, side]
        if position.open_edges[cell] == 0:
            position.cell_owner[cell] = NOBODY
            tally[CELLS + player] -= 1
        position.open_edges[cell] += 1
    tally[MOVER] = player


@implements(mover, Fences)
def mover_here(position: Fences) -> int:
    return position.tally[MOVER]


@implements(over, Fences)
def no_edge_left(position: Fences) -> bool:
    return position.tally[FREE] == 0


@implements(score, Fences)
def margin(position: Fences) -> int:
    tally = position.tally
    return tally[CELLS + tally[MOVER]] - tally[CELLS + 1 - tally[MOVER]]


@implements(key, Fences)
def free_edges_key(position: Fences) -> Word:
    return position.hash[0]


@implements(move_codes, Fences)
def count_edges(position: Fences) -> int:
    return len(position.zobrist)


@implements(most_left, Fences)
def count_free_edges(position: Fences) -> int:
    return position.tally[FREE]


@implements(final, Fences)
def final_margin(position: Fences) -> int:
    return POINT * score(position)


@implements(banked, Fences)
def margin_so_far(position: Fences) -> int:
    return POINT * score(position)


@implements(folded_key, Fences)
def least_image_key(position: Fences) -> Word:
    """The least of the keys of all images of the position."""
    least = position.hash[0]
    for image in range(1, len(position.image_words)):
        word = ZERO
        for number in range(len(position.free)):
            rest = position.free[number]
            while rest != ZERO:
                word ^= position.image_words[image, number * WORD_BITS + lowest(rest)]
                rest = without_lowest(rest)
        least = min(least, word)
    return least


@compiled
def captures(position: Fences, edge: int) -> int:
    """Return how many cells claiming a free edge captures."""
    first, second = position.edge_cells[edge, 0], position.edge_cells[edge, 1]
    return int(position.open_edges[first] == 1) + int(position.open_edges[second] == 1)


@compiled
def gives_away(position: Fences, edge: int) -> int:
    """Return how many cells claiming a free edge leaves with one free edge for the next move."""
    first, second = position.edge_cells[edge, 0], position.edge_cells[edge, 1]
    return int(position.open_edges[first] == 2) + int(position.open_edges[second] == 2)


@implements(promise, Fences)
def captures_first_gifts_last(position: Fences, move: int) -> int:
    return 2 * captures(position, move) - gives_away(position, move)


@implements(tactical, Fences)
def list_captures(position: Fences, moves: Moves) -> int:
    count = 0
    for number in range(len(position.free)):
        rest = position.free[number]
        while rest != ZERO:
            edge = number * WORD_BITS + lowest(rest)
            rest = without_lowest(rest)
            if captures(position, edge) > 0:
                moves[count] = edge
                count += 1
    return count
