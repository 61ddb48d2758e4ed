"""Alpha-beta for Cachex alone: selective, and quick at the leaves.

It keeps the contract of `negamax.search` and differs from it in what it knows. If one stone
would win, only the moves that win or prevent it are listed. Otherwise the moves are ordered by
what has been learned of shapes (`Outlook`), corrected by what made cut-offs elsewhere in the
tree, and late ones are searched less deep until they surprise. Leaves are judged by their
parent, without a call.
"""

from __future__ import annotations

from trivium.games.cachex.evaluation import distance
from trivium.games.cachex.features import look
from trivium.games.cachex.outlook import Outlook, answers, find_appeal, judge
from trivium.games.cachex.rules import SIZE, TURNS, Stones
from trivium.games.cachex.sets import list_cells
from trivium.kernel.bits import ZERO
from trivium.kernel.borrowing import borrowed
from trivium.kernel.compiling import compiled
from trivium.kernel.table import (
    AT_MOST,
    NO_MOVE,
    Table,
    entry_move,
    entry_value,
    look_up,
    store,
)
from trivium.kernel.verbs import allowed, final, key, legal, over, play, undo
from trivium.search.alpha_beta import (
    CUTOFFS,
    DEEPEST,
    EVALUATED,
    FIRST_CUTOFFS,
    INFINITE,
    NODES,
    REDUCE,
    ROOT,
    Work,
    bring_best_forward,
    closer_look,
    kind_of,
    note_best,
    settles,
    stopped,
    surprises,
)

_APPEAL_RANK = 256
"""The rank of one unit of appeal, a tenth of a natural unit."""
_KILLER_RANK = 10 * _APPEAL_RANK
_MOST_HISTORY = 1 << 13
"""The history of a move stays below this, on either side of 0."""


@compiled
def list_moves(
    position: Stones, outlook: Outlook, work: Work, ply: int, near: bool, first: int
) -> int:
    """List the moves to try at places from `first` on, and rank them; return where they end.

    If `first` is 1, the move that stands at place 0 is not listed again; if it is 0, at least
    one move is listed.
    """
    moves, ranks = work.moves[ply], work.ranks[ply]
    player = position.tally[TURNS] & 1
    look(outlook.sight, position)
    if near:
        size = position.tally[SIZE]
        count = list_cells(answers(outlook.sight, player), size, moves[first:])
        if count == 0 and first == 0:
            legal(position, moves)
            count = 1
    else:
        count = legal(position, moves[first:])
        find_appeal(outlook, position, outlook.found)
    end, cells = first, len(position.places)
    for index in range(first, first + count):
        move = moves[index]
        if first == 1 and move == moves[0]:
            continue
        rank = work.history[player, move]
        if not near and move < cells:
            rank += _APPEAL_RANK * outlook.found[move]
        if move == work.killers[ply, 0] or move == work.killers[ply, 1]:
            rank += _KILLER_RANK
        moves[end], ranks[end] = move, rank
        end += 1
    return end


@compiled
def reward(work: Work, player: int, move: int, bonus: int) -> None:
    """Let a move rise or fall in the history, the less the further it has already gone."""
    history = work.history
    history[player, move] += bonus - history[player, move] * abs(bonus) // _MOST_HISTORY


