"""The prospects of safe edges: who wins if both go on with safe edges at random.

Far from the end no search tells who will run out of safe edges first. But the rest of the game can
be *filled in* at random, thousands of times: safe edges until there are none; then the chains and
loops that have come about are opened one after the other, the cheapest first, and the opponent of
whoever opens one takes it and hands back its end, or not, as is better for him.

**One filling tells something about each of its edges.** Whoever claims a safe edge, the same is
left: so who wins a filling depends on which edges were claimed, not in which order. A filling that
claims an edge somewhere is therefore one that might have begun with it, and counts for it. Each
edge is in about half of all fillings, so there are enough of them for every edge.
"""

from __future__ import annotations

import time
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trivium.games.hexifence.edge_sets import NO_EDGE, rings_of
from trivium.games.hexifence.endgame import handed_out, opened
from trivium.games.hexifence.rules import NOBODY, Fences
from trivium.games.hexifence.safety import list_safe
from trivium.kernel.chance import Chance, below
from trivium.kernel.compiling import compiled, inlined_uncounted, uncounted
from trivium.kernel.verbs import score
from trivium.search.limits import Limit
from trivium.search.running import StopFlag, new_stop_flag, run_within

_NO_LIMIT = 1 << 60
_MANY = 1 << 20
"""More cells than any board has."""

# What `place` holds for edges that are not safe
_UNSAFE = -1
_TAKEN = -2

# What an end of a run can be, other than a junction's cell
_OUTSIDE = -1
_ENDLESS = -2
"""A loop has no ends."""

# Places in `Filling.count`
_SAFE = 0
_CLAIMED = 1
_RUNS = 2
_COUNTS = 3


class Outset(NamedTuple):
    """Where the fillings begin, and what they found."""

    edge_cells: NDArray[np.int64]
    rings: NDArray[np.int64]
    safe: NDArray[np.int64]
    """The safe edges."""
    place: NDArray[np.int64]
    """For each edge where it stands among the safe ones."""
    open_edges: NDArray[np.int64]
    """For each cell the number of its free edges; last, the outside."""
    sums: NDArray[np.int64]
    """For each cell the sum of its free edges: where there are two, one tells the other."""
    points: NDArray[np.int64]
    """For each edge two for each filling with it that was won, one for each that was drawn."""
    fillings: NDArray[np.int64]
    """For each edge how many fillings it was in."""


class Filling(NamedTuple):
    """One filling: what is left, and its runs, which are chains and loops."""

    safe: NDArray[np.int64]
    place: NDArray[np.int64]
    open_edges: NDArray[np.int64]
    sums: NDArray[np.int64]
    claimed: NDArray[np.int64]
    seen: NDArray[np.int64]
    length: NDArray[np.int64]
    """For each run its cells."""
    ends: NDArray[np.int64]
    """For each run the junctions at its ends, or what stands for something else."""
    taken: NDArray[np.int64]
    """For each opening how many cells the other can take."""
    back: NDArray[np.int64]
    """And how many of them he can hand back."""
    count: NDArray[np.int64]


def prospects(
    position: Fences, chance: Chance, limit: Limit
) -> tuple[NDArray[np.int64], NDArray[np.int64], int]:
    """Return for each edge its points and fillings for the player to move, and how many there were.

    Requires that nothing can be captured.
    """
    outset, stop = new_outset(position), new_stop_flag()
    most = limit.nodes or _NO_LIMIT
    margin = int(score(position))
    done = run_within(
        limit,
        time.perf_counter(),
        stop,
        lambda: fill_often(outset, new_filling(outset), margin, chance, stop, most),
    )
    return outset.points, outset.fillings, int(done)


@compiled
def new_outset(position: Fences) -> Outset:
    """Return a position as fillings begin with it."""
    edges, cells = len(position.edge_cells), len(position.open_edges) - 1
    moves = np.empty(edges, np.int64)
    safe = moves[: list_safe(position, moves)].copy()
    place = np.full(edges, _UNSAFE, np.int64)
    sums = np.zeros(cells + 1, np.int64)
    for edge in range(edges):
        if position.edge_owner[edge] != NOBODY:
            place[edge] = _TAKEN
            continue
        for side in range(2):
            sums[position.edge_cells[edge, side]] += edge
    for index in range(len(safe)):
        place[safe[index]] = index
    return Outset(
        position.edge_cells,
        rings_of(position),
        safe,
        place,
        position.open_edges.copy(),
        sums,
        np.zeros(edges, np.int64),
        np.zeros(edges, np.int64),
    )


