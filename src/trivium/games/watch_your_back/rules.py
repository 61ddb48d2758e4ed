"""The compiled rules of Watch Your Back!, on bitboards.

A position is two words of pieces and a few counters. Undo keeps the two words before each
turn, in a ring of the last `REMEMBERED` turns, because the rules set no limit to a game.
Player 0 is White, player 1 Black.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trivium.games.watch_your_back.geometry import (
    CORNERS,
    DIRECTIONS,
    FIRST_STEP,
    FORFEIT,
    NOT_LEFT,
    NOT_RIGHT,
    PLAYABLE,
    SHRINK_TURNS,
    SIDE,
    SQUARES,
    WAY_BITS,
    WAYS,
    ZONES,
    square_index,
    square_of,
    stage_corners,
    word_of,
)
from trivium.kernel.bits import ZERO, Word, bit, has, lowest, popcount, select, without_lowest
from trivium.kernel.chance import Chance, below, mix
from trivium.kernel.compiling import compiled
from trivium.kernel.verbs import (
    ENDLESS,
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

PLACING_TURNS = 24
FEWEST = 2
"""A player with fewer pieces than this has lost."""

REMEMBERED = 1024
"""Turns that can be taken back: a power of two, and at least `UNDO_DEPTH`."""

# How a game has ended
PLAYING = 0
ELIMINATED = 1
MOVE_LIMIT = 2

# Places in `Pieces.tally`
TURNS = 0
"""All turns so far; the moving phase begins at `PLACING_TURNS`."""
END = 1
STAGE = 2
"""Shrinks so far."""
LIMIT = 3
"""The moving-phase turn after which an undecided game is drawn; 0 for none."""

_MOST_MOVES = 48  # twelve pieces, four directions

_FIRST_SHRINK = PLACING_TURNS + SHRINK_TURNS[0]
_SECOND_SHRINK = PLACING_TURNS + SHRINK_TURNS[1]

_NEW_CORNERS = np.array(
    [[square_index(x, y) for x, y in stage_corners(stage)] for stage in range(len(CORNERS))]
)
_NEW_CORNERS.flags.writeable = False

_ONE_COLUMN = np.uint64(1)
_ONE_ROW = np.uint64(8)

_NEIGHBOURS = np.array(
    [
        word_of(
            (x + dx, y + dy) for dx, dy in DIRECTIONS if 0 <= x + dx < SIDE and 0 <= y + dy < SIDE
        )
        for x, y in map(square_of, range(SQUARES))
    ]
)
"""The neighbours of each square."""
_NEIGHBOURS.flags.writeable = False

_TURN_WORDS = zobrist_words("watch your back turns", PLACING_TURNS + SHRINK_TURNS[1] + 2)


class Pieces(NamedTuple):
    """A position of Watch Your Back!"""

    sides: NDArray[np.uint64]
    """The squares of White's and of Black's pieces."""
    past: NDArray[np.uint64]
    """`sides` before each of the last turns; turn t stands at t mod `REMEMBERED`."""
    tally: NDArray[np.int64]


def start(move_limit: int | None = None) -> Pieces:
    """Return the empty board with White to place; see `LIMIT` for `move_limit`."""
    tally = np.zeros(4, np.int64)
    tally[LIMIT] = move_limit or 0
    return Pieces(np.zeros(2, np.uint64), np.zeros((REMEMBERED, 2), np.uint64), tally)


def set_up(
    white: Word, black: Word, stage: int, turns: int, move_limit: int | None = None
) -> Pieces:
    """Return the position with the given pieces after `turns` turns of both phases."""
    position = start(move_limit)
    position.sides[:] = (white, black)
    position.tally[TURNS] = turns
    position.tally[STAGE] = stage
    if turns >= PLACING_TURNS:
        check_end(position)
    return position


@compiled
def towards(word: Word, direction: int) -> Word:
    """Return all squares of `word` moved one square left, right, down or up (0 to 3)."""
    if direction == 0:
        return (word & NOT_LEFT) >> _ONE_COLUMN
    if direction == 1:
        return (word & NOT_RIGHT) << _ONE_COLUMN
    if direction == 2:
        return word << _ONE_ROW
    return word >> _ONE_ROW


@compiled
def offset(direction: int) -> int:
    """Return the difference of square numbers one step in a direction makes."""
    if direction < 2:
        return 2 * direction - 1
    return 8 if direction == 2 else -8


@compiled
def empty_squares(position: Pieces) -> Word:
    """Return the squares a piece could stand on but none does."""
    return PLAYABLE[position.tally[STAGE]] & ~(position.sides[0] | position.sides[1])


@compiled
def steps_to(position: Pieces, player: int, direction: int) -> Word:
    """Return the squares that the player's pieces can step to in a direction."""
    return towards(position.sides[player], direction) & empty_squares(position)


