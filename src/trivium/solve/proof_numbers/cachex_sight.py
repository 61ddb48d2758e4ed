"""What is seen of a small board of Cachex without a search: wins and losses, and chances.

A player who is one stone from a connection wins. If he is not, but the opponent is, he must answer
that: on the one cell that completes it, or by a capture after which no cell does. All other moves
lose, and a position without an answer is lost.

Where nothing is sure, the chance to win tells how much there is to prove. It goes by the stones
that both lack for a connection and by the stones that each could take.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trivium.kernel.bits import ZERO, Word, lowest, popcount, without_lowest
from trivium.kernel.compiling import inlined_uncounted
from trivium.kernel.verbs import UNKNOWN, WIN, Moves, implements, known, legal
from trivium.solve.proof_numbers.cachex_board import (
    LARGEST,
    TURN,
    Board,
    beside,
    captured,
    captures,
    completing,
    empty_cells,
    list_cells,
    spread,
    stones_of,
)
from trivium.solve.proof_numbers.search import candidates, first_numbers

FAR_OFF = LARGEST + 2
"""The distance of sides that nothing joins."""


class Sight(NamedTuple):
    """What is looked for on a board."""

    switches: NDArray[np.int64]
    """What of the following is: each by 1."""
    weights: NDArray[np.int64]
    """What the chance of who is to move is made of."""
    numbers: NDArray[np.int64]
    """The number of positions for each chance of the other side, from -`SURE` to `SURE`."""
    missing: NDArray[np.int64]
    """The stones that Red and Blue lack for a connection on the board that was looked at last."""


# Places in `Sight.switches`
ENDS = 0
"""Wins and losses within two turns."""
ANSWERS = 1
"""Only moves that answer a threat, if there is one."""
CHANCES = 2
"""Who is more likely to win."""

# Places in `Sight.weights`
TO_MOVE = 0
NEEDS = 1
"""For who is to move and for the other: each stone that a connection lacks."""
TAKES = 3
"""For who is to move and for the other: each stone that one stone could take."""

_WEIGHTS = (23, -20, 19, 9, -5)
"""In sixteenths of the logarithm of the odds: fitted to the table of Cachex 4."""
SURE = 256
"""The chance of who wins for certain."""
_EVEN = 16
"""The number for even chances: so much is added for them before one more child counts as much."""
_ODDS = 32
"""By how much the chance must change for the number to change by a factor of e."""
_MOST = 100_000


def new_sight(ends: bool = True, answers: bool = True, chances: bool = True) -> Sight:
    """Return the sight; what is left out changes no result."""
    numbers = np.round(_EVEN * np.exp(np.arange(-SURE, SURE + 1) / _ODDS))
    return Sight(
        np.array([ends, answers, chances], np.int64),
        np.array(_WEIGHTS, np.int64),
        numbers.clip(1, _MOST).astype(np.int64),
        np.zeros(2, np.int64),
    )


@inlined_uncounted
def answers_to(board: Board, player: int, threats: Word) -> Word:
    """Return the cells that answer the opponent's threats, one of which there must be.

    Requires that the player cannot win at once.
    """
    own, theirs, stride = stones_of(board, player), stones_of(board, 1 - player), board.stride[0]
    near, far = board.sides[1 - player, 0], board.sides[1 - player, 1]
    empty = empty_cells(board)
    found = threats if popcount(threats) == 1 else ZERO
    rest = captures(board, own, theirs, empty)[1] & ~found
    while rest != ZERO:
        cell = board.cells[lowest(rest)]
        rest = without_lowest(rest)
        taken = captured(board, own, theirs, cell)
        room = (empty | taken) & ~board.bits[cell]
        if completing(theirs & ~taken, room, near, far, stride) == ZERO:
            found |= board.bits[cell]
    return found


@inlined_uncounted
def threats_of(board: Board, player: int) -> Word:
    """Return the cells that each alone complete a connection of a player."""
    near, far = board.sides[player, 0], board.sides[player, 1]
    return completing(stones_of(board, player), empty_cells(board), near, far, board.stride[0])


@inlined_uncounted
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


@implements(known, Sight, counts=False)
def seen(sight: Sight, board: Board) -> int:
    """Remember what is missing, too."""
    player, empty, stride = board.tally[TURN] & 1, empty_cells(board), board.stride[0]
    for who in range(2):
        near, far = board.sides[who, 0], board.sides[who, 1]
        sight.missing[who] = stones_missing(stones_of(board, who), empty, near, far, stride)
    if sight.switches[ENDS] == 0:
        return UNKNOWN
    if sight.missing[player] == 1:
        return WIN - 1
    if sight.missing[1 - player] == 1:
        if answers_to(board, player, threats_of(board, 1 - player)) == ZERO:
            return 2 - WIN
    return UNKNOWN


@implements(candidates, Sight, counts=False)
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


@inlined_uncounted
def chance_to_win(sight: Sight, board: Board) -> int:
    """Return the chance of who is to move: 0 if it is even, at most `SURE` either way."""
    weights, empty, player = sight.weights, empty_cells(board), board.tally[TURN] & 1
    chance = weights[TO_MOVE]
    for other in range(2):
        who = player ^ other
        own, theirs = stones_of(board, who), stones_of(board, 1 - who)
        chance += weights[NEEDS + other] * sight.missing[who]
        chance += weights[TAKES + other] * popcount(captures(board, own, theirs, empty)[0])
    return min(max(chance, -SURE), SURE)


@implements(first_numbers, Sight, counts=False)
def by_chances(sight: Sight, board: Board, attacker: int) -> tuple[int, int]:
    """Go by the chance to win: the better it is, the less there is to prove."""
    if sight.switches[CHANCES] == 0:
        return 1, 1
    chance = chance_to_win(sight, board)
    if (board.tally[TURN] & 1) != attacker:
        chance = -chance
    return sight.numbers[SURE - chance], sight.numbers[SURE + chance]
