"""Random games of Hexifence and Dots-and-Boxes to their end, for Monte Carlo search.

Nothing is taken back, so neither owners nor hashes are kept: only the free edges, how many of
them each cell has, and the score.
"""

from __future__ import annotations

from trivium.games.hexifence.rules import CELLS, FREE, MOVER, Fences
from trivium.kernel.bits import bit, select_in_set
from trivium.kernel.chance import Chance, below
from trivium.kernel.verbs import Moves, implements, play_out


@implements(play_out, Fences)
def claim_at_random(
    position: Fences, scratch: Fences, chance: Chance, line: Moves
) -> tuple[int, int]:
    """Claim random edges on copies of `free` and `open_edges`."""
    free, open_edges, edge_cells = scratch.free, scratch.open_edges, position.edge_cells
    for number in range(len(free)):
        free[number] = position.free[number]
    for cell in range(len(open_edges)):
        open_edges[cell] = position.open_edges[cell]
    margin = position.tally[CELLS] - position.tally[CELLS + 1]
    player = position.tally[MOVER]
    left = position.tally[FREE]
    moves = min(left, len(line))
    for number in range(moves):
        edge = select_in_set(free, below(chance, left))
        left -= 1
        free[edge >> 6] ^= bit(edge & 63)
        line[number] = 2 * edge + player
        captured = 0
        for side in range(2):
            cell = edge_cells[edge, side]
            open_edges[cell] -= 1
            captured += open_edges[cell] == 0
        margin += captured * (1 - 2 * player)
        if captured == 0:
            player = 1 - player
    return moves, margin
