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

from trivium.kernel.bits import ONE, ZERO, lowest
from trivium.kernel.compiling import inlined
from trivium.solve.strings_and_coins.coins import (
    COIN_MASK,
    ONE_GROUND,
    ONE_STRING,
    TO_GROUND,
    Net,
    coin_of,
    direction_of,
    first_direction,
    strings_of,
)
from trivium.solve.strings_and_coins.keys import AWAY, ONCE, add_run
from trivium.solve.strings_and_coins.lone import give, kind_of, set_apart
from trivium.solve.strings_and_coins.memory import COINS, ENDS, Memory
from trivium.solve.strings_and_coins.moves import (
    coins_of,
    first_end,
    length_of,
    loop_length,
    second_end,
    string_of,
)
from trivium.solve.strings_and_coins.walking import clear, clear_lone, walk

_NO_STAMP = 0


@inlined
def join(net: Net, memory: Memory, ply: int, coin: int) -> None:
    """Correct the key after a junction has been left with two strings: two runs become one."""
    rows = memory.rows
    ground = rows.shape[1]
    links = np.uint64(rows[ply, coin] & COIN_MASK)
    end_a, length_a = ground, 0
    end_b, length_b = ground, 0
    if links != ZERO:
        end_a, length_a = walk(net, memory, ply, _NO_STAMP, coin, lowest(links))
        links &= links - ONE
    if links != ZERO:
        end_b, length_b = walk(net, memory, ply, _NO_STAMP, coin, lowest(links))
    add_run(net, memory, ply, AWAY, coin, end_a, length_a)
    if end_a == coin:
        end_a = end_b = ground
        length = loop_length(ground, length_a + 1)
    else:
        add_run(net, memory, ply, AWAY, coin, end_b, length_b)
        length = length_a + length_b + 1
    kind = kind_of(ground, length) if end_a == ground and end_b == ground else -1
    if kind < 0:
        add_run(net, memory, ply, ONCE, end_a, end_b, length)
    else:
        set_apart(net, memory, ply, coin, kind)


@inlined
def loosen(net: Net, memory: Memory, ply: int, coin: int, direction: int) -> None:
    """Take one string from a junction, as far as the junction is concerned."""
    rows = memory.rows
    memory.left[ply, ENDS] -= 1
    rows[ply, coin] -= ONE_STRING + (ONE_GROUND if direction == TO_GROUND else 1 << direction)
    if strings_of(rows[ply, coin]) == 2:
        join(net, memory, ply, coin)


@inlined
def remove_run(net: Net, memory: Memory, ply: int, move: int) -> int:
    """Cut the string of a move and take what that opens; return the number of coins taken.

    The state is quiet before and afterwards; its key and what is left stay right.
    """
    ground = memory.rows.shape[1]
    if first_end(move) == ground:
        taken = remove_lone(net, memory, ply, move)
    else:
        taken = remove_attached(net, memory, ply, move)
    memory.left[ply, COINS] -= taken
    memory.left[ply, ENDS] -= 2 * taken
    return taken


@inlined
def remove_lone(net: Net, memory: Memory, ply: int, move: int) -> int:
    """Take a lone chain or loop; return the number of its coins."""
    ground, length = memory.rows.shape[1], length_of(move)
    kind = kind_of(ground, length)
    if kind >= 0:
        give(net, memory, ply, kind)
    else:
        add_run(net, memory, ply, AWAY, ground, ground, length)
        clear_lone(net, memory, ply, coin_of(string_of(move)))
    return coins_of(ground, length)


@inlined
def remove_attached(net: Net, memory: Memory, ply: int, move: int) -> int:
    """Take a run that begins at a junction; return the number of coins taken."""
    rows, left = memory.rows, memory.left
    ground = rows.shape[1]
    first, second = first_end(move), second_end(move)
    coin, direction = coin_of(string_of(move)), direction_of(string_of(move))
    add_run(net, memory, ply, AWAY, first, second, length_of(move))
    taken = 0
    back = TO_GROUND
    if direction != TO_GROUND:
        _, back, taken = clear(net, memory, ply, coin, direction)
    if first == second and strings_of(rows[ply, coin]) == 3:
        # The junction is taken too, and then the run that it hangs on.
        rows[ply, coin] -= 2 * ONE_STRING + (1 << direction) + (1 << back)
        stem = first_direction(rows[ply, coin])
        end, length = ground, 0
        if stem != TO_GROUND:
            end, back, length = clear(net, memory, ply, coin, stem)
        rows[ply, coin] = 0
        left[ply, ENDS] -= 1
        add_run(net, memory, ply, AWAY, coin, end, length)
        if end != ground:
            loosen(net, memory, ply, end, back)
        return taken + 1 + length
    loosen(net, memory, ply, first, direction)
    if second != ground:
        loosen(net, memory, ply, second, back)
    return taken
