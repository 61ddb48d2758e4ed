"""Exact values in Hexifence and Dots-and-Boxes: alpha-beta over turns instead of moves.

The *rest value* v of a position is the best margin of the cells still to be captured, for the
mover. A position is *quiet* if no cell can be captured. The search only ever stands in quiet
positions, for two reasons.

**Taking.** A turn is a series of captures S, then one move m that captures nothing. If a cell c
with its one free edge e stays behind although m would still have captured nothing after e, the
turn was wrong: the opponent may take e, so it yields at most |S| - 1 - v(rest), and taking e
first yields |S| + 1 - v(rest). So c may stay behind only if the cell d behind e has just the
free edges e and m. Everything else that can be captured is taken, and what stays is either two
cells c, d, with m at the far edge of d, or the four cells of a closed run, with m in its middle.
(Playing m before the last two cells of a run only lets the opponent take the rest as well.)
The opponent can only take those; they are all lost and he is to move where the mover would have
been after taking everything. With n cells to take and the quiet position Z after them:

    v = n + max(v(Z), -4 - v(Z))  if the last run is open and has two cells or more,
    v = n + max(v(Z), -8 - v(Z))  if there are only closed runs, the last of four or more,
    v = n + v(Z)                  otherwise.

**Giving.** In a quiet position a move at a cell with two free edges opens its whole chain of such
cells. Whichever edge of the chain it is, the same cells can be taken and the same Z remains; only
the exception above can differ, and giving the middle edge of a chain of two is never worse
because it leaves no exception. So one move stands for each chain.

Also, the border edges of one cell are interchangeable: `arrange` puts the claimed ones first,
and only the first free one is tried.
"""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from trivium.games.hexifence.geometry import Board
from trivium.games.hexifence.rules import CELLS, FREE, NOBODY, Fences, set_up
from trivium.games.hexifence.sweeping import (
    NO_EDGE,
    CellEdges,
    across,
    edges_around,
    free_edge_of,
    is_free,
    is_safe,
    run_end,
    take_run,
)
from trivium.kernel.bits import WORD_BITS, ZERO, Word, lowest, without_lowest
from trivium.kernel.compiling import compiled
from trivium.kernel.table import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    NO_MOVE,
    Table,
    entry_depth,
    entry_kind,
    entry_move,
    entry_value,
    look_up,
    store,
)
from trivium.kernel.verbs import POINT, banked, evaluate, mover, play, undo
from trivium.search.running import StopFlag

TWO_LEFT = 4
"""What declining the last two cells of an open run costs."""
FOUR_LEFT = 8
"""What declining the last four cells of a closed run costs."""

DEEPEST = 120
"""No line of a search has more turns than this."""
PROVEN_DEPTH = 255
"""The depth of table entries that hold whatever is searched below."""

# Places in `Work.counters`
NODES = 0
NODE_LIMIT = 1
PROVEN = 2
"""Whether the value returned last depends on no estimate."""
CELLS_AT_ROOT = 3
"""The cells left at the root, and those that the position counts there already."""
STAMP = 4
BEST = 5
"""The best move at the root so far."""
FOLD_FROM = 6
"""Positions with at least so many free edges have keys folded by symmetry."""
GIVE_UP_TO = 7
"""With more free edges than this, nothing is given away while there is a safe edge."""
PLAY_OUT_UP_TO = 8
"""With at most so many cells left, openings of chains cost no depth once nothing is safe."""
COUNTER_COUNT = 9

_INFINITE = 2_000_000
_FIRST = 1 << 60
_SAFE = 1 << 50
_LENGTH = 1 << 42
_MOST_HISTORY = 1 << 40


class Net(NamedTuple):
    """What the search knows of a board."""

    around: CellEdges
    sibling: NDArray[np.int64]
    """For each border edge the border edge before it at the same cell, else `NO_EDGE`."""
    images: NDArray[np.int64]
    """For each symmetry the image of each edge; border edges of a cell keep their order."""
    origins: NDArray[np.int64]
    """The same the other way round."""
    image_words: NDArray[np.uint64]
    """The Zobrist words of the images."""


class Work(NamedTuple):
    """The memory of one searching thread."""

    moves: NDArray[np.int64]
    ranks: NDArray[np.int64]
    history: NDArray[np.int64]
    seen: NDArray[np.int64]
    """For each cell when a chain through it was last walked."""
    counters: NDArray[np.int64]
    stop: StopFlag


