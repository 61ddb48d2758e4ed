"""What a position of Hexifence or Dots-and-Boxes looks worth without looking ahead.

A weighted sum of a few counts. They fall into two groups: what can be taken now, and who will
have to open the first chain. The second group follows the chain rule: as long as there are
safe edges nobody gives anything away, so the number of safe moves left decides who must start
giving; what is at stake then are the long chains and loops.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trivium.games.hexifence.geometry import Board
from trivium.games.hexifence.rules import Fences
from trivium.games.hexifence.sweeping import (
    NO_EDGE,
    CellEdges,
    across,
    edges_around,
    free_edge_of,
    is_safe,
    run_length,
)
from trivium.kernel.bits import WORD_BITS, ZERO, lowest, without_lowest
from trivium.kernel.compiling import compiled
from trivium.kernel.verbs import DECIDED, POINT, banked, evaluate, implements

# The features, and the places of their weights.
MARGIN = 0
"""The mover's cells less the opponent's."""
CAPTURABLE = 1
"""Cells with one free edge."""
LONGEST_RUN = 2
"""The most cells that can be captured one after the other along one chain."""
TEMPO = 3
"""1 if the number of safe edges is odd, -1 if it is even: an odd number suits the mover."""
AT_STAKE = 4
"""`TEMPO` times the cells with two free edges: what the one who opens first will lose."""
LONG_CHAINS = 5
"""`TEMPO` times the chains of at least `LONG` cells with two free edges."""
LOOP_CELLS = 6
"""`TEMPO` times the cells with two free edges that lie on closed rings of such cells."""
FEATURES = 7

FEATURE_NAMES = (
    "margin",
    "capturable",
    "longest_run",
    "tempo",
    "at_stake",
    "long_chains",
    "loop_cells",
)

LONG = 3
"""Only from chains of this length on can the receiver keep control by declining two cells."""


class FenceWeights(NamedTuple):
    """An evaluator of fences positions of one board."""

    weights: NDArray[np.int64]
    """For each feature its worth in search units."""
    around: CellEdges


def fence_weights(board: Board, **worth: float) -> FenceWeights:
    """Return the evaluator of a board with the worth of each named feature in cells.

    Features that are not named count nothing.
    """
    weights = np.zeros(FEATURES, np.int64)
    for name, value in worth.items():
        weights[FEATURE_NAMES.index(name)] = round(POINT * value)
    return FenceWeights(weights, edges_around(board))


@compiled
def longest_run(position: Fences, around: CellEdges) -> int:
    """Return the most cells that can be captured one after the other along one chain."""
    longest = 0
    for cell in range(len(around)):
        if position.open_edges[cell] == 1:
            longest = max(longest, run_length(position, around, cell))
    return longest


@compiled
def count_safe_edges(position: Fences) -> int:
    """Return the number of free edges that give nothing away."""
    count = 0
    for number in range(len(position.free)):
        rest = position.free[number]
        while rest != ZERO:
            count += is_safe(
                position.edge_cells, position.open_edges, number * WORD_BITS + lowest(rest)
            )
            rest = without_lowest(rest)
    return count


@compiled
def count_chains(position: Fences, around: CellEdges) -> tuple[int, int, int]:
    """Return the long chains, the cells in chains and the cells with two free edges.

    A chain is walked from both of its ends, those cells behind one of whose free edges there is
    no other cell with two, so everything about chains is counted twice and halved. Loops have
    no end: their cells are those that no chain counts.
    """
    free, edge_cells, open_edges = position.free, position.edge_cells, position.open_edges
    long_ends, chain_cells, cells = 0, 0, 0
    for start in range(len(around)):
        if open_edges[start] != 2:
            continue
        cells += 1
        first = free_edge_of(free, around, start, NO_EDGE)
        second = free_edge_of(free, around, start, first)
        first_ends = open_edges[across(edge_cells, first, start)] != 2
        second_ends = open_edges[across(edge_cells, second, start)] != 2
        if first_ends and second_ends:
            chain_cells += 2
        elif first_ends or second_ends:
            edge = second if first_ends else first
            cell = across(edge_cells, edge, start)
            length = 1
            while open_edges[cell] == 2:
                edge = free_edge_of(free, around, cell, edge)
                cell = across(edge_cells, edge, cell)
                length += 1
            chain_cells += length
            long_ends += length >= LONG
    return long_ends // 2, chain_cells // 2, cells


@implements(evaluate, FenceWeights)
def weigh_features(evaluator: FenceWeights, position: Fences) -> int:
    weights, around = evaluator.weights, evaluator.around
    value = weights[MARGIN] * (banked(position) // POINT)
    if weights[CAPTURABLE] != 0:
        for cell in range(len(around)):
            value += weights[CAPTURABLE] * int(position.open_edges[cell] == 1)
    if weights[LONGEST_RUN] != 0:
        value += weights[LONGEST_RUN] * longest_run(position, around)
    if weights[TEMPO] != 0 or weights[AT_STAKE] != 0:
        tempo = 2 * (count_safe_edges(position) & 1) - 1
        long_chains, in_chains, cells = count_chains(position, around)
        value += tempo * (
            weights[TEMPO]
            + weights[AT_STAKE] * cells
            + weights[LONG_CHAINS] * long_chains
            + weights[LOOP_CELLS] * (cells - in_chains)
        )
    return min(max(value, 1 - DECIDED), DECIDED - 1)
