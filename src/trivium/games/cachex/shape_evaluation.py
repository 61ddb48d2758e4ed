"""What the Cachex champion goes by: learned values of shapes, and how far both are from winning.

Values are log-odds of winning for the player to move, a thousandth of a natural unit each. The
same shapes, with other values, say which moves are worth trying first.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trivium.games.cachex.evaluation import bounded, distance
from trivium.games.cachex.features import (
    BLOCKED,
    FAR,
    NEAR,
    CellSets,
    cells_between,
    empty_cells,
    layers_from,
    new_cell_sets,
    read_stones,
    stones_of,
    threats,
)
from trivium.games.cachex.geometry import Rhombus
from trivium.games.cachex.rules import MOVE, SIZE, TURNS, Stones, is_steal
from trivium.games.cachex.sets import (
    NOTHING,
    ROW_BITS,
    ROWS_IN_A_WORD,
    WORDS,
    Cells,
    both,
    count,
    either,
    loaded,
    neighbours,
    save,
    single,
    some,
)
from trivium.games.cachex.shapes import (
    ShapeSum,
    catch_up,
    kinds,
    kinds_in_view,
    new_shape_sum,
    shape_values,
)
from trivium.games.weights import Evaluation, WeightTable, describe, most_described
from trivium.kernel.bits import ZERO, lowest, without_lowest
from trivium.kernel.compiling import compiled
from trivium.kernel.verbs import SURE, Moves, evaluate, implements

# Places in `ShapeEvaluation.ways`
OWN_WAY = 0
THEIR_WAY = 1

# The hints, as places in `ShapeEvaluation.hinted`
ON_OWN_PATH, ON_THEIR_PATH, CAPTURES, PREVENTS_CAPTURE, BESIDE_LAST, BESIDE_OWN_LAST = range(6)

HINTS = {
    "on_own_path": "the cell is on a shortest path of the mover",
    "on_their_path": "the cell is on a shortest path of the opponent",
    "captures": "the stone would capture",
    "prevents_capture": "a stone of the opponent's there would capture",
    "beside_last": "the cell touches that of the last move",
    "beside_own_last": "the cell touches that of the mover's last move",
}
"""What makes a move more promising besides the shape of its cell."""

MOST_NEED = 16
"""Needing more stones for a connection is worth the same as needing so many."""

_SHAPES = dict.fromkeys(kinds(), "cells with these contents around them, and such a half turn")
_NEEDS = {str(need): f"needing {need} stones for a connection" for need in range(MOST_NEED + 1)}

EVALUATION = Evaluation(
    name="cachex",
    game="cachex",
    unit="log-odds of winning in thousandths; of being chosen, for hints and moves, in tenths",
    most=100_000.0,
    tables=(
        WeightTable("own_way", _NEEDS),
        WeightTable("their_way", _NEEDS),
        WeightTable("shapes", _SHAPES, required=False),
        WeightTable("hints", HINTS, valued=False),
        WeightTable("moves", _SHAPES, required=False, valued=False),
    ),
)


class ShapeEvaluation(NamedTuple):
    """The evaluator of the champion."""

    ways: NDArray[np.int64]
    """The value of the own and of the opponent's `shortest_win`, up to `BLOCKED`."""
    appeal: NDArray[np.int64]
    """For each shape as Red sees it, how promising its cell is to Red and to Blue, to move."""
    hints: NDArray[np.int64]
    """How much more promising each of `HINTS` makes a cell."""
    hinted: NDArray[np.uint64]
    """For each of them the cells, where `find_hints` puts them."""
    found: NDArray[np.int64]
    """Where `find_appeal` may put what it finds."""
    kinds: NDArray[np.int64]
    """For each shape as Red sees it, its kind to Red and to Blue."""
    tracked: ShapeSum
    cell_sets: CellSets


def new_shape_evaluation(
    board: Rhombus, weights: Mapping[str, Mapping[str, float]]
) -> ShapeEvaluation:
    """Return the evaluator for boards of this size, with weights by table and name."""
    ways = np.zeros((2, BLOCKED + 1), np.int64)
    for row, table in enumerate(("own_way", "their_way")):
        for need in range(BLOCKED + 1):
            ways[row, need] = round(weights[table][str(min(need, MOST_NEED))])
    return ShapeEvaluation(
        ways=ways,
        appeal=shape_values(weights["moves"]),
        hints=np.array([round(weights["hints"][name]) for name in HINTS], np.int64),
        hinted=np.zeros((len(HINTS), WORDS), np.uint64),
        found=np.zeros(board.size**2, np.int64),
        kinds=kinds_in_view(),
        tracked=new_shape_sum(board, shape_values(weights["shapes"])),
        cell_sets=new_cell_sets(board),
    )


@compiled
def judge(evaluator: ShapeEvaluation, position: Stones) -> int:
    """Return the value for the mover; a win on the next turn but one is worth `SURE`."""
    cell_sets = evaluator.cell_sets
    player = position.tally[TURNS] & 1
    read_stones(cell_sets, position)
    to_go = distance(cell_sets, player)
    if to_go == 1:
        return SURE
    theirs_to_go = distance(cell_sets, 1 - player)
    if theirs_to_go == 1 and lost(cell_sets, player):
        return -SURE
    catch_up(evaluator.tracked, position)
    total = evaluator.tracked.sums[player]
    total += evaluator.ways[OWN_WAY, to_go] + evaluator.ways[THEIR_WAY, theirs_to_go]
    return bounded(total)


