"""What is seen of a small board of Cachex without a search: wins and losses, and chances.

A player who is one stone from a connection wins. If he is not, but the opponent is, he must answer
that: on the one cell that completes it, or by a capture after which no cell does. All other moves
lose, and a position without an answer is lost.

**Forks.** A player who lacks two stones *forks* with a stone after which at least two cells each
complete a connection, if no capture answers that. Who is to move then and is not threatened, but
faces such a fork, need only look at moves that may prevent it. Let c be the cell of a fork after
which the opponent of who forks could capture nothing at all, A the stones of who forks with one on
c, T the cells that then complete a connection. Claim: a move x to another cell loses within four
turns unless it is in T and T has no third cell, or has at least two cells of A for neighbours, or
threatens to connect. For a capture needs two cells of its diamond that both touch the two others:
with fewer than two neighbours in A, the stone on x neither takes a stone of A, nor can it help to
take one later, nor be taken by c. So after x and c everything is as after c alone, but that x may
be one cell of T less: two cells of T are left, one stone cannot fill both, nothing can be captured,
and whoever moved x is not one stone from a connection. (Where two stones are missing, the first of
a connection is a cell that goes on from one of the sides: only such an x can threaten.)

Where nothing is sure, the chance to win tells how much there is to prove. It goes by the stones
that both lack for a connection and by the stones that each could take.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trivium.kernel.bits import ONE, ZERO, Word, lowest, popcount, without_lowest
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

FORKS = 3
"""Wins by two threats at once, and only moves that may prevent them."""
_FORK = 2
"""The stones that are missing where one stone can make two threats."""

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


def new_sight(
    ends: bool = True, answers: bool = True, chances: bool = True, forks: bool = True
) -> Sight:
    """Return the sight; what is left out changes no result."""
    numbers = np.round(_EVEN * np.exp(np.arange(-SURE, SURE + 1) / _ODDS))
    return Sight(
        np.array([ends, answers, chances, forks], np.int64),
        np.array(_WEIGHTS, np.int64),
        numbers.clip(1, _MOST).astype(np.int64),
        np.zeros(2, np.int64),
    )


@inlined_uncounted
def averting(board: Board, own: Word, theirs: Word, empty: Word, places: Word, player: int) -> Word:
    """Return the places where a capture of the player leaves the opponent no threat."""
    near, far = board.sides[1 - player, 0], board.sides[1 - player, 1]
    found = ZERO
    while places != ZERO:
        cell = board.cells[lowest(places)]
        places = without_lowest(places)
        taken = captured(board, own, theirs, cell)
        room = (empty | taken) & ~board.bits[cell]
        if completing(theirs & ~taken, room, near, far, board.stride[0]) == ZERO:
            found |= board.bits[cell]
    return found


@inlined_uncounted
def answers_to(board: Board, player: int, threats: Word) -> Word:
    """Return the cells that answer the opponent's threats, one of which there must be.

    Requires that the player cannot win at once.
    """
    own, theirs, empty = stones_of(board, player), stones_of(board, 1 - player), empty_cells(board)
    found = threats if popcount(threats) == 1 else ZERO
    places = captures(board, own, theirs, empty)[1] & ~found
    return found | averting(board, own, theirs, empty, places, player)


@inlined_uncounted
def fork(board: Board, player: int, cell: int) -> tuple[Word, Word]:
    """Return the threats that a stone on a cell makes if no answer helps, else none.

    With them, where the opponent could capture in answer, in vain.
    """
    own, theirs, empty = stones_of(board, player), stones_of(board, 1 - player), empty_cells(board)
    taken = captured(board, own, theirs, cell)
    own |= board.bits[cell]
    theirs &= ~taken
    empty = (empty | taken) & ~board.bits[cell]
    near, far = board.sides[player, 0], board.sides[player, 1]
    threats = completing(own, empty, near, far, board.stride[0])
    if popcount(threats) < 2:
        return ZERO, ZERO
    places = captures(board, theirs, own, empty)[1]
    if averting(board, theirs, own, empty, places, 1 - player) != ZERO:
        return ZERO, places
    return threats, places


@inlined_uncounted
def ends_of_ways(board: Board, player: int) -> Word:
    """Return the empty cells that go on from a side; where two stones are missing, all of both."""
    own, empty, stride = stones_of(board, player), empty_cells(board), board.stride[0]
    near, far = board.sides[player, 0], board.sides[player, 1]
    from_near = near | beside(spread(own & near, own, stride), stride)
    from_far = far | beside(spread(own & far, own, stride), stride)
    return empty & (from_near | from_far)


@inlined_uncounted
def has_fork(board: Board, player: int) -> bool:
    """Return whether a player who lacks two stones can fork."""
    cells = ends_of_ways(board, player)
    while cells != ZERO:
        if fork(board, player, board.cells[lowest(cells)])[0] != ZERO:
            return True
        cells = without_lowest(cells)
    return False


@inlined_uncounted
def meeting_forks(board: Board, player: int, makes_threats: bool) -> Word:
    """Return the cells that may prevent that the opponent, who lacks two stones, forks next."""
    theirs, stride = stones_of(board, 1 - player), board.stride[0]
    found = empty_cells(board)
    threatening = ends_of_ways(board, player) if makes_threats else ZERO
    cells = ends_of_ways(board, 1 - player)
    while cells != ZERO:
        cell = board.cells[lowest(cells)]
        cells = without_lowest(cells)
        threats, places = fork(board, 1 - player, cell)
        if threats != ZERO and places == ZERO:
            here = board.bits[cell] | threatening
            here |= twice_beside(theirs | board.bits[cell], stride)
            if popcount(threats) == 2:
                here |= threats
            found &= here
    return found


@inlined_uncounted
def twice_beside(cells: Word, stride: Word) -> Word:
    """Return what has at least two of the cells for neighbours."""
    left, right = cells >> ONE, cells << ONE
    once, twice = left | right, left & right
    below = cells << stride
    twice |= once & below
    once |= below
    above = cells >> stride
    twice |= once & above
    once |= above
    below = left << stride
    twice |= once & below
    once |= below
    return twice | (once & (right >> stride))


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


@inlined_uncounted
def missing_to(board: Board, player: int) -> int:
    """Return how many stones a player lacks for a connection."""
    near, far = board.sides[player, 0], board.sides[player, 1]
    return stones_missing(stones_of(board, player), empty_cells(board), near, far, board.stride[0])


@implements(known, Sight, counts=False)
def seen(evaluator: Sight, position: Board) -> int:
    """Remember what is missing, too."""
    player = position.tally[TURN] & 1
    for who in range(2):
        evaluator.missing[who] = missing_to(position, who)
    if evaluator.switches[ENDS] == 0:
        return UNKNOWN
    if evaluator.missing[player] == 1:
        return WIN - 1
    if evaluator.missing[1 - player] == 1:
        threats = threats_of(position, 1 - player)
        return 2 - WIN if answers_to(position, player, threats) == ZERO else UNKNOWN
    looks = evaluator.switches[FORKS] == 1 and evaluator.missing[player] == _FORK
    return WIN - 3 if looks and has_fork(position, player) else UNKNOWN


@implements(candidates, Sight, counts=False)
def list_answers(evaluator: Sight, position: Board, moves: Moves) -> tuple[int, int]:
    if evaluator.switches[ANSWERS] == 0 or position.tally[TURN] <= 1:
        return legal(position, moves), 0
    player = position.tally[TURN] & 1
    own, theirs = missing_to(position, player), missing_to(position, 1 - player)
    if own == 1:
        return list_cells(position, threats_of(position, player), moves), 0
    cells, turns = ZERO, 0
    if theirs == 1:
        cells, turns = answers_to(position, player, threats_of(position, 1 - player)), 2
    elif evaluator.switches[FORKS] == 1 and theirs == _FORK:
        cells, turns = meeting_forks(position, player, own == _FORK), 4
        if cells == ZERO:
            empty = empty_cells(position)
            cells = empty ^ without_lowest(empty)
    if cells == ZERO:
        return legal(position, moves), 0
    return list_cells(position, cells, moves), turns


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
def by_chances(evaluator: Sight, position: Board, attacker: int) -> tuple[int, int]:
    """Go by the chance to win: the better it is, the less there is to prove."""
    if evaluator.switches[CHANCES] == 0:
        return 1, 1
    chance = chance_to_win(evaluator, position)
    if (position.tally[TURN] & 1) != attacker:
        chance = -chance
    return evaluator.numbers[SURE - chance], evaluator.numbers[SURE + chance]
