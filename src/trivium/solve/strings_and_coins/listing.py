"""The moves of a quiet state: one for each run, and one for the strings to the ground of a coin.

Safe strings come first, then runs between junctions or to the ground, then lone runs.
"""

from __future__ import annotations

import numpy as np

from trivium.kernel.bits import ONE, ZERO, lowest
from trivium.kernel.compiling import inlined
from trivium.solve.strings_and_coins.coins import (
    COIN_MASK,
    DIRECTIONS,
    GROUND_MASK,
    GROUND_SHIFT,
    TO_GROUND,
    Net,
    strings_of,
)
from trivium.solve.strings_and_coins.lone import add_long, list_apart
from trivium.solve.strings_and_coins.memory import SAFE_AT, SEEN, STAMP, Memory
from trivium.solve.strings_and_coins.moves import loop_length, move_of
from trivium.solve.strings_and_coins.walking import walk


@inlined
def list_all(net: Net, memory: Memory, ply: int) -> tuple[int, int]:
    """List the moves of a state, safe ones first; return how many are safe, and how many in all."""
    memory.counters[STAMP] += 1
    stamp = memory.counters[STAMP]
    safe, links = list_safe(net, memory, ply)
    count, links = list_runs(net, memory, ply, stamp, safe, links)
    if links > 0:
        count = list_lone_chains(net, memory, ply, stamp, count)
        count = list_loops(net, memory, ply, stamp, count)
    return safe, list_apart(memory, ply, count)


@inlined
def list_safe(net: Net, memory: Memory, ply: int) -> tuple[int, int]:
    """List the safe strings of a quiet state; return how many moves that are.

    Also returns how many coins have two strings, and notes the number of safe strings at each
    junction.
    """
    rows, marks, moves = memory.rows, memory.marks, memory.moves
    ground = rows.shape[1]
    count = links = 0
    for coin in range(ground):
        marks[SAFE_AT, coin] = 0
    for coin in range(ground):
        if strings_of(rows[ply, coin]) < 3:
            links += int(strings_of(rows[ply, coin]) == 2)
            continue
        to_ground = (rows[ply, coin] >> GROUND_SHIFT) & GROUND_MASK
        if to_ground > 0:
            marks[SAFE_AT, coin] += to_ground
            moves[ply, count] = move_of(DIRECTIONS * coin + TO_GROUND, coin, ground, 0)
            count += 1
        rest = np.uint64(rows[ply, coin] & COIN_MASK)
        while rest != ZERO:
            string = DIRECTIONS * coin + lowest(rest)
            rest &= rest - ONE
            other = net.neighbour[string]
            if other > coin and strings_of(rows[ply, other]) > 2:
                marks[SAFE_AT, coin] += 1
                marks[SAFE_AT, other] += 1
                moves[ply, count] = move_of(string, coin, other, 0)
                count += 1
    return count, links


@inlined
def list_runs(
    net: Net, memory: Memory, ply: int, stamp: int, count: int, links: int
) -> tuple[int, int]:
    """List an opening move for each run of coins between junctions or to the ground.

    They come after `count` other moves. No coin must be marked with `stamp` yet. Returns how
    many moves there are in all, and how many of the `links` coins with two strings are not in
    such runs.
    """
    rows, marks, moves = memory.rows, memory.marks, memory.moves
    if links == 0:
        return count, links
    for coin in range(rows.shape[1]):
        if strings_of(rows[ply, coin]) < 3:
            continue
        rest = np.uint64(rows[ply, coin] & COIN_MASK)
        while rest != ZERO:
            direction = lowest(rest)
            rest &= rest - ONE
            other = net.neighbour[DIRECTIONS * coin + direction]
            if strings_of(rows[ply, other]) == 2 and marks[SEEN, other] != stamp:
                end, length = walk(net, memory, ply, stamp, coin, direction)
                links -= length
                moves[ply, count] = move_of(DIRECTIONS * coin + direction, coin, end, length)
                count += 1
    return count, links


@inlined
def list_lone_chains(net: Net, memory: Memory, ply: int, stamp: int, count: int) -> int:
    """List the opening moves of lone chains after `count` others; return how many there are.

    `list_runs` must have seen all chains that are not lone.
    """
    rows, marks = memory.rows, memory.marks
    ground, first = rows.shape[1], count
    for coin in range(ground):
        to_ground = (rows[ply, coin] >> GROUND_SHIFT) & GROUND_MASK
        if to_ground == 0 or strings_of(rows[ply, coin]) != 2 or marks[SEEN, coin] == stamp:
            continue
        marks[SEEN, coin] = stamp
        length = 1
        if to_ground == 1:
            direction = lowest(np.uint64(rows[ply, coin] & COIN_MASK))
            _, more = walk(net, memory, ply, stamp, coin, direction)
            length += more
        move = move_of(DIRECTIONS * coin + TO_GROUND, ground, ground, length)
        count = add_long(memory, ply, first, count, move)
    return count


@inlined
def list_loops(net: Net, memory: Memory, ply: int, stamp: int, count: int) -> int:
    """List the opening moves of loops after `count` others; return how many there are.

    All other coins with two strings must have been seen.
    """
    rows, marks = memory.rows, memory.marks
    ground, first = rows.shape[1], count
    for coin in range(ground):
        if strings_of(rows[ply, coin]) == 2 and marks[SEEN, coin] != stamp:
            marks[SEEN, coin] = stamp
            direction = lowest(np.uint64(rows[ply, coin] & COIN_MASK))
            _, more = walk(net, memory, ply, stamp, coin, direction)
            length = loop_length(ground, 1 + more)
            move = move_of(DIRECTIONS * coin + direction, ground, ground, length)
            count = add_long(memory, ply, first, count, move)
    return count
