"""Boards of edges as planes: the grid of the rule page, with edges and cells on its points."""

from __future__ import annotations

import functools

from trivium.games.hexifence.geometry import EdgeBoard
from trivium.games.hexifence.rules import MOVER, NOBODY, UNKNOWN, Fences
from trivium.games.observation import Observation, Planes, Squares, completed, frozen, observe
from trivium.games.symmetry import Symmetry
from trivium.kernel.verbs import implements

PLANES = {
    "free": "edges that nobody has claimed",
    "claimed": "edges that somebody has claimed; by whom makes no difference",
    "own": "cells of the player to move",
    "theirs": "cells of the other player",
    "one left": "cells with one free edge, which the next move can capture",
    "two left": "cells with two free edges, which should not get another claimed",
}

# The planes by number
_FREE = 0
_CLAIMED = 1
_OWN = 2
_ONE_LEFT = 4
_TWO_LEFT = 5


@functools.cache
def observation_of(board: EdgeBoard) -> Observation:
    """Return how positions on a board are shown: its edges and then its cells have places."""
    places = frozen(row * board.columns + column for row, column in (*board.edges, *board.cells))
    return Observation(
        PLANES,
        board.rows,
        board.columns,
        places,
        tuple((symmetry, _squares(board, symmetry, places)) for symmetry in board.symmetries),
    )


def _squares(board: EdgeBoard, symmetry: Symmetry, places: Squares) -> Squares:
    """Return where a symmetry takes the squares: a cell goes to where its edges go."""
    edges = len(board.edges)
    cell_of = {frozenset(ring): cell for cell, ring in enumerate(board.cell_edges)}
    images = {int(places[edge]): int(places[symmetry.images[edge]]) for edge in range(edges)}
    for cell, ring in enumerate(board.cell_edges):
        image = cell_of[frozenset(symmetry.images[edge] for edge in ring)]
        images[int(places[edges + cell])] = int(places[edges + image])
    return completed(images, board.rows * board.columns)


@implements(observe, Fences)
def show_edges_and_cells(position: Fences, places: Squares, planes: Planes) -> None:
    """Write the planes of `PLANES`."""
    planes[:] = 0
    edges = len(position.edge_owner)
    for edge in range(edges):
        plane = _FREE if position.edge_owner[edge] == NOBODY else _CLAIMED
        planes[plane, places[edge]] = 1
    player = position.tally[MOVER]
    for cell in range(len(position.cell_owner) - 1):
        square = places[edges + cell]
        owner = position.cell_owner[cell]
        if owner != NOBODY:
            if owner != UNKNOWN:
                planes[_OWN + (owner ^ player), square] = 1
        elif position.open_edges[cell] == 1:
            planes[_ONE_LEFT, square] = 1
        elif position.open_edges[cell] == 2:
            planes[_TWO_LEFT, square] = 1
