"""Following a run from coin to coin, either to look at it or to take its coins."""

from __future__ import annotations

import numpy as np

from trivium.kernel.bits import lowest
from trivium.kernel.compiling import inlined
from trivium.solve.strings_and_coins.coins import COIN_MASK, DIRECTIONS, TO_GROUND, Net, strings_of
from trivium.solve.strings_and_coins.memory import SEEN, Memory


@inlined
def walk(
    net: Net, memory: Memory, ply: int, stamp: int, coin: int, direction: int
) -> tuple[int, int]:
    """Follow a run from a coin in a direction; return its other end and its length.

    It ends at the coin itself if it comes back there. Its coins are marked with the stamp.
    """
    rows, marks = memory.rows, memory.marks
    length = 0
    at = net.neighbour[DIRECTIONS * coin + direction]
    while strings_of(rows[ply, at]) == 2 and at != coin:
        marks[SEEN, at] = stamp
        length += 1
        ahead = rows[ply, at] & COIN_MASK & ~(1 << net.opposite[direction])
        if ahead == 0:
            return rows.shape[1], length
        direction = lowest(np.uint64(ahead))
        at = net.neighbour[DIRECTIONS * at + direction]
    return at, length


@inlined
def clear(net: Net, memory: Memory, ply: int, coin: int, direction: int) -> tuple[int, int, int]:
    """Take the coins of a run from `coin` in a direction, without its ends.

    Returns the other end, the direction from there into the run, and how many were taken.
    """
    rows = memory.rows
    taken = 0
    at = net.neighbour[DIRECTIONS * coin + direction]
    while strings_of(rows[ply, at]) == 2:
        ahead = rows[ply, at] & COIN_MASK & ~(1 << net.opposite[direction])
        rows[ply, at] = 0
        taken += 1
        if ahead == 0:
            return rows.shape[1], TO_GROUND, taken
        direction = lowest(np.uint64(ahead))
        at = net.neighbour[DIRECTIONS * at + direction]
    return at, net.opposite[direction], taken


@inlined
def clear_lone(net: Net, memory: Memory, ply: int, coin: int) -> int:
    """Take all coins of a lone chain, given one at its end, or of a loop; return how many."""
    links = memory.rows[ply, coin] & COIN_MASK
    memory.rows[ply, coin] = 0
    if links == 0:
        return 1
    _, _, taken = clear(net, memory, ply, coin, lowest(np.uint64(links)))
    return taken + 1
