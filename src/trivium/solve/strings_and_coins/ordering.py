"""Which moves to try first: measured by the nodes that proofs take, not by what looks best.

First comes the best move so far. Then, of the safe moves and the gifts of one or two coins, those
that leave the fewest safe strings: their proofs are the smallest. Between moves that are alike
in this, those that were enough elsewhere come first. Lone runs and long runs come last.
"""

from __future__ import annotations

from trivium.kernel.bits import ZERO, Word
from trivium.kernel.compiling import inlined
from trivium.solve.strings_and_coins.coins import Net, word_with
from trivium.solve.strings_and_coins.keys import tag
from trivium.solve.strings_and_coins.memory import MOVE, SAFE, SALT, Memory
from trivium.solve.strings_and_coins.moves import (
    HIGHEST_RANK,
    RANK_SHIFT,
    first_end,
    length_of,
    second_end,
    string_of,
)
from trivium.solve.strings_and_coins.runs import is_three
from trivium.solve.strings_and_coins.state import WAYS, bit_of, ground_of, grounds_of

_LONGEST_SHORT = 50
_KILLED_WORTH = 4096
_HISTORY_SHARE = 48
_MOST_HISTORY = 60_000


@inlined
def safe_at(net: Net, memory: Memory, state: int, coin: int) -> int:
    """Return how many safe strings a junction has, by the masks."""
    count = grounds_of(net, memory.states, state, coin)
    for way in range(WAYS):
        mask = memory.masks[SAFE + way, word_with(net.grid, coin)]
        count += int(mask & bit_of(coin) != ZERO)
        before = coin - net.steps[2 * way + 1]
        mask = memory.masks[SAFE + way, word_with(net.grid, before)]
        count += int(mask & bit_of(before) != ZERO)
    return count


@inlined
def killed_by(net: Net, memory: Memory, state: int, move: int) -> int:
    """Return how many safe strings a move ends, its own apart: those of its junctions of three."""
    own = int(length_of(move) == 0)
    killed = 0
    for side in range(2):
        end = first_end(move) if side == 0 else second_end(move)
        if end != ground_of(net) and is_three(net, memory, end):
            killed += safe_at(net, memory, state, end) - own
    return killed


@inlined
def ranked(net: Net, memory: Memory, state: int, ply: int, move: int, best: Word) -> int:
    """Return a move of a state with its rank, given the tag of the best move so far."""
    if best != ZERO and tag(net, memory, state, move) == best:
        worth = HIGHEST_RANK
    elif comes_last(net, move):
        worth = max(_LONGEST_SHORT - length_of(move), 1)
    else:
        worth = (
            _LONGEST_SHORT
            + killed_by(net, memory, state, move) * _KILLED_WORTH
            + memory.history[ply & 1, string_of(move)] // _HISTORY_SHARE
            + (string_of(move) * memory.counters[SALT] & 15)
        )
    return move | min(worth, HIGHEST_RANK) << RANK_SHIFT


@inlined
def comes_last(net: Net, move: int) -> bool:
    """Return whether a move opens a lone or a long run: no history is kept of those."""
    return length_of(move) > 2 or first_end(move) == ground_of(net)


@inlined
def remember_success(
    net: Net, memory: Memory, first: int, last: int, ply: int, move: int, safe: int
) -> None:
    """Note that a move was enough in a state with so many safe moves, those tried before not.

    Those are the tried ones among the children from `first` to `last`.
    """
    history, births, player = memory.history, memory.births, ply & 1
    for child in range(first, last):
        tried = ~births[child, MOVE]
        if tried >= 0 and tried != move and not comes_last(net, tried):
            string = string_of(tried)
            history[player, string] = max(history[player, string] - safe * safe, 0)
    if comes_last(net, move):
        return
    string = string_of(move)
    history[player, string] += safe * safe
    if history[player, string] > _MOST_HISTORY:
        for place in range(history.shape[1]):
            history[player, place] >>= 1
