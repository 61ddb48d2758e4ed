"""Where proofs of Cachex are short: first numbers by the connections of both players.

Whoever lacks fewer stones for a connection has less to prove.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from trivium.games.cachex.features import BLOCKED, FAR, NEAR, new_cell_sets, shortest_win
from trivium.games.cachex.geometry import Rhombus
from trivium.games.cachex.rules import Stones
from trivium.games.cachex.sets import either, loaded, without
from trivium.kernel.compiling import inlined
from trivium.kernel.verbs import implements, mover
from trivium.solve.proof_numbers.search import first_numbers


class Connections(NamedTuple):
    """What there is to know of a board: its cells and the sides of the players."""

    sides: NDArray[np.uint64]
    on_board: NDArray[np.uint64]


def connections_on(board: Rhombus) -> Connections:
    """Return the hints for boards of a size."""
    cell_sets = new_cell_sets(board)
    return Connections(cell_sets.sides, cell_sets.on_board)


@inlined
def missing_stones(evaluator: Connections, position: Stones, player: int) -> int:
    """Return how many stones a player lacks for a connection; many if he is cut off."""
    stones = either(loaded(position.held[0]), loaded(position.held[1]))
    empty = without(loaded(evaluator.on_board), stones)
    sides = evaluator.sides[player]
    missing = shortest_win(
        loaded(position.held[player]), empty, loaded(sides[NEAR]), loaded(sides[FAR])
    )
    return min(missing, BLOCKED)


@implements(first_numbers, Connections)
def by_connections(evaluator: Connections, position: Stones, attacker: int) -> tuple[int, int]:
    """Square the stones that are missing; being on move is worth half of one."""
    attacked = 2 * missing_stones(evaluator, position, attacker) + (mover(position) != attacker)
    defended = 2 * missing_stones(evaluator, position, 1 - attacker) + (mover(position) == attacker)
    return attacked * attacked // 4 + 1, defended * defended // 4 + 1
