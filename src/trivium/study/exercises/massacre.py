"""Massacre: a shortest sequence of White moves that eliminates every Black piece.

A* over the two words of pieces. The nodes stand in arrays of fixed size, found again through a
hash table, and wait in one list for each total of moves made and moves expected. Black never
moves, so a node is White's to move throughout and the turn count stands still.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trivium.errors import TriviumError
from trivium.games.watch_your_back.geometry import (
    CORNERS,
    FIRST_STEP,
    FORFEIT,
    SIDE,
    SQUARES,
    all_moves,
    square_of,
)
from trivium.games.watch_your_back.rules import (
    PLACING_TURNS,
    TURNS,
    Pieces,
    arrive,
    start,
    target_of,
)
from trivium.kernel.bits import ZERO, Word, bit, has, lowest, popcount, without_lowest
from trivium.kernel.chance import mix
from trivium.kernel.compiling import compiled
from trivium.kernel.verbs import legal, most_moves
from trivium.search.running import StopFlag, interruptible, new_stop_flag

PROOF_NODES = 8_000_000
"""Nodes within which the shortest sequence has to be found and proven."""
HASTY_NODES = 1_500_000
"""Nodes of each attempt at any sequence, where that fails."""
HASTY_WEIGHTS = (1, 2, 4, 16)
"""How much more than a move made a move expected counts, from careful to reckless."""

_LONGEST = 1000
"""Lists of waiting nodes; larger totals share the last."""
_HOPELESS = 100
"""The moves expected where a piece cannot be eliminated any more."""

# What `explore` returns if it does not return the goal
EXHAUSTED = -1
FULL = -2
STOPPED = -3

# Places in `Store.counters`
COUNT = 0
LEAST = 1

_FEWEST_STEPS = np.array(
    [
        [
            (abs(a % SIDE - b % SIDE) + 1) // 2 + (abs(a // SIDE - b // SIDE) + 1) // 2
            for b in range(SQUARES)
        ]
        for a in range(SQUARES)
    ],
    np.int64,
)
"""Moves that a piece needs at the least from square to square: each covers two squares at most."""
_FEWEST_STEPS.flags.writeable = False


class NoMassacre(TriviumError):
    """White cannot eliminate every Black piece."""


class Store(NamedTuple):
    """The nodes of a search."""

    sides: NDArray[np.uint64]
    """For each node the pieces of White and of Black."""
    parent: NDArray[np.int64]
    move: NDArray[np.int64]
    """The move that led from the parent to the node."""
    cost: NDArray[np.int64]
    """Moves made so far; -1 for a node that a cheaper one has replaced."""
    following: NDArray[np.int64]
    """The next node in the same list."""
    first: NDArray[np.int64]
    """The first node of each list."""
    slots: NDArray[np.int64]
    """The hash table: the number of a node plus 1, or 0."""
    counters: NDArray[np.int64]


def massacre(white: Word, black: Word) -> tuple[list[int], bool]:
    """Return the moves of a sequence, and whether it is proven to be a shortest one.

    Raises `NoMassacre` if there is none.
    """
    if black == ZERO:
        return [], True
    found = _attempt(white, black, PROOF_NODES, 1, careful=True)
    if found is not None:
        return found, True
    attempts = (
        _attempt(white, black, HASTY_NODES, weight, careful=False) for weight in HASTY_WEIGHTS
    )
    sequences = [found for found in attempts if found is not None]
    if not sequences:
        raise NoMassacre("No massacre was found on this board within the limits of the search.")
    return min(sequences, key=len), False


def _attempt(white: Word, black: Word, nodes: int, weight: int, careful: bool) -> list[int] | None:
    """Return a sequence, or None if `nodes` were too few; raises `NoMassacre`."""
    store = _new_store(nodes)
    stop = new_stop_flag()
    position = start()
    position.tally[TURNS] = PLACING_TURNS
    moves = np.empty(int(most_moves(position)), np.int64)
    add(store, white, black, -1, FORFEIT, 0, expected(white, black, careful) * weight)
    goal = interruptible(lambda: int(explore(store, position, moves, weight, careful, stop)), stop)
    if goal == EXHAUSTED:
        raise NoMassacre("White cannot eliminate every Black piece on this board.")
    return _trace(store, goal) if goal >= 0 else None


def _new_store(nodes: int) -> Store:
    slots = 1 << (2 * nodes - 1).bit_length()
    return Store(
        sides=np.empty((nodes, 2), np.uint64),
        parent=np.empty(nodes, np.int64),
        move=np.empty(nodes, np.int64),
        cost=np.empty(nodes, np.int64),
        following=np.empty(nodes, np.int64),
        first=np.full(_LONGEST, -1, np.int64),
        slots=np.zeros(slots, np.int64),
        counters=np.zeros(2, np.int64),
    )


def _trace(store: Store, node: int) -> list[int]:
    sequence: list[int] = []
    while store.parent[node] >= 0:
        sequence.append(int(store.move[node]))
        node = int(store.parent[node])
    return sequence[::-1]


def written(code: int) -> str:
    """Return a move in the exercise's notation."""
    origin = square_of((code - FIRST_STEP) >> 3)
    action = all_moves()[code].action
    assert action is not None
    return f"{origin} -> {action[1]}"


