"""What a position of Hexifence or Dots-and-Boxes looks worth without looking ahead.

A weighted sum of a few counts. They fall into two groups: what can be taken now, and who will
have to open the first chain. The second group follows the chain rule: as long as there are
safe edges nobody gives anything away, so the number of safe moves left decides who must start
giving; what is at stake then are the long chains and loops.

There are two phases, each with weights of its own: as long as there are safe edges, and after.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trivium.games.hexifence.geometry import EdgeBoard
from trivium.games.hexifence.rules import Fences
from trivium.games.hexifence.safety import count_safe
from trivium.games.hexifence.sweeping import (
    NO_EDGE,
    CellEdges,
    across,
    edges_around,
    free_edge_of,
    run_length,
)
from trivium.games.weights import Evaluation, WeightTable, describe, most_described
from trivium.kernel.compiling import compiled
from trivium.kernel.verbs import DECIDED, POINT, banked, evaluate, implements

PHASES = ("safe", "chains")

FEATURES = {
    "margin": "the mover's cells less the opponent's",
    "capturable": "cells with one free edge",
    "longest_run": "the most cells that can be captured one after the other along one chain",
    "on_move": "1: what it is worth to be the one to move",
    "tempo": "1 if the number of safe edges is odd, -1 if it is even: odd suits the mover",
    "at_stake": "tempo times the cells with two free edges: what the first to open will lose",
    "long_chains": "tempo times the chains of at least 3 cells with two free edges",
    "loop_cells": "tempo times the cells with two free edges on closed rings of such cells",
}
"""What is counted."""

EVALUATION = Evaluation(
    name="hexifence",
    game="hexifence",
    unit="cells",
    most=100.0,
    tables=tuple(WeightTable(phase, FEATURES) for phase in PHASES),
    phased=True,
    given={"margin": 1.0},
)

# The places of their weights
MARGIN, CAPTURABLE, LONGEST_RUN, ON_MOVE, TEMPO, AT_STAKE, LONG_CHAINS, LOOP_CELLS = range(8)
_COUNT = len(FEATURES)
_NOT_COUNTED = -1

LONG = 3
"""Only from chains of this length on can the receiver keep control by declining two cells."""


class FenceWeights(NamedTuple):
    """An evaluator of fences positions of one board."""

    weights: NDArray[np.int64]
    """For each phase and feature its worth in search units."""
    phased: NDArray[np.int64]
    """One number: 0 if the phases have the same weights, so that nobody has to ask for it."""
    around: CellEdges


def new_fence_weights(board: EdgeBoard, weights: Mapping[str, Mapping[str, float]]) -> FenceWeights:
    """Return the evaluator of a board with the worth of each feature in each phase, in cells.

    Features that are not named count nothing.
    """
    vector = np.rint(POINT * EVALUATION.vector(weights)).astype(np.int64)
    rows = vector.reshape(len(PHASES), _COUNT)
    phased = np.array([(rows != rows[0]).any()], np.int64)
    return FenceWeights(rows, phased, edges_around(board))


def fence_weights(board: EdgeBoard, **worth: float) -> FenceWeights:
    """Return the evaluator of a board with the same worth of named features in all phases."""
    return new_fence_weights(board, dict.fromkeys(PHASES, worth))


@compiled
def longest_run(position: Fences, around: CellEdges) -> int:
    """Return the most cells that can be captured one after the other along one chain."""
    longest = 0
    for cell in range(len(around)):
        if position.open_edges[cell] == 1:
            longest = max(longest, run_length(position, around, cell))
    return longest


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


@compiled
def count_capturable(position: Fences, cells: int) -> int:
    """Return the number of cells with one free edge."""
    count = 0
    for cell in range(cells):
        count += int(position.open_edges[cell] == 1)
    return count


@implements(evaluate, FenceWeights)
def weigh_features(evaluator: FenceWeights, position: Fences) -> int:
    around = evaluator.around
    safe, phase = _NOT_COUNTED, 0
    if evaluator.phased[0] != 0:
        safe = count_safe(position)
        phase = int(safe == 0)
    weights = evaluator.weights[phase]
    value = weights[ON_MOVE] + weights[MARGIN] * (banked(position) // POINT)
    if weights[CAPTURABLE] != 0:
        value += weights[CAPTURABLE] * count_capturable(position, len(around))
    if weights[LONGEST_RUN] != 0:
        value += weights[LONGEST_RUN] * longest_run(position, around)
    if weights[TEMPO:].any():
        if safe == _NOT_COUNTED:
            safe = count_safe(position)
        long_chains, in_chains, cells = count_chains(position, around)
        value += (2 * (safe & 1) - 1) * (
            weights[TEMPO]
            + weights[AT_STAKE] * cells
            + weights[LONG_CHAINS] * long_chains
            + weights[LOOP_CELLS] * (cells - in_chains)
        )
    return min(max(value, 1 - DECIDED), DECIDED - 1)


@implements(describe, FenceWeights)
def describe_features(
    evaluator: FenceWeights,
    position: Fences,
    columns: NDArray[np.int64],
    numbers: NDArray[np.int64],
) -> int:
    around = evaluator.around
    safe = count_safe(position)
    tempo = 2 * (safe & 1) - 1
    long_chains, in_chains, cells = count_chains(position, around)
    for feature in range(_COUNT):
        columns[feature] = int(safe == 0) * _COUNT + feature
    numbers[MARGIN] = banked(position) // POINT
    numbers[CAPTURABLE] = count_capturable(position, len(around))
    numbers[LONGEST_RUN] = longest_run(position, around)
    numbers[ON_MOVE] = 1
    numbers[TEMPO] = tempo
    numbers[AT_STAKE] = tempo * cells
    numbers[LONG_CHAINS] = tempo * long_chains
    numbers[LOOP_CELLS] = tempo * (cells - in_chains)
    return _COUNT


@implements(most_described, FenceWeights)
def all_features(evaluator: FenceWeights) -> int:
    return _COUNT
