"""Judging a move beside the best one: what the review of a game asks at every move.

Where there is a table of the board, moves are looked up. Where there is a solver, it is asked
first, if it has a chance to answer, and then alpha-beta; elsewhere it is alpha-beta alone, as the
champion searches. The move that was played is searched as deep as the best one, so that both are
seen with the same eyes.
"""

from __future__ import annotations

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from trivium.agents.agent import Agent, Forfeit
from trivium.agents.experts import expert_of
from trivium.errors import TriviumError
from trivium.games.position import Position
from trivium.kernel.verbs import SURE, mover, play, undo
from trivium.search.engine import Searcher
from trivium.search.limits import Limit, Score
from trivium.solve.exact import ExactSource, Solution

__all__ = [
    "AdviceJudge",
    "Judge",
    "KnowingJudge",
    "Opinion",
    "ProvingJudge",
    "SearchJudge",
    "new_judge",
]

_MEGABYTES = 16
_EXACT_MEGABYTES = 64
_EXACT_NODES = 20_000
"""For a limit of depth, which proofs know not."""


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
        return expert_of(game).chance(self.score.points)


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
    expert = expert_of(position.game)
    searching = SearchJudge(expert.new_searcher(position, _MEGABYTES))
    source = expert.new_exact(position, _EXACT_MEGABYTES)
    if source is None:
        return searching
    if source.instant:
        return KnowingJudge(source)
    return ProvingJudge(source, expert.within_reach, searching)


class KnowingJudge(Judge):
    """Looks everything up."""

    def __init__(self, source: ExactSource) -> None:
        self._source = source

    def compare(self, position: Position, played: int, limit: Limit) -> tuple[Opinion, Opinion]:
        kernel = position.copy().kernel
        found = dict(self._source.move_values(kernel))
        scores = {move: known.score(position.turn) for move, known in found.items()}
        best = max(scores, key=lambda move: (scores[move].value, move == played))

        def opinion(move: int) -> Opinion:
            play(kernel, move)
            line = self._source.line(kernel)
            undo(kernel)
            return Opinion(scores[move], (move, *line), settled=found[move].sign is not None)

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


class ProvingJudge(Judge):
    """Proves what it can, and asks another for the rest."""

    def __init__(
        self, source: ExactSource, within_reach: Callable[[Position], bool], estimator: Judge
    ) -> None:
        self._source = source
        self._within_reach = within_reach
        self._estimator = estimator

    def compare(self, position: Position, played: int, limit: Limit) -> tuple[Opinion, Opinion]:
        found = self._prove(position, played, limit.halved().or_nodes(_EXACT_NODES))
        return found or self._estimator.compare(position, played, limit)

    def _prove(
        self, position: Position, played: int, limit: Limit
    ) -> tuple[Opinion, Opinion] | None:
        """Return what is proven, if it is known who wins in both cases."""
        if not self._within_reach(position):
            return None
        kernel = position.copy().kernel
        before = self._source.solve(kernel, limit)
        if before.sign is None or before.best is None:
            return None
        after = self._after(kernel, played, limit)
        if after.sign is None:
            return None
        own = _proven(position, after, (played,) if after.best is None else (played, after.best))
        if before.best == played or after.low >= before.high:
            return own, own
        line = tuple(self._source.line(kernel, limit)) or (before.best,)
        return _proven(position, before, line), own

    def _after(self, kernel: Any, move: int, limit: Limit) -> Solution:
        """Return what is known of the position after a move, seen by the one who makes it."""
        player = mover(kernel)
        play(kernel, move)
        found = self._source.solve(kernel, limit)
        if mover(kernel) != player:
            found = dataclasses.replace(found, low=-found.high, high=-found.low)
        undo(kernel)
        return found


class AdviceJudge(Judge):
    """Compares moves with what an agent would have played; another judge says what both are worth.

    The best move is then the better of the two.
    """

    def __init__(self, adviser: Agent, judge: Judge) -> None:
        self._adviser = adviser
        self._judge = judge

    def compare(self, position: Position, played: int, limit: Limit) -> tuple[Opinion, Opinion]:
        half = limit.halved()
        try:
            advised = self._adviser.choose(position.copy(), half).move.code
        except Forfeit as fault:
            raise TriviumError(f"{self._adviser.name} has failed: {fault}.") from None
        _, own = self._judge.compare(position, played, half)
        if advised == played:
            return own, own
        _, other = self._judge.compare(position, advised, half)
        return (own if own.score.value > other.score.value else other), own


def _searched(shown: Score, line: tuple[int, ...]) -> Opinion:
    return Opinion(shown, line, settled=shown.exact)


def _proven(position: Position, found: Solution, line: tuple[int, ...]) -> Opinion:
    """Return an opinion with the proven margin, or with the one that is sure at least."""
    return Opinion(found.score(position.turn), line, settled=True)
