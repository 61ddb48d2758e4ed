"""Random games of Watch Your Back! to their end, for Monte Carlo search."""

from __future__ import annotations

from trivium.games.watch_your_back.rules import Pieces
from trivium.kernel.bits import popcount
from trivium.kernel.chance import Chance
from trivium.kernel.verbs import Moves, implements, mover, over, pick, play, play_out, score


@implements(play_out, Pieces)
def move_at_random(
    position: Pieces, scratch: Pieces, chance: Chance, line: Moves
) -> tuple[int, int]:
    """Take random turns on a copy of the board; the memory for undo need not be copied."""
    scratch.sides[:] = position.sides
    scratch.tally[:] = position.tally
    moves = 0
    while moves < len(line) and not over(scratch):
        move = pick(scratch, chance)
        line[moves] = 2 * move + mover(scratch)
        play(scratch, move)
        moves += 1
    if over(scratch):
        return moves, score(scratch) * (1 - 2 * mover(scratch))
    ahead = popcount(scratch.sides[0]) - popcount(scratch.sides[1])
    return moves, min(1, max(-1, ahead))
