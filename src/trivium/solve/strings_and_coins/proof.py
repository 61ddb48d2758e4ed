"""Proofs about quiet states: is the value at least so much?

The value of a quiet state is the largest value of its moves. A move leaves a quiet state, worth
u to the opponent; by the rules of `trivium.solve.strings_and_coins.captures` the move is then worth

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

from typing import Any

import numpy as np

from trivium.kernel.bits import ZERO
from trivium.kernel.borrowing import borrowed
from trivium.kernel.compiling import compiled, inlined
from trivium.solve.strings_and_coins.bounds import (
    EXACT,
    Bounds,
    find,
    high_of,
    keep,
    level_of,
    low_of,
    tag_of,
)
from trivium.solve.strings_and_coins.coins import Net, Row, coin_of, strings_of
from trivium.solve.strings_and_coins.keys import add_run, clear_images, key_of, tag, times_of
from trivium.solve.strings_and_coins.listing import list_all
from trivium.solve.strings_and_coins.lone import kind_of, set_apart
from trivium.solve.strings_and_coins.memory import (
    BEST,
    CEILING_RULE,
    COINS,
    ENDS,
    LEVEL,
    NODES,
    PARITY_RULE,
    RESORT,
    SHORTEST_RULE,
    STRING_OF_KIND,
    Memory,
    copy_down,
    stopped,
)
from trivium.solve.strings_and_coins.moves import (
    bring_forward,
    coins_of,
    first_end,
    length_of,
    second_end,
    string_of,
)
from trivium.solve.strings_and_coins.ordering import rank, remember_success
from trivium.solve.strings_and_coins.runs import remove_run

HAND_BACK = 2
"""The coins at the end of a chain that may be handed back."""
HAND_BACK_LOOP = 4
"""Those of a loop."""

# Typed, because Numba would compile what is called with a literal once more for it.
ROOT: Any = np.int64(0)
"""The ply of the state in question."""
NO_MOVE: Any = np.int64(-1)


@compiled
def load(net: Net, memory: Memory, row: Row) -> int:
    """Put a quiet state at the root; return how many safe moves it has."""
    counters, left, ground = memory.counters, memory.left, memory.rows.shape[1]
    memory.rows[0, :] = row
    left[0, :] = 0
    for coin in range(ground):
        left[0, COINS] += np.int64(row[coin] > 0)
        left[0, ENDS] += strings_of(row[coin])
    shortest = counters[SHORTEST_RULE]
    counters[SHORTEST_RULE] = 0  # the key needs them all
    safe, count = list_all(net, memory, ROOT)
    counters[SHORTEST_RULE] = shortest
    memory.sums[0, :] = ZERO
    clear_images(memory.images)
    counters[RESORT] = NO_MOVE
    for index in range(count):
        move = memory.moves[0, index]
        first, second, length = first_end(move), second_end(move), length_of(move)
        kind = kind_of(ground, length) if first == ground else -1
        if kind < 0:
            add_run(net, memory, ROOT, times_of(memory, ROOT, move), first, second, length)
        else:
            counters[STRING_OF_KIND + kind] = string_of(move)
            counters[RESORT] = move
            set_apart(net, memory, ROOT, coin_of(string_of(move)), kind)
    return safe


@inlined
def may_hand_back(ground: int, length: int) -> int:
    """Return how many coins of a run of such a length may be handed back."""
    if length > ground:
        return HAND_BACK_LOOP if coins_of(ground, length) >= 4 else 0
    return HAND_BACK if length >= 3 else 0


@inlined
def up_to_parity(memory: Memory, value: int, coins: int) -> int:
    """Return the least number from `value` on that can be the value of so many coins."""
    return value + ((value - coins) & memory.counters[PARITY_RULE])


@inlined
def ceiling(hand_back: int, opened: int, coins: int) -> int:
    """Return the most that opening a long run can be worth in a state of so many coins."""
    return hand_back - opened - ((coins - opened) & 1)


@inlined
def glance(table: Bounds, memory: Memory, ply: int, target: int) -> tuple[bool, int]:
    """Return whether the answer of `prove` is known without a search, and the answer.

    A call of `prove` hands on a dozen arrays, which takes longer than this look.
    """
    coins = memory.left[ply, COINS]
    if coins < target:
        return True, coins
    if -coins >= target:
        return True, -coins
    place, lock, _ = key_of(memory.images, memory, ply)
    entry = find(table, place, lock)
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
    ground = memory.rows.shape[1]
    coins, ends = memory.left[ply, COINS], memory.left[ply, ENDS]
    counters[NODES] += 1
    if coins < target:
        return coins
    if -coins >= target and ply > 0:
        return -coins
    if stopped(memory):
        return 0

    place, lock, symmetry = key_of(memory.images, memory, ply)
    entry = find(table, place, lock)
    low, high = -coins, coins
    if level_of(entry) == EXACT or level_of(entry) == counters[LEVEL]:
        low, high = low_of(entry), high_of(entry)
        if low >= target and ply > 0:
            return low
        if high < target:
            return high
    safe, count = list_all(net, memory, ply)
    best_tag = tag_of(entry)
    rank(net, memory, ply, count, symmetry, best_tag)
    gives = safe <= counters[LEVEL]

    best = -coins
    best_move = NO_MOVE
    for index in range(count):
        move = bring_forward(memory, ply, index, count)
        length = length_of(move)
        if length > 0 and not gives:
            continue
        hand_back = may_hand_back(ground, length)
        if hand_back > 0 and counters[CEILING_RULE] != 0:
            most = ceiling(hand_back, coins_of(ground, length), coins)
            if most < target:
                best = max(best, most)
                continue
        copy_down(memory, ply)
        taken = remove_run(net, memory, ply + 1, move)
        if taken > 2 and hand_back == 0 and length < ground:
            hand_back = HAND_BACK  # the run led back to its junction, which was taken too
        if hand_back == 0:
            need = up_to_parity(memory, 1 - taken - target, coins - taken)
            settled, rest = glance(table, memory, ply + 1, need)
            if not settled:
                rest = prove(net, table, memory, ply + 1, need)
            value = -taken - rest
        else:
            # How far is the rest's value u from -hand_back? At most `room` is enough.
            room = hand_back - taken - target
            if room < 0 and counters[CEILING_RULE] != 0:
                best = max(best, ceiling(hand_back, taken, coins))
                continue
            need = up_to_parity(memory, -room - hand_back, coins - taken)
            least = prove(net, table, memory, ply + 1, need)
            far = -(least + hand_back)
            if least >= need:
                need = up_to_parity(memory, room - hand_back + 1, coins - taken)
                most = prove(net, table, memory, ply + 1, need)
                far = most + hand_back
                if most < need:
                    far = max(abs(least + hand_back), abs(far))
            value = hand_back - taken - far
        if stopped(memory):
            return 0
        if value > best or best_move == NO_MOVE:
            best, best_move = max(best, value), move
        if value >= target:
            remember_success(memory, ply, index, safe)
            break
    if best >= target:
        low = max(low, best)
        if best_move != NO_MOVE:
            best_tag = tag(net, symmetry, best_move)
        if ply == 0:
            counters[BEST] = counters[RESORT] if best_move == NO_MOVE else best_move
    else:
        high = min(high, best)
    level = EXACT if gives else counters[LEVEL]
    keep(table, place, lock, low, high, ends, level, best_tag)
    return best


@compiled
def ask(net: Net, table: Bounds, memory: Memory, target: int) -> int:
    """Answer `prove` for the state at the root."""
    return prove(borrowed(net), borrowed(table), borrowed(memory), ROOT, target)
