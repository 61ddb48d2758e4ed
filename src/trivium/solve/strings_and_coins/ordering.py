"""Which moves to try first: measured by the nodes that proofs take, not by what looks best.

First comes the best move so far. Then, of the safe moves and the gifts of one or two coins, those
that leave the fewest safe strings: their proofs are the smallest. Between moves that are alike
in this, those that were enough elsewhere come first. Lone runs and long runs come last.
"""

from __future__ import annotations

from trivium.kernel.bits import ZERO, Word
from trivium.kernel.compiling import inlined
from trivium.solve.strings_and_coins.coins import Net, strings_of
from trivium.solve.strings_and_coins.keys import tag
from trivium.solve.strings_and_coins.memory import SAFE_AT, SALT, Memory
from trivium.solve.strings_and_coins.moves import (
    HIGHEST_RANK,
    RANK_SHIFT,
    first_end,
    length_of,
    second_end,
    string_of,
)

_LONGEST_SHORT = 50
_KILLED_WORTH = 4096
_HISTORY_SHARE = 48
_MOST_HISTORY = 60_000


@inlined
def killed_by(memory: Memory, ply: int, move: int) -> int:
    """Return how many safe strings a move ends, its own apart: those of its junctions of three."""
    rows, marks = memory.rows, memory.marks
    own = int(length_of(move) == 0)
    first, second = first_end(move), second_end(move)
    killed = 0
    if first < rows.shape[1] and strings_of(rows[ply, first]) == 3:
        killed += marks[SAFE_AT, first] - own
    if second < rows.shape[1] and strings_of(rows[ply, second]) == 3:
        killed += marks[SAFE_AT, second] - own
    return killed


@inlined
def rank(net: Net, memory: Memory, ply: int, count: int, symmetry: int, best: Word) -> None:
    """Rank the moves."""
    moves, ground = memory.moves, memory.rows.shape[1]
    salt = memory.counters[SALT]
    for index in range(count):
        move = moves[ply, index]
        length = length_of(move)
        if best != ZERO and tag(net, symmetry, move) == best:
            worth = HIGHEST_RANK
        elif comes_last(ground, move):
            worth = max(_LONGEST_SHORT - length, 1)
        else:
            worth = (
                _LONGEST_SHORT
                + killed_by(memory, ply, move) * _KILLED_WORTH
                + memory.history[ply & 1, string_of(move)] // _HISTORY_SHARE
                + (string_of(move) * salt & 15)
            )
        moves[ply, index] = move | min(worth, HIGHEST_RANK) << RANK_SHIFT


@inlined
def comes_last(ground: int, move: int) -> bool:
    """Return whether a move opens a lone or a long run: no history is kept of those."""
    return length_of(move) > 2 or first_end(move) == ground


@inlined
def remember_success(memory: Memory, ply: int, index: int, safe: int) -> None:
    """Note that move `index` was enough in a state with so many safe moves, those before not."""
    history, moves, player, ground = memory.history, memory.moves, ply & 1, memory.rows.shape[1]
    for before in range(index):
        if not comes_last(ground, moves[ply, before]):
            string = string_of(moves[ply, before])
            history[player, string] = max(history[player, string] - safe * safe, 0)
    if comes_last(ground, moves[ply, index]):
        return
    string = string_of(moves[ply, index])
    history[player, string] += safe * safe
    if history[player, string] > _MOST_HISTORY:
        for place in range(history.shape[1]):
            history[player, place] >>= 1
