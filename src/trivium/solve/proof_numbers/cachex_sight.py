"""What is seen of a small board of Cachex without a search: wins and losses, and who is nearer.

A player who is one stone from a connection wins. If he is not, but the opponent is, he must answer
that: on the one cell that completes it, or by a capture after which no cell does. All other moves
lose, and a position without an answer is lost.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trivium.kernel.bits import ONE, ZERO, Word, lowest, popcount, without_lowest
from trivium.kernel.compiling import inlined
from trivium.kernel.verbs import UNKNOWN, WIN, Moves, implements, known, legal
from trivium.solve.proof_numbers.cachex_board import (
    LARGEST,
    TURN,
    Board,
    beside,
    captured,
    completing,
    empty_cells,
    list_cells,
    spread,
    stones_of,
)
from trivium.solve.proof_numbers.search import candidates, first_numbers

FAR_OFF = LARGEST + 2
"""The distance of sides that nothing joins."""


Numbers = NDArray[np.int64]


class Sight(NamedTuple):
    """What is looked for on a board."""

    switches: NDArray[np.int64]
    """What of the following is: each by 1."""
    numbers: NDArray[np.int64]
    """How many positions it probably takes to prove a win, by the distances of both players."""


# Places in `Sight.switches`
ENDS = 0
"""Wins and losses within two turns."""
ANSWERS = 1
"""Only moves that answer a threat, if there is one."""
NEARNESS = 2
"""Who is nearer to a connection."""


def new_sight(
    ends: bool = True, answers: bool = True, nearness: int = 1, numbers: Numbers | None = None
) -> Sight:
    """Return the sight; what is left out changes no result."""
    return Sight(np.array([ends, answers, nearness], np.int64), squares() if numbers is None else numbers)


def squares() -> Numbers:
    """Return the squares of the distances of who is to win."""
    own = np.arange(2 * FAR_OFF + 2)
    return np.repeat((own * own // 4 + 1)[:, None], len(own), axis=1)


@inlined
def answers_to(board: Board, player: int, threats: Word) -> Word:
    """Return the cells that answer the opponent's threats, one of which there must be.

    Requires that the player cannot win at once.
    """
    own, theirs, stride = stones_of(board, player), stones_of(board, 1 - player), board.stride[0]
    near, far = board.sides[1 - player, 0], board.sides[1 - player, 1]
    empty = empty_cells(board)
    found = threats if popcount(threats) == 1 else ZERO
    rest = empty & ~found
    while rest != ZERO:
        cell = board.cells[lowest(rest)]
        rest = without_lowest(rest)
        taken = captured(board, own, theirs, cell)
        if taken != ZERO:
            room = (empty | taken) & ~board.bits[cell]
            if completing(theirs & ~taken, room, near, far, stride) == ZERO:
                found |= board.bits[cell]
    return found


@inlined
def threats_of(board: Board, player: int) -> Word:
    """Return the cells that each alone complete a connection of a player."""
    near, far = board.sides[player, 0], board.sides[player, 1]
    return completing(stones_of(board, player), empty_cells(board), near, far, board.stride[0])


@implements(known, Sight)
def seen(sight: Sight, board: Board) -> int:
    player = board.tally[TURN] & 1
    if sight.switches[ENDS] == 0:
        return UNKNOWN
    if threats_of(board, player) != ZERO:
        return WIN - 1
    threats = threats_of(board, 1 - player)
    if threats != ZERO and answers_to(board, player, threats) == ZERO:
        return 2 - WIN
    return UNKNOWN


@implements(candidates, Sight)
def list_answers(sight: Sight, board: Board, moves: Moves) -> int:
    if sight.switches[ANSWERS] == 1:
        player = board.tally[TURN] & 1
        cells = threats_of(board, player)
        threats = threats_of(board, 1 - player)
        if cells == ZERO and threats != ZERO:
            cells = answers_to(board, player, threats)
        if cells != ZERO:
            return list_cells(board, cells, moves)
    return legal(board, moves)


@inlined
def stones_missing(own: Word, empty: Word, near: Word, far: Word, stride: Word) -> int:
    """Return how many stones are missing for a connection of the sides."""
    reached, cost = spread(own & near, own, stride), 0
    while reached & far == ZERO:
        more = (near | beside(reached, stride)) & empty & ~reached
        if more == ZERO:
            return FAR_OFF
        reached = spread(reached | more, own, stride)
        cost += 1
    return min(cost, FAR_OFF)


@inlined
def twice_beside(cells: Word, stride: Word) -> Word:
    """Return what has at least two of the cells for neighbours."""
    once, twice = cells >> ONE, ZERO
    for way in range(5):
        if way == 0:
            moved = cells << ONE
        elif way == 1:
            moved = cells << stride
        elif way == 2:
            moved = cells >> stride
        elif way == 3:
            moved = cells << (stride - ONE)
        else:
            moved = cells >> (stride - ONE)
        twice |= once & moved
        once |= moved
    return twice


@inlined
def turns_missing(own: Word, empty: Word, near: Word, far: Word, stride: Word) -> int:
    """Return the two-distance of the sides: as `stones_missing`, where each step has a second way.

    A cell is reached if two of its neighbours are, so that the opponent cannot block both. Stones
    that two reached cells touch are reached with them, and one such stone is as good as two cells.
    """
    firm, cost = spread(own & near, own, stride), 0
    reached = firm
    while reached & far == ZERO:
        more = (near | beside(firm, stride) | twice_beside(reached, stride)) & empty & ~reached
        if more == ZERO:
            return FAR_OFF
        reached |= more
        firm = spread(firm | (own & twice_beside(reached, stride)), own, stride)
        reached |= firm
        cost += 1
    return min(cost, FAR_OFF)


@inlined
def distance(sight: Sight, board: Board, player: int) -> int:
    """Return how far a player is from a connection, in half stones."""
    own, empty, stride = stones_of(board, player), empty_cells(board), board.stride[0]
    near, far = board.sides[player, 0], board.sides[player, 1]
    stones = stones_missing(own, empty, near, far, stride)
    if sight.switches[NEARNESS] == 1:
        return 2 * stones
    return stones + turns_missing(own, empty, near, far, stride)


@implements(first_numbers, Sight)
def by_nearness(sight: Sight, board: Board, attacker: int) -> tuple[int, int]:
    """Go by the distances; being on move is worth half a stone."""
    if sight.switches[NEARNESS] == 0:
        return 1, 1
    moves = (board.tally[TURN] & 1) == attacker
    attacked = distance(sight, board, attacker) + (not moves)
    defended = distance(sight, board, 1 - attacker) + moves
    return sight.numbers[attacked, defended], sight.numbers[defended, attacked]
