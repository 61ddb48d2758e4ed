"""What can be seen of a Cachex position without looking ahead: paths, groups, captures.

Everything works on sets of cells (`sets`), most of it for one player at a time: `own` are the
player's stones, `theirs` the opponent's, `empty` the empty cells, `near` and `far` the cells of
the player's two sides.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trivium.games.cachex.geometry import LARGEST, Rhombus
from trivium.games.cachex.rules import EMPTY, SIZE, Stones
from trivium.games.cachex.sets import (
    NOTHING,
    WORDS,
    Cells,
    both,
    columns_held,
    down,
    either,
    flip,
    loaded,
    neighbours,
    one_of,
    rows_held,
    save,
    some,
    spread,
    up,
    without,
)
from trivium.kernel.compiling import compiled

BLOCKED = LARGEST + 1
"""The distance between two sides that cannot be joined any more."""

NEAR = 0
FAR = 1

_QUEUES = 3
"""A step of A* raises the estimate by 0, 1 or 2, so that three lists hold all open cells."""


class CellSets(NamedTuple):
    """The sides of the board, and memory for looking at a position."""

    sides: NDArray[np.uint64]
    """For each player the NEAR and the FAR side."""
    on_board: NDArray[np.uint64]
    stones: NDArray[np.uint64]
    """For each player the stones, as `read_stones` saw them."""
    layers: NDArray[np.uint64]
    """From the NEAR and the FAR side, the cells first reached at each cost."""
    costs: NDArray[np.int64]
    """For each framed cell the cost of reaching it in A*."""
    open: NDArray[np.int64]
    """The lists of A*: framed cells to go on from."""
    waiting: NDArray[np.int64]
    """How long each of these lists is."""
    ahead: NDArray[np.int64]
    """For each line to cross how many after it hold no own stone."""


def new_cell_sets(board: Rhombus) -> CellSets:
    """Return memory for looking at boards of this size."""
    size = board.size
    sides = np.zeros((2, 2, WORDS), np.uint64)
    on_board = np.zeros(WORDS, np.uint64)
    for r in range(size):
        for q in range(size):
            flip(on_board, r, q)
        for side, line in ((NEAR, 0), (FAR, size - 1)):
            flip(sides[0, side], line, r)
            flip(sides[1, side], r, line)
    for array in (sides, on_board):
        array.flags.writeable = False
    return CellSets(
        sides=sides,
        on_board=on_board,
        stones=np.zeros((2, WORDS), np.uint64),
        layers=np.zeros((2, BLOCKED + 1, WORDS), np.uint64),
        costs=np.zeros(len(board.cells), np.int64),
        open=np.zeros((_QUEUES, 7 * size * size), np.int64),
        waiting=np.zeros(_QUEUES, np.int64),
        ahead=np.zeros(size, np.int64),
    )


@compiled
def read_stones(cell_sets: CellSets, position: Stones) -> None:
    """Read the stones of both players into `cell_sets.stones`."""
    for player in range(2):
        save(loaded(position.held[player]), cell_sets.stones[player])


@compiled
def stones_of(cell_sets: CellSets, player: int) -> Cells:
    """Return the stones of a player that `read_stones` saw."""
    return loaded(cell_sets.stones[player])


@compiled
def empty_cells(cell_sets: CellSets) -> Cells:
    """Return the empty cells that `read_stones` saw."""
    stones = either(loaded(cell_sets.stones[0]), loaded(cell_sets.stones[1]))
    return without(loaded(cell_sets.on_board), stones)


@compiled
def shortest_win(own: Cells, empty: Cells, near: Cells, far: Cells) -> int:
    """Return the fewest empty cells that join the two sides together with the own stones.

    `BLOCKED` if nothing does. A breadth-first search from all of the near side at once: own
    stones are free, so they are taken in before the next layer of empty cells.
    """
    reached = both(own, near)
    cost = 0
    while not some(both(reached, far)):
        beside = neighbours(reached)
        more = without(both(beside, own), reached)
        if not some(more):
            more = without(both(either(beside, near), empty), reached)
            if not some(more):
                return BLOCKED
            cost += 1
        reached = either(reached, more)
    return cost


@compiled
def layers_from(
    own: Cells, empty: Cells, start: Cells, goal: Cells, layers: NDArray[np.uint64]
) -> int:
    """Do as `shortest_win`, and store in `layers` what is first reached at each cost."""
    reached = spread(both(own, start), own)
    save(reached, layers[0])
    cost = 0
    while not some(both(reached, goal)):
        more = without(both(either(neighbours(reached), start), empty), reached)
        if not some(more):
            return BLOCKED
        more = without(spread(more, own), reached)
        reached = either(reached, more)
        cost += 1
        save(more, layers[cost])
    return cost


@compiled
def cells_between(layers: NDArray[np.uint64], cost: int, empty: Cells) -> Cells:
    """Return the empty cells of all cheapest paths, of this cost, whose layers these are.

    Such a cell costs as much from both sides together as the path, and is counted twice.
    """
    cells = NOTHING
    for here in range(1, cost + 1):
        meeting = both(loaded(layers[NEAR, here]), loaded(layers[FAR, cost + 1 - here]))
        cells = either(cells, meeting)
    return both(cells, empty)


@compiled
def extent_of_longest(own: Cells, player: int) -> int:
    """Return how many of the lines that the player has to cross the longest group covers."""
    longest = 0
    left = own
    while some(left):
        group = spread(one_of(left), left)
        left = without(left, group)
        extent = rows_held(group) if player == 0 else columns_held(group)
        longest = max(longest, extent)
    return longest


@compiled
def diamond_pairs(kind: int) -> tuple[int, int, int, int]:
    """Return two opposite corners of a kind of diamond, and the other two, as bit offsets.

    There are three ways for a diamond to lie, each with two pairs to capture from.
    """
    if kind == 0:
        return 0, 31, 15, 16
    if kind == 1:
        return 0, 17, 1, 16
    if kind == 2:
        return 1, 15, 0, 16
    if kind == 3:
        return 15, 16, 0, 31
    if kind == 4:
        return 1, 16, 0, 17
    return 0, 16, 1, 15


DIAMONDS = 6


@compiled
def back(cells: Cells, by: int) -> Cells:
    """Return the cells moved back by 0 ≤ by < 64 bits."""
    return cells if by == 0 else down(cells, by)


@compiled
def forth(cells: Cells, by: int) -> Cells:
    """Return the cells moved by 0 ≤ by < 64 bits."""
    return cells if by == 0 else up(cells, by)


@compiled
def threats(own: Cells, theirs: Cells, empty: Cells) -> tuple[Cells, Cells]:
    """Return the opponent's stones that the player could capture next, and where to play."""
    victims, places = NOTHING, NOTHING
    for kind in range(DIAMONDS):
        a, b, c, d = diamond_pairs(kind)
        pair = both(back(theirs, c), back(theirs, d))
        if some(pair):
            at_a = both(pair, both(back(empty, a), back(own, b)))
            at_b = both(pair, both(back(own, a), back(empty, b)))
            taken = either(at_a, at_b)
            victims = either(victims, either(forth(taken, c), forth(taken, d)))
            places = either(places, either(forth(at_a, a), forth(at_b, b)))
    return victims, places


