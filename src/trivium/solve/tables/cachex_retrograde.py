"""How every position of a small Cachex board ends, worked out backwards from the ends.

A board is two sets of cells, as bits: the stones of the player to move and those of the other.
The player to move always joins the first row to the last; a move therefore hands on the board
reflected in its long diagonal, which exchanges the sides, and no turn need be remembered. Written
in base three, 1 for a stone of the mover and 2 for one of the opponent's, a board is a number:
its place in the table.

Captures take stones off, so positions can come again and there is no order in which one pass
would do. The boards are settled in the order of the turns that they take: those on which the
opponent has just connected are lost in 0; every board with a move to a loss in n is won in n + 1,
every board whose last open move leads to a win in n is lost in n + 1. For that the moves are taken
back: a stone that may have been the last one is lifted, and every set of stones that it can have
captured is put back. What is never settled is a draw: each side can keep the other from winning
for ever.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trivium.games.cachex.geometry import STEPS
from trivium.kernel.bits import popcount
from trivium.kernel.compiling import compiled, inlined

Values = NDArray[np.int8]
Numbers = NDArray[np.int64]

OVER = np.int8(-128)
"""The value of what is no position to move in: somebody is connected already."""
MOST_TURNS = 126
"""What a byte has room for."""


class SmallBoard(NamedTuple):
    """What follows from the size of a board, for all sets of its cells."""

    cells: int
    beside: Numbers
    """For each cell the set of its neighbours."""
    corners: Numbers
    """For each cell its diamonds, each as the opposite corner and the two cells between: bits."""
    places: Numbers
    """For each set of cells, the number with a 1 in base three for each of them."""
    reflected: Numbers
    """For each set of cells its image in the long diagonal."""
    joined: NDArray[np.bool_]
    """For each set of cells whether it joins the first row to the last."""


def small_board(size: int) -> SmallBoard:
    """Return what follows from a size; there are tables of as many entries as sets of cells."""
    cells = [(r, q) for r in range(size) for q in range(size)]
    bits = {cell: 1 << number for number, cell in enumerate(cells)}
    sets = np.arange(1 << len(cells), dtype=np.int64)
    places, reflected = np.zeros_like(sets), np.zeros_like(sets)
    for number, (r, q) in enumerate(cells):
        member = sets >> number & 1
        places += member * 3**number
        reflected |= member * bits[q, r]
    beside = [sum(bits.get((r + dr, q + dq), 0) for dr, dq in STEPS) for r, q in cells]
    corners = np.array([_diamonds(cell, bits) for cell in cells], np.int64)
    neighbours = np.array(beside, np.int64)
    return SmallBoard(
        len(cells), neighbours, corners, places, reflected, _joined(size, sets, neighbours)
    )


def _diamonds(cell: tuple[int, int], bits: dict[tuple[int, int], int]) -> list[tuple[int, int]]:
    """Return the diamonds of a cell; one that is not whole on the board is (0, -1)."""
    r, q = cell

    def at(*steps: tuple[int, int]) -> int:
        return bits.get((r + sum(dr for dr, _ in steps), q + sum(dq for _, dq in steps)), 0)

    found = []
    for i, step in enumerate(STEPS):
        for other in (STEPS[(i + 1) % 6], STEPS[(i + 2) % 6]):
            opposite, between = at(step, other), (at(step), at(other))
            whole = opposite and all(between)
            found.append((opposite, sum(between)) if whole else (0, -1))
    return found


def _joined(size: int, sets: Numbers, beside: Numbers) -> NDArray[np.bool_]:
    """Return for each set whether it joins the first row to the last, by flooding all at once."""
    row = (1 << size) - 1
    reached = sets & row
    while True:
        grown = reached.copy()
        for number, neighbours in enumerate(beside):
            grown |= np.where(reached >> number & 1, neighbours, 0) & sets
        if np.array_equal(grown, reached):
            return reached >> (size * (size - 1)) != 0
        reached = grown


def values_of(size: int) -> Values:
    """Return the table: turns until the mover wins, minus those until he has lost, 0 for a draw.

    `OVER` for boards on which a side is connected.
    """
    board = small_board(size)
    values = np.zeros(3**board.cells, np.int8)
    open_moves = np.zeros(3**board.cells, np.int8)
    settled = set_up(board, values, open_moves)
    turns = 0
    while settled:
        if turns == MOST_TURNS:
            raise OverflowError(f"a win takes more than {MOST_TURNS} turns: no byte holds that")
        settled = settle(board, values, open_moves, turns)
        turns += 1
    return values


@inlined
def number_of(board: SmallBoard, own: int, enemies: int) -> int:
    """Return the place of a board in the table."""
    return board.places[own] + 2 * board.places[enemies]


@inlined
def captured(board: SmallBoard, own: int, enemies: int, cell: int) -> int:
    """Return the set of enemies that a stone placed on `cell` takes."""
    taken = 0
    for diamond in range(12):
        between = board.corners[cell, diamond, 1]
        if board.corners[cell, diamond, 0] & own and enemies & between == between:
            taken |= between
    return taken


@inlined
def stones_of(board: SmallBoard, number: int) -> tuple[int, int]:
    """Return the mover's and the other player's stones on the board with a number."""
    own, enemies = 0, 0
    for cell in range(board.cells):
        digit = number % 3
        number //= 3
        own |= (digit & 1) << cell
        enemies |= (digit >> 1) << cell
    return own, enemies


@compiled
def set_up(board: SmallBoard, values: Values, open_moves: Values) -> int:
    """Mark the boards that are over, and count the moves of all others; return how many are."""
    ended = 0
    for number in range(len(values)):
        own, enemies = stones_of(board, number)
        if board.joined[own] or board.joined[board.reflected[enemies]]:
            values[number] = OVER
            ended += 1
        else:
            open_moves[number] = board.cells - popcount(np.uint64(own | enemies))
    return ended


@compiled
def settle(board: SmallBoard, values: Values, open_moves: Values, turns: int) -> int:
    """Take back the moves to all boards settled in `turns`; return how many that settles.

    An even number of turns is one after which the mover has lost, an odd one a win.
    """
    settled = 0
    wanted = OVER if turns == 0 else np.int8(-turns if turns % 2 == 0 else turns)
    for number in range(len(values)):
        if values[number] == wanted:
            own, enemies = stones_of(board, number)
            if turns > 0 or not board.joined[own]:
                settled += take_back(board, values, open_moves, own, enemies, turns)
    return settled


@inlined
def take_back(
    board: SmallBoard, values: Values, open_moves: Values, own: int, enemies: int, turns: int
) -> int:
    """Settle what can be settled of the boards before one on which `enemies` moved last."""
    settled = 0
    theirs, ours = board.reflected[enemies], board.reflected[own]
    for cell in range(board.cells):
        if not theirs >> cell & 1:
            continue
        before = theirs ^ 1 << cell
        room = board.beside[cell] & ~(theirs | ours)
        returned = room  # every set of empty neighbours in turn, the empty set last
        while True:
            if captured(board, before, ours | returned, cell) == returned:
                number = number_of(board, before, ours | returned)
                if values[number] == 0:
                    if turns % 2 == 0:
                        values[number] = turns + 1
                        settled += 1
                    else:
                        open_moves[number] -= 1
                        if open_moves[number] == 0:
                            values[number] = -(turns + 1)
                            settled += 1
            if returned == 0:
                break
            returned = (returned - 1) & room
    return settled
