"""Random games of Cachex to their end, for Monte Carlo search.

Nothing is taken back, which allows a cheaper test for a connection: every stone that is joined
to its player's first side is marked, and a player has won when a marked stone stands on the
second side. A placement marks what it joins. The capture of a marked stone may leave others
marked that should not be; then that player's stones are marked anew, but not before a placement
beside a marked one asks for it.

On the scratch board a stone is ``1 << player``, plus ``NEAR << player`` if it is marked. The
frame beyond a first side carries the mark too, so that a cell on that side finds it beside it.
The values of the six neighbours of a cell are put side by side in one word, four bits each, so
that sets of neighbours are found by shifting and masking: neighbour i is bit 4i of such a set.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from trivium.games.cachex.geometry import FAR, FRAME, NEAR
from trivium.games.cachex.rules import (
    CENTRE,
    CONNECTION,
    EARLIER,
    END,
    MOVE,
    NO_TURN,
    PLAYING,
    REPETITIONS,
    SIZE,
    TURN_LIMIT,
    TURNS,
    VACANT,
    Stones,
    mirrored,
    times_occurred,
)
from trivium.kernel.bits import bit, select_in_set
from trivium.kernel.chance import Chance, below
from trivium.kernel.compiling import compiled, inlined
from trivium.kernel.verbs import Moves, implements, play_out

_ALL_SIX = 0x111111
"""The set of all neighbours."""
_MARK = 2
"""The number of bits from a player's stone to its mark."""


Numbers = NDArray[np.int64]


@inlined
def six_values(board: Numbers, place: int, a: int, b: int, c: int, d: int, e: int, f: int) -> int:
    """Return the values at six offsets from a place, side by side."""
    values: int = (
        board[place + a]
        | board[place + b] << 4
        | board[place + c] << 8
        | board[place + d] << 12
        | board[place + e] << 16
        | board[place + f] << 20
    )
    return values


@inlined
def turned(ring: int, steps: int) -> int:
    """Return the set of the neighbours i such that i + steps is in `ring`."""
    return ((ring >> (4 * steps)) | (ring << (24 - 4 * steps))) & _ALL_SIX


@inlined
def captured_ring(around: int, corners: int, player: int) -> int:
    """Return the set of neighbours that a new stone of `player` captures.

    `around` has the values of the neighbours, `corners` those of the cells that lie opposite
    in the diamonds with two adjacent neighbours i and i + 1.
    """
    own = (around >> player) & _ALL_SIX
    foe = (around >> (1 - player)) & _ALL_SIX
    apart = foe & turned(foe, 2) & turned(own, 1)
    together = foe & turned(foe, 1) & (corners >> player)
    return apart | turned(apart, 4) | together | turned(together, 5)


@inlined
def mark_joined(
    board: Numbers, steps: Numbers, borders: Numbers, queue: Numbers, waiting: int, player: int
) -> bool:
    """Mark what is joined to the first `waiting` places of the queue, which are marked.

    Return whether a stone on the player's second side has been marked.
    """
    stone, marked = 1 << player, (1 | NEAR) << player
    reached = 0
    done = 0
    while done < waiting:
        place = queue[done]
        done += 1
        for i in range(6):
            beside = place + steps[i]
            if board[beside] == stone:
                board[beside] = marked
                reached |= borders[beside]
                queue[waiting] = beside
                waiting += 1
    return reached & (FAR << player) != 0


@compiled
def mark_anew(
    board: Numbers, steps: Numbers, borders: Numbers, queue: Numbers, size: int, player: int
) -> None:
    """Mark the player's stones that are joined to the player's first side, and no others."""
    stone, marked = 1 << player, (1 | NEAR) << player
    stride = size + 2 * FRAME
    for place in range(len(board)):
        board[place] = stone if board[place] == marked else board[place]
    waiting = 0
    place = FRAME * stride + FRAME
    for _ in range(size):
        if board[place] == stone:
            board[place] = marked
            queue[waiting] = place
            waiting += 1
        place += 1 if player == 0 else stride
    mark_joined(board, steps, borders, queue, waiting, player)


