"""What a Cachex position is worth by the five factors of the report.

All factors are from Red's point of view and change their sign when the players are exchanged
(with the board reflected, so that their sides are exchanged too).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trivium.games.cachex.features import (
    FAR,
    NEAR,
    CellSets,
    empty_cells,
    extent_of_longest,
    forks,
    new_cell_sets,
    read_stones,
    shortest_win,
    star_win,
    stones_of,
    threats,
)
from trivium.games.cachex.geometry import Rhombus
from trivium.games.cachex.rules import SIZE, TURNS, Stones, captured_by
from trivium.games.cachex.sets import (
    along_axis,
    count,
    either,
    holds,
    list_cells,
    loaded,
)
from trivium.games.weights import FOR_ALL, Evaluation, WeightTable, describe, most_described
from trivium.kernel.bits import popcount
from trivium.kernel.compiling import compiled
from trivium.kernel.verbs import (
    DECIDED,
    Moves,
    advise,
    evaluate,
    implements,
    urgent,
)

# The factors, in the order of the report
SHORTEST_WIN = 0
LONGEST_GROUP = 1
CAPTURABLE = 2
STONES = 3
HOT_SPOTS = 4
FACTORS = {
    "shortest_win": "cells still to claim for a connection, the opponent's less the own",
    "longest_group": "lines along the own axis that the longest group covers",
    "capturable": "stones that one move could capture, the opponent's less the own",
    "stones": "stones on the board",
    "hot_spots": "worth of the places of all stones, 0 to 100 each",
}
"""What is counted, own less the opponent's where nothing else is said."""

EVALUATION = Evaluation(
    name="five-factors",
    game="cachex",
    unit="thousandths of a cell of the shortest win",
    most=100_000.0,
    tables=(WeightTable(FOR_ALL, FACTORS),),
)

_MOST = DECIDED - 1


