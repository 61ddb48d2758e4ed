"""Exact values of moves as an array beside the observation: a teacher, and a yardstick.

>>> from trivium import Hexifence
>>> values = move_values(Hexifence(2))
>>> len(values), set(values.tolist())
(30, {-3.0})

Values are for the player to move. In Hexifence and Dots-and-Boxes they are the margin at the end
of the game, elsewhere 1, 0 or -1. They come from the table of Hexifence 2, from the solver, from
the table of endings of Watch Your Back!, or from a search to the end of the game.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from trivium.agents.experts import expert_of
from trivium.envs.boards import Boards
from trivium.errors import TriviumError
from trivium.games.position import Position
from trivium.kernel.verbs import DECIDED, move_codes
from trivium.search.limits import Limit
from trivium.solve.tables import hexifence_two

Values = NDArray[np.float32]

ENOUGH = Limit(nodes=2_000_000)
"""What the proof of one move may take; small boards and endings need less."""
MEGABYTES = 64


class Teacher:
    """Knows exact values of one game and size; it remembers what it has found out."""

    def __init__(self, limit: Limit = ENOUGH, megabytes: float = MEGABYTES) -> None:
        self._limit = limit
        self._megabytes = megabytes
        self._board: tuple[str, str] | None = None

    def move_values(self, position: Position) -> Values:
        """Return the exact value of every action; not a number for what is no legal move.

        Raises `TriviumError` if that is too hard to find out.
        """
        values = np.full(int(move_codes(position.kernel)), np.nan, np.float32)
        for code, value in self._of_moves(position):
            values[code] = value
        return values

    def values_on(self, boards: Boards) -> Values:
        """Return the exact values of every action on every board, a row for each.

        On Hexifence 2 all are looked up at once; elsewhere it is one board after the other.
        """
        if not hexifence_two.covers(boards.position(0).kernel):
            return np.stack([self.move_values(boards.position(n)) for n in range(boards.count)])
        own, theirs = (boards.observations[:, plane].sum(axis=(1, 2)) for plane in (2, 3))
        margins = hexifence_two.move_values_of_many(boards.masks, (own - theirs).astype(np.int64))
        return np.where(boards.masks, margins, np.nan).astype(np.float32)

    def _of_moves(self, position: Position) -> Iterator[tuple[int, float]]:
        self._prepare(position)
        expert = expert_of(position.game)
        if self._source is not None:
            for code, solution in self._source.move_values(position.kernel, self._limit):
                yield code, solution.low if solution.exact else _unknown(position, code)
        elif (known := expert.known_results(position)) is not None:
            yield from known.items()
        else:
            for move in position.legal_moves:
                after = position.copy()
                after.push(move)
                yield move.code, self._proven(after, position.mover)

    def _prepare(self, position: Position) -> None:
        if self._board == (position.game, position.size):
            return
        expert = expert_of(position.game)
        self._source = expert.new_exact(position, self._megabytes)
        known = self._source is not None
        self._searcher = None if known else expert.new_searcher(position, self._megabytes)
        self._board = (position.game, position.size)

    def _proven(self, after: Position, player: int) -> float:
        """Return how a game ends for a player, proven by a search."""
        outcome = after.outcome()
        if outcome is not None:
            if outcome.winner is None:
                return 0.0
            return 1.0 if outcome.winner == after.colours[player] else -1.0
        assert self._searcher is not None
        found = self._searcher.search(after.kernel, after.colours, self._limit).score.value
        if abs(found) < DECIDED:
            return _unknown(after, after.moves[-1].code)
        return math.copysign(1.0, found if after.mover == player else -found)


def _unknown(position: Position, code: int) -> float:
    raise TriviumError(
        f"Nobody knows what comes of {position.move(code)} in {position.game} {position.size} "
        "within this limit; exact values are for small boards and endings."
    )


def move_values(position: Position) -> Values:
    """Return the exact value of every action of one position; see `Teacher`."""
    return Teacher().move_values(position)
