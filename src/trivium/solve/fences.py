"""Exact values of Hexifence and Dots-and-Boxes: from the table where there is one, else solved."""

from __future__ import annotations

from collections.abc import Iterator

from trivium.games.hexifence.position import FencesPosition
from trivium.games.hexifence.rules import Fences
from trivium.search.limits import UNLIMITED, Limit
from trivium.solve.exact import ExactSource, Solution
from trivium.solve.strings_and_coins.solver import Solver
from trivium.solve.tables import hexifence_two

__all__ = [
    "HexifenceTwo",
    "exact_source",
]


class HexifenceTwo:
    """The table of Hexifence 2 as an `ExactSource`."""

    name = "the table of Hexifence 2"
    instant = True
    nodes = 0

    def solve(self, position: Fences, limit: Limit = UNLIMITED, win_loss: bool = False) -> Solution:
        """Return the value of a position and the first of its best moves."""
        value = hexifence_two.value(position)
        return Solution(value, value, next(iter(hexifence_two.best_moves(position)), None))

    def move_values(
        self, position: Fences, limit: Limit = UNLIMITED
    ) -> Iterator[tuple[int, Solution]]:
        """Yield every legal move with its value; what is best after it is not looked up."""
        for move, value in hexifence_two.move_values(position).items():
            yield move, Solution(value, value, None)

    def line(self, position: Fences, limit: Limit = UNLIMITED) -> list[int]:
        """Return best moves for both sides to the end."""
        return hexifence_two.best_line(position)


def exact_source(position: FencesPosition, megabytes: float) -> ExactSource:
    """Return what knows most about the board of a position; a solver gets so much memory."""
    if hexifence_two.covers(position.kernel):
        return HexifenceTwo()
    return Solver(position.board, megabytes)
