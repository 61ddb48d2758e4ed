"""Proofs about quiet states: is the value at least so much?

The value of a quiet state is the largest value of its moves. A move leaves a quiet state, worth
u to the opponent; by the rules of `trivium.solve.captures` the move is then worth

    -u                after a safe string,
    -c - u            after c coins that the opponent has to take,
    h - c - |u + h|   after c coins of which the last h may be handed back: 2 of a chain from
                      three on, 4 of a loop from four on.

In the last case no u makes the move worth more than h - c: whoever opens a long chain or loop
leaves the choice to the opponent. That bound alone refutes most such moves. All values have the
parity of the coins, so a question "at least t?" can be put to the next number of that parity.

**Levels.** Giving coins away is seldom right while there are many safe strings, but it is what
makes the search large. At level k the search gives nothing away in states with more than k safe
moves. Safe moves only ever get fewer, so everything found about states with at most k of them is
exact, and stays in the table for the next level, which has only the states above to look at; and
those it finds with their best moves so far. A search that goes up the levels therefore costs
less than one that begins with the whole truth, and has an estimate to show from the first level
on. It is exact where the level reaches the number of safe moves at the root.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from trivium.kernel.bits import ZERO, Word, wrapping_add, wrapping_multiply
from trivium.kernel.borrowing import borrowed
from trivium.kernel.compiling import compiled, inlined
from trivium.search.running import StopFlag, new_stop_flag
from trivium.solve.bounds import EXACT, Bounds, find, high_of, keep, level_of, low_of, tag_of
from trivium.solve.coins import (
    DIRECTIONS,
    GROUND_MASK,
    GROUND_SHIFT,
    TO_GROUND,
    Net,
    Row,
    strings_of,
)
from trivium.solve.runs import (
    HIGHEST_RANK,
    ONCE,
    RANK_SHIFT,
    SAFE_AT,
    Moves,
    Rows,
    add_run,
    first_end,
    length_of,
    list_lone,
    list_runs,
    list_safe,
    mixed,
    mixed_otherwise,
    remove_run,
    run_word,
    second_end,
    string_of,
)

# Places in `Memory.counters`
NODES = 0
NODE_LIMIT = 1
LEVEL = 2
FOLD_FROM = 3
"""States with at least so many ends of strings have keys folded by symmetry."""
BEST = 4
"""The move at the root that reached the last target."""
SALT = 5
"""Changes the order of moves that look alike, so that two threads go different ways."""
_STAMP = 6
_COUNTERS = 7

HAND_BACK = 2
"""The coins at the end of a chain that may be handed back."""
HAND_BACK_LOOP = 4
"""Those of a loop."""

# Typed, because Numba would compile what is called with a literal once more for it.
ROOT: Any = np.int64(0)
"""The ply of the state in question."""
_NOT_LISTED: Any = np.int64(-1)
_NO_MOVE: Any = np.int64(-1)

_LONGEST_SHORT = 50
_KILLED_WORTH = 4096
_MOST_HISTORY = 60_000
_MARKS = 64
_TAG_SHIFT = np.uint64(40)
_TAG_MASK = np.uint64(0xFFFF)


class Memory(NamedTuple):
    """What one searching thread needs; everything down to `moves` has a row for each ply."""

    rows: NDArray[np.int64]
    """The state."""
    sums: NDArray[np.uint64]
    """Its key."""
    left: NDArray[np.int64]
    """How many coins are left, and how many ends of strings they have."""
    moves: NDArray[np.int64]
    marks: NDArray[np.int64]
    """For each coin when it was seen last, and how many safe strings it has."""
    history: NDArray[np.int64]
    """For each string how often cutting it was enough."""
    counters: NDArray[np.int64]
    stop: StopFlag


def new_memory(net: Net, strings: int) -> Memory:
    """Return memory for states with at most so many strings."""
    coins = len(net.neighbour) // DIRECTIONS
    return Memory(
        rows=np.zeros((strings + 2, coins), np.int64),
        sums=np.zeros((strings + 2, 2), np.uint64),
        left=np.zeros((strings + 2, 2), np.int64),
        moves=np.zeros((strings + 2, strings + 1), np.int64),
        marks=np.zeros((2, coins), np.int64),
        history=np.zeros(DIRECTIONS * coins, np.int64),
        counters=np.zeros(_COUNTERS, np.int64),
        stop=new_stop_flag(),
    )


@inlined
def stopped(memory: Memory) -> bool:
    """Return whether the search has been told to stop or has used up its nodes."""
    return memory.stop[0] != 0 or memory.counters[NODES] >= memory.counters[NODE_LIMIT]


@compiled
def load(net: Net, memory: Memory, row: Row) -> int:
    """Put a quiet state at the root; return how many safe moves it has."""
    rows = memory.rows
    rows[0, :] = row
    memory.left[0, :] = 0
    for coin in range(len(row)):
        memory.left[0, 0] += np.int64(row[coin] > 0)
        memory.left[0, 1] += strings_of(row[coin])
    safe, count = list_all(net, memory, ROOT)
    memory.sums[0, :] = ZERO
    for index in range(count):
        move = memory.moves[0, index]
        times = times_of(rows, ROOT, move)
        first, second = first_end(move), second_end(move)
        add_run(net, memory.sums, ROOT, times, first, second, length_of(move))
    return safe


@inlined
def list_all(net: Net, memory: Memory, ply: int) -> tuple[int, int]:
    """List the moves of a state, safe ones first; return how many are safe, and how many in all."""
    rows, moves, marks = memory.rows, memory.moves, memory.marks
    memory.counters[_STAMP] += 1
    stamp = memory.counters[_STAMP]
    safe, links = list_safe(net, rows, marks, moves, ply)
    count, links = list_runs(net, rows, marks, stamp, moves, ply, safe, links)
    if links > 0:
        count = list_lone(net, rows, marks, stamp, moves, ply, count)
    return safe, count


@inlined
def times_of(rows: Rows, ply: int, move: int) -> Word:
    """Return how many strings a move stands for: those from one junction to the ground."""
    if string_of(move) & 7 != TO_GROUND or first_end(move) == rows.shape[1]:
        return ONCE
    return np.uint64((rows[ply, first_end(move)] >> GROUND_SHIFT) & GROUND_MASK)


@inlined
def image_key(net: Net, memory: Memory, ply: int, count: int, symmetry: int) -> tuple[Word, Word]:
    """Return the key of an image of a state, lone runs apart: they are alike in all images."""
    rows = memory.rows
    place, lock = ZERO, ZERO
    for index in range(count):
        move = memory.moves[ply, index]
        if first_end(move) != rows.shape[1]:
            word = run_word(net, symmetry, first_end(move), second_end(move), length_of(move))
            times = times_of(rows, ply, move)
            place = wrapping_add(place, wrapping_multiply(times, mixed(word)))
            lock = wrapping_add(lock, wrapping_multiply(times, mixed_otherwise(word)))
    return place, lock


@compiled
def fold(net: Net, memory: Memory, ply: int, count: int) -> tuple[Word, Word, int]:
    """Return the least key among all images of a state, and which image has it."""
    own_place, own_lock = image_key(net, memory, ply, count, 0)
    least, lock, which = own_place, own_lock, 0
    for symmetry in range(1, len(net.end_words)):
        place, other_lock = image_key(net, memory, ply, count, symmetry)
        if place < least:
            least, lock, which = place, other_lock, symmetry
    sums = memory.sums
    return sums[ply, 0] - own_place + least, sums[ply, 1] - own_lock + lock, which


@inlined
def tag(net: Net, symmetry: int, move: int) -> Word:
    """Return a short name for a move that is the same for all states with the same key."""
    word = run_word(net, symmetry, first_end(move), second_end(move), length_of(move))
    return (mixed(word) >> _TAG_SHIFT) & _TAG_MASK


@inlined
def killed_by(memory: Memory, ply: int, move: int) -> int:
    """Return how many safe strings a move ends, its own apart: those of its junctions of three."""
    rows, marks = memory.rows, memory.marks
    own = int(length_of(move) == 0)
    first, second = first_end(move), second_end(move)
    killed = 0
    if first < rows.shape[1] and strings_of(rows[ply, first]) == 3:
        killed += marks[SAFE_AT, first] - own
    if second < rows.shape[1] and strings_of(rows[ply, second]) == 3:
        killed += marks[SAFE_AT, second] - own
    return killed


@compiled
def rank(net: Net, memory: Memory, ply: int, count: int, symmetry: int, best: Word) -> int:
    """Rank the moves, and drop lone runs that equal another; return how many are left.

    First comes the best move so far. Then, of the safe moves and the gifts of one or two coins,
    those that leave the fewest safe strings: their proofs are the smallest. Long runs come last.
    """
    rows, moves = memory.rows, memory.moves
    salt = memory.counters[SALT]
    kept = 0
    tried = ZERO
    for index in range(count):
        move = moves[ply, index]
        length = length_of(move)
        if first_end(move) == rows.shape[1] and length < _MARKS:
            mark = ONCE << np.uint64(length)
            if tried & mark != ZERO:
                continue
            tried |= mark
        if best != ZERO and tag(net, symmetry, move) == best:
            worth = HIGHEST_RANK
        elif length > 2 or (length > 0 and first_end(move) == rows.shape[1]):
            worth = max(_LONGEST_SHORT - length, 1)
        else:
            worth = (
                _LONGEST_SHORT
                + killed_by(memory, ply, move) * _KILLED_WORTH
                + memory.history[string_of(move)] // 16
                + (string_of(move) * salt & 15)
            )
        moves[ply, kept] = move | min(worth, HIGHEST_RANK) << RANK_SHIFT
        kept += 1
    return kept


@inlined
def bring_forward(moves: Moves, ply: int, index: int, count: int) -> int:
    """Exchange the best-ranked of the remaining moves to place `index`; return it."""
    top = index
    for other in range(index + 1, count):
        if moves[ply, other] > moves[ply, top]:
            top = other
    move = moves[ply, top]
    moves[ply, top] = moves[ply, index]
    moves[ply, index] = move
    return move


@inlined
def may_hand_back(coins: int, length: int) -> int:
    """Return how many coins of a run may be handed back, given its length on a board of `coins`."""
    if length > coins:
        return HAND_BACK_LOOP if length - coins - 1 >= 4 else 0
    return HAND_BACK if length >= 3 else 0


@inlined
def up_to_parity(value: int, coins: int) -> int:
    """Return the least number from `value` on that can be the value of so many coins."""
    return value + ((value - coins) & 1)


@inlined
def remember_success(memory: Memory, string: int, safe: int) -> None:
    """Note that cutting a string was enough."""
    history = memory.history
    history[string] += safe * safe
    if history[string] > _MOST_HISTORY:
        for place in range(len(history)):
            history[place] >>= 1


@inlined
def glance(table: Bounds, memory: Memory, ply: int, target: int) -> tuple[bool, int]:
    """Return whether the answer of `prove` is known without a search, and the answer.

    A call of `prove` hands on a dozen arrays, which takes longer than this look.
    """
    coins = memory.left[ply, 0]
    if coins < target:
        return True, coins
    if -coins >= target:
        return True, -coins
    if memory.left[ply, 1] < memory.counters[FOLD_FROM]:
        entry = find(table, memory.sums[ply, 0], memory.sums[ply, 1])
        if level_of(entry) == EXACT or level_of(entry) == memory.counters[LEVEL]:
            if low_of(entry) >= target:
                return True, low_of(entry)
            if high_of(entry) < target:
                return True, high_of(entry)
    return False, coins


@compiled
def prove(net: Net, table: Bounds, memory: Memory, ply: int, target: int) -> int:
    """Return a lower bound of the value from `target` on, or an upper bound below it.

    This is about the state at `ply`, at the current level. Once stopped, the result means
    nothing. At the root, the best move is left in the counters if the target is reached.
    """
    counters = memory.counters
    rows, moves, sums, lefts = memory.rows, memory.moves, memory.sums, memory.left
    ground = rows.shape[1]
    coins, ends = lefts[ply, 0], lefts[ply, 1]
    counters[NODES] += 1
    if coins < target:
        return coins
    if -coins >= target and ply > 0:
        return -coins
    if stopped(memory):
        return 0

    place, lock, symmetry = sums[ply, 0], sums[ply, 1], 0
    safe = count = _NOT_LISTED
    if ends >= counters[FOLD_FROM]:
        safe, count = list_all(net, memory, ply)
        place, lock, symmetry = fold(net, memory, ply, count)
    entry = find(table, place, lock)
    low, high = -coins, coins
    if level_of(entry) == EXACT or level_of(entry) == counters[LEVEL]:
        low, high = low_of(entry), high_of(entry)
        if low >= target and ply > 0:
            return low
        if high < target:
            return high
    if count < 0:
        safe, count = list_all(net, memory, ply)
    best_tag = tag_of(entry)
    kept = rank(net, memory, ply, count, symmetry, best_tag)
    gives = safe <= counters[LEVEL]

    best = -coins
    best_move = _NO_MOVE
    for index in range(kept):
        move = bring_forward(moves, ply, index, kept)
        length = length_of(move)
        if length > 0 and not gives:
            continue
        hand_back = may_hand_back(ground, length)
        if hand_back > 0:
            length = length - ground - 1 if length > ground else length
            most = hand_back - length - ((coins - length) & 1)
            if most < target:
                best = max(best, most)
                continue
        for coin in range(ground):
            rows[ply + 1, coin] = rows[ply, coin]
        sums[ply + 1, 0], sums[ply + 1, 1] = sums[ply, 0], sums[ply, 1]
        taken = remove_run(net, rows, sums, ply + 1, move)
        lefts[ply + 1, 0] = coins - taken
        lefts[ply + 1, 1] = ends - 2 * taken - 2
        if taken > 2 and hand_back == 0 and length_of(move) < ground:
            hand_back = HAND_BACK  # the run led back to its junction, which was taken too
        if hand_back == 0:
            need = up_to_parity(1 - taken - target, coins - taken)
            settled, rest = glance(table, memory, ply + 1, need)
            if not settled:
                rest = prove(net, table, memory, ply + 1, need)
            value = -taken - rest
        else:
            # How far is the rest's value u from -hand_back? At most `room` is enough.
            room = hand_back - taken - target
            if room < 0:
                best = max(best, hand_back - taken - ((coins - taken) & 1))
                continue
            need = up_to_parity(-room - hand_back, coins - taken)
            least = prove(net, table, memory, ply + 1, need)
            far = -(least + hand_back)
            if least >= need:
                need = up_to_parity(room - hand_back + 1, coins - taken)
                most = prove(net, table, memory, ply + 1, need)
                far = most + hand_back
                if most < need:
                    far = max(abs(least + hand_back), abs(far))
            value = hand_back - taken - far
        if stopped(memory):
            return 0
        if value > best:
            best, best_move = value, move
        if value >= target:
            if length_of(move) <= 2:
                remember_success(memory, string_of(move), safe)
            break
    if best >= target:
        low = max(low, best)
        best_tag = tag(net, symmetry, best_move)
        if ply == 0:
            counters[BEST] = best_move
    else:
        high = min(high, best)
    level = EXACT if gives else counters[LEVEL]
    keep(table, place, lock, low, high, ends, level, best_tag)
    return best


@compiled
def ask(net: Net, table: Bounds, memory: Memory, target: int) -> int:
    """Answer `prove` for the state at the root."""
    return prove(borrowed(net), borrowed(table), borrowed(memory), ROOT, target)
