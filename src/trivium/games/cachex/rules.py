"""The compiled rules of Cachex.

The board is an array of cells with a frame around it. A placement at x can only capture
neighbours of x, so six bits say what it took, and that is all that undo needs to know.
Player 0 is Red and joins the sides r = 0 and r = n-1; player 1 is Blue and joins q = 0 and
q = n-1.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trivium.games.cachex.geometry import Rhombus, centre
from trivium.games.cachex.sets import WORDS, flip
from trivium.kernel.bits import WORD_BITS, ZERO, Word, bit, has, list_ones, popcount, select_in_set
from trivium.kernel.chance import Chance, below
from trivium.kernel.compiling import compiled, inlined
from trivium.kernel.repetition import came_back
from trivium.kernel.verbs import (
    WIN,
    Moves,
    allowed,
    banked,
    elapsed,
    final,
    folded_key,
    implements,
    key,
    legal,
    most_left,
    most_moves,
    move_codes,
    mover,
    over,
    pick,
    play,
    promise,
    score,
    tactical,
    undo,
)
from trivium.kernel.zobrist import zobrist_words

TURN_LIMIT = 343
REPETITIONS = 7
"""A board that has occurred this often is a draw."""

EMPTY = -1
OFF_BOARD = 2

# How a game has ended
PLAYING = 0
CONNECTION = 1
REPETITION = 2
LIMIT = 3

# Places in `Stones.tally`
TURNS = 0
END = 1
VACANT = 2
SIZE = 3
CENTRE = 4

# Columns of `Stones.past`
MOVE = 0
TAKEN = 1
"""Six bits: the neighbours that the placement captured."""
EARLIER = 2
"""The turn before this one after which as many cells were vacant; `NO_TURN` if none."""

NO_TURN = -1

FILLS = 0
"""A corner of the frame, which no flood fill visits: there `Stones.marks` counts the fills."""

_STEAL_WORD = zobrist_words("cachex steal possible", 1)
_MOVER_WORD = zobrist_words("cachex blue to move", 1)


class Stones(NamedTuple):
    """A position of Cachex."""

    places: NDArray[np.int64]
    cells: NDArray[np.int64]
    steps: NDArray[np.int64]
    ranks: NDArray[np.int64]
    """For each player and cell, which of the lines that the player has to cross it is on."""
    borders: NDArray[np.int64]
    zobrist: NDArray[np.uint64]
    """A word for each cell and colour."""
    board: NDArray[np.int64]
    """Framed: the player whose stone it is, EMPTY or OFF_BOARD."""
    vacant: NDArray[np.uint64]
    """The empty cells as a bit set."""
    held: NDArray[np.uint64]
    """For each player the cells with a stone of that player, as a set (see `sets`)."""
    hashes: NDArray[np.uint64]
    """The hash of the board after each turn; the mover is no part of it."""
    past: NDArray[np.int64]
    """For each turn its MOVE and TAKEN; for the board after it, EARLIER."""
    last_with: NDArray[np.int64]
    """For each number of vacant cells the last turn that left so many, or `NO_TURN`."""
    rank_counts: NDArray[np.int64]
    """Stones of each player on each of the lines that player has to cross."""
    ranks_held: NDArray[np.int64]
    """For each player, the lines to cross that hold a stone: all of them, or no connection."""
    marks: NDArray[np.int64]
    """For each framed cell the last flood fill that visited it; [FILLS] counts them."""
    queue: NDArray[np.int64]
    tally: NDArray[np.int64]


def start(board: Rhombus) -> Stones:
    """Return the empty board with Red to move."""
    size, count = board.size, board.size * board.size
    vacant = np.zeros((count + WORD_BITS - 1) // WORD_BITS, np.uint64)
    for cell in range(count):
        vacant[cell // WORD_BITS] |= bit(cell % WORD_BITS)
    framed = np.where(board.cells >= 0, EMPTY, OFF_BOARD)
    past = np.zeros((TURN_LIMIT + 1, 3), np.int64)
    past[0, EARLIER] = NO_TURN
    last_with = np.full(count + 1, NO_TURN, np.int64)
    last_with[count] = 0
    tally = np.zeros(5, np.int64)
    tally[VACANT] = count
    tally[SIZE] = size
    tally[CENTRE] = centre(size)
    return Stones(
        places=board.places,
        cells=board.cells,
        steps=board.steps,
        ranks=board.ranks,
        borders=board.borders,
        zobrist=zobrist_words("cachex stones", count, 2),
        board=framed,
        vacant=vacant,
        held=np.zeros((2, WORDS), np.uint64),
        hashes=np.zeros(TURN_LIMIT + 1, np.uint64),
        past=past,
        last_with=last_with,
        rank_counts=np.zeros((2, size), np.int64),
        ranks_held=np.zeros(2, np.int64),
        marks=np.zeros(len(framed), np.int64),
        queue=np.zeros(count, np.int64),
        tally=tally,
    )


def set_up(board: Rhombus, stones: dict[int, int], turns: int) -> Stones:
    """Return the position with the given player's stone on each given cell after `turns` turns.

    The count of repetitions begins here. If a side is already connected, it has won.
    """
    position = start(board)
    word = position.hashes[0]
    for cell, player in stones.items():
        word ^= put(position, cell, player)
    position.hashes[turns] = word
    position.past[turns, EARLIER] = NO_TURN
    position.last_with.fill(NO_TURN)
    position.last_with[position.tally[VACANT]] = turns
    position.tally[TURNS] = turns
    if turns == 1 and len(stones) == 1:
        position.past[0, MOVE] = next(iter(stones))
    if any(connects(position, cell, player) for cell, player in stones.items()):
        position.tally[END] = CONNECTION
    elif turns >= TURN_LIMIT:
        position.tally[END] = LIMIT
    return position


@compiled
def put(position: Stones, cell: int, player: int) -> Word:
    """Set a stone on an empty cell; return its Zobrist word."""
    position.board[position.places[cell]] = player
    position.vacant[cell >> 6] ^= bit(cell & 63)
    flip(position.held[player], position.ranks[0, cell], position.ranks[1, cell])
    position.tally[VACANT] -= 1
    rank = position.ranks[player, cell]
    position.ranks_held[player] += position.rank_counts[player, rank] == 0
    position.rank_counts[player, rank] += 1
    return position.zobrist[cell, player]


@compiled
def lift(position: Stones, cell: int) -> Word:
    """Take the stone off a cell; return its Zobrist word."""
    place = position.places[cell]
    player = position.board[place]
    position.board[place] = EMPTY
    position.vacant[cell >> 6] ^= bit(cell & 63)
    flip(position.held[player], position.ranks[0, cell], position.ranks[1, cell])
    position.tally[VACANT] += 1
    rank = position.ranks[player, cell]
    position.rank_counts[player, rank] -= 1
    position.ranks_held[player] -= position.rank_counts[player, rank] == 0
    return position.zobrist[cell, player]


@compiled
def captured_by(position: Stones, cell: int, player: int) -> int:
    """Return as six bits the neighbours that `player` takes by placing a stone on `cell`.

    Each diamond around the cell has the two stones to take at steps i and i+1 (they touch) or
    i and i+2 (they do not), and the fourth corner at the sum of the two steps.
    """
    board = position.board
    steps = position.steps
    place = position.places[cell]
    enemy = 1 - player
    taken = 0
    for i in range(6):
        if board[place + steps[i]] != enemy:
            continue
        j = i + 1
        if board[place + steps[j]] == enemy and board[place + steps[i] + steps[j]] == player:
            taken |= (1 << i) | (1 << (j % 6))
        j = i + 2
        if board[place + steps[j]] == enemy and board[place + steps[i + 1]] == player:
            taken |= (1 << i) | (1 << (j % 6))
    return taken


@compiled
def may_connect(position: Stones, cell: int, player: int) -> bool:
    """Return whether a new stone on `cell` can have joined what was not joined before.

    Inside the board it must touch two groups that do not touch each other beside it; on one
    of the player's sides, one group will do. And every line to cross must hold a stone.
    """
    size = position.tally[SIZE]
    if position.ranks_held[player] < size:
        return False
    place = position.places[cell]
    groups = 0
    before = position.board[place + position.steps[5]] == player
    for i in range(6):
        here = position.board[place + position.steps[i]] == player
        groups += here and not before
        before = here
    rank = position.ranks[player, cell]
    return groups >= 2 or (groups == 1 and (rank == 0 or rank == size - 1))


@compiled
def connects(position: Stones, cell: int, player: int) -> bool:
    """Return whether the group of the player's stone on `cell` joins the player's two sides."""
    board, marks, queue, steps = position.board, position.marks, position.queue, position.steps
    size = position.tally[SIZE]
    marks[FILLS] += 1
    fill = marks[FILLS]
    queue[0] = position.places[cell]
    marks[queue[0]] = fill
    waiting = 1
    done = 0
    near = False
    far = False
    while done < waiting:
        place = queue[done]
        done += 1
        rank = position.ranks[player, position.cells[place]]
        near = near or rank == 0
        far = far or rank == size - 1
        if near and far:
            return True
        for i in range(6):
            beside = place + steps[i]
            if board[beside] == player and marks[beside] != fill:
                marks[beside] = fill
                queue[waiting] = beside
                waiting += 1
    return False


@compiled
def times_occurred(position: Stones, turn: int) -> int:
    """Return how often the board after `turn` has occurred up to then.

    Only a board with as many vacant cells can be the same one. Few are: without captures the
    stones grow more and more.
    """
    times = 1
    earlier = position.past[turn, EARLIER]
    while earlier != NO_TURN:
        times += position.hashes[earlier] == position.hashes[turn]
        earlier = position.past[earlier, EARLIER]
    return times


@inlined
def steal_code(position: Stones) -> int:
    """Return the number of the steal among the moves: the one that follows those of the cells."""
    return len(position.places)


@inlined
def is_steal(position: Stones, move: int) -> bool:
    """Return whether a move is the steal."""
    return move == steal_code(position)


@compiled
def mirrored(position: Stones, cell: int) -> int:
    """Return the cell that a stolen stone on `cell` goes to."""
    size = position.tally[SIZE]
    return (cell % size) * size + cell // size


@compiled
def steal(position: Stones) -> Word:
    """Make Red's only stone Blue's, at its reflection; return how that changes the key."""
    stolen = position.past[0, MOVE]
    change = lift(position, stolen)
    return change ^ put(position, mirrored(position, stolen), 1)


@compiled
def give_back(position: Stones) -> None:
    """Undo `steal`."""
    stolen = position.past[0, MOVE]
    lift(position, mirrored(position, stolen))
    put(position, stolen, 0)


@implements(most_moves, Stones)
def most_moves_here(position: Stones) -> int:
    return len(position.places)


@implements(legal, Stones)
def list_turns(position: Stones, moves: Moves) -> int:
    tally = position.tally
    if tally[END] != PLAYING:
        return 0
    count = list_ones(position.vacant, moves)
    if tally[TURNS] == 0 and tally[CENTRE] >= 0:
        # All cells are empty, so the centre stands at its own number.
        for index in range(tally[CENTRE], count - 1):
            moves[index] = moves[index + 1]
        count -= 1
    if tally[TURNS] == 1:
        moves[count] = steal_code(position)
        count += 1
    return count


@implements(allowed, Stones)
def may_be_played(position: Stones, move: int) -> bool:
    tally = position.tally
    if tally[END] != PLAYING:
        return False
    if is_steal(position, move):
        return tally[TURNS] == 1
    if tally[TURNS] == 0 and move == tally[CENTRE]:
        return False
    return has(position.vacant[move >> 6], move & 63)


@implements(pick, Stones)
def pick_turn(position: Stones, chance: Chance) -> int:
    tally = position.tally
    steal = 1 if tally[TURNS] == 1 else 0
    while True:
        choice = below(chance, tally[VACANT] + steal)
        if choice == tally[VACANT]:
            return steal_code(position)
        move = select_in_set(position.vacant, choice)
        if tally[TURNS] > 0 or move != tally[CENTRE]:
            return move


@implements(play, Stones)
def take_turn(position: Stones, move: int) -> None:
    tally = position.tally
    player = tally[TURNS] & 1
    change = position.hashes[tally[TURNS]]
    taken = 0
    if is_steal(position, move):
        move_to = mirrored(position, position.past[0, MOVE])
        change ^= steal(position)
    else:
        move_to = move
        taken = captured_by(position, move, player)
        change ^= put(position, move, player)
        if taken != 0:
            place = position.places[move]
            for i in range(6):
                if (taken >> i) & 1:
                    change ^= lift(position, position.cells[place + position.steps[i]])
    position.past[tally[TURNS], MOVE] = move
    position.past[tally[TURNS], TAKEN] = taken
    tally[TURNS] += 1
    turn = tally[TURNS]
    position.hashes[turn] = change
    position.past[turn, EARLIER] = position.last_with[tally[VACANT]]
    position.last_with[tally[VACANT]] = turn
    if may_connect(position, move_to, player) and connects(position, move_to, player):
        tally[END] = CONNECTION
    elif times_occurred(position, turn) >= REPETITIONS:
        tally[END] = REPETITION
    elif turn >= TURN_LIMIT:
        tally[END] = LIMIT


@implements(undo, Stones)
def take_turn_back(position: Stones) -> None:
    tally = position.tally
    tally[END] = PLAYING
    position.last_with[tally[VACANT]] = position.past[tally[TURNS], EARLIER]
    tally[TURNS] -= 1
    turn = tally[TURNS]
    player = turn & 1
    move = position.past[turn, MOVE]
    if is_steal(position, move):
        give_back(position)
        return
    taken = position.past[turn, TAKEN]
    if taken != 0:
        place = position.places[move]
        for i in range(6):
            if (taken >> i) & 1:
                put(position, position.cells[place + position.steps[i]], 1 - player)
    lift(position, move)


@implements(mover, Stones)
def mover_here(position: Stones) -> int:
    return position.tally[TURNS] & 1


@implements(over, Stones)
def ended(position: Stones) -> bool:
    return position.tally[END] != PLAYING


@implements(score, Stones)
def result(position: Stones) -> int:
    # Only the player who has just moved can have won.
    return -1 if position.tally[END] == CONNECTION else 0


@implements(key, Stones)
def board_key(position: Stones) -> Word:
    turns = position.tally[TURNS]
    word = position.hashes[turns]
    if turns & 1:
        word ^= _MOVER_WORD[0]
    if turns == 1:
        word ^= _STEAL_WORD[0]
    return word


@came_back.register(Stones)
def boards_seen_again(position: Stones) -> NDArray[np.uint64]:
    turns = position.last_with[position.last_with != NO_TURN]
    boards: list[NDArray[np.uint64]] = []
    while len(turns):
        # Only boards with as many vacant cells can be the same: none, as long as none is taken.
        turns = turns[position.past[turns, EARLIER] != NO_TURN]
        again = np.array([turn for turn in turns if times_occurred(position, turn) > 1], np.int64)
        boards.append(position.hashes[again] ^ np.where(again & 1, _MOVER_WORD[0], ZERO))
        turns = position.past[turns, EARLIER]
    return np.concatenate(boards)


@implements(move_codes, Stones)
def count_codes(position: Stones) -> int:
    return steal_code(position) + 1


@implements(most_left, Stones)
def turns_left(position: Stones) -> int:
    return TURN_LIMIT - position.tally[TURNS]


@implements(final, Stones)
def final_value(position: Stones) -> int:
    return -(WIN - position.tally[TURNS]) if position.tally[END] == CONNECTION else 0


@implements(elapsed, Stones)
def turns_played(position: Stones) -> int:
    return position.tally[TURNS]


@implements(banked, Stones)
def nothing_banked(position: Stones) -> int:
    return 0


@implements(folded_key, Stones)
def unfolded_key(position: Stones) -> Word:
    return key(position)


@implements(promise, Stones)
def captures_first(position: Stones, move: int) -> int:
    if is_steal(position, move):
        return 0
    return popcount(np.uint64(captured_by(position, move, position.tally[TURNS] & 1)))


@implements(tactical, Stones)
def list_captures(position: Stones, moves: Moves) -> int:
    count = list_ones(position.vacant, moves)
    player = position.tally[TURNS] & 1
    kept = 0
    for index in range(count):
        if captured_by(position, moves[index], player) != 0:
            moves[kept] = moves[index]
            kept += 1
    return kept
