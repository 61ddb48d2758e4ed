"""Runs: what a quiet state amounts to once the coins with two strings are seen as mere lengths.

A *junction* is a coin with three strings or more. A *run* leads from a junction or the ground to
a junction or the ground through any number of coins with two strings each: a single string
between two junctions is a run of no coins, a lone chain runs from ground to ground. A *loop* is
a ring of coins with two strings each.

The runs, each with its two ends and its length, are all there is to a quiet state: two states
with the same runs have the same value. So the key of a state is the sum over its runs of a
random word for each. States that differ in which border edge of a cell is claimed, where a lone
chain lies or which way it bends have the same key, and one entry in the table serves them all.

There is one move to try for each run, and one for several equal lone runs. A run of no coins is
a *safe* string: cutting it gives nothing away. Any other run is *opened* by cutting its first
string, and which of its strings is cut makes no difference (see `trivium.solve.captures`).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from trivium.kernel.bits import ONE, ZERO, Word, lowest, wrapping_add, wrapping_multiply
from trivium.kernel.compiling import inlined
from trivium.solve.coins import (
    COIN_MASK,
    DIRECTIONS,
    GROUND_MASK,
    GROUND_SHIFT,
    ONE_GROUND,
    ONE_STRING,
    TO_GROUND,
    Net,
    first_direction,
    strings_of,
)

# A move is one number: the string to cut, the ends and the length of its run, and its rank.
_STRING_BITS = 13
_END_BITS = 11
_STRING_MASK = (1 << _STRING_BITS) - 1
_END_MASK = (1 << _END_BITS) - 1
_FIRST_SHIFT = _STRING_BITS
_SECOND_SHIFT = _FIRST_SHIFT + _END_BITS
_LENGTH_SHIFT = _SECOND_SHIFT + _END_BITS
RANK_SHIFT = _LENGTH_SHIFT + _END_BITS
HIGHEST_RANK = (1 << (63 - RANK_SHIFT)) - 1

_MIX = np.uint64(0x9E3779B97F4A7C15)
_MIX_AGAIN = np.uint64(0xC2B2AE3D27D4EB4F)
_MIX_OTHER = np.uint64(0xD6E8FEB86659FD93)
_HALF = np.uint64(32)
_THIRD = np.uint64(29)
_MOST_MARKED = 63

# All of these have a row for each ply of a search. Functions take them whole, with the ply: a view
# of one row costs more than most of what is done with it.
Rows = NDArray[np.int64]
"""The states, as `trivium.solve.coins` describes one."""
Sums = NDArray[np.uint64]
"""Their keys, two independent sums: where the entry is, and what it must show."""
Moves = NDArray[np.int64]

# The rows of `marks`, notes about the coins of the state that is looked at
SEEN = 0
"""When each coin was seen last."""
SAFE_AT = 1
"""How many safe strings it has."""


@inlined
def move_of(string: int, first: int, second: int, length: int) -> int:
    """Return a move of the lowest rank."""
    return string | first << _FIRST_SHIFT | second << _SECOND_SHIFT | length << _LENGTH_SHIFT


@inlined
def string_of(move: int) -> int:
    """Return the string that a move cuts."""
    return move & _STRING_MASK


@inlined
def first_end(move: int) -> int:
    """Return the end of the run where it is cut; the ground is numbered after the coins."""
    return (move >> _FIRST_SHIFT) & _END_MASK


@inlined
def second_end(move: int) -> int:
    """Return the other end of the run."""
    return (move >> _SECOND_SHIFT) & _END_MASK


@inlined
def length_of(move: int) -> int:
    """Return the number of coins of the run; loops are counted on from the number of coins."""
    return (move >> _LENGTH_SHIFT) & _END_MASK


@inlined
def run_word(net: Net, symmetry: int, first: int, second: int, length: int) -> Word:
    """Return the word of a run as a symmetry shows it."""
    ends = wrapping_add(net.end_words[symmetry, first], net.end_words[symmetry, second])
    return ends ^ net.length_words[length]


@inlined
def mixed(word: Word) -> Word:
    """Return a word that depends on every bit of `word`, for sums."""
    word = wrapping_multiply(word ^ (word >> _HALF), _MIX)
    return wrapping_multiply(word ^ (word >> _THIRD), _MIX_AGAIN)


@inlined
def mixed_otherwise(word: Word) -> Word:
    """Return another one, independent of `mixed`."""
    word = wrapping_multiply(word ^ (word >> _THIRD), _MIX_OTHER)
    return wrapping_multiply(word ^ (word >> _HALF), _MIX)


@inlined
def add_run(
    net: Net, sums: Sums, ply: int, times: Word, first: int, second: int, length: int
) -> None:
    """Add a run to a key so many times; as many as 2**64 - 1 take it away once."""
    word = run_word(net, 0, first, second, length)
    sums[ply, 0] = wrapping_add(sums[ply, 0], wrapping_multiply(times, mixed(word)))
    sums[ply, 1] = wrapping_add(sums[ply, 1], wrapping_multiply(times, mixed_otherwise(word)))


ONCE = np.uint64(1)
AWAY = np.uint64(2**64 - 1)


@inlined
def loop_length(rows: Rows, coins: int) -> int:
    """Return what stands for the length of a loop of so many coins."""
    return rows.shape[1] + 1 + coins


@inlined
def walk(net: Net, rows: Rows, ply: int, coin: int, direction: int) -> tuple[int, int]:
    """Follow a run from a coin in a direction; return its other end and its length.

    It ends at the coin itself if it comes back there.
    """
    length = 0
    at = net.neighbour[DIRECTIONS * coin + direction]
    while strings_of(rows[ply, at]) == 2 and at != coin:
        length += 1
        ahead = rows[ply, at] & COIN_MASK & ~(1 << net.opposite[direction])
        if ahead == 0:
            return rows.shape[1], length
        direction = lowest(np.uint64(ahead))
        at = net.neighbour[DIRECTIONS * at + direction]
    return at, length


@inlined
def join(net: Net, rows: Rows, sums: Sums, ply: int, coin: int) -> None:
    """Correct the key after a junction has been left with two strings: two runs become one."""
    ground = rows.shape[1]
    links = np.uint64(rows[ply, coin] & COIN_MASK)
    ends_a, length_a = ground, 0
    ends_b, length_b = ground, 0
    if links != ZERO:
        ends_a, length_a = walk(net, rows, ply, coin, lowest(links))
        links &= links - ONE
    if links != ZERO:
        ends_b, length_b = walk(net, rows, ply, coin, lowest(links))
    if ends_a == coin:
        add_run(net, sums, ply, AWAY, coin, coin, length_a)
        add_run(net, sums, ply, ONCE, ground, ground, loop_length(rows, length_a + 1))
    else:
        add_run(net, sums, ply, AWAY, coin, ends_a, length_a)
        add_run(net, sums, ply, AWAY, coin, ends_b, length_b)
        add_run(net, sums, ply, ONCE, ends_a, ends_b, length_a + length_b + 1)


@inlined
def loosen(net: Net, rows: Rows, sums: Sums, ply: int, coin: int, direction: int) -> None:
    """Take one string from a junction, as far as the junction is concerned."""
    rows[ply, coin] -= ONE_STRING + (ONE_GROUND if direction == TO_GROUND else 1 << direction)
    if strings_of(rows[ply, coin]) == 2:
        join(net, rows, sums, ply, coin)


@inlined
def clear(net: Net, rows: Rows, ply: int, coin: int, direction: int) -> tuple[int, int, int]:
    """Take the coins of a run from `coin` in a direction, without its ends.

    Returns the other end, the direction from there into the run, and how many were taken.
    """
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
def remove_lone(net: Net, rows: Rows, ply: int, coin: int, direction: int) -> int:
    """Take all coins of a lone chain or loop, given the first string; return how many."""
    if direction == TO_GROUND:
        links = rows[ply, coin] & COIN_MASK
        if links == 0:
            rows[ply, coin] = 0
            return 1
        direction = lowest(np.uint64(links))
    rows[ply, coin] = 0
    _, _, taken = clear(net, rows, ply, coin, direction)
    return taken + 1


@inlined
def remove_run(net: Net, rows: Rows, sums: Sums, ply: int, move: int) -> int:
    """Cut the string of a move and take what that opens; return the number of coins taken.

    The state is quiet before and afterwards; `sums` stays its key.
    """
    ground = rows.shape[1]
    string, first, second = string_of(move), first_end(move), second_end(move)
    add_run(net, sums, ply, AWAY, first, second, length_of(move))
    coin, direction = string >> 3, string & 7
    if first == ground:
        return remove_lone(net, rows, ply, coin, direction)
    taken = 0
    back = TO_GROUND
    if direction != TO_GROUND:
        _, back, taken = clear(net, rows, ply, coin, direction)
    if first == second and strings_of(rows[ply, coin]) == 3:
        # The junction is taken too, and then the run that it hangs on.
        rows[ply, coin] -= 2 * ONE_STRING + (1 << direction) + (1 << back)
        stem = first_direction(rows[ply, coin])
        end, length = ground, 0
        if stem != TO_GROUND:
            end, back, length = clear(net, rows, ply, coin, stem)
        rows[ply, coin] = 0
        add_run(net, sums, ply, AWAY, coin, end, length)
        if end != ground:
            loosen(net, rows, sums, ply, end, back)
        return taken + 1 + length
    loosen(net, rows, sums, ply, first, direction)
    if second != ground:
        loosen(net, rows, sums, ply, second, back)
    return taken


@inlined
def list_safe(net: Net, rows: Rows, marks: Rows, moves: Moves, ply: int) -> tuple[int, int]:
    """List the safe strings of a quiet state; return how many moves that are.

    Also returns how many coins have two strings, and notes the number of safe strings at each
    junction.
    """
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
def see(
    net: Net, rows: Rows, ply: int, marks: Rows, stamp: int, coin: int, direction: int
) -> tuple[int, int]:
    """Follow a run as `walk` does, and mark its coins as seen."""
    length = 0
    at = net.neighbour[DIRECTIONS * coin + direction]
    while strings_of(rows[ply, at]) == 2 and marks[SEEN, at] != stamp:
        marks[SEEN, at] = stamp
        length += 1
        ahead = rows[ply, at] & COIN_MASK & ~(1 << net.opposite[direction])
        if ahead == 0:
            return rows.shape[1], length
        direction = lowest(np.uint64(ahead))
        at = net.neighbour[DIRECTIONS * at + direction]
    return at, length


@inlined
def list_runs(
    net: Net, rows: Rows, marks: Rows, stamp: int, moves: Moves, ply: int, count: int, links: int
) -> tuple[int, int]:
    """List an opening move for each run of coins between junctions or to the ground.

    They come after `count` other moves. No coin must be marked with `stamp` yet. Returns how
    many moves there are in all, and how many of the `links` coins with two strings are not in
    such runs.
    """
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
                end, length = see(net, rows, ply, marks, stamp, coin, direction)
                links -= length
                moves[ply, count] = move_of(DIRECTIONS * coin + direction, coin, end, length)
                count += 1
    return count, links


@inlined
def list_lone(
    net: Net, rows: Rows, marks: Rows, stamp: int, moves: Moves, ply: int, count: int
) -> int:
    """List an opening move for each lone chain and loop after `count` others, chains first.

    `list_runs` must have seen all other coins with two strings. Returns how many there are.
    """
    ground = rows.shape[1]
    for coin in range(ground):
        to_ground = (rows[ply, coin] >> GROUND_SHIFT) & GROUND_MASK
        if to_ground == 0 or strings_of(rows[ply, coin]) != 2 or marks[SEEN, coin] == stamp:
            continue
        marks[SEEN, coin] = stamp
        length = 1
        if to_ground == 1:
            _, more = see(
                net, rows, ply, marks, stamp, coin, lowest(np.uint64(rows[ply, coin] & COIN_MASK))
            )
            length += more
        moves[ply, count] = move_of(DIRECTIONS * coin + TO_GROUND, ground, ground, length)
        count += 1
    for coin in range(ground):
        if strings_of(rows[ply, coin]) == 2 and marks[SEEN, coin] != stamp:
            marks[SEEN, coin] = stamp
            direction = lowest(np.uint64(rows[ply, coin] & COIN_MASK))
            _, more = see(net, rows, ply, marks, stamp, coin, direction)
            length = loop_length(rows, 1 + more)
            moves[ply, count] = move_of(DIRECTIONS * coin + direction, ground, ground, length)
            count += 1
    return count