@functools.cache
def net_of(board: Board, words: tuple[int, ...]) -> Net:
    """Return the net of a board whose edges have the given Zobrist words."""
    outside = len(board.cells)
    borders = [
        [edge for edge in ring if outside in board.edge_cells[edge]] for ring in board.cell_edges
    ]
    sibling = np.full(len(board.edges), NO_EDGE, np.int64)
    for ring in borders:
        sibling[ring[1:]] = ring[:-1]
    cell_of = {edge: cell for cell, ring in enumerate(board.cell_edges) for edge in ring}
    images = np.array([symmetry.images for symmetry in board.symmetries], np.int64)
    for row in images:
        for ring in filter(None, borders):
            row[ring] = borders[cell_of[int(row[ring[0]])]]
    net = Net(
        edges_around(board),
        sibling,
        images,
        np.argsort(images, axis=1),
        np.array(words, np.uint64)[images],
    )
    for part in net:
        part.flags.writeable = False
    return net


def arrange(board: Board, net: Net, position: Fences) -> Fences:
    """Return an equivalent position of its own with the claimed border edges of cells first.

    It has the same mover, but no cells are counted yet.
    """
    taken = position.edge_owner != NOBODY
    owner = np.where(taken, 0, NOBODY)
    for edge in range(len(owner)):  # siblings ascend, so this sorts each row of them
        while (before := net.sibling[edge]) != NO_EDGE and owner[edge] > owner[before]:
            owner[edge], owner[before] = owner[before], owner[edge]
            edge = int(before)
    closed = position.open_edges[:-1] == 0
    arranged = set_up(board, owner, np.where(closed, 0, NOBODY), mover(position))
    arranged.tally[CELLS:] = 0
    return arranged


def new_work(position: Fences, stop: StopFlag) -> Work:
    """Return fresh memory for searching positions of this size."""
    edges = len(position.zobrist)
    return Work(
        moves=np.zeros((DEEPEST + 1, edges), np.int64),
        ranks=np.zeros((DEEPEST + 1, edges), np.int64),
        history=np.zeros(edges, np.int64),
        seen=np.zeros(len(position.open_edges), np.int64),
        counters=np.zeros(COUNTER_COUNT, np.int64),
        stop=stop,
    )


@compiled
def stopped(work: Work) -> bool:
    """Return whether the search has been told to stop or has used up its nodes."""
    return work.stop[0] != 0 or work.counters[NODES] >= work.counters[NODE_LIMIT]


@compiled
def fold(position: Fences, net: Net) -> tuple[Word, int]:
    """Return the least key among the images of a position, and which image has it."""
    least, which = position.hash[0], 0
    for image in range(1, len(net.image_words)):
        word = ZERO
        for number in range(len(position.free)):
            rest = position.free[number]
            while rest != ZERO:
                word ^= net.image_words[image, number * WORD_BITS + lowest(rest)]
                rest = without_lowest(rest)
        if word < least:
            least, which = word, image
    return least, which


@compiled
def chain_through(position: Fences, net: Net, work: Work, start: int) -> tuple[int, int]:
    """Return the move that opens the chain through a cell, and the length of the chain.

    The cell has two free edges. Marks the cells of the chain as seen.
    """
    free, edge_cells, open_edges = position.free, position.edge_cells, position.open_edges
    stamp = work.counters[STAMP]
    work.seen[start] = stamp
    first = free_edge_of(free, net.around, start, NO_EDGE)
    second = free_edge_of(free, net.around, start, first)
    move = first
    length = 1
    for side in range(2):
        edge = first if side == 0 else second
        cell = across(edge_cells, edge, start)
        while open_edges[cell] == 2 and work.seen[cell] != stamp:
            work.seen[cell] = stamp
            length += 1
            move = edge
            edge = free_edge_of(free, net.around, cell, edge)
            cell = across(edge_cells, edge, cell)
    return move, length


@compiled
def list_turns(
    position: Fences, net: Net, work: Work, ply: int, table_move: int
) -> tuple[int, int]:
    """List a move for each kind of turn of a quiet position, ranked; the safe ones come first.

    Returns how many there are, and how many of them are safe.
    """
    edge_cells, open_edges = position.edge_cells, position.open_edges
    moves, ranks = work.moves[ply], work.ranks[ply]
    count = 0
    for number in range(len(position.free)):
        rest = position.free[number]
        while rest != ZERO:
            edge = number * WORD_BITS + lowest(rest)
            rest = without_lowest(rest)
            before = net.sibling[edge]
            if is_safe(edge_cells, open_edges, edge) and (
                before == NO_EDGE or not is_free(position.free, before)
            ):
                moves[count] = edge
                ranks[count] = _FIRST if edge == table_move else _SAFE + work.history[edge]
                count += 1
    safe = count
    work.counters[STAMP] += 1
    for cell in range(len(net.around)):
        if position.open_edges[cell] == 2 and work.seen[cell] != work.counters[STAMP]:
            edge, length = chain_through(position, net, work, cell)
            moves[count] = edge
            ranks[count] = _FIRST if edge == table_move else work.history[edge] - _LENGTH * length
            count += 1
    return count, safe


