"""A quiet state in words of bits, as the search holds it.

A state is a row of words. Sets of coins are words of bits, bit i for coin i; where one word is too
short for the grid there are several, one block of sets after the other. Each string between coins
is kept once, at the end from which it leads to a higher number, in the set of its direction; the
strings to the ground are counted in binary, in two sets. Short lone runs are no part of those
sets, only counted (`lone`).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from trivium.kernel.bits import ONE, ZERO, Word, popcount
from trivium.kernel.compiling import inlined
from trivium.solve.strings_and_coins.coins import (
    GROUND_MASK,
    GROUND_SHIFT,
    STRINGS_SHIFT,
    TO_GROUND,
    Net,
    Row,
    word_with,
    words_of,
)

States = NDArray[np.uint64]
"""A row for each state."""

# Columns of a state. The first three are made from the others, when all else is done (`keys`).
PLACE = 0
"""Where in the table its entry is."""
LOCK = 1
"""What the entry must show."""
VIEW = 2
"""The view of the board that the key was made by."""
COINS = 3
"""How many coins are left."""
APART = 4
"""How many short lone runs of each kind are kept apart."""
SETS = 5
"""From here on: the sets, in blocks. After them come the sums of `keys`."""

# The sets of a block.
ACROSS = 0
"""Coins with a string in direction 1."""
DOWN = 1
"""Coins with a string in direction 3."""
ASLANT = 2
"""Coins with a string in direction 5."""
WAYS = 3
ODD_GROUND = 3
"""Coins with one or three strings to the ground."""
TWO_GROUND = 4
"""Coins with two or three strings to the ground."""
LINKS = 5
"""Coins with two strings in all."""
BLOCK = 6
"""How many there are."""

_INSIDE = 63
_SEVERAL = 3
"""The most strings to the ground that are counted."""


@inlined
def ground_of(net: Net) -> int:
    """Return the number of the ground."""
    return (words_of(net.grid) << 6) - 1


@inlined
def sums_of(net: Net) -> int:
    """Return the column where the sums of a state begin."""
    return SETS + BLOCK * words_of(net.grid)


@inlined
def number_in(states: States, state: int, place: int) -> int:
    """Return the number in a column that is no set."""
    return np.int64(states[state, place])


@inlined
def bit_of(coin: int) -> Word:
    """Return the bit of a coin in its word."""
    return ONE << np.uint64(coin & _INSIDE)


@inlined
def column(net: Net, which: int, coin: int) -> int:
    """Return the column of the word of a set in which a coin is found."""
    return SETS + BLOCK * word_with(net.grid, coin) + which


@inlined
def digit(net: Net, states: States, state: int, which: int, coin: int) -> Word:
    """Return 1 if a coin is in a set, else 0."""
    return (states[state, column(net, which, coin)] >> np.uint64(coin & _INSIDE)) & ONE


@inlined
def leave_out(net: Net, states: States, state: int, which: int, coin: int) -> None:
    """Take a coin out of a set."""
    states[state, column(net, which, coin)] &= ~bit_of(coin)


@inlined
def is_link(net: Net, states: States, state: int, coin: int) -> bool:
    """Return whether a coin has two strings."""
    return digit(net, states, state, LINKS, coin) != ZERO


@inlined
def grounds_of(net: Net, states: States, state: int, coin: int) -> int:
    """Return how many strings to the ground a coin has."""
    odd = digit(net, states, state, ODD_GROUND, coin)
    return np.int64(odd | digit(net, states, state, TWO_GROUND, coin) << ONE)


@inlined
def directions_of(net: Net, states: States, state: int, coin: int) -> Word:
    """Return the directions in which a coin has strings to other coins, as a set."""
    directions = ZERO
    for way in range(WAYS):
        before = coin - net.steps[2 * way + 1]
        here = digit(net, states, state, way, before) | digit(net, states, state, way, coin) << ONE
        directions |= here << np.uint64(2 * way)
    return directions


@inlined
def degree_of(net: Net, states: States, state: int, coin: int) -> int:
    """Return how many strings a coin has."""
    directions = directions_of(net, states, state, coin)
    return popcount(directions) + grounds_of(net, states, state, coin)


@inlined
def cut_string(net: Net, states: States, state: int, coin: int, direction: int) -> None:
    """Cut a string, which must be there; how many strings its coins have left is not looked at."""
    if direction != TO_GROUND:
        start = coin if direction & 1 else coin + net.steps[direction]
        leave_out(net, states, state, direction >> 1, start)
        return
    if digit(net, states, state, ODD_GROUND, coin) == ZERO:
        states[state, column(net, TWO_GROUND, coin)] ^= bit_of(coin)
    states[state, column(net, ODD_GROUND, coin)] ^= bit_of(coin)


@inlined
def take_coin(net: Net, states: States, state: int, coin: int) -> None:
    """Take a coin with all its strings."""
    for way in range(WAYS):
        leave_out(net, states, state, way, coin)
        leave_out(net, states, state, way, coin - net.steps[2 * way + 1])
    leave_out(net, states, state, ODD_GROUND, coin)
    leave_out(net, states, state, TWO_GROUND, coin)
    leave_out(net, states, state, LINKS, coin)


@inlined
def copy_state(states: States, source: int, target: int) -> None:
    """Copy a state, all but its key."""
    for place in range(COINS, states.shape[1]):
        states[target, place] = states[source, place]


@inlined
def count_strings(net: Net, states: States, state: int) -> int:
    """Return how many strings a state has, those of runs kept apart not counted."""
    count = 0
    for word in range(words_of(net.grid)):
        first = SETS + BLOCK * word
        for way in range(WAYS):
            count += popcount(states[state, first + way])
        count += popcount(states[state, first + ODD_GROUND])
        count += 2 * popcount(states[state, first + TWO_GROUND])
    return count


@inlined
def write_state(net: Net, states: States, state: int, row: Row) -> None:
    """Write a quiet state; its sums are left at 0.

    More than three strings to the ground only a coin has that is alone on its board. Then all
    that counts is whether their number is odd, because every move but the last cuts one of them,
    so two or three serve as well.
    """
    states[state, :] = ZERO
    for coin in range(len(row)):
        grounds, strings = (row[coin] >> GROUND_SHIFT) & GROUND_MASK, row[coin] >> STRINGS_SHIFT
        if grounds > _SEVERAL:
            strings = grounds = 2 + (grounds & 1)
        states[state, COINS] += np.uint64(strings > 0)
        bit = bit_of(coin)
        for way in range(WAYS):
            if row[coin] & (2 << 2 * way):
                states[state, column(net, way, coin)] |= bit
        if grounds & 1:
            states[state, column(net, ODD_GROUND, coin)] |= bit
        if grounds & 2:
            states[state, column(net, TWO_GROUND, coin)] |= bit
        if strings == 2:
            states[state, column(net, LINKS, coin)] |= bit