@compiled
def jumps_to(position: Pieces, player: int, direction: int) -> Word:
    """Return the squares that the player's pieces can jump to in a direction."""
    over_these = towards(position.sides[player], direction) & (
        position.sides[0] | position.sides[1]
    )
    return towards(over_these, direction) & empty_squares(position)


@compiled
def count_moves(position: Pieces, player: int) -> int:
    """Return the number of steps and jumps the player would have, were it their turn to move."""
    count = 0
    for direction in range(4):
        count += popcount(steps_to(position, player, direction))
        count += popcount(jumps_to(position, player, direction))
    return count


@compiled
def hit_neighbours(position: Pieces, square: int, victims: Word, allies: Word) -> Word:
    """Return those `victims` next to `square` with an ally or corner on their far side."""
    hostile = allies | CORNERS[position.tally[STAGE]]
    here = bit(square)
    hit = ZERO
    for direction in range(4):
        beside = towards(here, direction) & victims
        if beside != ZERO and towards(beside, direction) & hostile != ZERO:
            hit |= beside
    return hit


@compiled
def stands_between(position: Pieces, square: int, enemies: Word) -> bool:
    """Return whether `square` lies between two enemies or corners, along a row or column."""
    hostile = enemies | CORNERS[position.tally[STAGE]]
    here = bit(square)
    across = towards(here, 0) & hostile != ZERO and towards(here, 1) & hostile != ZERO
    along = towards(here, 2) & hostile != ZERO and towards(here, 3) & hostile != ZERO
    return across or along


@compiled
def arrive(position: Pieces, square: int, player: int) -> None:
    """Eliminate what a piece of `player` that has just come to `square` eliminates."""
    sides = position.sides
    enemy = 1 - player
    sides[enemy] &= ~hit_neighbours(position, square, sides[enemy], sides[player])
    if stands_between(position, square, sides[enemy]):
        sides[player] &= ~bit(square)


@compiled
def shrink(position: Pieces) -> None:
    """Remove the outermost ring, then set the new corners one after the other.

    A new corner takes the piece on its square and then, like a piece that has just moved
    there, the neighbours of either colour with an enemy on their far side. (There is never
    another corner on the far side: two corners are at least three squares apart.)
    """
    sides, tally = position.sides, position.tally
    tally[STAGE] += 1
    stage = tally[STAGE]
    for player in range(2):
        sides[player] &= PLAYABLE[stage] | CORNERS[stage]
    for number in range(4):
        corner = bit(_NEW_CORNERS[stage, number])
        for player in range(2):
            sides[player] &= ~corner
        for direction in range(4):
            beside = towards(corner, direction)
            beyond = towards(beside, direction)
            for player in range(2):
                if beside & sides[player] != ZERO and beyond & sides[1 - player] != ZERO:
                    sides[player] &= ~beside


@compiled
def check_end(position: Pieces) -> None:
    """End the game if a player has too few pieces left."""
    if popcount(position.sides[0]) < FEWEST or popcount(position.sides[1]) < FEWEST:
        position.tally[END] = ELIMINATED


@compiled
def way_of(move: int) -> int:
    """Return the way that a movement goes: twice its direction, and one more for a jump."""
    return (move - FIRST_STEP) & (WAYS - 1)


@compiled
def origin_of(move: int) -> int:
    """Return the square that a movement begins on."""
    return (move - FIRST_STEP) >> WAY_BITS


@compiled
def target_of(move: int) -> int:
    """Return the square that a placement or movement ends on."""
    if move < FIRST_STEP:
        return move
    way = way_of(move)
    return origin_of(move) + offset(way >> 1) * (1 + (way & 1))


