"""Tempos: safe strings that nobody can spoil. All that counts is whether their number is odd.

A junction is *settled* if two of its strings or more are not safe. As long as those stay, it has
three strings whenever one of its safe strings is left, so nobody can spoil that from this side. A
safe string both of whose ends are settled, or the ground, is a *tempo*. Cutting it spoils nothing
else.

**Pairs cancel where nothing is given away** (a scope without gifts, see `scopes`). There, safe
strings are cut until none is left, so all tempos are cut sooner or later, and in the end the same
is left, whatever their order. Let v be the value within such a scope, and G + n a state with n
tempos beside the safe strings of G. Claim: v(G + 2) = v(G). If G has none, two turns pass. Else, by
induction over the safe strings of G, cutting one of them is worth the same in G + 2 as in G, and
cutting a tempo is worth -v(G + 1), which is at most v(G): in G + 1 the tempo can be cut.
"""

from __future__ import annotations

import numpy as np

from trivium.kernel.bits import ONE, WORD_BITS, ZERO, Word, lowest, popcount
from trivium.kernel.compiling import inlined_uncounted, uncounted
from trivium.solve.strings_and_coins.coins import DIRECTIONS, TO_GROUND, Net, words_of
from trivium.solve.strings_and_coins.keys import seal
from trivium.solve.strings_and_coins.listing import find_junctions
from trivium.solve.strings_and_coins.memory import JUNCTIONS, SAFE, SETTLED, UNSAFE, Memory
from trivium.solve.strings_and_coins.moves import move_of
from trivium.solve.strings_and_coins.runs import remove_run
from trivium.solve.strings_and_coins.state import (
    BLOCK,
    ODD_GROUND,
    SETS,
    TWO_GROUND,
    WAYS,
    ground_of,
    grounds_of,
)


@inlined_uncounted
def shifted(net: Net, memory: Memory, row: int, word: int, way: int, ahead: bool) -> Word:
    """Return, for a word of coins, those one step before coins of a mask, or one step ahead."""
    step, masks = np.uint64(net.steps[2 * way + 1]), memory.masks
    if ahead:
        coins = masks[row, word] << step
        if word > 0:
            coins |= masks[row, word - 1] >> (np.uint64(WORD_BITS) - step)
        return coins
    coins = masks[row, word] >> step
    if word + 1 < words_of(net.grid):
        coins |= masks[row, word + 1] << (np.uint64(WORD_BITS) - step)
    return coins


@inlined_uncounted
def find_settled(net: Net, memory: Memory, state: int) -> None:
    """Note which junctions are settled. Requires that the moves of the state have been listed."""
    states, masks = memory.states, memory.masks
    for word in range(words_of(net.grid)):
        for way in range(WAYS):
            strings = states[state, SETS + BLOCK * word + way]
            masks[UNSAFE + way, word] = strings & ~masks[SAFE + way, word]
    for word in range(words_of(net.grid)):
        one = two = ZERO
        for way in range(WAYS):
            here = masks[UNSAFE + way, word]
            two |= one & here
            one |= here
            there = shifted(net, memory, UNSAFE + way, word, way, True)
            two |= one & there
            one |= there
        masks[SETTLED, word] = two & masks[JUNCTIONS, word]


@inlined_uncounted
def tempos_of(net: Net, memory: Memory, word: int, way: int) -> Word:
    """Return the coins from which a tempo leads on a way."""
    masks = memory.masks
    both = masks[SETTLED, word] & shifted(net, memory, SETTLED, word, way, False)
    return masks[SAFE + way, word] & both


@inlined_uncounted
def count_tempos(net: Net, memory: Memory, state: int) -> int:
    """Return how many tempos there are."""
    states, count = memory.states, 0
    for word in range(words_of(net.grid)):
        for way in range(WAYS):
            count += popcount(tempos_of(net, memory, word, way))
        first, settled = SETS + BLOCK * word, memory.masks[SETTLED, word]
        count += popcount(states[state, first + ODD_GROUND] & settled)
        count += 2 * popcount(states[state, first + TWO_GROUND] & settled)
    return count


@uncounted
def cut_tempo(net: Net, memory: Memory, state: int, coin: int, direction: int, end: int) -> None:
    """Cut a tempo, given its other end."""
    find_junctions(net, memory, state)
    move = move_of(DIRECTIONS * coin + direction, coin, end, 0)
    remove_run(net, memory, state, move)


@uncounted
def cut_pairs(net: Net, memory: Memory, state: int) -> bool:
    """Cut tempos in pairs; return whether there were two. Requires that the moves are listed.

    After that the moves have to be listed again. The state gets its new key.
    """
    find_settled(net, memory, state)
    left = count_tempos(net, memory, state) & ~1
    if left == 0:
        return False
    ground = ground_of(net)
    for word in range(words_of(net.grid)):
        base = WORD_BITS * word
        for way in range(WAYS):
            direction = 2 * way + 1
            rest = tempos_of(net, memory, word, way)
            while rest != ZERO and left > 0:
                coin = base + lowest(rest)
                rest &= rest - ONE
                cut_tempo(net, memory, state, coin, direction, coin + net.steps[direction])
                left -= 1
        rest = memory.masks[SETTLED, word]
        while rest != ZERO and left > 0:
            coin = base + lowest(rest)
            rest &= rest - ONE
            for _ in range(min(left, grounds_of(net, memory.states, state, coin))):
                cut_tempo(net, memory, state, coin, TO_GROUND, ground)
                left -= 1
    seal(net, memory, state)
    return True