@compiled
def slot_of(store: Store, white: Word, black: Word) -> int:
    """Return the slot that holds the node of a board, or the empty one where it belongs."""
    mask = len(store.slots) - 1
    slot = np.int64(mix(white ^ mix(black)) & np.uint64(mask))
    while store.slots[slot] != 0:
        node = store.slots[slot] - 1
        if store.sides[node, 0] == white and store.sides[node, 1] == black:
            break
        slot = (slot + 1) & mask
    return slot


@compiled
def add(
    store: Store, white: Word, black: Word, parent: int, move: int, cost: int, expectation: int
) -> None:
    """Add a node to the list for its total, unless the board was reached as cheaply before."""
    slot = slot_of(store, white, black)
    if store.slots[slot] != 0:
        old = store.slots[slot] - 1
        if store.cost[old] <= cost:
            return
        store.cost[old] = -1
    node = store.counters[COUNT]
    store.counters[COUNT] += 1
    store.slots[slot] = node + 1
    store.sides[node, 0] = white
    store.sides[node, 1] = black
    store.parent[node] = parent
    store.move[node] = move
    store.cost[node] = cost
    total = min(cost + expectation, _LONGEST - 1)
    store.following[node] = store.first[total]
    store.first[total] = node
    store.counters[LEAST] = min(store.counters[LEAST], total)


@compiled
def expected(white: Word, black: Word, careful: bool) -> int:
    """Return the moves that White still needs: at the least, or (not careful) about.

    A piece falls when a white one arrives on one side of it while the other side is white or a
    corner, so the two nearest white pieces have to get there, which no piece does faster than
    by two squares a move. All Black pieces have to fall: careful takes the dearest of them,
    otherwise they are added up. `_HOPELESS` if there is one that cannot fall.
    """
    most = 0
    total = 0
    rest = black
    while rest != ZERO:
        square = lowest(rest)
        rest = without_lowest(rest)
        x, y = square & 7, square >> 3
        least = _HOPELESS
        if 0 < x < 7:
            least = min(least, siege(white, square - 1, square + 1))
        if 0 < y < 7:
            least = min(least, siege(white, square - 8, square + 8))
        if least >= _HOPELESS:
            return _HOPELESS
        most = max(most, least)
        total += least
    return most if careful else total


@compiled
def siege(white: Word, one: int, other: int) -> int:
    """Return the moves it takes at the least to get white pieces to both squares, or corners."""
    corners = CORNERS[0]
    if has(corners, one):
        return max(1, nearest(white, other))
    if has(corners, other):
        return max(1, nearest(white, one))
    best = _HOPELESS
    rest = white
    while rest != ZERO:
        piece = lowest(rest)
        rest = without_lowest(rest)
        best = min(best, _FEWEST_STEPS[piece, one] + nearest(white & ~bit(piece), other))
    return max(1, best)


@compiled
def nearest(white: Word, square: int) -> int:
    """Return the moves that the nearest white piece needs to a square; `_HOPELESS` if none."""
    best = _HOPELESS
    rest = white
    while rest != ZERO:
        best = min(best, _FEWEST_STEPS[lowest(rest), square])
        rest = without_lowest(rest)
    return best


@compiled
def take_next(store: Store) -> int:
    """Take a node with the least total off its list; -1 if none is left."""
    while store.counters[LEAST] < _LONGEST:
        node = store.first[store.counters[LEAST]]
        if node >= 0:
            store.first[store.counters[LEAST]] = store.following[node]
            if store.cost[node] >= 0:
                return node
        else:
            store.counters[LEAST] += 1
    return -1


@compiled
def explore(
    store: Store,
    position: Pieces,
    moves: NDArray[np.int64],
    weight: int,
    careful: bool,
    stop: StopFlag,
) -> int:
    """Expand nodes until one has no Black piece left, and return it, or why there is none.

    Being the first of its kind taken off the lists, it is a nearest one if `expected` never
    says too much (careful, weight 1).
    """
    sides = position.sides
    while True:
        node = take_next(store)
        if node < 0:
            return EXHAUSTED
        white, black = store.sides[node, 0], store.sides[node, 1]
        if black == ZERO:
            return node
        if store.counters[COUNT] + len(moves) > len(store.parent):
            return FULL
        if stop[0] != 0:
            return STOPPED
        sides[0], sides[1] = white, black
        count = legal(position, moves)
        for index in range(count):
            move = moves[index]
            if move == FORFEIT:
                continue
            target = target_of(move)
            sides[0], sides[1] = white ^ (bit((move - FIRST_STEP) >> 3) | bit(target)), black
            arrive(position, target, 0)
            expectation = expected(sides[0], sides[1], careful)
            if expectation < _HOPELESS or popcount(sides[1]) == 0:
                add(
                    store,
                    sides[0],
                    sides[1],
                    node,
                    move,
                    store.cost[node] + 1,
                    weight * expectation,
                )
            sides[0], sides[1] = white, black
