"""Alpha-beta for Cachex alone: selective, and quick at the leaves.

It keeps the contract of `negamax.search` and differs from it in what it knows. If one stone
would win, only the moves that win or prevent it are listed. Otherwise the moves are ordered by
what has been learned of shapes (`ShapeEvaluation`), corrected by what made cut-offs elsewhere in
the tree, and late ones are searched less deep until they surprise. Leaves are judged by their
parent, without a call.
"""

from __future__ import annotations

from trivium.games.cachex.evaluation import distance
from trivium.games.cachex.features import read_stones
from trivium.games.cachex.rules import SIZE, TURNS, Stones
from trivium.games.cachex.sets import list_cells
from trivium.games.cachex.shape_evaluation import ShapeEvaluation, answers, find_appeal, judge
from trivium.kernel.bits import ZERO
from trivium.kernel.borrowing import borrowed
from trivium.kernel.compiling import compiled
from trivium.kernel.transposition_table import (
    AT_MOST,
    NO_MOVE,
    TranspositionTable,
    entry_move,
    entry_value,
    look_up,
    store,
)
from trivium.kernel.verbs import allowed, elapsed, final, key, legal, over, play, undo
from trivium.search.alpha_beta import (
    CUTOFFS,
    DEEPEST,
    EVALUATED,
    FIRST_CUTOFFS,
    INFINITE,
    NODES,
    REDUCE,
    ROOT,
    SearchMemory,
    bring_best_forward,
    closer_look,
    kind_of,
    note_best,
    settles,
    stopped,
    surprises,
)
from trivium.search.negamax import from_now

_APPEAL_RANK = 256
"""The rank of one unit of appeal, a tenth of a natural unit."""
_KILLER_RANK = 10 * _APPEAL_RANK
_MOST_HISTORY = 1 << 13
"""The history of a move stays below this, on either side of 0."""


@compiled
def list_moves(
    position: Stones,
    evaluator: ShapeEvaluation,
    memory: SearchMemory,
    ply: int,
    near: bool,
    first: int,
) -> int:
    """List the moves to try at places from `first` on, and rank them; return where they end.

    If `first` is 1, the move that stands at place 0 is not listed again; if it is 0, at least
    one move is listed.
    """
    moves, ranks = memory.moves[ply], memory.ranks[ply]
    player = position.tally[TURNS] & 1
    read_stones(evaluator.cell_sets, position)
    if near:
        size = position.tally[SIZE]
        count = list_cells(answers(evaluator.cell_sets, player), size, moves[first:])
        if count == 0 and first == 0:
            legal(position, moves)
            count = 1
    else:
        count = legal(position, moves[first:])
        find_appeal(evaluator, position, evaluator.found)
    end, cells = first, len(position.places)
    for index in range(first, first + count):
        move = moves[index]
        if first == 1 and move == moves[0]:
            continue
        rank = memory.history[player, move]
        if not near and move < cells:
            rank += _APPEAL_RANK * evaluator.found[move]
        if move == memory.killers[ply, 0] or move == memory.killers[ply, 1]:
            rank += _KILLER_RANK
        moves[end], ranks[end] = move, rank
        end += 1
    return end


@compiled
def reward(memory: SearchMemory, player: int, move: int, bonus: int) -> None:
    """Let a move rise or fall in the history, the less the further it has already gone."""
    history = memory.history
    history[player, move] += bonus - history[player, move] * abs(bonus) // _MOST_HISTORY


