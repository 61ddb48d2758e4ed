"""Runs: what a quiet state amounts to once the coins with two strings are seen as mere lengths.

A *junction* is a coin with three strings or more. A *run* leads from a junction or the ground to
a junction or the ground through any number of coins with two strings each: a single string
between two junctions is a run of no coins, a lone chain runs from ground to ground. A *loop* is
a ring of coins with two strings each.

The runs, each with its two ends and its length, are all there is to a quiet state: two states
with the same runs have the same value.

There is one move to try for each run. A run of no coins is a *safe* string: cutting it gives
nothing away. Any other run is *opened* by cutting its first string, and which of its strings is
cut makes no difference (see `trivium.solve.strings_and_coins.captures`).
"""

from __future__ import annotations

import numpy as np

from trivium.kernel.bits import ZERO, lowest
from trivium.kernel.compiling import inlined
from trivium.solve.strings_and_coins.coins import Net, word_with
from trivium.solve.strings_and_coins.keys import AWAY, ONCE, add_run
from trivium.solve.strings_and_coins.lone import change_apart, kind_of, set_apart
from trivium.solve.strings_and_coins.memory import THREES, Memory
from trivium.solve.strings_and_coins.moves import (
    coin_of,
    coins_of,
    direction_of,
    first_end,
    length_of,
    loop_length,
    second_end,
)
from trivium.solve.strings_and_coins.state import (
    COINS,
    LINKS,
    bit_of,
    column,
    cut_string,
    degree_of,
    directions_of,
    ground_of,
    take_coin,
)
from trivium.solve.strings_and_coins.walking import sweep, sweep_lone, walk_both_ways


@inlined
def join(net: Net, memory: Memory, state: int, coin: int) -> None:
    """Correct a state after a junction has been left with two strings: two runs become one."""
    ground = ground_of(net)
    memory.states[state, column(net, LINKS, coin)] |= bit_of(coin)
    one, other = walk_both_ways(net, memory, state, coin)
    first, second = one[0], other[0]
    length = one[2] + other[2] + 1
    add_run(net, memory, state, (coin, first, one[2]), AWAY)
    if first == coin:
        first = second = ground
        length = loop_length(ground, length)
    else:
        add_run(net, memory, state, (coin, second, other[2]), AWAY)
    kind = kind_of(ground, length) if first == ground and second == ground else -1
    if kind < 0:
        add_run(net, memory, state, (first, second, length), ONCE)
    else:
        set_apart(net, memory, state, coin, kind)


@inlined
def is_three(net: Net, memory: Memory, coin: int) -> bool:
    """Return whether a coin was a junction of three strings before the move."""
    return memory.masks[THREES, word_with(net.grid, coin)] & bit_of(coin) != ZERO


@inlined
def remove_run(net: Net, memory: Memory, state: int, move: int) -> int:
    """Cut the string of a move and take what that opens; return the number of coins taken.

    The state is quiet before and afterwards; its sums and what is left stay right. The masks
    must be those of the state before the move.
    """
    if first_end(move) == ground_of(net):
        taken = remove_lone(net, memory, state, move)
    else:
        taken = remove_attached(net, memory, state, move)
    memory.states[state, COINS] -= np.uint64(taken)
    return taken


@inlined
def remove_lone(net: Net, memory: Memory, state: int, move: int) -> int:
    """Take a lone chain or loop; return the number of its coins."""
    ground, length = ground_of(net), length_of(move)
    kind = kind_of(ground, length)
    if kind >= 0:
        change_apart(net, memory, state, kind, False)
    else:
        add_run(net, memory, state, (ground, ground, length), AWAY)
        sweep_lone(net, memory, state, coin_of(move))
    return coins_of(ground, length)


@inlined
def remove_attached(net: Net, memory: Memory, state: int, move: int) -> int:
    """Take a run that begins at a junction; return the number of coins taken."""
    states, ground = memory.states, ground_of(net)
    first, second = first_end(move), second_end(move)
    add_run(net, memory, state, (first, second, length_of(move)), AWAY)
    cut_string(net, states, state, first, direction_of(move))
    taken = 0
    if length_of(move) > 0:
        _, taken = sweep(net, memory, state, first + net.steps[direction_of(move)])
    joins_first = is_three(net, memory, first)
    if first == second:
        second = ground
        if joins_first:
            # The junction is taken too, and then the run that it hangs on.
            stem = directions_of(net, states, state, first)
            take_coin(net, states, state, first)
            second, length = ground, 0
            if stem != ZERO:
                second, length = sweep(net, memory, state, first + net.steps[lowest(stem)])
            add_run(net, memory, state, (first, second, length), AWAY)
            taken += 1 + length
            joins_first = False
        else:
            joins_first = degree_of(net, states, state, first) == 2
    joins_second = second != ground and is_three(net, memory, second)
    for side in range(2):  # a loop, so that there is one copy of `join` in the machine code
        if (joins_first, joins_second)[side]:
            join(net, memory, state, (first, second)[side])
    return taken