@implements(evaluate, ShapeEvaluation)
def judged(evaluator: ShapeEvaluation, position: Stones) -> int:
    """Take what `judge` says."""
    return judge(evaluator, position)


@compiled
def lost(cell_sets: CellSets, player: int) -> bool:
    """Return whether nothing keeps the opponent, one cell from winning, from doing so.

    Requires that the player cannot win at once.
    """
    own, theirs = stones_of(cell_sets, player), stones_of(cell_sets, 1 - player)
    if some(threats(own, theirs, empty_cells(cell_sets))[1]):
        return False
    return count(path_cells(cell_sets, 1 - player)) > 1


@compiled
def path_cells(cell_sets: CellSets, player: int) -> Cells:
    """Return the empty cells on the shortest paths of a player.

    Where one stone is enough, these are the cells that each alone complete a connection.
    """
    own, empty = stones_of(cell_sets, player), empty_cells(cell_sets)
    near, far = loaded(cell_sets.sides[player, NEAR]), loaded(cell_sets.sides[player, FAR])
    cost = layers_from(own, empty, near, far, cell_sets.layers[NEAR])
    layers_from(own, empty, far, near, cell_sets.layers[FAR])
    return cells_between(cell_sets.layers, min(cost, BLOCKED - 1), empty)


@compiled
def beside_move(position: Stones, back: int) -> Cells:
    """Return the neighbours of the cell where the stone of so many turns ago was set."""
    turn = position.tally[TURNS] - back
    if turn < 0 or is_steal(position, position.past[turn, MOVE]):
        return NOTHING
    cell = position.past[turn, MOVE]
    return neighbours(single(position.ranks[0, cell], position.ranks[1, cell]))


@compiled
def find_hints(evaluator: ShapeEvaluation, position: Stones) -> None:
    """Write the set of cells of each of `HINTS` to `hinted`.

    Requires that the board has been looked at.
    """
    cell_sets, hinted = evaluator.cell_sets, evaluator.hinted
    player = position.tally[TURNS] & 1
    own, theirs = stones_of(cell_sets, player), stones_of(cell_sets, 1 - player)
    empty = empty_cells(cell_sets)
    save(path_cells(cell_sets, player), hinted[ON_OWN_PATH])
    save(path_cells(cell_sets, 1 - player), hinted[ON_THEIR_PATH])
    save(threats(own, theirs, empty)[1], hinted[CAPTURES])
    save(threats(theirs, own, empty)[1], hinted[PREVENTS_CAPTURE])
    save(both(beside_move(position, 1), empty), hinted[BESIDE_LAST])
    save(both(beside_move(position, 2), empty), hinted[BESIDE_OWN_LAST])


@compiled
def find_appeal(evaluator: ShapeEvaluation, position: Stones, appeal: Moves) -> None:
    """Write to `appeal` how promising each empty cell is; what stands for others means nothing.

    Requires that the board has been looked at.
    """
    catch_up(evaluator.tracked, position)
    find_hints(evaluator, position)
    player, size = position.tally[TURNS] & 1, position.tally[SIZE]
    places, shapes, values = position.places, evaluator.tracked.shapes, evaluator.appeal
    for cell in range(len(places)):
        appeal[cell] = values[shapes[places[cell]], player]
    hinted, hints = evaluator.hinted, evaluator.hints
    for index in range(len(hints)):
        for word in range(WORDS):
            rest = hinted[index, word]
            while rest != ZERO:
                where = lowest(rest)
                rest = without_lowest(rest)
                r = word * ROWS_IN_A_WORD + where // ROW_BITS
                appeal[r * size + where % ROW_BITS] += hints[index]


@compiled
def answers(cell_sets: CellSets, player: int) -> Cells:
    """Return the cells where the player wins at once, or else may prevent that the opponent does.

    Requires that one of them is one cell from winning, on the board that was looked at.
    """
    if distance(cell_sets, player) == 1:
        return path_cells(cell_sets, player)
    own, theirs = stones_of(cell_sets, player), stones_of(cell_sets, 1 - player)
    captures = threats(own, theirs, empty_cells(cell_sets))[1]
    return either(captures, path_cells(cell_sets, 1 - player))


@implements(describe, ShapeEvaluation)
def describe_shapes(
    evaluator: ShapeEvaluation,
    position: Stones,
    columns: NDArray[np.int64],
    numbers: NDArray[np.int64],
) -> int:
    """A win that is seen is worth `SURE`, whatever the numbers say."""
    cell_sets, places = evaluator.cell_sets, position.places
    player = position.tally[TURNS] & 1
    read_stones(cell_sets, position)
    catch_up(evaluator.tracked, position)
    count = len(places) + 2
    numbers[:count] = 1
    columns[0] = distance(cell_sets, player)
    columns[1] = MOST_NEED + 1 + distance(cell_sets, 1 - player)
    for cell in range(len(places)):
        shape = evaluator.tracked.shapes[places[cell]]
        columns[cell + 2] = 2 * (MOST_NEED + 1) + evaluator.kinds[shape, player]
    return count


@implements(most_described, ShapeEvaluation)
def all_shapes(evaluator: ShapeEvaluation) -> int:
    """One for each cell, and two for the ways."""
    return len(evaluator.found) + 2
