"""Exact results of Cachex: from the tables of the small boards, else by proof-number search.

Results are 1, 0 and -1 for the player to move, with the turn by which a win comes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from trivium.errors import BadSize
from trivium.games.cachex.geometry import Rhombus
from trivium.games.cachex.rules import (
    EARLIER,
    NO_TURN,
    REPETITIONS,
    TURN_LIMIT,
    TURNS,
    Stones,
    start,
)
from trivium.kernel.verbs import over, play, undo
from trivium.search.limits import UNLIMITED, Limit
from trivium.solve.exact import PatientSource, Solution
from trivium.solve.proof_numbers import cachex_board
from trivium.solve.proof_numbers.cachex_board import new_board, read_board
from trivium.solve.proof_numbers.cachex_hints import connections_on
from trivium.solve.proof_numbers.cachex_sight import Sight, new_sight
from trivium.solve.proof_numbers.prover import ProofNumberSolver, Rules
from trivium.solve.tables import cachex_small
from trivium.solve.tables.cachex_retrograde import Values

__all__ = [
    "CachexTable",
    "table_at_hand",
]

_COMES_TWICE = 2
"""How often at most a board comes on the way to a win."""


class CachexTable:
    """The table of a small board as a source of exact results.

    They hold by all the rules. Where the turn limit or boards that have been there before may get
    in the way of a win, only bounds are told: the winner does not lose.
    """

    instant = True
    nodes = 0
    table_fill = 1.0

    def __init__(self, size: int, values: Values | None = None) -> None:
        """Go by the table of a size; it is loaded or built, if it is not given."""
        self._values = cachex_small.table(size) if values is None else values
        self.name = f"the table of Cachex {size}"

    def solve(
        self,
        position: Stones,
        limit: Limit = UNLIMITED,
        win_loss: bool = False,
        listener: Callable[[Solution], None] | None = None,
    ) -> Solution:
        """Return the result of a position and the best move: the fastest win, the slowest loss."""
        turns = self._move_turns(position)
        if not turns:
            return Solution(-1, -1, None, by_turn=int(position.tally[TURNS]))
        best = max(turns, key=lambda move: cachex_small.preference(turns[move]))
        return _known(position, turns[best], best)

    def move_values(
        self, position: Stones, limit: Limit = UNLIMITED
    ) -> Iterator[tuple[int, Solution]]:
        """Yield every legal move with its result."""
        for move, turns in self._move_turns(position).items():
            yield move, _known(position, turns, None)

    def _move_turns(self, position: Stones) -> dict[int, int]:
        """Return what the table says of every move; raises `BadSize` on another board."""
        if 3 ** len(position.places) != len(self._values):
            raise BadSize(f"This is {self.name}, and a position of another size.")
        return cachex_small.move_turns(position, self._values)

    def line(self, position: Stones, limit: Limit = UNLIMITED) -> list[int]:
        """Return best moves for both sides to the end of a game that one of them wins.

        None where both can hold out for ever: there is no end to lead to.
        """
        line: list[int] = []
        while not over(position):
            found = self.solve(position)
            if found.best is None or found.by_turn is None:
                break
            line.append(found.best)
            play(position, found.best)
        for _ in line:
            undo(position)
        return line


def _known(position: Stones, turns: int, best: int | None) -> Solution:
    """Return what a win, or a loss, in so many turns by the table means in the game."""
    sign = int(np.sign(turns))
    if not is_assured(position, turns):
        return Solution(min(sign, 0), max(sign, 0), best)
    by_turn = int(position.tally[TURNS]) + abs(turns) if sign else None
    return Solution(sign, sign, best, by_turn=by_turn)


def table_at_hand(size: int) -> CachexTable | None:
    """Return the table of a size if there is one and it need not be built first."""
    if size not in cachex_small.SHA256:
        return None
    values = cachex_small.table_at_hand(size)
    return None if values is None else CachexTable(size, values)


def new_solver(board: Rhombus, megabytes: float) -> PatientSource:
    """Return the table of a small board, built if it is not there; else a solver."""
    if board.size in cachex_small.SHA256:
        return CachexTable(board.size)
    return new_prover(board, megabytes)


def new_prover(
    board: Rhombus, megabytes: float, folds: bool = True, sight: Sight | None = None
) -> ProofNumberSolver:
    """Return a solver that proves everything by search, on a small board by what a sight sees.

    Neither the sight nor whether images share what is proven changes a result.
    """
    name = f"Cachex {board.size}"
    rules = Rules(lambda position: int(position.tally[TURNS]), is_assured)
    if board.size > cachex_board.LARGEST:
        return ProofNumberSolver(start(board), connections_on(board), rules, megabytes, name)
    small = new_board(board, folds)
    rules = replace(rules, searched=lambda position: read_board(position, small))
    return ProofNumberSolver(start(board), sight or new_sight(), rules, megabytes, name)


def is_assured(position: Stones, turns: int) -> bool:
    """Return whether a win or loss in so many turns is one by all the rules.

    That is: whether neither the turn limit nor a board that has been there before can get in
    its way. A win at once always is, and so is a draw.
    """
    if abs(turns) <= 1:
        return True
    in_time = int(position.tally[TURNS]) + abs(turns) <= TURN_LIMIT
    return in_time and most_occurrences(position) + _COMES_TWICE < REPETITIONS


def most_occurrences(position: Stones) -> int:
    """Return how often the board that has occurred most often in the game has."""
    turns: list[int] = []
    for last in position.last_with.tolist():
        while last != NO_TURN:
            turns.append(last)
            last = int(position.past[last, EARLIER])
    return int(np.unique(position.hashes[turns], return_counts=True)[1].max())
