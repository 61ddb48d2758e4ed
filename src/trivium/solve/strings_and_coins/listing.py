"""The moves of a quiet state: one for each run, and one for the strings to the ground of a coin.

Safe strings come first, then runs, then short lone runs.
"""

from __future__ import annotations

import numpy as np

from trivium.kernel.bits import ONE, WORD_BITS, ZERO, Word, lowest
from trivium.kernel.compiling import inlined
from trivium.solve.strings_and_coins.coins import DIRECTIONS, TO_GROUND, Net, words_of
from trivium.solve.strings_and_coins.lone import list_apart
from trivium.solve.strings_and_coins.memory import (
    JUNCTIONS,
    SAFE,
    SHORTEST_RULE,
    THREES,
    UNSEEN,
    Memory,
)
from trivium.solve.strings_and_coins.moves import length_of, loop_length, move_of
from trivium.solve.strings_and_coins.state import (
    ACROSS,
    ASLANT,
    BLOCK,
    DOWN,
    LINKS,
    ODD_GROUND,
    SETS,
    TWO_GROUND,
    WAYS,
    States,
    directions_of,
    ground_of,
    grounds_of,
)
from trivium.solve.strings_and_coins.walking import walk_both_ways

_NONE = -1


@inlined
def list_moves(net: Net, memory: Memory, state: int) -> tuple[int, int]:
    """List the moves of a state, safe ones first; return how many are safe, and how many in all.

    Leaves in the masks what is to be known of the state.
    """
    find_junctions(net, memory, state)
    safe = list_safe(net, memory, state)
    count = list_runs(net, memory, state, safe)
    return safe, list_apart(net, memory, state, count)


@inlined
def behind(net: Net, states: States, state: int, word: int, way: int) -> Word:
    """Return, for a word of the coins, those to which a string leads on a way."""
    step = np.uint64(net.steps[2 * way + 1])
    place = SETS + BLOCK * word + way
    coins = states[state, place] << step
    if word > 0:
        coins |= states[state, place - BLOCK] >> (np.uint64(WORD_BITS) - step)
    return coins


@inlined
def find_junctions(net: Net, memory: Memory, state: int) -> None:
    """Note which coins are junctions, and which of them have three strings.

    The strings of all coins are added up at once, in binary: `ones`, `twos` and `fours` are the
    digits of the sums.
    """
    states, masks = memory.states, memory.masks
    for word in range(words_of(net.grid)):
        first = SETS + BLOCK * word
        a, b = states[state, first + ACROSS], behind(net, states, state, word, ACROSS)
        c, d = states[state, first + DOWN], behind(net, states, state, word, DOWN)
        e, f = states[state, first + ASLANT], behind(net, states, state, word, ASLANT)
        abc, two_abc = a ^ b ^ c, (a & b) | ((a ^ b) & c)
        def_, two_def = d ^ e ^ f, (d & e) | ((d ^ e) & f)
        odd = states[state, first + ODD_GROUND]
        ones, two_ones = abc ^ def_ ^ odd, (abc & def_) | ((abc ^ def_) & odd)
        twos, fours = (
            two_abc ^ two_def ^ two_ones,
            (two_abc & two_def) | ((two_abc ^ two_def) & two_ones),
        )
        two = states[state, first + TWO_GROUND]
        fours |= twos & two
        twos ^= two
        masks[THREES, word] = ones & twos & ~fours
        masks[JUNCTIONS, word] = (ones & twos) | fours


@inlined
def list_safe(net: Net, memory: Memory, state: int) -> int:
    """List the safe strings of a state; return how many moves that are.

    Also notes where the safe strings between coins are.
    """
    states, masks, moves = memory.states, memory.masks, memory.moves
    ground, count = ground_of(net), 0
    for word in range(words_of(net.grid)):
        first, base = SETS + BLOCK * word, WORD_BITS * word
        junctions = masks[JUNCTIONS, word]
        rest = (states[state, first + ODD_GROUND] | states[state, first + TWO_GROUND]) & junctions
        while rest != ZERO:
            coin = base + lowest(rest)
            rest &= rest - ONE
            moves[count] = move_of(DIRECTIONS * coin + TO_GROUND, coin, ground, 0)
            count += 1
        for way in range(WAYS):
            direction = 2 * way + 1
            step = net.steps[direction]
            ahead = junctions >> np.uint64(step)
            if word + 1 < words_of(net.grid):
                ahead |= masks[JUNCTIONS, word + 1] << np.uint64(WORD_BITS - step)
            rest = states[state, first + way] & junctions & ahead
            masks[SAFE + way, word] = rest
            while rest != ZERO:
                coin = base + lowest(rest)
                rest &= rest - ONE
                moves[count] = move_of(DIRECTIONS * coin + direction, coin, coin + step, 0)
                count += 1
    return count


@inlined
def list_runs(net: Net, memory: Memory, state: int, count: int) -> int:
    """List an opening move for each run and each loop after `count` others; return their number.

    If only the shortest lone run of a class is wanted, it takes the place of a longer one.
    """
    states, masks, moves = memory.states, memory.masks, memory.moves
    ground, shortest = ground_of(net), memory.counters[SHORTEST_RULE] != 0
    chain = loop = _NONE
    for word in range(words_of(net.grid)):
        masks[UNSEEN, word] = states[state, SETS + BLOCK * word + LINKS]
    for word in range(words_of(net.grid)):
        while masks[UNSEEN, word] != ZERO:
            coin = WORD_BITS * word + lowest(masks[UNSEEN, word])
            masks[UNSEEN, word] &= masks[UNSEEN, word] - ONE
            one, other = walk_both_ways(net, memory, state, coin)
            length = one[2] + other[2] + 1
            if one[0] != coin and (one[0] != ground or other[0] != ground):
                start, end = (one, other) if one[0] != ground else (other, one)
                string = DIRECTIONS * start[0] + start[1]
                moves[count] = move_of(string, start[0], end[0], length)
                count += 1
                continue
            direction = TO_GROUND
            if grounds_of(net, states, state, coin) == 0:
                direction = lowest(directions_of(net, states, state, coin))
            is_loop = one[0] == coin
            if is_loop:
                length = loop_length(ground, length)
            move = move_of(DIRECTIONS * coin + direction, ground, ground, length)
            before = loop if is_loop else chain
            if not shortest or before == _NONE:
                before = count
                count += 1
            elif length >= length_of(moves[before]):
                continue
            moves[before] = move
            if is_loop:
                loop = before
            else:
                chain = before
    return count