def hot_spots(board: Rhombus) -> NDArray[np.int64]:
    """Return the piece-square table: what a stone on each cell is worth, from 0 to 100.

    Hot are the acute and obtuse corners and the sides, where few diamonds can capture a stone,
    and the centre, from where all ways are short; in between it is cooler.
    """
    last = board.size - 1
    table = np.zeros(board.size**2, np.int64)
    for cell in range(board.size**2):
        r, q = divmod(cell, board.size)
        from_centre = max(abs(2 * r - last), abs(2 * q - last), abs(2 * (r + q) - 2 * last))
        on_sides = (r in (0, last)) + (q in (0, last))
        from_centre -= last % 2  # an even board has no cell in the very centre
        table[cell] = max((0, 40, 70)[on_sides], 100 - 100 * from_centre // last)
    return table


class FiveFactors(NamedTuple):
    """The weighted sum of the five factors."""

    weights: NDArray[np.int64]
    """Search units for one of each factor."""
    skip: NDArray[np.int64]
    """One number: 1 for the exact shortest win, else A* that skips cells of the sides."""
    table: NDArray[np.int64]
    """The hot spots."""
    factors: NDArray[np.int64]
    """Where the factors of a position are put."""
    cell_sets: CellSets


def new_five_factors(board: Rhombus, weights: Mapping[str, float], skip: int = 1) -> FiveFactors:
    """Return the evaluator with a weight, in search units, for each of `FACTORS`."""
    return FiveFactors(
        weights=np.array([round(weights[name]) for name in FACTORS], np.int64),
        skip=np.array([skip], np.int64),
        table=hot_spots(board),
        factors=np.zeros(len(FACTORS), np.int64),
        cell_sets=new_cell_sets(board),
    )


@compiled
def distance(cell_sets: CellSets, player: int) -> int:
    """Return the `shortest_win` of a player on the board that was looked at."""
    near, far = loaded(cell_sets.sides[player, NEAR]), loaded(cell_sets.sides[player, FAR])
    return shortest_win(stones_of(cell_sets, player), empty_cells(cell_sets), near, far)


@compiled
def shortest_win_factor(cell_sets: CellSets, position: Stones, skip: int) -> int:
    """Factor 1: the cells that Blue must still claim for a connection, less those of Red."""
    if skip == 1:
        return distance(cell_sets, 1) - distance(cell_sets, 0)
    return star_win(cell_sets, position, 1, skip) - star_win(cell_sets, position, 0, skip)


@compiled
def longest_group_factor(cell_sets: CellSets) -> int:
    """Factor 2: the lines that Red's longest group covers, less those of Blue's.

    Lines are counted in the direction in which the player has to cross the board.
    """
    red = extent_of_longest(stones_of(cell_sets, 0), 0)
    return red - extent_of_longest(stones_of(cell_sets, 1), 1)


@compiled
def capturable_factor(cell_sets: CellSets) -> int:
    """Factor 3: Blue's stones that one move of Red's would capture, less the converse."""
    red, blue, empty = stones_of(cell_sets, 0), stones_of(cell_sets, 1), empty_cells(cell_sets)
    return count(threats(red, blue, empty)[0]) - count(threats(blue, red, empty)[0])


@compiled
def stones_factor(cell_sets: CellSets) -> int:
    """Factor 4: Red's stones less Blue's."""
    return count(stones_of(cell_sets, 0)) - count(stones_of(cell_sets, 1))


@compiled
def hot_spots_factor(table: NDArray[np.int64], position: Stones) -> int:
    """Factor 5: what Red's places are worth in the piece-square table, less Blue's."""
    total = 0
    for cell in range(len(table)):
        owner = position.board[position.places[cell]]
        if owner >= 0:
            total += table[cell] * (1 - 2 * owner)
    return total


@compiled
def find_factors(evaluator: FiveFactors, position: Stones) -> None:
    """Write the five factors of a position, from Red's point of view, to `factors`."""
    factors, cell_sets = evaluator.factors, evaluator.cell_sets
    read_stones(cell_sets, position)
    factors[SHORTEST_WIN] = shortest_win_factor(cell_sets, position, evaluator.skip[0])
    factors[LONGEST_GROUP] = longest_group_factor(cell_sets)
    factors[CAPTURABLE] = capturable_factor(cell_sets)
    factors[STONES] = stones_factor(cell_sets)
    factors[HOT_SPOTS] = hot_spots_factor(evaluator.table, position)


@compiled
def bounded(value: int) -> int:
    """Return the value, or what is nearest to it among those that prove nothing."""
    return max(-_MOST, min(_MOST, value))


@compiled
def weigh_factors(evaluator: FiveFactors, position: Stones) -> int:
    """Return the weighted sum of the factors from the mover's point of view."""
    find_factors(evaluator, position)
    total = 0
    for index in range(len(evaluator.factors)):
        total += evaluator.weights[index] * evaluator.factors[index]
    return bounded(total if position.tally[TURNS] & 1 == 0 else -total)


@compiled
def list_captures_and_forks(cell_sets: CellSets, position: Stones, moves: Moves) -> int:
    """Write to `moves` the cells where the mover captures or forks; return how many."""
    player = position.tally[TURNS] & 1
    read_stones(cell_sets, position)
    own, theirs = stones_of(cell_sets, player), stones_of(cell_sets, 1 - player)
    empty = empty_cells(cell_sets)
    return list_cells(
        either(threats(own, theirs, empty)[1], forks(theirs, empty)), position.tally[SIZE], moves
    )


@compiled
def rank_by_tactics(
    cell_sets: CellSets, position: Stones, moves: Moves, ranks: Moves, count: int
) -> None:
    """Rank captures by their stones, then forks, then what builds or blocks along an axis."""
    player = position.tally[TURNS] & 1
    read_stones(cell_sets, position)
    own, theirs = stones_of(cell_sets, player), stones_of(cell_sets, 1 - player)
    empty = empty_cells(cell_sets)
    forking = forks(theirs, empty)
    onward = along_axis(own, player)
    in_the_way = along_axis(theirs, 1 - player)
    size = position.tally[SIZE]
    for index in range(count):
        ranks[index] = 0
        cell = moves[index]
        if cell < size * size:
            r, q = cell // size, cell % size
            taken = captured_by(position, cell, player)
            ranks[index] = (
                4 * popcount(np.uint64(taken))
                + 3 * holds(forking, r, q)
                + (holds(onward, r, q) or holds(in_the_way, r, q))
            )


# The verbs are inlined wherever they are used, so they are kept short here.


@implements(evaluate, FiveFactors)
def value_of_factors(evaluator: FiveFactors, position: Stones) -> int:
    return weigh_factors(evaluator, position)


@implements(advise, FiveFactors)
def advise_tactics(
    evaluator: FiveFactors, position: Stones, moves: Moves, ranks: Moves, count: int
) -> None:
    rank_by_tactics(evaluator.cell_sets, position, moves, ranks, count)


@implements(urgent, FiveFactors)
def urgent_tactics(evaluator: FiveFactors, position: Stones, moves: Moves) -> int:
    return list_captures_and_forks(evaluator.cell_sets, position, moves)


@implements(describe, FiveFactors)
def describe_factors(
    evaluator: FiveFactors,
    position: Stones,
    columns: NDArray[np.int64],
    numbers: NDArray[np.int64],
) -> int:
    find_factors(evaluator, position)
    sign = 1 - 2 * (position.tally[TURNS] & 1)
    for index in range(len(evaluator.factors)):
        columns[index] = index
        numbers[index] = sign * evaluator.factors[index]
    return len(evaluator.factors)


@implements(most_described, FiveFactors)
def all_factors(evaluator: FiveFactors) -> int:
    return len(evaluator.factors)
