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
    Sight,
    cells_between,
    empty_cells,
    layers_from,
    look,
    new_sight,
    stones_of,
    threats,
)
from trivium.games.cachex.geometry import Rhombus
from trivium.games.cachex.rules import MOVE, SIZE, TURNS, Stones
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
from trivium.games.weights import Evaluation, Table, describe, most_described
from trivium.kernel.bits import ZERO, lowest, without_lowest
from trivium.kernel.compiling import compiled
from trivium.kernel.verbs import Moves, evaluate, implements

SURE = 800_000
"""The value of a win on the next turn but one at the latest, seen without search."""

# Places in `Outlook.ways`
OWN_WAY = 0
THEIR_WAY = 1

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
        Table("own_way", _NEEDS),
        Table("their_way", _NEEDS),
        Table("shapes", _SHAPES, required=False),
        Table("hints", HINTS, valued=False),
        Table("moves", _SHAPES, required=False, valued=False),
    ),
)


class Outlook(NamedTuple):
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
    sight: Sight


def new_outlook(board: Rhombus, weights: Mapping[str, Mapping[str, float]]) -> Outlook:
    """Return the evaluator for boards of this size, with weights by table and name."""
    ways = np.zeros((2, BLOCKED + 1), np.int64)
    for row, table in enumerate(("own_way", "their_way")):
        for need in range(BLOCKED + 1):
            ways[row, need] = round(weights[table][str(min(need, MOST_NEED))])
    return Outlook(
        ways=ways,
        appeal=shape_values(weights["moves"]),
        hints=np.array([round(weights["hints"][name]) for name in HINTS], np.int64),
        hinted=np.zeros((len(HINTS), WORDS), np.uint64),
        found=np.zeros(board.size**2, np.int64),
        kinds=kinds_in_view(),
        tracked=new_shape_sum(board, shape_values(weights["shapes"])),
        sight=new_sight(board),
    )


@compiled
def judge(outlook: Outlook, position: Stones) -> int:
    """Return the value for the mover; a win seen is worth `SURE`."""
    sight = outlook.sight
    player = position.tally[TURNS] & 1
    look(sight, position)
    to_go = distance(sight, player)
    if to_go == 1:
        return SURE
    theirs_to_go = distance(sight, 1 - player)
    if theirs_to_go == 1 and lost(sight, player):
        return -SURE
    catch_up(outlook.tracked, position)
    total = outlook.tracked.sums[player]
    total += outlook.ways[OWN_WAY, to_go] + outlook.ways[THEIR_WAY, theirs_to_go]
    return bounded(total)


@implements(evaluate, Outlook)
def judged(evaluator: Outlook, position: Stones) -> int:
    """Take what `judge` says."""
    return judge(evaluator, position)


@compiled
def lost(sight: Sight, player: int) -> bool:
    """Return whether nothing keeps the opponent, one cell from winning, from doing so.

    Requires that the player cannot win at once.
    """
    own, theirs = stones_of(sight, player), stones_of(sight, 1 - player)
    if some(threats(own, theirs, empty_cells(sight))[1]):
        return False
    return count(path_cells(sight, 1 - player)) > 1


@compiled
def path_cells(sight: Sight, player: int) -> Cells:
    """Return the empty cells on the shortest paths of a player.

    Where one stone is enough, these are the cells that each alone complete a connection.
    """
    own, empty = stones_of(sight, player), empty_cells(sight)
    near, far = loaded(sight.sides[player, NEAR]), loaded(sight.sides[player, FAR])
    cost = layers_from(own, empty, near, far, sight.layers[NEAR])
    layers_from(own, empty, far, near, sight.layers[FAR])
    return cells_between(sight.layers, min(cost, BLOCKED - 1), empty)


@compiled
def beside_move(position: Stones, back: int) -> Cells:
    """Return the neighbours of the cell where the stone of so many turns ago was set."""
    turn = position.tally[TURNS] - back
    cell = position.past[turn, MOVE] if turn >= 0 else len(position.places)
    if cell == len(position.places):
        return NOTHING
    return neighbours(single(position.ranks[0, cell], position.ranks[1, cell]))


@compiled
def find_hints(outlook: Outlook, position: Stones) -> None:
    """Write the set of cells of each of `HINTS` to `hinted`.

    Requires that the board has been looked at.
    """
    sight, hinted = outlook.sight, outlook.hinted
    player = position.tally[TURNS] & 1
    own, theirs, empty = stones_of(sight, player), stones_of(sight, 1 - player), empty_cells(sight)
    save(path_cells(sight, player), hinted[0])
    save(path_cells(sight, 1 - player), hinted[1])
    save(threats(own, theirs, empty)[1], hinted[2])
    save(threats(theirs, own, empty)[1], hinted[3])
    save(both(beside_move(position, 1), empty), hinted[4])
    save(both(beside_move(position, 2), empty), hinted[5])


@compiled
def find_appeal(outlook: Outlook, position: Stones, appeal: Moves) -> None:
    """Write to `appeal` how promising each empty cell is; what stands for others means nothing.

    Requires that the board has been looked at.
    """
    catch_up(outlook.tracked, position)
    find_hints(outlook, position)
    player, size = position.tally[TURNS] & 1, position.tally[SIZE]
    places, shapes, values = position.places, outlook.tracked.shapes, outlook.appeal
    for cell in range(len(places)):
        appeal[cell] = values[shapes[places[cell]], player]
    hinted, hints = outlook.hinted, outlook.hints
    for index in range(len(hints)):
        for word in range(WORDS):
            rest = hinted[index, word]
            while rest != ZERO:
                where = lowest(rest)
                rest = without_lowest(rest)
                r = word * ROWS_IN_A_WORD + where // ROW_BITS
                appeal[r * size + where % ROW_BITS] += hints[index]


@compiled
def answers(sight: Sight, player: int) -> Cells:
    """Return the cells where the player wins at once, or else may prevent that the opponent does.

    Requires that one of them is one cell from winning, on the board that was looked at.
    """
    if distance(sight, player) == 1:
        return path_cells(sight, player)
    own, theirs = stones_of(sight, player), stones_of(sight, 1 - player)
    captures = threats(own, theirs, empty_cells(sight))[1]
    return either(captures, path_cells(sight, 1 - player))


@implements(describe, Outlook)
def describe_outlook(
    evaluator: Outlook,
    position: Stones,
    columns: NDArray[np.int64],
    numbers: NDArray[np.int64],
) -> int:
    """A win that is seen is worth `SURE`, whatever the numbers say."""
    sight, places = evaluator.sight, position.places
    player = position.tally[TURNS] & 1
    look(sight, position)
    catch_up(evaluator.tracked, position)
    count = len(places) + 2
    numbers[:count] = 1
    columns[0] = distance(sight, player)
    columns[1] = MOST_NEED + 1 + distance(sight, 1 - player)
    for cell in range(len(places)):
        shape = evaluator.tracked.shapes[places[cell]]
        columns[cell + 2] = 2 * (MOST_NEED + 1) + evaluator.kinds[shape, player]
    return count


@implements(most_described, Outlook)
def all_shapes(evaluator: Outlook) -> int:
    """One for each cell, and two for the ways."""
    return len(evaluator.found) + 2
