"""The value of a fences position by trying everything: slow, obvious, and for few free edges."""

from __future__ import annotations

import functools

from trivium.games.hexifence.position import FencesPosition
from trivium.kernel.chance import Chance, below


def brute_force(position: FencesPosition) -> int:
    """Return the mover's margin at the end under perfect play by both."""
    rings = [frozenset(ring) for ring in position.board.cell_edges]
    beside = {
        edge: [ring for ring in rings if edge in ring] for edge in range(len(position.board.edges))
    }

    @functools.cache
    def rest(free: frozenset[int]) -> int:
        best = None
        for edge in free:
            left = free - {edge}
            captured = sum(not (ring & left) for ring in beside[edge])
            value = captured + rest(left) if captured else -rest(left)
            best = value if best is None else max(best, value)
        return best or 0

    cells = position.cells
    mine = cells[position.turn]
    banked = 2 * mine - sum(cells.values())
    return banked + rest(frozenset(move.code for move in position.legal_moves))


def after_random_moves(position: FencesPosition, chance: Chance, left: int) -> FencesPosition:
    """Play random moves until so many edges are free; return the position."""
    while len(position.legal_moves) > left:
        moves = position.legal_moves
        position.push(moves[int(below(chance, len(moves)))])
    return position