@compiled
def note_cutoff(memory: SearchMemory, player: int, ply: int, depth: int, index: int) -> None:
    """Remember the move that made a cut-off, and that those tried before it did not."""
    moves, killers = memory.moves[ply], memory.killers[ply]
    move = moves[index]
    memory.counters[CUTOFFS] += 1
    memory.counters[FIRST_CUTOFFS] += index == 0
    if killers[0] != move:
        killers[1] = killers[0]
        killers[0] = move
    bonus = min(32 * depth * depth, _MOST_HISTORY // 4)
    reward(memory, player, move, bonus)
    for earlier in range(index):
        reward(memory, player, moves[earlier], -bonus)


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
def leaf_value(position: Stones, evaluator: ShapeEvaluation, memory: SearchMemory) -> int:
    """Return the value of a position that is not searched further, for its mover."""
    memory.counters[NODES] += 1
    if over(position):
        return final(position)
    memory.counters[EVALUATED] += 1
    return judge(evaluator, position)


@compiled
def descend(
    position: Stones,
    evaluator: ShapeEvaluation,
    table: TranspositionTable,
    memory: SearchMemory,
    depth: int,
    alpha: int,
    beta: int,
    ply: int,
) -> int:
    """Return the value of the position searched `depth` moves deep; see `negamax.descend`."""
    memory.line_length[ply] = 0
    if ply > 0:
        memory.counters[NODES] += 1
    if over(position):
        return final(position)
    if depth <= 0 or ply >= DEEPEST:
        memory.counters[EVALUATED] += 1
        return judge(evaluator, position)
    if stopped(memory):
        return 0
    code = key(position)
    entry = look_up(table, code)
    table_move = NO_MOVE
    if entry != ZERO:
        table_move = entry_move(entry)
        value = from_now(entry_value(entry), -elapsed(position))
        if ply > 0 and settles(entry, value, depth, alpha, beta):
            return value
    if ply == 0 and depth > 1:
        # The best of the depth before, so that a search that is stopped has looked at it.
        table_move = memory.line[0, 0]
    player = position.tally[TURNS] & 1
    read_stones(evaluator.cell_sets, position)
    near = distance(evaluator.cell_sets, 0) == 1 or distance(evaluator.cell_sets, 1) == 1
    full = depth if near else depth - 1
    # The move of the table is tried before the others are even listed: it often suffices.
    count = 0
    if table_move != NO_MOVE and allowed(position, table_move):
        memory.moves[ply, 0] = table_move
        count = 1
    listed = False
    best = -INFINITE
    best_move = NO_MOVE
    tried = 0
    index = 0
    while True:
        if index == count and not listed:
            # At the root, just the moves that win or prevent a win may be banned.
            few = near and not (ply == 0 and memory.banned.any())
            count = list_moves(position, evaluator, memory, ply, few, count)
            listed = True
        if index == count:
            break
        move = bring_best_forward(memory, ply, index, count)
        index += 1
        if ply == 0 and memory.banned[move] != 0:
            continue
        least = max(alpha, best)
        play(position, move)
        deep = full - reduction(tried, depth, memory.options[REDUCE])
        high = beta if tried == 0 else least + 1
        while True:
            if deep <= 0:
                value = -leaf_value(position, evaluator, memory)
                memory.line_length[ply + 1] = 0
            else:
                value = -descend(position, evaluator, table, memory, deep, -high, -least, ply + 1)
            if full <= 0 or not surprises(value, deep, full, high, beta):
                break
            deep, high = closer_look(deep, full, high, beta)
        undo(position)
        if stopped(memory):
            return best
        if value > best:
            best = value
            best_move = move
            note_best(memory, ply, move, value, alpha, tried)
            if value >= beta:
                note_cutoff(memory, player, ply, depth, index - 1)
                break
        tried += 1
    if not (ply == 0 and memory.banned.any()):
        kind = kind_of(best, alpha, beta)
        move = table_move if kind == AT_MOST else best_move
        store(table, code, move, from_now(best, elapsed(position)), depth, kind)
    return best


@compiled
def search(
    position: Stones,
    evaluator: ShapeEvaluation,
    table: TranspositionTable,
    memory: SearchMemory,
    depth: int,
    alpha: int,
    beta: int,
) -> int:
    """Answer `descend` for the position at the root."""
    return descend(
        borrowed(position),
        borrowed(evaluator),
        borrowed(table),
        borrowed(memory),
        depth,
        alpha,
        beta,
        ROOT,
    )