@compiled
def bring_best_forward(work: Work, ply: int, first: int, count: int) -> int:
    """Exchange the best-ranked of the remaining moves to place `first`; return it."""
    moves, ranks = work.moves[ply], work.ranks[ply]
    best = first
    for index in range(first + 1, count):
        if ranks[index] > ranks[best]:
            best = index
    moves[first], moves[best] = moves[best], moves[first]
    ranks[first], ranks[best] = ranks[best], ranks[first]
    return moves[first]


@compiled
def sweep(position: Fences, around: CellEdges, move: int) -> tuple[int, int]:
    """Take everything that `move`, just played in a quiet position, has opened.

    Returns the cells taken and what it costs to decline the last of them; 0 if one cannot.
    The two runs can be taken in either order, so it is enough that one of them can be left.
    """
    taken, cost = 0, 0
    for side in range(2):
        run = take_run(position, around, position.edge_cells[move, side])
        taken += abs(run)
        if run >= 2:
            cost = TWO_LEFT
        elif run <= -4:
            cost = FOUR_LEFT
    return taken, cost


@compiled
def solve(
    position: Fences,
    evaluator: Any,
    table: Table,
    net: Net,
    work: Work,
    depth: int,
    alpha: int,
    beta: int,
    ply: int,
) -> int:
    """Return the rest value of a quiet position in search units, alpha < beta.

    A result strictly between alpha and beta is the value as far as `depth` turns can tell; one
    up to alpha is an upper bound of it, one from beta on a lower bound. If
    ``work.counters[PROVEN]`` is set afterwards this holds for any depth. Leaves the position as
    it was. Once `stopped`, the result means nothing.
    """
    counters = work.counters
    counters[NODES] += 1
    counters[PROVEN] = 1
    free = position.tally[FREE]
    left = counters[CELLS_AT_ROOT] - position.tally[CELLS] - position.tally[CELLS + 1]
    most = left * POINT
    if left == 0 or most <= alpha:
        return most
    if -most >= beta:
        return -most
    if stopped(work):
        counters[PROVEN] = 0
        return 0

    code, image = position.hash[0], 0
    if free >= counters[FOLD_FROM]:
        code, image = fold(position, net)
    table_move = NO_MOVE
    entry = look_up(table, code)
    if entry != ZERO:
        table_move = entry_move(entry)
        if table_move != NO_MOVE:
            table_move = net.origins[image, table_move]
        value, kind = entry_value(entry), entry_kind(entry)
        settled = (
            kind == EXACT
            or (kind == AT_LEAST and value >= beta)
            or (kind == AT_MOST and value <= alpha)
        )
        if settled and entry_depth(entry) >= depth and ply > 0:
            counters[PROVEN] = entry_depth(entry) == PROVEN_DEPTH
            return value
    if depth <= 0 or ply >= DEEPEST:
        counters[PROVEN] = 0
        return evaluate(evaluator, position) - banked(position)

    count, safe = list_turns(position, net, work, ply, table_move)
    proven = True
    if safe > 0 and free > counters[GIVE_UP_TO] and count > safe:
        count = safe
        proven = False
    below = depth - 1
    if safe == 0 and left <= counters[PLAY_OUT_UP_TO]:
        below = depth
    best = -_INFINITE
    best_move = NO_MOVE
    for index in range(count):
        move = bring_best_forward(work, ply, index, count)
        least = max(alpha, best)
        high = beta if index == 0 else least + 1
        play(position, move)
        taken, cost = sweep(position, net.around, move)
        gain, half = taken * POINT, cost * POINT // 2
        while True:
            # With the rest value u the opponent gets gain + |u + half| - half, if half is not 0.
            # That is enough to refute the move if |u + half| reaches what is needed.
            sure = True
            needed = half - gain - least
            if half == 0:
                u = solve(
                    position,
                    evaluator,
                    table,
                    net,
                    work,
                    below,
                    -high - gain,
                    -least - gain,
                    ply + 1,
                )
                sure = counters[PROVEN] != 0
                value = -gain - u
            elif needed <= 0:
                value = half - gain
            elif high > least + 1:
                u = solve(
                    position,
                    evaluator,
                    table,
                    net,
                    work,
                    below,
                    -needed - half,
                    needed - half,
                    ply + 1,
                )
                sure = counters[PROVEN] != 0
                value = -gain - max(u, -2 * half - u)
            else:
                above = solve(
                    position,
                    evaluator,
                    table,
                    net,
                    work,
                    below,
                    needed - half - 1,
                    needed - half,
                    ply + 1,
                )
                sure = counters[PROVEN] != 0
                value = -gain - above
                if above < needed - half:
                    under = solve(
                        position,
                        evaluator,
                        table,
                        net,
                        work,
                        below,
                        -needed - half,
                        -needed - half + 1,
                        ply + 1,
                    )
                    if under <= -needed - half:
                        sure = counters[PROVEN] != 0
                        value = 2 * half + under - gain
                    else:
                        sure = sure and counters[PROVEN] != 0
                        value = -gain - max(above, -2 * half - under)
            if high >= beta or value < high or stopped(work):
                break
            high = beta  # the scout found it better than the best so far: look properly
        while position.tally[FREE] < free:
            undo(position)
        if stopped(work):
            counters[PROVEN] = 0
            return best
        if value >= beta:
            proven = sure
        elif not sure:
            proven = False
        if value > best:
            best = value
            best_move = move
            if ply == 0:
                counters[BEST] = move
            if value >= beta:
                weight = 1 << min(free, 30)
                work.history[move] = min(work.history[move] + weight, _MOST_HISTORY)
                break

    if best >= beta:
        kind = AT_LEAST
    elif best > alpha:
        kind = EXACT
    else:
        kind = AT_MOST
    known = PROVEN_DEPTH if proven else depth
    store(table, code, net.images[image, best_move], best, known, kind)
    counters[PROVEN] = proven
    return best


