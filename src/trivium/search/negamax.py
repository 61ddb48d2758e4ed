"""Alpha-beta search over the verbs: negamax and NegaScout, with every refinement optional.

One compiled function serves all of them; the options are numbers that it looks at while it
runs. Values are from the point of view of the player to move, and a move need not pass the
turn: after one that does not, the value of the child is taken as it is, not negated.
"""

from __future__ import annotations

from typing import Any

from trivium.kernel.bits import ZERO
from trivium.kernel.borrowing import borrowed
from trivium.kernel.compiling import compiled, inlined
from trivium.kernel.transposition_table import (
    AT_MOST,
    NO_MOVE,
    TranspositionTable,
    entry_move,
    entry_value,
    look_up,
    store,
)
from trivium.kernel.verbs import (
    DECIDED,
    HOPELESS,
    UNKNOWN,
    advise,
    allowed,
    banked,
    elapsed,
    evaluate,
    final,
    folded_key,
    forced,
    key,
    known,
    legal,
    mover,
    over,
    play,
    undo,
    urgent,
)
from trivium.search.alpha_beta import (
    CUTOFFS,
    DEEPEST,
    EVALUATED,
    FIRST_CUTOFFS,
    FOLD,
    HISTORY,
    INFINITE,
    KILLERS,
    NODES,
    PROMISE,
    QUIESCENCE,
    ROOT,
    SCOUT,
    TRIM,
    USE_TABLE,
    SearchMemory,
    bring_best_forward,
    closer_look,
    kind_of,
    late_reduction,
    note_best,
    note_line,
    settles,
    stopped,
    surprises,
)

_TABLE_RANK = 1 << 60
_PROMISE_RANK = 1 << 44
_HOPELESS_RANK = HOPELESS // 2 * _PROMISE_RANK
_KILLER_RANK = 1 << 43
_MOST_HISTORY = 1 << 40
_HEAVIEST = 30
"""Depths from here on weigh the same in the history."""


@compiled
def rank_moves(
    position: Any, evaluator: Any, memory: SearchMemory, ply: int, count: int, table_move: int
) -> None:
    """Say how early each of the moves of this ply is to be tried."""
    options = memory.options
    player = mover(position)
    if options[PROMISE] != 0:
        advise(evaluator, position, memory.moves[ply], memory.ranks[ply], count)
    else:
        memory.ranks[ply, :count] = 0
    for index in range(count):
        move = memory.moves[ply, index]
        rank = memory.ranks[ply, index] * _PROMISE_RANK
        if move == table_move:
            rank = _TABLE_RANK
        else:
            if options[KILLERS] != 0 and (
                move == memory.killers[ply, 0] or move == memory.killers[ply, 1]
            ):
                rank += _KILLER_RANK
            if options[HISTORY] != 0:
                rank += memory.history[player, move]
        memory.ranks[ply, index] = rank


@compiled
def trimmed(count: int) -> int:
    """Return how many of `count` ranked moves the trimming of the report keeps."""
    if count > 16:
        return count // 2
    return min(count, 10)


@compiled
def list_moves(
    position: Any, evaluator: Any, memory: SearchMemory, ply: int, table_move: int
) -> int:
    """List and rank the moves of a position; return how many of them are to be tried."""
    count = legal(position, memory.moves[ply])
    rank_moves(position, evaluator, memory, ply, count, table_move)
    if memory.options[TRIM] == 0:
        return count
    kept = trimmed(count)
    for index in range(kept):
        bring_best_forward(memory, ply, index, count)
    return kept


@inlined
def note_cutoff(
    memory: SearchMemory, player: int, ply: int, depth: int, move: int, tried: int
) -> None:
    """Remember the move that made a cut-off for the ordering of others."""
    memory.counters[CUTOFFS] += 1
    memory.counters[FIRST_CUTOFFS] += tried == 0
    if memory.killers[ply, 0] != move:
        memory.killers[ply, 1] = memory.killers[ply, 0]
        memory.killers[ply, 0] = move
    weight = 1 << min(depth, _HEAVIEST)
    memory.history[player, move] = min(memory.history[player, move] + weight, _MOST_HISTORY)


@compiled
def from_now(value: int, turns: int) -> int:
    """Return a value with proven wins and losses moved away from 0 by `turns`."""
    if value >= DECIDED:
        return value + turns
    return value - turns if value <= -DECIDED else value


@inlined
def stand(
    position: Any, evaluator: Any, memory: SearchMemory, plies: int, beta: int, ply: int
) -> tuple[int, int]:
    """Return what a position at the horizon is worth as it stands, and how many moves to look at.

    Those are tactical moves, listed for this ply; there are none where the value suffices, or
    `plies`, the number of moves that may still follow, is 0.
    """
    # Inlined, unlike `quiesce`: most positions need no more than this, and a call would hand on
    # two dozen arrays, which takes longer than the work.
    memory.line_length[ply] = 0
    if over(position):
        return final(position), 0
    value = known(evaluator, position)
    if value != UNKNOWN:
        return value, 0
    memory.counters[EVALUATED] += 1
    value = evaluate(evaluator, position)
    if value >= beta or plies == 0 or ply >= DEEPEST or stopped(memory):
        return value, 0
    return value, urgent(evaluator, position, memory.moves[ply])


