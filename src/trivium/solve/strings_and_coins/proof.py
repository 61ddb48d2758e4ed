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

**Scopes.** A search may leave moves out, for an estimate where a proof is out of reach (`scopes`).

**Probing.** All moves of a state are made before any is searched, and looked up in the table.
Often one of them is known to be enough, and half of all searches end there; those known not to be
enough drop out. What the table is asked is on its way to the processor while the other moves are
made.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from trivium.kernel.bits import Word
from trivium.kernel.compiling import compiled, inlined_uncounted, uncounted
from trivium.kernel.prefetching import prefetch
from trivium.solve.strings_and_coins.bounds import (
    EXACT,
    Bounds,
    bucket_of,
    find,
    high_of,
    keep,
    low_of,
    scope_of,
    tag_of,
)
from trivium.solve.strings_and_coins.coins import TO_GROUND, Net, Row
from trivium.solve.strings_and_coins.keys import ONCE, add_run, seal, tag
from trivium.solve.strings_and_coins.listing import list_moves
from trivium.solve.strings_and_coins.lone import kind_of, set_apart
from trivium.solve.strings_and_coins.memory import (
    BEST,
    CEILING_RULE,
    ENDING_WIDTH,
    GIFTS,
    HAND_BACK,
    MOVE,
    NODES,
    PARITY_RULE,
    PROBING_RULE,
    RESORT,
    SCOPE,
    SHORTEST_RULE,
    SHOWN,
    STRING_OF_KIND,
    TAKEN,
    TEMPOS_RULE,
    TO_TRY,
    TRIED,
    WIDTH,
    Memory,
    stopped,
)
from trivium.solve.strings_and_coins.moves import (
    coin_of,
    coins_of,
    direction_of,
    first_end,
    length_of,
    second_end,
    string_of,
)
from trivium.solve.strings_and_coins.ordering import ranked, remember_success
from trivium.solve.strings_and_coins.runs import remove_run
from trivium.solve.strings_and_coins.sharing import begin_search, end_search, put_off
from trivium.solve.strings_and_coins.state import (
    COINS,
    LOCK,
    PLACE,
    copy_state,
    count_strings,
    ground_of,
    grounds_of,
    number_in,
    write_state,
)
from trivium.solve.strings_and_coins.tempos import cut_pairs

_OF_CHAIN = 2
"""The coins at the end of a chain that may be handed back."""
_OF_LOOP = 4
"""Those of a loop."""

_MANY_COINS = 40
"""Where so many are left and no safe string, not all openings are looked at in an estimate."""

_NEARLY_OUT = 2
"""With so few safe moves a search of any width tries them all."""

# Typed: without the parts of `trivium.kernel.linking`, Numba would compile what is called with a
# literal once more for it.
ROOT: Any = np.int64(0)
"""The state in question, and its ply."""
FIRST_FREE: Any = np.int64(1)
"""Where its children go."""
NO_MOVE: Any = np.int64(-1)
NO_CHILD: Any = np.int64(-1)
DROPPED: Any = np.int64(-1)
"""Stands for a move that needs no search."""


@compiled
def load(net: Net, memory: Memory, row: Row) -> None:
    """Put a quiet state at the root."""
    counters, states, ground = memory.counters, memory.states, ground_of(net)
    write_state(net, states, ROOT, row)
    shortest = counters[SHORTEST_RULE]
    counters[SHORTEST_RULE] = 0  # the key needs them all
    _, count = list_moves(net, memory, ROOT)
    counters[SHORTEST_RULE] = shortest
    counters[RESORT] = counters[BEST] = NO_MOVE
    for index in range(count):
        move = memory.moves[index]
        first, second, length = first_end(move), second_end(move), length_of(move)
        kind = kind_of(ground, length) if first == ground else -1
        if kind < 0:
            times = ONCE
            if length == 0 and direction_of(move) == TO_GROUND:
                times = np.uint64(grounds_of(net, states, ROOT, first))
            add_run(net, memory, ROOT, (first, second, length), times)
        else:
            counters[STRING_OF_KIND + kind] = string_of(move)
            counters[RESORT] = move
            set_apart(net, memory, ROOT, coin_of(move), kind)
    seal(net, memory, ROOT)


@inlined_uncounted
def may_hand_back(ground: int, length: int) -> int:
    """Return how many coins of a run of such a length may be handed back."""
    if length > ground:
        return _OF_LOOP if coins_of(ground, length) >= 4 else 0
    return _OF_CHAIN if length >= 3 else 0


@inlined_uncounted
def up_to_parity(memory: Memory, value: int, coins: int) -> int:
    """Return the least number from `value` on that can be the value of so many coins."""
    return value + ((value - coins) & memory.counters[PARITY_RULE])