@implements(most_moves, Pieces)
def most_moves_here(position: Pieces) -> int:
    return _MOST_MOVES


@implements(legal, Pieces)
def list_turns(position: Pieces, moves: Moves) -> int:
    tally = position.tally
    if tally[END] != PLAYING:
        return 0
    player = tally[TURNS] & 1
    count = 0
    if tally[TURNS] < PLACING_TURNS:
        return _list_squares(moves, empty_squares(position) & ZONES[player])
    for direction in range(4):
        count = _list_one_way(moves, count, steps_to(position, player, direction), direction, 0)
        count = _list_one_way(moves, count, jumps_to(position, player, direction), direction, 1)
    if count == 0:
        moves[0] = FORFEIT
        count = 1
    return count


@compiled
def _list_squares(moves: Moves, squares: Word) -> int:
    count = 0
    while squares != ZERO:
        moves[count] = lowest(squares)
        squares = without_lowest(squares)
        count += 1
    return count


@compiled
def _list_one_way(moves: Moves, count: int, targets: Word, direction: int, jump: int) -> int:
    back = offset(direction) * (1 + jump)
    while targets != ZERO:
        moves[count] = FIRST_STEP + (lowest(targets) - back) * WAYS + direction * 2 + jump
        targets = without_lowest(targets)
        count += 1
    return count


@implements(allowed, Pieces)
def may_be_made(position: Pieces, move: int) -> bool:
    turns = position.tally[TURNS]
    player = turns & 1
    if position.tally[END] != PLAYING or (move < FIRST_STEP) != (turns < PLACING_TURNS):
        return False
    if move < FIRST_STEP:
        return has(empty_squares(position) & ZONES[player], move)
    if move == FORFEIT:
        return count_moves(position, player) == 0
    way, origin, target = way_of(move), origin_of(move), target_of(move)
    if target < 0 or target >= SQUARES or not has(position.sides[player], origin):
        return False
    if way & 1:
        return has(jumps_to(position, player, way >> 1), target)
    return has(steps_to(position, player, way >> 1), target)


@implements(pick, Pieces)
def pick_turn(position: Pieces, chance: Chance) -> int:
    player = position.tally[TURNS] & 1
    if position.tally[TURNS] < PLACING_TURNS:
        squares = empty_squares(position) & ZONES[player]
        return select(squares, below(chance, popcount(squares)))
    count = count_moves(position, player)
    if count == 0:
        return FORFEIT
    rank = below(chance, count)
    for way in range(WAYS):
        direction, jump = way >> 1, way & 1
        if jump:
            targets = jumps_to(position, player, direction)
        else:
            targets = steps_to(position, player, direction)
        here = popcount(targets)
        if rank < here:
            origin = select(targets, rank) - offset(direction) * (1 + jump)
            return FIRST_STEP + origin * WAYS + way
        rank -= here
    return FORFEIT


@implements(play, Pieces)
def take_turn(position: Pieces, move: int) -> None:
    sides, tally = position.sides, position.tally
    player = tally[TURNS] & 1
    place = tally[TURNS] & (REMEMBERED - 1)
    position.past[place, 0] = sides[0]
    position.past[place, 1] = sides[1]
    if move < FIRST_STEP:
        sides[player] |= bit(move)
        arrive(position, move, player)
    elif move != FORFEIT:
        target = target_of(move)
        sides[player] ^= bit(origin_of(move)) | bit(target)
        arrive(position, target, player)
    tally[TURNS] += 1
    turns = tally[TURNS]
    if turns < PLACING_TURNS:
        return
    check_end(position)
    if tally[END] == PLAYING and (turns in (_FIRST_SHRINK, _SECOND_SHRINK)):
        shrink(position)
        check_end(position)
    if tally[END] == PLAYING and tally[LIMIT] != 0 and turns - PLACING_TURNS >= tally[LIMIT]:
        tally[END] = MOVE_LIMIT


@implements(undo, Pieces)
def take_turn_back(position: Pieces) -> None:
    sides, tally = position.sides, position.tally
    tally[TURNS] -= 1
    turns = tally[TURNS]
    place = turns & (REMEMBERED - 1)
    sides[0] = position.past[place, 0]
    sides[1] = position.past[place, 1]
    tally[END] = PLAYING
    tally[STAGE] = (turns >= _FIRST_SHRINK) + (turns >= _SECOND_SHRINK)


