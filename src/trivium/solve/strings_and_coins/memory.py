"""What a searching thread holds: states, lists of moves, counters, and the rules.

The rules are reductions: each makes the search smaller and leaves every value as it is, with a
proof where it is applied. Each can be switched off, so that tests can show that it changes
nothing.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trivium.kernel.compiling import inlined_uncounted
from trivium.search.running import StopFlag, new_stop_flag
from trivium.solve.strings_and_coins.coins import DIRECTIONS, Net, words_of
from trivium.solve.strings_and_coins.state import BLOCK, SETS, States

KINDS = 3
"""How many kinds of short lone runs there are (`lone`)."""

# Rows of `Memory.masks`: sets of coins, notes about the state that is looked at
SAFE = 0
"""From here on, for each way: coins from which a safe string leads there."""
JUNCTIONS = 3
THREES = 4
"""Junctions with three strings."""
UNSEEN = 5
"""Links that no walk has come across."""
UNSAFE = 6
"""From here on, for each way: coins from which a string leads there that is not safe."""
SETTLED = 9
"""Junctions whose safe strings nobody can spoil from there (`tempos`)."""
_MASKS = 10

# Columns of `Memory.births`
MOVE = 0
"""The move that led to a state, with its rank."""
TAKEN = 1
"""How many coins it lets the opponent take."""
HAND_BACK = 2
"""How many of those may be handed back."""
_BIRTHS = 3

SHOWN = 3
"""Of so many plies it is told how many moves have been tried."""

# Places in `Memory.counters`
NODES = 0
NODE_LIMIT = 1
SCOPE = 2
"""The number of the search's scope (`scopes`), `bounds.EXACT` if it leaves nothing out."""
BEST = 3
"""The move at the root that reached the last target; until one has, the one that is tried."""
SALT = 4
"""Changes the order of moves that look alike, so that two threads go different ways."""
SHARED = 5
"""Whether other threads work on the same question."""
TRIED = 6
"""From here on, for each of the first plies: how many moves have been searched there."""
TO_TRY = TRIED + SHOWN
"""From here on: out of how many."""
RULES = TO_TRY + SHOWN
"""From here on: whether each of the `Reductions` holds."""


class Reductions(NamedTuple):
    """Which reductions are used."""

    symmetry: bool = True
    """Images of a state under the board's symmetries share an entry of the table, if the search
    begins near the start of the game and `runs` holds."""
    runs: bool = True
    """States with the same runs share an entry (`trivium.solve.strings_and_coins.runs`)."""
    pairs: bool = True
    """Two equal short lone runs cancel (`lone`)."""
    shortest: bool = True
    """Of lone runs of a class only the shortest is opened (`lone`)."""
    ceiling: bool = True
    """Who opens a long run gets at most what may be handed back (`proof`)."""
    parity: bool = True
    """Values have the parity of the coins, so targets go up to the next such number."""
    probing: bool = True
    """All moves are looked up in the table before any is searched (`proof`)."""
    tempos: bool = True
    """In estimates without gifts tempos cancel in pairs (`tempos`)."""


RUNS_RULE = RULES + Reductions._fields.index("runs")
PAIRS_RULE = RULES + Reductions._fields.index("pairs")
SHORTEST_RULE = RULES + Reductions._fields.index("shortest")
CEILING_RULE = RULES + Reductions._fields.index("ceiling")
PARITY_RULE = RULES + Reductions._fields.index("parity")
PROBING_RULE = RULES + Reductions._fields.index("probing")
TEMPOS_RULE = RULES + Reductions._fields.index("tempos")

STRING_OF_KIND = RULES + len(Reductions._fields)
"""From here on: a string of a short lone run of each kind at the root, if there is one."""
RESORT = STRING_OF_KIND + KINDS
"""A move for a root where all runs cancel."""
GIFTS = RESORT + 1
"""What the scope says of gifts."""
WIDTH = RESORT + 2
"""What it says of the number of moves."""
ENDING_WIDTH = RESORT + 3
"""What it says of the number of moves in large endings."""
_COUNTERS = RESORT + 4


_BUSY = 1 << 14
"""Places for locks of states that are searched; two in one place do no harm."""


class Memory(NamedTuple):
    """What one searching thread needs.

    Functions take it whole, with the number of a state: a view of one state costs more than most
    of what is done with it.
    """

    states: States
    """The root, and after it the children of each state on the way to the one in question."""
    births: NDArray[np.int64]
    """How each of those came about."""
    moves: NDArray[np.int64]
    masks: NDArray[np.uint64]
    history: NDArray[np.int64]
    """For each player and each string how often cutting it was enough."""
    counters: NDArray[np.int64]
    busy: NDArray[np.uint64]
    """The locks of states that threads are searching, one for all threads."""
    stop: StopFlag


def new_memories(net: Net, reductions: Reductions, threads: int) -> list[Memory]:
    """Return memory for each thread, without room for any state yet."""
    memories = [_new_memory(net, reductions) for _ in range(threads)]
    if threads == 1:
        return memories
    busy = np.zeros(_BUSY, np.uint64)
    for number, memory in enumerate(memories):
        memory.counters[SHARED] = 1
        memory.counters[SALT] = 5 * number
    return [memory._replace(busy=busy) for memory in memories]


def _new_memory(net: Net, reductions: Reductions) -> Memory:
    counters = np.zeros(_COUNTERS, np.int64)
    counters[RULES : RULES + len(reductions)] = reductions
    return Memory(
        states=np.zeros((0, 0), np.uint64),
        births=np.zeros((0, _BIRTHS), np.int64),
        moves=np.zeros(0, np.int64),
        masks=np.zeros((_MASKS, words_of(net.grid)), np.uint64),
        history=np.zeros((2, DIRECTIONS * net.ground), np.int64),
        counters=counters,
        busy=np.zeros(1, np.uint64),
        stop=new_stop_flag(),
    )


def with_room(net: Net, memory: Memory, strings: int) -> Memory:
    """Return the same memory with room for states of so many strings.

    A state has at most one move for each of its strings, and after every move there are fewer.
    """
    moves = strings + 1
    columns = SETS + BLOCK * words_of(net.grid) + len(net.end_words)
    if len(memory.moves) >= moves and memory.states.shape[1] == columns:
        return memory
    states = 1 + moves * (moves + 1) // 2
    return memory._replace(
        states=np.zeros((states, columns), np.uint64),
        births=np.zeros((states, _BIRTHS), np.int64),
        moves=np.zeros(moves, np.int64),
    )


@inlined_uncounted
def stopped(memory: Memory) -> bool:
    """Return whether the search has been told to stop or has used up its nodes."""
    return memory.stop[0] != 0 or memory.counters[NODES] >= memory.counters[NODE_LIMIT]