@inlined_uncounted
def ceiling(hand_back: int, opened: int, coins: int) -> int:
    """Return the most that opening a long run can be worth in a state of so many coins."""
    return hand_back - opened - ((coins - opened) & 1)


@inlined_uncounted
def known(table: Bounds, memory: Memory, state: int) -> tuple[int, int, Word]:
    """Return what is known of a state without a search: its bounds, and its entry."""
    coins = number_in(memory.states, state, COINS)
    entry = find(table, memory.states[state, PLACE], memory.states[state, LOCK])
    if scope_of(entry) == EXACT or scope_of(entry) == memory.counters[SCOPE]:
        return low_of(entry), high_of(entry), entry
    return -coins, coins, entry


@inlined_uncounted
def make_children(
    net: Net, table: Bounds, memory: Memory, state: int, free: int, moves: int, target: int
) -> tuple[int, int]:
    """Make the first so many listed moves, from place `free` on; return where that ends.

    Those that cannot be enough, whatever follows, are left out. Also returns the most that they
    are worth.
    """
    births, ground = memory.births, ground_of(net)
    coins = number_in(memory.states, state, COINS)
    best = -coins
    for index in range(moves):
        move = memory.moves[index]
        length = length_of(move)
        hand_back = may_hand_back(ground, length)
        if hand_back > 0 and memory.counters[CEILING_RULE] != 0:
            most = ceiling(hand_back, coins_of(ground, length), coins)
            if most < target:
                best = max(best, most)
                continue
        copy_state(memory.states, state, free)
        taken = remove_run(net, memory, free, move)
        if taken > 2 and hand_back == 0 and length < ground:
            hand_back = _OF_CHAIN  # the run led back to its junction, which was taken too
            most = ceiling(hand_back, taken, coins)
            if most < target and memory.counters[CEILING_RULE] != 0:
                best = max(best, most)
                continue
        seal(net, memory, free)
        prefetch(table, bucket_of(table, memory.states[free, PLACE], memory.states[free, LOCK]))
        births[free, MOVE], births[free, TAKEN], births[free, HAND_BACK] = move, taken, hand_back
        free += 1
    return free, best


@inlined_uncounted
def worth(memory: Memory, child: int, coins: int, low: int, high: int) -> tuple[int, int]:
    """Return the bounds of what a move is worth in a state of so many coins.

    They follow from those of the state that it leaves.
    """
    taken, hand_back = memory.births[child, TAKEN], memory.births[child, HAND_BACK]
    if hand_back == 0:
        return -taken - high, -taken - low
    low, high = low + hand_back, high + hand_back
    least = hand_back - taken - max(-low, high)
    most = hand_back - taken - max(max(low, -high), 0)
    return least, most - ((most - coins) & 1)


@inlined_uncounted
def probe(
    net: Net,
    table: Bounds,
    memory: Memory,
    state: int,
    ply: int,
    children: tuple[int, int],
    target: int,
    best_tag: Word,
) -> tuple[int, int]:
    """Look up what is known of the children of a state, and rank those that need a search.

    Returns a child that is known to be enough, -1 if there is none, and its least worth; in the
    second case the most that those are worth which are known not to be enough.
    """
    births = memory.births
    coins = number_in(memory.states, state, COINS)
    best = -coins
    for child in range(children[0], children[1]):
        move = births[child, MOVE]
        if memory.counters[PROBING_RULE] != 0:
            low, high, _ = known(table, memory, child)
            least, most = worth(memory, child, coins, low, high)
            if least >= target:
                return child, least
            if most < target:
                births[child, MOVE] = DROPPED
                best = max(best, most)
                continue
        births[child, MOVE] = ranked(net, memory, state, ply, move, best_tag)
    return NO_CHILD, best


@inlined_uncounted
def most_promising(memory: Memory, first: int, last: int) -> int:
    """Return the child of the highest rank that has not been tried; -1 if there is none."""
    top, child = NO_MOVE, NO_CHILD
    for other in range(first, last):
        if memory.births[other, MOVE] > top:
            top, child = memory.births[other, MOVE], other
    return child


@inlined_uncounted
def remember(
    net: Net,
    table: Bounds,
    memory: Memory,
    state: int,
    bounds: tuple[int, int],
    best_tag: Word,
    best_move: int,
    exact: bool,
) -> None:
    """Keep what was found of a state: its bounds, and its best move if there is a new one."""
    if best_move != NO_MOVE:
        best_tag = tag(net, memory, state, best_move)
    scope = EXACT if exact else memory.counters[SCOPE]
    strings = count_strings(net, memory.states, state)
    place, lock = memory.states[state, PLACE], memory.states[state, LOCK]
    keep(table, place, lock, bounds[0], bounds[1], strings, scope, best_tag)


