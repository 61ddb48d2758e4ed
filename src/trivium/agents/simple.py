"""Agents that do not search: at random, a person, and the greedy one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from trivium.agents.agent import Agent, Choice, parameter
from trivium.errors import TriviumError
from trivium.games.position import Position
from trivium.kernel.chance import below
from trivium.kernel.verbs import most_moves, pick, promise, tactical
from trivium.search.limits import UNLIMITED, Limit


@dataclass
class RandomAgent(Agent):
    """Plays any legal move, all equally likely."""

    name = "random"

    captures: bool = parameter(False, "whether it captures, anything, where it can")

    def choose(self, position: Position, limit: Limit = UNLIMITED) -> Choice:
        if self.captures:
            moves = np.empty(most_moves(position.kernel), np.int64)
            if count := int(tactical(position.kernel, moves)):
                return Choice(position.move(int(moves[below(self.chance, count)])), "a capture")
        return Choice(position.move(int(pick(position.kernel, self.chance))), "at random")


@dataclass
class GreedyAgent(Agent):
    """Takes what it can get at once, and gives away as little as it must."""

    name = "greedy"

    def choose(self, position: Position, limit: Limit = UNLIMITED) -> Choice:
        moves = position.legal_moves
        worth = np.array([promise(position.kernel, move.code) for move in moves])
        best = np.flatnonzero(worth == worth.max())
        return Choice(moves[int(best[below(self.chance, len(best))])], "the most at once")


@dataclass
class HumanAgent(Agent):
    """Asks the person at the terminal."""

    name = "human"

    def choose(self, position: Position, limit: Limit = UNLIMITED) -> Choice:
        while True:
            try:
                answer = input(f"{position.turn.capitalize()}> ")
                move = position.read_move(answer)
                if move in position.legal_moves:
                    return Choice(move, "as typed")
                print(f"{move} is not legal here.")
            except EOFError:
                raise TriviumError("The person at the terminal has left.") from None
            except TriviumError as error:
                print(error)

    def prepare(self, position: Position) -> None:
        """Leave the person alone."""