@inlined
def copy_for_playing(position: Stones, scratch: Stones) -> None:
    """Set the scratch board up as the position, with marks."""
    board = scratch.board
    for place in range(len(board)):
        owner = position.board[place]
        board[place] = (position.borders[place] & (3 * NEAR)) + (owner == 0) + 2 * (owner == 1)
    for number in range(len(position.vacant)):
        scratch.vacant[number] = position.vacant[number]
    for count in range(len(position.last_with)):
        scratch.last_with[count] = position.last_with[count]
    for turn in range(position.tally[TURNS] + 1):
        scratch.hashes[turn] = position.hashes[turn]
        scratch.past[turn, EARLIER] = position.past[turn, EARLIER]
    for player in range(2):
        mark_anew(
            board, position.steps, position.borders, scratch.queue, position.tally[SIZE], player
        )


@inlined
def draw_turn(
    vacant_set: NDArray[np.uint64], vacant: int, turn: int, centre: int, cells: int, chance: Chance
) -> int:
    """Return a random turn, drawn as `pick` draws it."""
    steal = 1 if turn == 1 else 0
    while True:
        choice = below(chance, vacant + steal)
        if choice == vacant:
            return cells
        move = select_in_set(vacant_set, choice)
        if turn > 0 or move != centre:
            return move


@implements(play_out, Stones)
def place_at_random(
    position: Stones, scratch: Stones, chance: Chance, line: Moves
) -> tuple[int, int]:
    """Take random turns on a copy that keeps only what a playout needs."""
    tally = position.tally
    turn, vacant = tally[TURNS], tally[VACANT]
    if tally[END] != PLAYING:
        return 0, (2 * (turn & 1) - 1) * int(tally[END] == CONNECTION)
    copy_for_playing(position, scratch)
    board, vacant_set, queue = scratch.board, scratch.vacant, scratch.queue
    places, steps, borders = position.places, position.steps, position.borders
    size, cells = tally[SIZE], len(places)
    stride = size + 2 * FRAME
    word = position.hashes[turn]
    stale = 0
    moves = 0
    while moves < len(line):
        player = turn & 1
        move = draw_turn(vacant_set, vacant, turn, tally[CENTRE], cells, chance)
        line[moves] = 2 * move + player
        moves += 1
        turn += 1
        if move == cells:
            # The stone goes to the other colour, and to the mirror image of its cell.
            stolen = position.past[0, MOVE] if moves == 1 else line[0] >> 1
            board[places[stolen]] = 0
            vacant_set[stolen >> 6] ^= bit(stolen & 63)
            word ^= position.zobrist[stolen, 0]
            vacant += 1
            move = mirrored(position, stolen)
        place = places[move]
        around = six_values(board, place, stride - 1, stride, 1, 1 - stride, -stride, -1)
        marked = (around >> (_MARK + player)) & _ALL_SIX
        if marked != 0 and stale & (NEAR << player):
            mark_anew(board, steps, borders, queue, size, player)
            stale ^= NEAR << player
            around = six_values(board, place, stride - 1, stride, 1, 1 - stride, -stride, -1)
            marked = (around >> (_MARK + player)) & _ALL_SIX
        corners = six_values(
            board,
            place,
            2 * stride - 1,
            stride + 1,
            2 - stride,
            1 - 2 * stride,
            -stride - 1,
            stride - 2,
        )
        near = (NEAR << player) if marked != 0 else 0
        board[place] = (1 << player) | near
        vacant_set[move >> 6] ^= bit(move & 63)
        vacant -= 1
        word ^= position.zobrist[move, player]
        taken = captured_ring(around, corners, player)
        if taken != 0:
            lost = 0
            for i in range(6):
                if (taken >> (4 * i)) & 1:
                    beside = place + steps[i]
                    cell = position.cells[beside]
                    lost |= board[beside]
                    board[beside] = 0
                    vacant_set[cell >> 6] ^= bit(cell & 63)
                    vacant += 1
                    word ^= position.zobrist[cell, 1 - player]
            stale |= lost & (3 * NEAR)
        if near != 0:
            if borders[place] & (FAR << player):
                return moves, 1 - 2 * player
            queue[0] = place
            joined = (around >> player) & _ALL_SIX & ~marked
            if joined != 0 and mark_joined(board, steps, borders, queue, 1, player):
                return moves, 1 - 2 * player
        scratch.hashes[turn] = word
        earlier = scratch.last_with[vacant]
        scratch.past[turn, EARLIER] = earlier
        scratch.last_with[vacant] = turn
        if earlier != NO_TURN and times_occurred(scratch, turn) >= REPETITIONS:
            return moves, 0
        if turn >= TURN_LIMIT:
            return moves, 0
    return moves, 0