@inlined_uncounted
def cuts_pairs(memory: Memory, safe: int) -> bool:
    """Return whether tempos cancel in pairs in a state with so many safe moves."""
    return safe > 1 and memory.counters[GIFTS] == 0 and memory.counters[TEMPOS_RULE] != 0


@inlined_uncounted
def name_anew(memory: Memory, state: int, place: Word, lock: Word) -> None:
    """Give a state the key of another one: what is found is of use there too."""
    memory.states[state, PLACE], memory.states[state, LOCK] = place, lock


@uncounted
def prove(
    net: Net, table: Bounds, memory: Memory, state: int, free: int, ply: int, target: int
) -> int:
    """Return a lower bound of a state's value from `target` on, or an upper bound below it.

    This is within the current scope. Places from `free` on may be used. Once stopped, the result
    means nothing. At the root, the move that reaches the target is left in the counters, or the
    one that was being tried.
    """
    counters, births = memory.counters, memory.births
    coins = number_in(memory.states, state, COINS)
    counters[NODES] += 1
    if coins < target:
        return coins
    if -coins >= target and ply > 0:
        return -coins
    if stopped(memory):
        return 0
    low, high, entry = known(table, memory, state)
    if low >= target and ply > 0:
        return low
    if high < target:
        return high

    safe, moves = list_moves(net, memory, state)
    place, lock = memory.states[state, PLACE], memory.states[state, LOCK]
    if ply > 0 and cuts_pairs(memory, safe) and cut_pairs(net, memory, state):
        coins = number_in(memory.states, state, COINS)
        low, high, entry = known(table, memory, state)
        if low >= target or high < target:
            name_anew(memory, state, place, lock)
            remember(net, table, memory, state, (low, high), tag_of(entry), NO_MOVE, False)
            return low if low >= target else high
        safe, moves = list_moves(net, memory, state)
    large = safe == 0 and coins > _MANY_COINS and counters[SCOPE] != EXACT
    gives = safe <= counters[GIFTS]
    exact = gives and not large and (safe <= _NEARLY_OUT or counters[SCOPE] == EXACT)
    end, best = make_children(net, table, memory, state, free, moves if gives else safe, target)
    enough, value = probe(net, table, memory, state, ply, (free, end), target, tag_of(entry))
    best, best_move = max(best, value), NO_MOVE
    if enough >= 0:
        best_move, end = births[enough, MOVE], free
    if ply < SHOWN:
        counters[TRIED + ply], counters[TO_TRY + ply] = 0, end - free

    left = counters[ENDING_WIDTH] if large else counters[WIDTH]
    if exact or ply == 0:
        left = end - free
    begin_search(memory, state)
    while best < target or best_move == NO_MOVE:
        child = most_promising(memory, free, end) if left > 0 else NO_CHILD
        if child < 0:
            break
        if put_off(memory, child):
            continue
        move, taken, hand_back = births[child, MOVE], births[child, TAKEN], births[child, HAND_BACK]
        births[child, MOVE] = ~move
        left -= 1
        if ply == 0:
            counters[BEST] = move
        if hand_back == 0:
            need = up_to_parity(memory, 1 - taken - target, coins - taken)
            value = -taken - prove(net, table, memory, child, end, ply + 1, need)
        else:
            # How far is the rest's value u from -hand_back? At most `room` is enough.
            room = hand_back - taken - target
            need = up_to_parity(memory, -room - hand_back, coins - taken)
            least = prove(net, table, memory, child, end, ply + 1, need)
            far = -(least + hand_back)
            if least >= need:
                need = up_to_parity(memory, room - hand_back + 1, coins - taken)
                most = prove(net, table, memory, child, end, ply + 1, need)
                far = most + hand_back
                if most < need:
                    far = max(abs(least + hand_back), abs(far))
            value = hand_back - taken - far
        if stopped(memory):
            return 0
        if value > best or best_move == NO_MOVE:
            best, best_move = max(best, value), move
        if value >= target:
            remember_success(net, memory, free, end, ply, move, safe)
        if ply < SHOWN:
            counters[TRIED + ply] += 1
    end_search(memory, state)

    if best < target:
        best_move, high = NO_MOVE, min(high, best)
    else:
        low = max(low, best)
        if ply == 0:
            counters[BEST] = counters[RESORT] if best_move == NO_MOVE else best_move
    remember(net, table, memory, state, (low, high), tag_of(entry), best_move, exact)
    if memory.states[state, LOCK] != lock:
        name_anew(memory, state, place, lock)
        remember(net, table, memory, state, (low, high), tag_of(entry), NO_MOVE, False)
    return best


@compiled
def ask(net: Net, table: Bounds, memory: Memory, target: int) -> int:
    """Answer `prove` for the state at the root."""
    return prove(net, table, memory, ROOT, FIRST_FREE, ROOT, target)
