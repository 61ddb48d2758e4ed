"""A move of the search, as one number.

It names the string to cut and the run that it belongs to, by its two ends and its length; the
ground is numbered after the coins. The length of a loop is counted on from the number of coins.
On top stands the move's rank, so that the larger number is the move to try first.
"""

from __future__ import annotations

from trivium.kernel.compiling import inlined
from trivium.solve.strings_and_coins.coins import DIRECTION_BITS, DIRECTIONS

_STRING_BITS = 14
_END_BITS = 11
_LENGTH_BITS = 12
_STRING_MASK = (1 << _STRING_BITS) - 1
_END_MASK = (1 << _END_BITS) - 1
_LENGTH_MASK = (1 << _LENGTH_BITS) - 1
_FIRST_SHIFT = _STRING_BITS
_SECOND_SHIFT = _FIRST_SHIFT + _END_BITS
_LENGTH_SHIFT = _SECOND_SHIFT + _END_BITS
RANK_SHIFT = _LENGTH_SHIFT + _LENGTH_BITS
HIGHEST_RANK = (1 << (63 - RANK_SHIFT)) - 1


@inlined
def move_of(string: int, first: int, second: int, length: int) -> int:
    """Return a move of the lowest rank."""
    return string | first << _FIRST_SHIFT | second << _SECOND_SHIFT | length << _LENGTH_SHIFT


@inlined
def string_of(move: int) -> int:
    """Return the string that a move cuts."""
    return move & _STRING_MASK


@inlined
def coin_of(move: int) -> int:
    """Return the coin that the string of a move is named by."""
    return string_of(move) >> DIRECTION_BITS


@inlined
def direction_of(move: int) -> int:
    """Return the direction in which the string of a move leaves its coin."""
    return move & (DIRECTIONS - 1)


@inlined
def first_end(move: int) -> int:
    """Return the end of the run where it is cut."""
    return (move >> _FIRST_SHIFT) & _END_MASK


@inlined
def second_end(move: int) -> int:
    """Return the other end of the run."""
    return (move >> _SECOND_SHIFT) & _END_MASK


@inlined
def length_of(move: int) -> int:
    """Return the number of coins of the run, or what stands for it if that is a loop."""
    return (move >> _LENGTH_SHIFT) & _LENGTH_MASK


@inlined
def loop_length(ground: int, coins: int) -> int:
    """Return what stands for the length of a loop of so many coins."""
    return ground + 1 + coins


@inlined
def coins_of(ground: int, length: int) -> int:
    """Return the number of coins of a run or loop of such a length."""
    return length - ground - 1 if length > ground else length


@inlined
def without_rank(move: int) -> int:
    """Return a move of the lowest rank, which no other has."""
    return move & ((1 << RANK_SHIFT) - 1)
