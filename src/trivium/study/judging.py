"""Judging a move beside the best one: what the review of a game asks at every move.

Hexifence 2 is looked up. In other Hexifence and in Dots-and-Boxes the solver is asked first, where
it has a chance to answer, and then alpha-beta; in the other games it is alpha-beta alone. The move
that was played is searched as deep as the best one, so that both are seen with the same eyes.
"""

from __future__ import annotations

import dataclasses
import math
from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from trivium.agents.cachex.champion import CachexChampion
from trivium.agents.weight_files import read_shipped
from trivium.games.cachex.position import Cachex
from trivium.games.cachex.shape_evaluation import SURE
from trivium.games.hexifence.evaluation import fence_weights
from trivium.games.hexifence.position import FencesPosition
from trivium.games.hexifence.rules import Fences
from trivium.games.hexifence.safety import safe_edges
from trivium.games.position import Position
from trivium.games.watch_your_back.evaluation import weighed
from trivium.kernel.verbs import POINT, mover, play, undo
from trivium.search.engine import Options, Searcher
from trivium.search.limits import Limit, Score
from trivium.solve.strings_and_coins.solver import Solution, Solver
from trivium.solve.tables import hexifence_two
from trivium.solve.tables.watch_your_back_endings import read_endings

CHANCE_SCALE = {"cachex": 2.0, "watch-your-back": 1.8, "hexifence": 11.0, "dots-and-boxes": 11.0}
"""By how many points of an estimate the odds of winning grow e-fold, fitted to games by
``trivium bench chances``. In Hexifence and Dots-and-Boxes, where a position is not solved, a few
cells more say next to nothing about the end (the fit goes to the end of its range), so a large
scale is set."""

_MEGABYTES = 16
_SOLVER_MEGABYTES = 64
_SOLVABLE = 30
"""With more safe edges than this, the solver would only waste its time."""
_SOLVER_NODES = 20_000
"""For a limit of depth, which the solver knows not."""
_LONGEST_RUN = 1.8
"""What the longest run is worth beside a captured cell, as the agent `learned` has it."""


@dataclass(frozen=True)
class Opinion:
    """What a move leads to."""

    score: Score
    """From the mover's point of view; where only the winner is proven, the margin is a bound."""
    line: tuple[int, ...]
    """How it is expected to go on; the move is the first."""
    settled: bool
    """Whether it is proven who wins, or that it is a draw."""

    @property
    def sure(self) -> bool:
        """Whether a win or loss is in sight whose points mean nothing more."""
        return abs(self.score.value) >= SURE

    def chance(self, game: str) -> float:
        """Return the mover's chance to win, a draw counting half; 0, 0.5 or 1 if settled."""
        if self.settled or self.sure:
            return (1 + int(np.sign(self.score.value))) / 2
        return 1 / (1 + math.exp(-self.score.points / CHANCE_SCALE[game]))


class Judge(ABC):
    """Somebody who can say what moves on one board are worth; remembers between positions."""

    @abstractmethod
    def compare(self, position: Position, played: int, limit: Limit) -> tuple[Opinion, Opinion]:
        """Return the opinion of the best move and that of the move `played`, which is legal.

        Neither is better than the best. With a limit of nodes or depth, the same positions in
        the same order get the same opinions.
        """


def new_judge(position: Position) -> Judge:
    """Return the judge for a game on the board of `position`."""
    if isinstance(position, FencesPosition):
        if hexifence_two.covers(position.kernel):
            return TableJudge()
        weights = fence_weights(position.board, margin=1.0, longest_run=_LONGEST_RUN)
        return SolverJudge(position, SearchJudge(Searcher(weights, megabytes=_MEGABYTES)))
    if isinstance(position, Cachex):
        return SearchJudge(CachexChampion().new_searcher(position.board))
    evaluator = weighed(read_shipped("watch-your-back"), read_endings())
    return SearchJudge(Searcher(evaluator, Options(reduce=6), _MEGABYTES))


class TableJudge(Judge):
    """Knows every position of Hexifence 2."""

    def compare(self, position: Position, played: int, limit: Limit) -> tuple[Opinion, Opinion]:
        kernel = position.copy().kernel
        values = hexifence_two.move_values(kernel)
        best = max(values, key=lambda move: (values[move], move == played))

        def opinion(move: int) -> Opinion:
            play(kernel, move)
            line = hexifence_two.best_line(kernel)
            undo(kernel)
            shown = Score(POINT * values[move], position.turn, exact=True)
            return Opinion(shown, (move, *line), settled=True)

        return opinion(best), opinion(played)


class SearchJudge(Judge):
    """Goes by alpha-beta."""

    def __init__(self, searcher: Searcher) -> None:
        self._searcher = searcher

    def compare(self, position: Position, played: int, limit: Limit) -> tuple[Opinion, Opinion]:
        half = limit.halved()
        best = self._searcher.search(position.kernel, position.colours, half)
        if best.line[0] == played:
            return (_searched(best.score, best.line),) * 2
        others = tuple(move.code for move in position.legal_moves if move.code != played)
        as_deep = dataclasses.replace(half, depth=max(best.depth, 1))
        own = self._searcher.search(position.kernel, position.colours, as_deep, banned=others)
        if own.score.value > best.score.value:
            best = own
        return _searched(best.score, best.line), _searched(own.score, own.line)


class SolverJudge(Judge):
    """Proves what it can of Hexifence or Dots-and-Boxes, and asks another for the rest."""

    def __init__(self, position: FencesPosition, estimator: Judge) -> None:
        self._solver = Solver(position.board, _SOLVER_MEGABYTES)
        self._estimator = estimator

    def compare(self, position: Position, played: int, limit: Limit) -> tuple[Opinion, Opinion]:
        found = self._prove(position, played, limit.halved().or_nodes(_SOLVER_NODES))
        return found or self._estimator.compare(position, played, limit)

    def _prove(
        self, position: Position, played: int, limit: Limit
    ) -> tuple[Opinion, Opinion] | None:
        """Return what is proven, if it is known who wins in both cases."""
        kernel: Fences = position.copy().kernel
        if len(safe_edges(kernel)) > _SOLVABLE:
            return None
        before = self._solver.solve(kernel, limit)
        if before.sign is None or before.best is None:
            return None
        after = self._after(kernel, played, limit)
        if after.sign is None:
            return None
        own = _proven(position, after, (played,) if after.best is None else (played, after.best))
        if before.best == played or after.low >= before.high:
            return own, own
        line = tuple(self._solver.line(kernel, limit)) or (before.best,)
        return _proven(position, before, line), own

    def _after(self, kernel: Fences, move: int, limit: Limit) -> Solution:
        """Return what is known of the position after a move, seen by the one who makes it."""
        player = mover(kernel)
        play(kernel, move)
        found = self._solver.solve(kernel, limit)
        if mover(kernel) != player:
            found = dataclasses.replace(found, low=-found.high, high=-found.low)
        undo(kernel)
        return found


def _searched(shown: Score, line: tuple[int, ...]) -> Opinion:
    return Opinion(shown, line, settled=shown.exact)


def _proven(position: Position, found: Solution, line: tuple[int, ...]) -> Opinion:
    """Return an opinion with the proven margin, or with the one that is sure at least."""
    margin = found.low if found.low >= 0 else found.high
    return Opinion(Score(POINT * margin, position.turn, found.exact), line, settled=True)
