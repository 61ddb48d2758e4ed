"""Walking along runs: where one leads, and taking its coins."""

from __future__ import annotations

from trivium.kernel.bits import ONE, ZERO, lowest
from trivium.kernel.compiling import inlined
from trivium.solve.strings_and_coins.coins import TO_GROUND, Net, word_with
from trivium.solve.strings_and_coins.memory import UNSEEN, Memory
from trivium.solve.strings_and_coins.state import (
    bit_of,
    directions_of,
    ground_of,
    is_link,
    take_coin,
)


@inlined
def walk(net: Net, memory: Memory, state: int, coin: int, direction: int) -> tuple[int, int, int]:
    """Follow a run from a coin in a direction.

    Returns its other end, the direction from there into the run, and its length. It ends at the
    coin itself if it comes back there. Its coins are seen.
    """
    states = memory.states
    length = 0
    at = coin + net.steps[direction]
    while is_link(net, states, state, at) and at != coin:
        memory.masks[UNSEEN, word_with(net.grid, at)] &= ~bit_of(at)
        length += 1
        ahead = directions_of(net, states, state, at) & ~bit_of(direction ^ 1)
        if ahead == ZERO:
            return ground_of(net), TO_GROUND, length
        direction = lowest(ahead)
        at += net.steps[direction]
    return at, direction ^ 1, length


@inlined
def walk_both_ways(
    net: Net, memory: Memory, state: int, coin: int
) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    """Follow the run of a link in both directions; return what `walk` does for each.

    If the link is part of a loop, the first walk ends at it and counts all the others.
    """
    ground = ground_of(net)
    first = second = (ground, TO_GROUND, 0)
    directions = directions_of(net, memory.states, state, coin)
    for side in range(2):  # a loop, so that there is one copy of `walk` in the machine code
        if directions != ZERO:
            found = walk(net, memory, state, coin, lowest(directions))
            directions &= directions - ONE
            if side == 1:
                second = found
                break
            first = found
            if found[0] == coin:
                break
    return first, second


@inlined
def sweep(net: Net, memory: Memory, state: int, at: int) -> tuple[int, int]:
    """Take the links of a run, given the first, whose string in the back has been cut.

    Returns the run's other end, which has lost a string, and how many were taken; the end is
    `at` itself if that is no link.
    """
    states = memory.states
    taken = 0
    while is_link(net, states, state, at):
        ahead = directions_of(net, states, state, at)
        take_coin(net, states, state, at)
        taken += 1
        if ahead == ZERO:
            return ground_of(net), taken
        at += net.steps[lowest(ahead)]
    return at, taken


@inlined
def sweep_lone(net: Net, memory: Memory, state: int, coin: int) -> None:
    """Take all coins of a lone chain or loop, given one of them."""
    directions = directions_of(net, memory.states, state, coin)
    take_coin(net, memory.states, state, coin)
    while directions != ZERO:
        sweep(net, memory, state, coin + net.steps[lowest(directions)])
        directions &= directions - ONE