@compiled
def forks(theirs: Cells, empty: Cells) -> Cells:
    """Return the empty cells where a new stone would threaten at least two captures.

    Each threat is completed on another cell, so one stone of the opponent's cannot fill both.
    """
    once, twice = NOTHING, NOTHING
    for kind in range(DIAMONDS):
        a, b, c, d = diamond_pairs(kind)
        pair = both(back(theirs, c), back(theirs, d))
        if some(pair):
            free = both(pair, both(back(empty, a), back(empty, b)))
            for corner in (a, b):
                made = forth(free, corner)
                twice = either(twice, both(once, made))
                once = either(once, made)
    return twice


@compiled
def bare_lines_ahead(cell_sets: CellSets, position: Stones, player: int) -> None:
    """Note for each line the player has to cross how many after it hold no own stone.

    On each of these an empty cell has to be claimed: that is the estimate of A*.
    """
    ahead = 0
    for line in range(position.tally[SIZE] - 1, -1, -1):
        cell_sets.ahead[line] = ahead
        ahead += position.rank_counts[player, line] == 0


@compiled
def open_cell(cell_sets: CellSets, place: int, cost: int, estimate: int) -> None:
    """Note that a framed cell is reached at a cost, and that a path on from it may cost more."""
    queue = estimate % _QUEUES
    cell_sets.costs[place] = cost
    cell_sets.open[queue, cell_sets.waiting[queue]] = place
    cell_sets.waiting[queue] += 1


@compiled
def star_win(cell_sets: CellSets, position: Stones, player: int, skip: int) -> int:
    """Return what `shortest_win` does by A*, from and to only every `skip`-th cell of a side.

    With `skip` above 1 the result is an upper bound, `BLOCKED` if there is no path between
    the cells looked at.
    """
    size = position.tally[SIZE]
    board, places = position.board, position.places
    bare_lines_ahead(cell_sets, position, player)
    cell_sets.costs[:] = BLOCKED
    cell_sets.waiting[:] = 0
    estimate = cell_sets.ahead[0]
    for index in range(0, size, skip):
        place = places[index if player == 0 else index * size]
        if board[place] == EMPTY or board[place] == player:
            cost = 0 if board[place] == player else 1
            open_cell(cell_sets, place, cost, estimate + cost)
    while cell_sets.waiting.any():
        queue = estimate % _QUEUES
        if cell_sets.waiting[queue] == 0:
            estimate += 1
            continue
        cell_sets.waiting[queue] -= 1
        place = cell_sets.open[queue, cell_sets.waiting[queue]]
        rank = position.ranks[player, position.cells[place]]
        cost = cell_sets.costs[place]
        if cost + cell_sets.ahead[rank] != estimate:
            continue  # it has been reached at a lower cost since it was put there
        if rank == size - 1 and position.ranks[1 - player, position.cells[place]] % skip == 0:
            return cost
        step_on(cell_sets, position, player, place)
    return BLOCKED


@compiled
def step_on(cell_sets: CellSets, position: Stones, player: int, place: int) -> None:
    """Open the neighbours of a framed cell that it is the cheapest way to so far."""
    for i in range(6):
        beside = place + position.steps[i]
        owner = position.board[beside]
        if owner in (EMPTY, player):
            cost = cell_sets.costs[place] + (owner == EMPTY)
            if cost < cell_sets.costs[beside]:
                rank = position.ranks[player, position.cells[beside]]
                open_cell(cell_sets, beside, cost, cost + cell_sets.ahead[rank])