@implements(mover, Pieces)
def mover_here(position: Pieces) -> int:
    return position.tally[TURNS] & 1


@implements(over, Pieces)
def ended(position: Pieces) -> bool:
    return position.tally[END] != PLAYING


@implements(score, Pieces)
def result(position: Pieces) -> int:
    if position.tally[END] != ELIMINATED:
        return 0
    player = position.tally[TURNS] & 1
    alive = popcount(position.sides[player]) >= FEWEST
    enemy_alive = popcount(position.sides[1 - player]) >= FEWEST
    return int(alive) - int(enemy_alive)


@implements(key, Pieces)
def board_key(position: Pieces) -> Word:
    """The turn matters until the last shrink, and only by its parity from there on.

    If the moves are limited it matters always: a win may come too late.

    The two words say all of the board, so that scrambling them is as good as the exclusive or
    of a random word for each piece, and faster than even keeping such a sum up to date.
    """
    turns = position.tally[TURNS]
    left = ZERO
    if turns > _SECOND_SHRINK:
        if position.tally[LIMIT] != 0:
            left = mix(np.uint64(PLACING_TURNS + position.tally[LIMIT] - turns))
        turns = _SECOND_SHRINK + (turns & 1)
    return mix(mix(position.sides[0] ^ _TURN_WORDS[turns] ^ left) ^ position.sides[1])


@implements(move_codes, Pieces)
def count_codes(position: Pieces) -> int:
    return FORFEIT + 1


@implements(most_left, Pieces)
def turns_left(position: Pieces) -> int:
    if position.tally[LIMIT] == 0:
        return ENDLESS
    return PLACING_TURNS + position.tally[LIMIT] - position.tally[TURNS]


@implements(final, Pieces)
def final_value(position: Pieces) -> int:
    return score(position) * (WIN - position.tally[TURNS])


@implements(elapsed, Pieces)
def turns_played(position: Pieces) -> int:
    return position.tally[TURNS]


@implements(banked, Pieces)
def nothing_banked(position: Pieces) -> int:
    return 0


@implements(folded_key, Pieces)
def unfolded_key(position: Pieces) -> Word:
    return key(position)


@implements(promise, Pieces)
def eliminations_first(position: Pieces, move: int) -> int:
    """Pieces won less the piece lost, without making the move."""
    if move == FORFEIT:
        return 0
    player = position.tally[TURNS] & 1
    own = position.sides[player]
    if move >= FIRST_STEP:
        own &= ~bit(origin_of(move))
    enemies = position.sides[1 - player]
    square = target_of(move)
    if _NEIGHBOURS[square] & (enemies | CORNERS[position.tally[STAGE]]) == ZERO:
        return 0
    hit = hit_neighbours(position, square, enemies, own)
    lost = stands_between(position, square, enemies & ~hit)
    return popcount(hit) - int(lost)


@compiled
def hitting_squares(position: Pieces, player: int) -> Word:
    """Return the empty squares from which a further piece of the player would eliminate one."""
    hostile = position.sides[player] | CORNERS[position.tally[STAGE]]
    squares = ZERO
    for direction in range(4):
        victims = towards(hostile, direction) & position.sides[1 - player]
        squares |= towards(victims, direction)
    return squares & empty_squares(position)


@implements(tactical, Pieces)
def list_eliminations(position: Pieces, moves: Moves) -> int:
    player = position.tally[TURNS] & 1
    squares = hitting_squares(position, player)
    if squares == ZERO:
        return 0
    count = 0
    if position.tally[TURNS] < PLACING_TURNS:
        count = _list_squares(moves, squares & ZONES[player])
    else:
        for direction in range(4):
            steps = steps_to(position, player, direction) & squares
            jumps = jumps_to(position, player, direction) & squares
            count = _list_one_way(moves, count, steps, direction, 0)
            count = _list_one_way(moves, count, jumps, direction, 1)
    kept = 0
    for index in range(count):
        if promise(position, moves[index]) > 0:
            moves[kept] = moves[index]
            kept += 1
    return kept
