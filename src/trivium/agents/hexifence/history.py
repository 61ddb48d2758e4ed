"""The history agent: a random safe opening, then alpha-beta over safe moves to win, not to score.

It captures whenever it can and never thinks about declining.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from trivium.agents.agent import Agent, Choice, parameter
from trivium.agents.hexifence.history_search import best_safe_move, least_sacrifice
from trivium.games.hexifence.position import FencesPosition
from trivium.games.hexifence.rules import captures
from trivium.games.hexifence.safety import list_safe
from trivium.games.hexifence.sweeping import edges_around
from trivium.games.position import Position
from trivium.kernel.chance import below
from trivium.kernel.verbs import tactical
from trivium.search.limits import UNLIMITED, Limit
from trivium.words import how_many


@dataclass
class HistoryAgent(Agent):
    """Plays safe edges at random, later by search; then gives away as little as it can."""

    name = "history"

    threshold: int = parameter(18, "search once at most so many safe moves are left")

    def choose(self, position: Position, limit: Limit = UNLIMITED) -> Choice:
        assert isinstance(position, FencesPosition)
        kernel, around = position.kernel, edges_around(position.board)
        moves = np.empty(len(position.board.edges), np.int64)
        capturing = moves[: int(tactical(kernel, moves))].tolist()
        if capturing:
            most = max(capturing, key=lambda edge: int(captures(kernel, edge)))
            return Choice(position.move(most), "captures")
        count = int(list_safe(kernel, moves))
        if count == 0:
            twin = position.copy().kernel
            return Choice(position.move(int(least_sacrifice(twin, around))), "gives the least")
        if count > self.threshold:
            chosen = int(moves[below(self.chance, count)])
            return Choice(position.move(chosen), "safe edge at random")
        best, complete, nodes = best_safe_move(kernel, around, limit)
        how = "all safe moves" if complete else "some safe moves"
        return Choice(position.move(best), f"searched {how}, {how_many(nodes, 'position')}")

    def prepare(self, position: Position) -> None:
        super().prepare(position)
        assert isinstance(position, FencesPosition)
        if list_safe(position.kernel, np.empty(len(position.board.edges), np.int64)) > 0:
            best_safe_move(position.kernel, edges_around(position.board), Limit(nodes=1))
