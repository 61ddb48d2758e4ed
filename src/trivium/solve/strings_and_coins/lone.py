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

Both hold at every level of the search too: whether a gift is allowed depends on the safe moves,
which lone runs do not have.

Therefore short lone runs need no coins in the row: they are kept apart, as a number of each kind.
"""

from __future__ import annotations

import numpy as np

from trivium.kernel.compiling import inlined
from trivium.solve.strings_and_coins.coins import Net
from trivium.solve.strings_and_coins.keys import AWAY, ONCE, add_run
from trivium.solve.strings_and_coins.memory import (
    APART,
    COINS,
    ENDS,
    KINDS,
    PAIRS_RULE,
    SHORTEST_RULE,
    STRING_OF_KIND,
    Memory,
)
from trivium.solve.strings_and_coins.moves import length_of, loop_length, move_of
from trivium.solve.strings_and_coins.walking import clear_lone

_LOOP_KIND = 2
_SHORT_LOOP = 3
_NO_KIND = -1


@inlined
def kind_of(ground: int, length: int) -> int:
    """Return the kind of a short lone run, given its length; -1 if it is long."""
    if length <= _LOOP_KIND:
        return length - 1
    return _LOOP_KIND if length == loop_length(ground, _SHORT_LOOP) else _NO_KIND


@inlined
def length_of_kind(ground: int, kind: int) -> int:
    """Return the length of the lone runs of a kind."""
    return loop_length(ground, _SHORT_LOOP) if kind == _LOOP_KIND else kind + 1


@inlined
def set_apart(net: Net, memory: Memory, ply: int, coin: int, kind: int) -> None:
    """Move a short lone run from the row, given a coin at its end, to those kept apart.

    Its run must not be in the key yet. If that makes a pair, the pair is gone.
    """
    ground, left = memory.rows.shape[1], memory.left
    clear_lone(net, memory, ply, coin)
    if memory.counters[PAIRS_RULE] != 0 and left[ply, APART + kind] == 1:
        give(net, memory, ply, kind)
        left[ply, COINS] -= 2 * (kind + 1)
        left[ply, ENDS] -= 4 * (kind + 1)
    else:
        left[ply, APART + kind] += 1
        add_run(net, memory, ply, ONCE, ground, ground, length_of_kind(ground, kind))


@inlined
def give(net: Net, memory: Memory, ply: int, kind: int) -> None:
    """Take away one of the runs kept apart; `left` still counts its coins."""
    ground = memory.rows.shape[1]
    memory.left[ply, APART + kind] -= 1
    add_run(net, memory, ply, AWAY, ground, ground, length_of_kind(ground, kind))


@inlined
def list_apart(memory: Memory, ply: int, count: int) -> int:
    """List the opening moves of short lone runs after `count` others; return how many there are.

    Their strings are right only at the root.
    """
    ground = memory.rows.shape[1]
    for kind in range(KINDS):
        if memory.left[ply, APART + kind] > 0:
            string = memory.counters[STRING_OF_KIND + kind]
            memory.moves[ply, count] = move_of(string, ground, ground, length_of_kind(ground, kind))
            count += 1
            if memory.counters[SHORTEST_RULE] != 0:
                return count
    return count


@inlined
def add_long(memory: Memory, ply: int, first: int, count: int, move: int) -> int:
    """List the move of a lone run of the class that begins at `first`; return how many there are.

    If only the shortest is wanted, it takes the place of a longer one.
    """
    moves = memory.moves
    if memory.counters[SHORTEST_RULE] == 0 or count == first:
        moves[ply, count] = move
        return count + 1
    if length_of(move) < length_of(moves[ply, first]):
        moves[ply, first] = move
    return np.int64(count)