@compiled
def note_cutoff(work: Work, player: int, ply: int, depth: int, index: int) -> None:
    """Remember the move that made a cut-off, and that those tried before it did not."""
    moves, killers = work.moves[ply], work.killers[ply]
    move = moves[index]
    work.counters[CUTOFFS] += 1
    work.counters[FIRST_CUTOFFS] += index == 0
    if killers[0] != move:
        killers[1] = killers[0]
        killers[0] = move
    bonus = min(32 * depth * depth, _MOST_HISTORY // 4)
    reward(work, player, move, bonus)
    for earlier in range(index):
        reward(work, player, moves[earlier], -bonus)


@compiled
def reduction(tried: int, depth: int, every: int) -> int:
    """Return by how much less deep a move is searched that so many were tried before.

    At the parents of leaves' parents, such a move is only judged, unless that looks good.
    """
    if every == 0 or tried < every or depth < 2:
        return 0
    less = 1 + (tried >= 3 * every) + (tried >= 8 * every)
    return min(less, depth - 1)


@compiled
def leaf_value(position: Stones, outlook: Outlook, work: Work) -> int:
    """Return the value of a position that is not searched further, for its mover."""
    work.counters[NODES] += 1
    if over(position):
        return final(position)
    work.counters[EVALUATED] += 1
    return judge(outlook, position)


@compiled
def descend(
    position: Stones,
    outlook: Outlook,
    table: Table,
    work: Work,
    depth: int,
    alpha: int,
    beta: int,
    ply: int,
) -> int:
    """Return the value of the position searched `depth` moves deep; see `negamax.descend`."""
    work.line_length[ply] = 0
    if ply > 0:
        work.counters[NODES] += 1
    if over(position):
        return final(position)
    if depth <= 0 or ply >= DEEPEST:
        work.counters[EVALUATED] += 1
        return judge(outlook, position)
    if stopped(work):
        return 0
    code = key(position)
    entry = look_up(table, code)
    table_move = NO_MOVE
    if entry != ZERO:
        table_move = entry_move(entry)
        value = entry_value(entry)
        if ply > 0 and settles(entry, value, depth, alpha, beta):
            return value
    if ply == 0 and depth > 1:
        # The best of the depth before, so that a search that is stopped has looked at it.
        table_move = work.line[0, 0]
    player = position.tally[TURNS] & 1
    look(outlook.sight, position)
    near = distance(outlook.sight, 0) == 1 or distance(outlook.sight, 1) == 1
    full = depth if near else depth - 1
    # The move of the table is tried before the others are even listed: it often suffices.
    count = 0
    if table_move != NO_MOVE and allowed(position, table_move):
        work.moves[ply, 0] = table_move
        count = 1
    listed = False
    best = -INFINITE
    best_move = NO_MOVE
    tried = 0
    index = 0
    while True:
        if index == count and not listed:
            # At the root, just the moves that win or prevent a win may be banned.
            few = near and not (ply == 0 and work.banned.any())
            count = list_moves(position, outlook, work, ply, few, count)
            listed = True
        if index == count:
            break
        move = bring_best_forward(work, ply, index, count)
        index += 1
        if ply == 0 and work.banned[move] != 0:
            continue
        least = max(alpha, best)
        play(position, move)
        deep = full - reduction(tried, depth, work.options[REDUCE])
        high = beta if tried == 0 else least + 1
        while True:
            if deep <= 0:
                value = -leaf_value(position, outlook, work)
                work.line_length[ply + 1] = 0
            else:
                value = -descend(position, outlook, table, work, deep, -high, -least, ply + 1)
            if full <= 0 or not surprises(value, deep, full, high, beta):
                break
            deep, high = closer_look(deep, full, high, beta)
        undo(position)
        if stopped(work):
            return best
        if value > best:
            best = value
            best_move = move
            note_best(work, ply, move, value, alpha, tried)
            if value >= beta:
                note_cutoff(work, player, ply, depth, index - 1)
                break
        tried += 1
    if not (ply == 0 and work.banned.any()):
        kind = kind_of(best, alpha, beta)
        store(table, code, table_move if kind == AT_MOST else best_move, best, depth, kind)
    return best


@compiled
def search(
    position: Stones, outlook: Outlook, table: Table, work: Work, depth: int, alpha: int, beta: int
) -> int:
    """Answer `descend` for the position at the root."""
    return descend(
        borrowed(position),
        borrowed(outlook),
        borrowed(table),
        borrowed(work),
        depth,
        alpha,
        beta,
        ROOT,
    )
