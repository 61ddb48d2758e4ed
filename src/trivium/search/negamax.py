"""Alpha-beta search over the verbs: negamax and NegaScout, with every refinement optional.

One compiled function serves all of them; the options are numbers that it looks at while it
runs. Values are from the point of view of the player to move, and a move need not pass the
turn: after one that does not, the value of the child is taken as it is, not negated.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from trivium.kernel.bits import ZERO
from trivium.kernel.borrowing import borrowed
from trivium.kernel.compiling import compiled, inlined
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
    most_moves,
    move_codes,
    mover,
    over,
    play,
    undo,
    urgent,
)
from trivium.search.running import StopFlag

DEEPEST = 250
"""No line of a search is longer than this."""

INFINITE = 2_000_000
"""Beyond every value."""

ROOT: Any = np.int64(0)
"""The ply of the position that is searched, of the type of those below it."""

# Places in `Work.options`
USE_TABLE = 0
SCOUT = 1
"""Search all moves but the first with a null window (NegaScout)."""
KILLERS = 2
HISTORY = 3
PROMISE = 4
"""Try first what `advise` recommends, and leave out what it calls hopeless."""
TRIM = 5
"""Keep only the better half of many moves."""
QUIESCENCE = 6
"""How many plies of tactical moves may follow at the horizon; 0 for none."""
FOLD = 7
"""Use keys folded by symmetry from this remaining depth on; 0 for never."""
REDUCE = 8
"""Search moves after so many with one move less of depth, until they surprise; 0 for never."""
OPTION_COUNT = 9

# Places in `Work.counters`
NODES = 0
NODE_LIMIT = 1
EVALUATED = 2
CUTOFFS = 3
FIRST_CUTOFFS = 4
"""Cut-offs by the first move tried: the measure of a good move order."""
COUNTER_COUNT = 5

_TABLE_RANK = 1 << 60
_PROMISE_RANK = 1 << 44
_HOPELESS_RANK = HOPELESS // 2 * _PROMISE_RANK
_KILLER_RANK = 1 << 43
_MOST_HISTORY = 1 << 40
_HEAVIEST = 30
"""Depths from here on weigh the same in the history."""


class Work(NamedTuple):
    """The memory of one searching thread."""

    moves: NDArray[np.int64]
    """For each ply its moves."""
    ranks: NDArray[np.int64]
    """For each ply how early its moves are to be tried."""
    killers: NDArray[np.int64]
    """For each ply the last two moves that made a cut-off there."""
    history: NDArray[np.int64]
    """For each player and move, 2**depth summed over its cut-offs."""
    line: NDArray[np.int64]
    """For each ply the best line found from there."""
    line_length: NDArray[np.int64]
    banned: NDArray[np.int64]
    """Moves, not 0 here, that the root may not play."""
    options: NDArray[np.int64]
    counters: NDArray[np.int64]
    stop: StopFlag


def new_work(position: Any, options: NDArray[np.int64], stop: StopFlag) -> Work:
    """Return fresh memory for searching positions of this size."""
    most, codes = int(most_moves(position)), int(move_codes(position))
    return Work(
        moves=np.zeros((DEEPEST + 1, most), np.int64),
        ranks=np.zeros((DEEPEST + 1, most), np.int64),
        killers=np.full((DEEPEST + 1, 2), NO_MOVE, np.int64),
        history=np.zeros((2, codes), np.int64),
        line=np.zeros((DEEPEST + 2, DEEPEST + 2), np.int64),
        line_length=np.zeros(DEEPEST + 2, np.int64),
        banned=np.zeros(codes, np.int64),
        options=options,
        counters=np.zeros(COUNTER_COUNT, np.int64),
        stop=stop,
    )


@inlined
def stopped(work: Work) -> bool:
    """Return whether the search has been told to stop or has used up its nodes."""
    return work.stop[0] != 0 or work.counters[NODES] >= work.counters[NODE_LIMIT]


@compiled
def rank_moves(
    position: Any, evaluator: Any, work: Work, ply: int, count: int, table_move: int
) -> None:
    """Say how early each of the moves of this ply is to be tried."""
    options = work.options
    player = mover(position)
    if options[PROMISE] != 0:
        advise(evaluator, position, work.moves[ply], work.ranks[ply], count)
    else:
        work.ranks[ply, :count] = 0
    for index in range(count):
        move = work.moves[ply, index]
        rank = work.ranks[ply, index] * _PROMISE_RANK
        if move == table_move:
            rank = _TABLE_RANK
        else:
            if options[KILLERS] != 0 and (
                move == work.killers[ply, 0] or move == work.killers[ply, 1]
            ):
                rank += _KILLER_RANK
            if options[HISTORY] != 0:
                rank += work.history[player, move]
        work.ranks[ply, index] = rank


@inlined
def bring_best_forward(work: Work, ply: int, first: int, count: int) -> int:
    """Exchange the best-ranked of the remaining moves to place `first`; return it."""
    moves, ranks = work.moves, work.ranks
    best = first
    highest = ranks[ply, first]
    for index in range(first + 1, count):
        if ranks[ply, index] > highest:
            best = index
            highest = ranks[ply, index]
    move = moves[ply, best]
    moves[ply, best] = moves[ply, first]
    moves[ply, first] = move
    ranks[ply, best] = ranks[ply, first]
    ranks[ply, first] = highest
    return move


@compiled
def trimmed(count: int) -> int:
    """Return how many of `count` ranked moves the trimming of the report keeps."""
    if count > 16:
        return count // 2
    return min(count, 10)


@compiled
def list_moves(position: Any, evaluator: Any, work: Work, ply: int, table_move: int) -> int:
    """List and rank the moves of a position; return how many of them are to be tried."""
    count = legal(position, work.moves[ply])
    rank_moves(position, evaluator, work, ply, count, table_move)
    if work.options[TRIM] == 0:
        return count
    kept = trimmed(count)
    for index in range(kept):
        bring_best_forward(work, ply, index, count)
    return kept


@inlined
def note_cutoff(work: Work, player: int, ply: int, depth: int, move: int, tried: int) -> None:
    """Remember the move that made a cut-off for the ordering of others."""
    work.counters[CUTOFFS] += 1
    work.counters[FIRST_CUTOFFS] += tried == 0
    if work.killers[ply, 0] != move:
        work.killers[ply, 1] = work.killers[ply, 0]
        work.killers[ply, 0] = move
    weight = 1 << min(depth, _HEAVIEST)
    work.history[player, move] = min(work.history[player, move] + weight, _MOST_HISTORY)


@inlined
def note_line(work: Work, ply: int, move: int) -> None:
    """Make `move`, followed by the best line below it, the best line of this ply."""
    length = work.line_length[ply + 1]
    work.line[ply, 0] = move
    for index in range(length):
        work.line[ply, index + 1] = work.line[ply + 1, index]
    work.line_length[ply] = length + 1


@compiled
def from_now(value: int, turns: int) -> int:
    """Return a value with proven wins and losses moved away from 0 by `turns`."""
    if value >= DECIDED:
        return value + turns
    return value - turns if value <= -DECIDED else value


@inlined
def stand(
    position: Any, evaluator: Any, work: Work, plies: int, beta: int, ply: int
) -> tuple[int, int]:
    """Return what a position at the horizon is worth as it stands, and how many moves to look at.

    Those are tactical moves, listed for this ply; there are none where the value suffices, or
    `plies`, the number of moves that may still follow, is 0.
    """
    # Inlined, unlike `quiesce`: most positions need no more than this, and a call would hand on
    # two dozen arrays, which takes longer than the work.
    work.line_length[ply] = 0
    if over(position):
        return final(position), 0
    value = known(evaluator, position)
    if value != UNKNOWN:
        return value, 0
    work.counters[EVALUATED] += 1
    value = evaluate(evaluator, position)
    if value >= beta or plies == 0 or ply >= DEEPEST or stopped(work):
        return value, 0
    return value, urgent(evaluator, position, work.moves[ply])


@compiled
def quiesce(
    position: Any,
    evaluator: Any,
    work: Work,
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
    rank_moves(position, evaluator, work, ply, count, NO_MOVE)
    for tried in range(count):
        move = bring_best_forward(work, ply, tried, count)
        work.counters[NODES] += 1
        least = max(alpha, best)
        play(position, move)
        same = mover(position) == player
        low, high = (least, beta) if same else (-beta, -least)
        value, more = stand(position, evaluator, work, plies - 1, high, ply + 1)
        if more > 0:
            value = quiesce(position, evaluator, work, plies - 1, value, more, low, high, ply + 1)
        undo(position)
        if stopped(work):
            return best
        value = value if same else -value
        if value > best:
            best = value
            note_line(work, ply, move)
            if best >= beta:
                break
    return best


@compiled
def descend(
    position: Any,
    evaluator: Any,
    table: Table,
    work: Work,
    depth: int,
    alpha: int,
    beta: int,
    ply: int,
) -> int:
    """Return the value of the position searched `depth` moves deep, at least 1, alpha < beta.

    A result strictly between alpha and beta is that value; one up to alpha is an upper bound
    of it, one from beta on a lower bound. The best line stands in `work.line[ply]`. Leaves the
    position as it was. Once `stopped`, the result means nothing.
    """
    options, counters = work.options, work.counters
    work.line_length[ply] = 0
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
    if stopped(work):
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
            kind = entry_kind(entry)
            settled = (
                kind == EXACT
                or (kind == AT_LEAST and value >= beta)
                or (kind == AT_MOST and value <= alpha)
            )
            if settled and ply > 0 and entry_depth(entry) >= depth:
                return value

    if ply == 0 and depth > 1:
        # The best of the depth before, so that a search that is stopped has looked at it.
        table_move = work.line[0, 0]
    # The move of the table is tried before the others are even listed: it often suffices.
    listed = table_move == NO_MOVE or not allowed(position, table_move)
    count = list_moves(position, evaluator, work, ply, table_move) if listed else 0
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
                count = list_moves(position, evaluator, work, ply, table_move)
                bring_best_forward(work, ply, 0, count)
                listed = True
            if index >= count:
                break
            move = bring_best_forward(work, ply, index, count)
        if ply == 0 and work.banned[move] != 0:
            continue
        if tried > 0 and work.ranks[ply, index] < _HOPELESS_RANK:
            break
        least = max(alpha, best)
        play(position, move)
        same = mover(position) == player
        high = least + 1 if options[SCOUT] != 0 and tried > 0 else beta
        deep = full
        if options[REDUCE] != 0 and tried >= options[REDUCE] and depth > 2:
            deep -= 1
        while True:
            low, top = (least, high) if same else (-high, -least)
            if deep > 0:
                value = descend(position, evaluator, table, work, deep, low, top, ply + 1)
            else:
                counters[NODES] += 1
                value, more = stand(position, evaluator, work, options[QUIESCENCE], top, ply + 1)
                if more > 0:
                    value = quiesce(
                        position,
                        evaluator,
                        work,
                        options[QUIESCENCE],
                        value,
                        more,
                        low,
                        top,
                        ply + 1,
                    )
            value = value if same else -value
            if value < high or (high >= beta and deep == full):
                break
            # The scout found it better than the best so far: look properly.
            if deep < full:
                deep = full
            else:
                high = beta
        undo(position)
        if stopped(work):
            return best
        if value > best:
            best = value
            best_move = move
            # Up to alpha it is only a bound, and says nothing about which move is better.
            if value > alpha or (ply == 0 and tried == 0):
                note_line(work, ply, move)
            if value >= beta:
                note_cutoff(work, player, ply, depth, move, tried)
                break
        tried += 1

    if options[USE_TABLE] != 0 and not (ply == 0 and work.banned.any()):
        if best >= beta:
            kind = AT_LEAST
        elif best > alpha:
            kind = EXACT
        else:
            kind = AT_MOST
            best_move = table_move
        rest_value = from_now(best - bank, elapsed(position))
        store(table, code, NO_MOVE if folded else best_move, rest_value, depth, kind)
    return best


@compiled
def search(
    position: Any, evaluator: Any, table: Table, work: Work, depth: int, alpha: int, beta: int
) -> int:
    """Answer `descend` for the position at the root."""
    return descend(
        borrowed(position),
        borrowed(evaluator),
        borrowed(table),
        borrowed(work),
        depth,
        alpha,
        beta,
        ROOT,
    )