@compiled
def quiesce(
    position: Any,
    evaluator: Any,
    memory: SearchMemory,
    plies: int,
    standing: int,
    count: int,
    alpha: int,
    beta: int,
    ply: int,
) -> int:
    """Return the value when at most `plies` tactical moves follow, each of them optional.

    `standing` and `count` are what `stand` says of the position; the count is not 0.
    """
    best = standing
    player = mover(position)
    rank_moves(position, evaluator, memory, ply, count, NO_MOVE)
    for tried in range(count):
        move = bring_best_forward(memory, ply, tried, count)
        memory.counters[NODES] += 1
        least = max(alpha, best)
        play(position, move)
        same = mover(position) == player
        low, high = (least, beta) if same else (-beta, -least)
        value, more = stand(position, evaluator, memory, plies - 1, high, ply + 1)
        if more > 0:
            value = quiesce(position, evaluator, memory, plies - 1, value, more, low, high, ply + 1)
        undo(position)
        if stopped(memory):
            return best
        value = value if same else -value
        if value > best:
            best = value
            note_line(memory, ply, move)
            if best >= beta:
                break
    return best


@compiled
def descend(
    position: Any,
    evaluator: Any,
    table: TranspositionTable,
    memory: SearchMemory,
    depth: int,
    alpha: int,
    beta: int,
    ply: int,
) -> int:
    """Return the value of the position searched `depth` moves deep, at least 1, alpha < beta.

    A result strictly between alpha and beta is that value; one up to alpha is an upper bound
    of it, one from beta on a lower bound. The best line stands in `memory.line[ply]`. Leaves the
    position as it was. Once `stopped`, the result means nothing.
    """
    options, counters = memory.options, memory.counters
    memory.line_length[ply] = 0
    if ply > 0:
        counters[NODES] += 1
    if over(position):
        return final(position)
    if ply >= DEEPEST:
        return evaluate(evaluator, position)
    if ply > 0:
        value = known(evaluator, position)
        if value != UNKNOWN:
            return value
    if stopped(memory):
        return 0

    folded = options[FOLD] != 0 and depth >= options[FOLD]
    bank = banked(position)
    table_move = NO_MOVE
    code = ZERO
    if options[USE_TABLE] != 0:
        code = folded_key(position) if folded else key(position)
        entry = look_up(table, code)
        if entry != ZERO:
            table_move = entry_move(entry)
            value = from_now(entry_value(entry), -elapsed(position)) + bank
            if ply > 0 and settles(entry, value, depth, alpha, beta):
                return value

    if ply == 0 and depth > 1:
        # The best of the depth before, so that a search that is stopped has looked at it.
        table_move = memory.line[0, 0]
    # The move of the table is tried before the others are even listed: it often suffices.
    listed = table_move == NO_MOVE or not allowed(position, table_move)
    count = list_moves(position, evaluator, memory, ply, table_move) if listed else 0
    player = mover(position)
    full = depth if forced(evaluator, position) else depth - 1
    best = -INFINITE
    best_move = NO_MOVE
    tried = 0
    index = -1
    while True:
        index += 1
        if index == 0 and not listed:
            move = table_move
        else:
            if not listed:
                count = list_moves(position, evaluator, memory, ply, table_move)
                bring_best_forward(memory, ply, 0, count)
                listed = True
            if index >= count:
                break
            move = bring_best_forward(memory, ply, index, count)
        if ply == 0 and memory.banned[move] != 0:
            continue
        if tried > 0 and memory.ranks[ply, index] < _HOPELESS_RANK:
            break
        least = max(alpha, best)
        play(position, move)
        same = mover(position) == player
        high = least + 1 if options[SCOUT] != 0 and tried > 0 else beta
        deep = full - late_reduction(options, depth, tried)
        while True:
            low, top = (least, high) if same else (-high, -least)
            if deep > 0:
                value = descend(position, evaluator, table, memory, deep, low, top, ply + 1)
            else:
                counters[NODES] += 1
                value, more = stand(position, evaluator, memory, options[QUIESCENCE], top, ply + 1)
                if more > 0:
                    value = quiesce(
                        position,
                        evaluator,
                        memory,
                        options[QUIESCENCE],
                        value,
                        more,
                        low,
                        top,
                        ply + 1,
                    )
            value = value if same else -value
            if not surprises(value, deep, full, high, beta):
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
                note_cutoff(memory, player, ply, depth, move, tried)
                break
        tried += 1

    if options[USE_TABLE] != 0 and not (ply == 0 and memory.banned.any()):
        kind = kind_of(best, alpha, beta)
        move = NO_MOVE if folded else table_move if kind == AT_MOST else best_move
        store(table, code, move, from_now(best - bank, elapsed(position)), depth, kind)
    return best


@compiled
def search(
    position: Any,
    evaluator: Any,
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