@compiled
def new_filling(outset: Outset) -> Filling:
    """Return memory for fillings."""
    edges, cells = len(outset.edge_cells), len(outset.rings)
    return Filling(
        outset.safe.copy(),
        outset.place.copy(),
        outset.open_edges.copy(),
        outset.sums.copy(),
        np.empty(edges, np.int64),
        np.empty(cells + 1, np.int64),
        np.empty(cells, np.int64),
        np.empty((cells, 2), np.int64),
        np.empty(cells, np.int64),
        np.empty(cells, np.int64),
        np.zeros(_COUNTS, np.int64),
    )


@compiled
def fill_often(
    outset: Outset, filling: Filling, margin: int, chance: Chance, stop: StopFlag, most: int
) -> int:
    """Fill in until told to stop or so often; return how often. The mover leads by `margin`."""
    done = 0
    while done < most and stop[0] == 0:
        fill(outset, filling, chance)
        find_runs(outset, filling)
        rest = play_runs(filling)
        claimed = filling.count[_CLAIMED]
        margin_at_end = margin - rest if claimed & 1 else margin + rest
        points = 1 + int(margin_at_end > 0) - int(margin_at_end < 0)
        for index in range(claimed):
            outset.points[filling.claimed[index]] += points
            outset.fillings[filling.claimed[index]] += 1
        done += 1
    return done


@inlined_uncounted
def forget(filling: Filling, edge: int) -> None:
    """Take an edge off the list of safe edges, if it is there."""
    here = filling.place[edge]
    if here >= 0:
        filling.count[_SAFE] -= 1
        last = filling.safe[filling.count[_SAFE]]
        filling.safe[here] = last
        filling.place[last] = here
        filling.place[edge] = _UNSAFE


@uncounted
def fill(outset: Outset, filling: Filling, chance: Chance) -> None:
    """Claim random safe edges until there are none."""
    count, cells = filling.count, len(outset.rings)
    for index in range(len(outset.safe)):
        filling.safe[index] = outset.safe[index]
    for edge in range(len(outset.place)):
        filling.place[edge] = outset.place[edge]
    for cell in range(cells + 1):
        filling.open_edges[cell] = outset.open_edges[cell]
        filling.sums[cell] = outset.sums[cell]
    count[_SAFE], count[_CLAIMED] = len(outset.safe), 0
    while count[_SAFE] > 0:
        edge = filling.safe[below(chance, count[_SAFE])]
        forget(filling, edge)
        filling.place[edge] = _TAKEN
        filling.claimed[count[_CLAIMED]] = edge
        count[_CLAIMED] += 1
        for side in range(2):
            cell = outset.edge_cells[edge, side]
            filling.open_edges[cell] -= 1
            filling.sums[cell] -= edge
            if filling.open_edges[cell] == 2:
                for slot in range(outset.rings.shape[1]):
                    if outset.rings[cell, slot] != NO_EDGE:
                        forget(filling, outset.rings[cell, slot])


@inlined_uncounted
def free_edge_of(outset: Outset, filling: Filling, cell: int) -> int:
    """Return a free edge of a cell that has one."""
    slot = 0
    while filling.place[outset.rings[cell, slot]] == _TAKEN:
        slot += 1
    return outset.rings[cell, slot]


@uncounted
def walk(outset: Outset, filling: Filling, start: int, edge: int) -> tuple[int, int]:
    """Walk from a cell with two free edges through one of them, over cells like it.

    Returns how many there are and the first cell of another kind, which is `start` in a loop.
    """
    cell = outset.edge_cells[edge, 0] + outset.edge_cells[edge, 1] - start
    length = 0
    while filling.open_edges[cell] == 2 and cell != start:
        filling.seen[cell] = 1
        length += 1
        edge = filling.sums[cell] - edge
        cell = outset.edge_cells[edge, 0] + outset.edge_cells[edge, 1] - cell
    return length, cell


