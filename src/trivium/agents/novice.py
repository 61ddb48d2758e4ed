"""An agent that errs as people do who learn a game, and not like noise.

- It *overlooks*: in every turn some moves escape it, its own and those of the opponent, and an
  answer that it does not see cannot frighten it. What happens beside the last move it always sees.
- It looks only so far: at nothing but captures and wins (depth 0), at what a move makes of the
  board (depth 1), or at the answer to the few moves that please it most (depth 2).
- It *loves captures*: one seems worth more than what it brings.
- It *follows*: where it knows nothing better, it likes to play beside the last move.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from trivium.agents.agent import Agent, Choice, parameter
from trivium.agents.experts import expert_of
from trivium.errors import TriviumError
from trivium.games.moves import Move
from trivium.games.position import Position
from trivium.games.svg import Spot
from trivium.kernel.chance import below
from trivium.kernel.verbs import DECIDED, POINT, most_moves, tactical
from trivium.search.glance import glance
from trivium.search.limits import UNLIMITED, Limit
from trivium.search.running import own_copy

_MEGABYTES = 0.25
"""For a search that is asked for its evaluation alone."""
_DEEPEST = 2
_CANDIDATES = 6
"""Moves whose answers it looks at."""
_BESIDE = 1.5
"""How many times as far as the nearest neighbour a move may be to be beside another."""
_STEPS = 1 << 30


@dataclass
class NoviceAgent(Agent):
    """Plays like a person who learns: overlooks moves, loves captures, follows the last move."""

    name = "novice"

    depth: int = parameter(1, f"how many moves it looks ahead, its own included; 0 to {_DEEPEST}")
    overlooks: float = parameter(0.2, "share of the moves that it does not see in a turn; 0 to 1")
    greed: float = parameter(0.0, "what a capture seems worth beyond what it brings: cells, …")
    follows: float = parameter(0.5, "share of its aimless moves beside the last one; 0 to 1")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 <= self.depth <= _DEEPEST:
            raise TriviumError(f"novice:depth={self.depth} is wrong: it must be 0 to {_DEEPEST}.")
        for name, share in (("overlooks", self.overlooks), ("follows", self.follows)):
            if not 0 <= share <= 1:
                raise TriviumError(f"novice:{name}={share} is wrong: it must be 0 to 1.")
        self._evaluators: dict[tuple[str, str], Any] = {}
        self._maps: dict[tuple[str, str], BoardMap] = {}

    def choose(self, position: Position, limit: Limit = UNLIMITED) -> Choice:
        view = _View(self, position)
        if self.depth == 0:
            return self._without_thinking(view)
        return self._thinking(view)

    def _without_thinking(self, view: _View) -> Choice:
        for moves, reason in ((view.wins(), "wins"), (view.captures(), "a capture")):
            if moves:
                return Choice(self._any(moves), reason)
        beside = view.beside()
        if beside and self.happens(self.follows):
            return Choice(self._any(beside), "beside the last move")
        return Choice(self._any(view.seen), "somewhere")

    def _thinking(self, view: _View) -> Choice:
        values = view.values()
        if self.depth == 2:
            pleasing = sorted(values, key=lambda code: -values[code])[:_CANDIDATES]
            values = {code: view.after_answer(code, values[code]) for code in pleasing}
        best = max(values.values())
        codes = [code for code, value in values.items() if value == best]
        return Choice(view.position.move(codes[int(below(self.chance, len(codes)))]), "looks best")

    def _any(self, moves: list[Move]) -> Move:
        return moves[int(below(self.chance, len(moves)))]

    def happens(self, share: float) -> bool:
        """Draw whether something happens that does in this share of the cases."""
        return int(below(self.chance, _STEPS)) < share * _STEPS

    def map_of(self, position: Position) -> BoardMap:
        """Return where the moves of a board are."""
        board = (position.game, position.size)
        if board not in self._maps:
            self._maps[board] = BoardMap(position)
        return self._maps[board]

    def evaluator_for(self, position: Position) -> Any:
        """Return what it values boards by."""
        board = (position.game, position.size)
        if board not in self._evaluators:
            searcher = expert_of(position.game).at_a_glance(position, _MEGABYTES)
            self._evaluators[board] = own_copy(searcher.evaluator)
        return self._evaluators[board]


class BoardMap:
    """Where the moves of a board are, and which are beside each other."""

    def __init__(self, position: Position) -> None:
        layout = position.layout()
        self._spots: dict[int, Spot] = {}
        for code, move in position.all_moves.items():
            place = position.places(move).place
            if place is not None:
                self._spots[code] = (
                    _middle(*layout.edges[place].ends)
                    if layout.edges
                    else layout.cells[place].centre
                )
        spots = sorted(set(self._spots.values()))
        nearest = min((math.dist(spots[0], spot) for spot in spots[1:]), default=0.0)
        self._near = _BESIDE * nearest

    def beside(self, one: int, other: int) -> bool:
        """Return whether two moves, by their numbers, are at the same place or beside it."""
        if one not in self._spots or other not in self._spots:
            return False
        return math.dist(self._spots[one], self._spots[other]) <= self._near


def _middle(one: Spot, other: Spot) -> Spot:
    return ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)


class _View:
    """What a novice sees of a position in one turn."""

    def __init__(self, novice: NoviceAgent, position: Position) -> None:
        self.position = position
        self._novice = novice
        self._map = novice.map_of(position)
        self._noticed: dict[int, bool] = {}
        legal = position.legal_moves
        self.seen = [move for move in legal if self._sees(move.code)] or legal
        """The legal moves that it sees; all if that were none."""

    def _sees(self, code: int) -> bool:
        """Return whether it sees a move in this turn, its own or one of the opponent."""
        if code not in self._noticed:
            missed = self._novice.happens(self._novice.overlooks)
            self._noticed[code] = not missed or self._is_beside(code)
        return self._noticed[code]

    def _is_beside(self, code: int) -> bool:
        last = self.position.moves[-1:]
        return any(self._map.beside(code, move.code) for move in last)

    def beside(self) -> list[Move]:
        """Return what it sees beside the last move."""
        return [move for move in self.seen if self._is_beside(move.code)]

    def captures(self) -> list[Move]:
        """Return the captures that it sees."""
        taking = self._taking()
        return [move for move in self.seen if move.code in taking]

    def _taking(self) -> set[int]:
        moves = np.empty(most_moves(self.position.kernel), np.int64)
        return set(moves[: int(tactical(self.position.kernel, moves))].tolist())

    def wins(self) -> list[Move]:
        """Return the moves it sees that win on the spot."""
        values = self._at_a_glance()
        return [move for move in self.seen if values[move.code] >= DECIDED]

    def _at_a_glance(self) -> dict[int, int]:
        return glance(self.position.kernel, self._novice.evaluator_for(self.position))

    def values(self) -> dict[int, float]:
        """Return what the moves it sees seem worth at a glance, and any win on the spot."""
        taking, bonus = self._taking(), self._novice.greed * POINT
        seen = {move.code for move in self.seen}
        return {
            code: value + (bonus if code in taking and value < DECIDED else 0)
            for code, value in self._at_a_glance().items()
            if code in seen or value >= DECIDED
        }

    def after_answer(self, code: int, value: float) -> float:
        """Return what a move seems worth after the best answer that it sees."""
        after = self.position.copy()
        after.push(self.position.move(code))
        if after.is_over:
            return value
        answers = glance(after.kernel, self._novice.evaluator_for(after))
        seen = [worth for answer, worth in answers.items() if self._sees(answer)]
        if not seen:
            return value
        return max(seen) if after.mover == self.position.mover else -max(seen)
