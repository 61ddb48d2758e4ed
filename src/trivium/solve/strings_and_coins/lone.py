"""Lone runs: chains from ground to ground and loops, with what is proven about them.

G + X is a state with a lone run X of length |X|, v the value for the player to move. Lone runs
fall into three classes by what opening one is worth: the *short* ones, chains of one and two
coins and loops of three, which the opponent takes whole, so that opening X is worth -|X| - v(G);
the long chains, worth 2 - |X| - |v(G) + 2|; and the long loops, with 4 for 2.

**Pairs cancel.** If X and Y are equal and short, v(G + X + Y) = v(G). By induction over the
strings of G: the moves in G are worth the same in both states, whatever they take or hand back,
because the states that they lead to have the same value. So v(G + X + Y) >= v(G) unless G is
empty, and opening X is worth -|X| - v(G + Y) <= -|X| - (-|X| - v(G)) = v(G), because opening Y
is a move of G + Y. If G is empty, opening X is worth -|X| - v(Y) = 0.

**The shortest first.** If X and Y are of one class and |X| <= |Y|, then |v(G + X) - v(G + Y)|
<= |Y| - |X|: by induction, the moves of G + X and G + Y correspond to each other, and the
difference of two corresponding moves is at most |Y| - |X|, because -u and -|u + h| change by no
more than u does. So in a state G + X + Y opening X is at least as good as opening Y: for short
ones, -|X| - v(G + Y) >= -|X| - v(G + X) - (|Y| - |X|) = -|Y| - v(G + X), and in the same way for
the others. Only the shortest of each class has to be tried.

Therefore short lone runs need no place in the sets of a state: they are kept apart, as a number of
each kind.
"""

from __future__ import annotations

import numpy as np

from trivium.kernel.compiling import inlined_uncounted
from trivium.solve.strings_and_coins.coins import Net
from trivium.solve.strings_and_coins.keys import AWAY, ONCE, add_run
from trivium.solve.strings_and_coins.memory import (
    KINDS,
    PAIRS_RULE,
    SHORTEST_RULE,
    STRING_OF_KIND,
    Memory,
)
from trivium.solve.strings_and_coins.moves import loop_length, move_of
from trivium.solve.strings_and_coins.state import APART, COINS, ground_of
from trivium.solve.strings_and_coins.walking import sweep_lone

_LOOP_KIND = 2
_SHORT_LOOP = 3
_NO_KIND = -1
_NUMBER_BITS = 16
_NUMBER_MASK = np.uint64((1 << _NUMBER_BITS) - 1)


@inlined_uncounted
def kind_of(ground: int, length: int) -> int:
    """Return the kind of a short lone run, given its length; -1 if it is long."""
    if length <= _LOOP_KIND:
        return length - 1
    return _LOOP_KIND if length == loop_length(ground, _SHORT_LOOP) else _NO_KIND


@inlined_uncounted
def length_of_kind(ground: int, kind: int) -> int:
    """Return the length of the lone runs of a kind."""
    return loop_length(ground, _SHORT_LOOP) if kind == _LOOP_KIND else kind + 1


@inlined_uncounted
def number_apart(memory: Memory, state: int, kind: int) -> int:
    """Return how many runs of a kind are kept apart."""
    numbers = memory.states[state, APART] >> np.uint64(kind * _NUMBER_BITS)
    return np.int64(numbers & _NUMBER_MASK)


@inlined_uncounted
def change_apart(net: Net, memory: Memory, state: int, kind: int, more: bool) -> None:
    """Put a run of a kind to those kept apart, or take one away; coins are not counted here."""
    ground, one = ground_of(net), np.uint64(1) << np.uint64(kind * _NUMBER_BITS)
    if more:
        memory.states[state, APART] += one
    else:
        memory.states[state, APART] -= one
    run = ground, ground, length_of_kind(ground, kind)
    add_run(net, memory, state, run, ONCE if more else AWAY)


@inlined_uncounted
def set_apart(net: Net, memory: Memory, state: int, coin: int, kind: int) -> None:
    """Move a short lone run from the sets of a state, given one of its coins, to those kept apart.

    Its run must not be in the sums yet. If that makes a pair, the pair is gone.
    """
    sweep_lone(net, memory, state, coin)
    pair = memory.counters[PAIRS_RULE] != 0 and number_apart(memory, state, kind) == 1
    change_apart(net, memory, state, kind, not pair)
    if pair:
        memory.states[state, COINS] -= np.uint64(2 * (kind + 1))


@inlined_uncounted
def list_apart(net: Net, memory: Memory, state: int, count: int) -> int:
    """List the opening moves of short lone runs after `count` others; return how many there are.

    Their strings are right only at the root.
    """
    ground = ground_of(net)
    for kind in range(KINDS):
        if number_apart(memory, state, kind) > 0:
            string = memory.counters[STRING_OF_KIND + kind]
            memory.moves[count] = move_of(string, ground, ground, length_of_kind(ground, kind))
            count += 1
            if memory.counters[SHORTEST_RULE] != 0:
                return count
    return count