@uncounted
def find_runs(outset: Outset, filling: Filling) -> None:
    """List the chains and loops of a filling."""
    cells, runs = len(outset.rings), 0
    for cell in range(cells):
        filling.seen[cell] = 0
    for start in range(cells):
        if filling.open_edges[start] != 2 or filling.seen[start] != 0:
            continue
        edge = free_edge_of(outset, filling, start)
        length, first = walk(outset, filling, start, edge)
        if first == start:
            filling.ends[runs, 0] = filling.ends[runs, 1] = _ENDLESS
        else:
            more, second = walk(outset, filling, start, filling.sums[start] - edge)
            length += more
            filling.ends[runs, 0] = first if first < cells else _OUTSIDE
            filling.ends[runs, 1] = second if second < cells else _OUTSIDE
        filling.length[runs] = length + 1
        runs += 1
    filling.count[_RUNS] = runs


@inlined_uncounted
def drop(filling: Filling, run: int) -> None:
    """Take a run off the list; the last one gets its number."""
    filling.count[_RUNS] -= 1
    last = filling.count[_RUNS]
    filling.length[run] = filling.length[last]
    filling.ends[run, 0] = filling.ends[last, 0]
    filling.ends[run, 1] = filling.ends[last, 1]


@uncounted
def cheapest(filling: Filling) -> int:
    """Return the run to open first: one that passes the turn, or where the taker keeps least."""
    best, least = 0, _MANY
    for run in range(filling.count[_RUNS]):
        length = filling.length[run]
        back = handed_out(length, filling.ends[run, 0] == _ENDLESS)
        price = length - _MANY if back == 0 else length - 2 * back
        if price < least:
            best, least = run, price
    return best


@uncounted
def end_at(filling: Filling, junction: int, first: int) -> int:
    """Return an end of a run that is at a junction, looking from end `first` on; -1 if none is.

    End number 2r + s is side s of run r.
    """
    for number in range(first, 2 * filling.count[_RUNS]):
        if filling.ends[number >> 1, number & 1] == junction:
            return number
    return -1


@uncounted
def join(filling: Filling, junction: int) -> None:
    """Make one run of a junction with two edges and what is on either side of it."""
    one = end_at(filling, junction, 0)
    other = end_at(filling, junction, one + 1)
    if one < 0 or other < 0:
        return
    run = one >> 1
    filling.length[run] += 1
    if other >> 1 == run:
        filling.ends[run, 0] = filling.ends[run, 1] = _ENDLESS
        return
    filling.length[run] += filling.length[other >> 1]
    filling.ends[run, one & 1] = filling.ends[other >> 1, 1 - (other & 1)]
    drop(filling, other >> 1)


@uncounted
def settle(filling: Filling, junction: int) -> int:
    """Look at a junction that has lost edges; return the cells that fall with it.

    With two left it is a part of a run; with one it falls, and the run at that one with it.
    """
    left = filling.open_edges[junction]
    fallen = 0
    if left == 1:
        end = end_at(filling, junction, 0)
        fallen = 1
        if end < 0:
            return fallen
        fallen += filling.length[end >> 1]
        junction = filling.ends[end >> 1, 1 - (end & 1)]
        drop(filling, end >> 1)
        if junction < 0:
            return fallen
        filling.open_edges[junction] -= 1
        left = filling.open_edges[junction]
    if left == 2:
        join(filling, junction)
    return fallen


@uncounted
def play_runs(filling: Filling) -> int:
    """Open all runs, the cheapest first; return the margin of the player who has to begin."""
    openings = 0
    while filling.count[_RUNS] > 0:
        run = cheapest(filling)
        taken = filling.length[run]
        first, second = filling.ends[run, 0], filling.ends[run, 1]
        is_loop = first == _ENDLESS
        drop(filling, run)
        if first >= 0:
            filling.open_edges[first] -= 1
        if second >= 0:
            filling.open_edges[second] -= 1
            taken += settle(filling, second)
        if first >= 0 and first != second:
            taken += settle(filling, first)
        filling.taken[openings] = taken
        filling.back[openings] = handed_out(taken, is_loop)
        openings += 1
    rest = 0
    for opening in range(openings - 1, -1, -1):
        rest = opened(filling.taken[opening], filling.back[opening], rest)
    return rest
