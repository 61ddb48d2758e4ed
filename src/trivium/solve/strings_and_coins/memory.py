"""What a searching thread holds: a state for each ply, lists of moves, counters, and the rules.

The rules are reductions: each makes the search smaller and leaves every value as it is, with a
proof where it is applied. Each can be switched off, so that tests can show that it changes
nothing.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from trivium.kernel.compiling import inlined
from trivium.kernel.verbs import implements, verb
from trivium.search.running import StopFlag, new_stop_flag
from trivium.solve.strings_and_coins.coins import DIRECTIONS, Net

# Columns of `Memory.left`
COINS = 0
"""How many coins are left."""
ENDS = 1
"""How many ends of strings they have."""
APART = 2
"""From here on: how many short lone runs of each kind are kept apart (`lone`)."""
KINDS = 3

# Columns of `Memory.sums`
PLACE = 0
LOCK = 1

# Rows of `Memory.marks`, notes about the coins of the state that is looked at
SEEN = 0
"""When each coin was seen last."""
SAFE_AT = 1
"""How many safe strings it has."""

# Places in `Memory.counters`
NODES = 0
NODE_LIMIT = 1
LEVEL = 2
BEST = 3
"""The move at the root that reached the last target."""
SALT = 4
"""Changes the order of moves that look alike, so that two threads go different ways."""
STAMP = 5
RULES = 6
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


RUNS_RULE = RULES + Reductions._fields.index("runs")
PAIRS_RULE = RULES + Reductions._fields.index("pairs")
SHORTEST_RULE = RULES + Reductions._fields.index("shortest")
CEILING_RULE = RULES + Reductions._fields.index("ceiling")
PARITY_RULE = RULES + Reductions._fields.index("parity")

STRING_OF_KIND = RULES + len(Reductions._fields)
"""From here on: a string of a short lone run of each kind at the root, if there is one."""
RESORT = STRING_OF_KIND + KINDS
"""A move for a root where all runs cancel."""
_COUNTERS = RESORT + 1


class Images(NamedTuple):
    """The keys of a state's images under the symmetries of the board, a row for each ply."""

    sums: NDArray[np.uint64]


class NoImages(NamedTuple):
    """Stands in their place where they are not kept.

    It is a type of its own, so that the search is compiled once with images and once without:
    even a look at whether there are any would cost a tenth of the time.
    """

    nothing: int


class Memory(NamedTuple):
    """What one searching thread needs; everything down to `moves` has a row for each ply.

    Functions take it whole, with the ply: a view of one row costs more than most of what is done
    with it.
    """

    rows: NDArray[np.int64]
    """The state, as `trivium.solve.strings_and_coins.coins` describes it."""
    sums: NDArray[np.uint64]
    """Its key, two independent sums: the PLACE of the entry, and the LOCK that it must show."""
    left: NDArray[np.int64]
    """What is left to be taken."""
    moves: NDArray[np.int64]
    marks: NDArray[np.int64]
    images: Images | NoImages
    history: NDArray[np.int64]
    """For each player and each string how often cutting it was enough."""
    counters: NDArray[np.int64]
    stop: StopFlag


def new_memory(net: Net, strings: int, reductions: Reductions) -> Memory:
    """Return memory for states with at most so many strings."""
    coins = len(net.neighbour) // DIRECTIONS
    counters = np.zeros(_COUNTERS, np.int64)
    counters[RULES : RULES + len(reductions)] = reductions
    return Memory(
        rows=np.zeros((strings + 2, coins), np.int64),
        sums=np.zeros((strings + 2, 2), np.uint64),
        left=np.zeros((strings + 2, APART + KINDS), np.int64),
        moves=np.zeros((strings + 2, strings + 1 + KINDS), np.int64),
        marks=np.zeros((2, coins), np.int64),
        images=NoImages(0),
        history=np.zeros((2, DIRECTIONS * coins), np.int64),
        counters=counters,
        stop=new_stop_flag(),
    )


def with_images(net: Net, memory: Memory) -> Memory:
    """Return the same memory with room for the images of each state."""
    shape = len(memory.sums), len(net.end_words)
    return memory._replace(images=Images(np.zeros(shape, np.uint64)))


@inlined
def stopped(memory: Memory) -> bool:
    """Return whether the search has been told to stop or has used up its nodes."""
    return memory.stop[0] != 0 or memory.counters[NODES] >= memory.counters[NODE_LIMIT]


@verb
def copy_images_down(images: Any, ply: int) -> None:
    """Copy the images of the state at a ply to the next, if they are kept."""
    raise NotImplementedError


@implements(copy_images_down, NoImages)
def _(images: NoImages, ply: int) -> None:
    pass


@implements(copy_images_down, Images)
def _(images: Images, ply: int) -> None:
    for symmetry in range(images.sums.shape[1]):
        images.sums[ply + 1, symmetry] = images.sums[ply, symmetry]


@inlined
def copy_down(memory: Memory, ply: int) -> None:
    """Copy the state at a ply to the next."""
    rows, sums, left = memory.rows, memory.sums, memory.left
    for coin in range(rows.shape[1]):
        rows[ply + 1, coin] = rows[ply, coin]
    for column in range(left.shape[1]):
        left[ply + 1, column] = left[ply, column]
    sums[ply + 1, PLACE] = sums[ply, PLACE]
    sums[ply + 1, LOCK] = sums[ply, LOCK]
    copy_images_down(memory.images, ply)