@compiled
def next_capture(position: Fences, around: CellEdges) -> tuple[int, int, int]:
    """Return a capture that is right whatever follows, the edge to decline it, and the cost.

    The edge to decline with is `NO_EDGE` unless these are the last cells that can be taken this
    turn and may be declined: then capturing or declining is the one decision of the turn.
    Everything is `NO_EDGE` and 0 in a quiet position.

    Runs of one cell and double captures come first. They are right at once: a cell behind with
    three or more free edges stays behind with two or more, so nothing that could be declined is
    lost; if a second capture at that cell could be declined afterwards, by symmetry it still
    can. Then come closed runs, the shortest first, since it is cheapest to decline an open one;
    then open runs that end at the same cell, since taking one lengthens the other.
    """
    open_edges, cells = position.open_edges, len(around)
    best, best_order = NO_EDGE, 1 << 30
    best_length, best_closed, best_second = 0, False, NO_EDGE
    runs = 0
    for cell in range(cells):
        if open_edges[cell] != 1:
            continue
        length, end, second = run_end(position, around, cell)
        closed = open_edges[end] == 1
        edge = free_edge_of(position.free, around, cell, NO_EDGE)
        if length == 1 or (closed and length == 2):
            return edge, NO_EDGE, 0
        runs += 1
        order = cells + 1
        if closed:
            runs -= end < cell
            order = length
        elif end < cells and shares_end(position, around, cell, end):
            order = cells
        if order < best_order:
            best, best_order = edge, order
            best_length, best_closed, best_second = length, closed, second
    last = runs == 1
    if last and best_closed and best_length == 4:
        return best, best_second, FOUR_LEFT
    if last and not best_closed and best_length == 2:
        return best, best_second, TWO_LEFT
    return best, NO_EDGE, 0


@compiled
def shares_end(position: Fences, around: CellEdges, cell: int, end: int) -> bool:
    """Return whether a run from another cell ends where that of `cell` does."""
    for other in range(len(around)):
        if other != cell and position.open_edges[other] == 1:
            _, place, _ = run_end(position, around, other)
            if place == end:
                return True
    return False


@compiled
def take_all(position: Fences, around: CellEdges) -> tuple[int, int]:
    """Take everything that can be taken; return the cells and the cost of declining the last.

    The cost is 0 if the last of them cannot be declined.
    """
    taken, cost = 0, 0
    while True:
        before = position.tally[CELLS] + position.tally[CELLS + 1]
        edge, _, price = next_capture(position, around)
        if edge == NO_EDGE:
            return taken, cost
        cost = max(cost, price)
        play(position, edge)
        taken += position.tally[CELLS] + position.tally[CELLS + 1] - before
