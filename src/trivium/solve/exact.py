"""The exact result of a position, for the games that have a solver."""

from __future__ import annotations

import functools

from trivium.games.hexifence.position import FencesPosition
from trivium.games.position import Position
from trivium.solve.strings_and_coins.solver import exact_value


@functools.singledispatch
def exact_margin(position: Position) -> int | None:
    """Return the mover's margin at the end if nobody makes a mistake; None without a solver.

    The time it takes grows fast with the number of legal moves.
    """
    return None


@exact_margin.register
def _(position: FencesPosition) -> int:
    return exact_value(position.board, position.kernel)
