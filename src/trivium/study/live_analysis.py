"""Watching a champion think about a position: what it has found so far, told again and again.

A `LiveAnalysis` is run for some seconds, can be stopped from another thread, and goes on later
where it was. What it finds are lines, best first, and on boards of edges the proven value of
every move as soon as the position is in reach of the solver.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from trivium.agents.agent import Agent
from trivium.agents.catalogue import make_agent
from trivium.agents.monte_carlo import MonteCarloAgent
from trivium.games.position import Position
from trivium.kernel.verbs import DECIDED
from trivium.search.engine import Searcher
from trivium.search.limits import UNLIMITED, Limit, Report
from trivium.solve.exact import ExactSource

__all__ = [
    "Findings",
    "Hearer",
    "LiveAnalysis",
    "ProvingAnalysis",
    "SearchingAnalysis",
    "live_analysis_of",
]

_FIRST_SLICE = 0.1
_LONGEST_SLICE = 0.8
"""Seconds of solving or simulating after which it is told what is new."""
_LINES_SECONDS = 2.0
"""Seconds for the lines of a position that has been solved."""
_DEEPEST = 99


@dataclass(frozen=True)
class Findings:
    """What is known of a position so far."""

    lines: tuple[Report, ...]
    """Best first; each begins with another move."""
    values: dict[int, int] = field(default_factory=dict)
    """For moves whose result is proven, the mover's margin at the end of the game, in cells."""
    solved: bool = False
    """Whether `values` has every legal move."""
    shares: dict[int, float] = field(default_factory=dict)
    """For lines that only simulated games speak for, by their first move: the share of the points
    that those games won for the mover. Their scores are no margins."""
    nodes: int = 0

    @property
    def reach(self) -> tuple[int, int, int]:
        """How much is known, for comparing findings about the same position.

        It never shrinks while an analysis goes on, but one that begins anew has to catch up.
        """
        depth = 0 if self.shares else max((report.depth for report in self.lines), default=0)
        return len(self.values), depth, self.nodes


Hearer = Callable[[Findings], None]
"""Hears what an analysis has found, as often as there is something new."""
Tired = Callable[[], bool]
"""Tells whether to pause soon; asked now and then."""


class LiveAnalysis(ABC):
    """The analysis of one position."""

    @abstractmethod
    def go_on(self, limit: Limit, hear: Hearer, tired: Tired = lambda: False) -> bool:
        """Look further for the seconds of the limit, until it is stopped, or until tired.

        Return whether there is nothing more to find out.
        """


def live_analysis_of(position: Position, lines: int) -> LiveAnalysis:
    """Return the analysis of a position that is not over, as its game's champion sees it."""
    champion = make_agent("champion", position.game)
    if (source := champion.exact_for(position)) is not None:
        return ProvingAnalysis(champion, source, position, lines)
    searcher = champion.searcher_for(position)
    assert searcher is not None, "a champion either proves or searches"
    return SearchingAnalysis(searcher, position, lines)


class SearchingAnalysis(LiveAnalysis):
    """Searches deeper and deeper: for the best move, then for the best of the others, …"""

    def __init__(self, searcher: Searcher, position: Position, lines: int) -> None:
        self._searcher = searcher
        self._position = position
        self._lines = min(lines, len(position.legal_moves))
        self._depth = 0
        self._nodes = 0

    def go_on(self, limit: Limit, hear: Hearer, tired: Tired = lambda: False) -> bool:
        began = time.perf_counter()
        while self._depth < _DEEPEST:
            depth = self._depth + 1
            reports = self._reach(depth, limit, began, tired)
            if reports is None:
                return False
            self._depth = depth
            lines = sorted(reports, key=lambda report: -report.score.value)
            hear(Findings(tuple(lines), nodes=self._nodes))
            if all(report.depth < depth or _is_decided(report) for report in reports):
                return True
        return True

    def _reach(self, depth: int, limit: Limit, began: float, tired: Tired) -> list[Report] | None:
        """Search all lines to a depth; None if there was no time for it."""
        reports: list[Report] = []
        for _ in range(self._lines):
            left = limit.left_since(began)
            if tired() or left.is_spent:
                return None
            report = self._searcher.search(
                self._position.kernel,
                self._position.colours,
                replace(left, depth=depth),
                banned=tuple(found.line[0] for found in reports),
            )
            self._nodes += report.nodes
            if limit.left_since(began).is_spent:
                return None
            reports.append(report)
        return reports


class ProvingAnalysis(LiveAnalysis):
    """Solves the position if that is in reach; until it is solved, simulated games have a say."""

    def __init__(
        self, champion: Agent, source: ExactSource, position: Position, lines: int
    ) -> None:
        self._champion = champion
        self._source = source
        self._simulator = MonteCarloAgent()
        self._position = position
        self._lines = lines
        self._slice = _FIRST_SLICE
        self._reports: list[Report] = []
        self._values: dict[int, int] = {}
        self._shares: dict[int, float] = {}
        self._moves = len(position.legal_moves)
        self._nodes = 0

    def go_on(self, limit: Limit, hear: Hearer, tired: Tired = lambda: False) -> bool:
        if self._source.instant:
            self._look_up()
            hear(self._findings())
            return True
        began = time.perf_counter()
        while not tired() and not (left := limit.left_since(began)).is_spent:
            turn = left.at_most(seconds=self._slice)
            finished = self._solve(turn) if self._is_proven() else self._estimate(turn)
            hear(self._findings())
            if finished:
                return True
            self._slice = min(2 * self._slice, _LONGEST_SLICE)
        return False

    def _findings(self) -> Findings:
        solved = len(self._values) == self._moves
        values, shares = dict(self._values), dict(self._shares)
        return Findings(tuple(self._reports), values, solved, shares, self._nodes)

    def _is_proven(self) -> bool:
        return bool(self._reports) and self._reports[0].score.exact

    def _look_up(self) -> None:
        self._reports = self._champion.analyse(self._position, UNLIMITED, self._lines)
        found = self._source.move_values(self._position.copy().kernel)
        self._values = {move: known.low for move, known in found}

    def _estimate(self, limit: Limit) -> bool:
        """Try to prove the result; else let simulated games rank the moves."""
        proven = self._champion.analyse(self._position, limit, self._lines)
        if proven and proven[0].score.exact:
            self._reports, self._shares = proven, {}
        else:
            self._reports = self._simulator.analyse(self._position, limit, self._lines)
            self._shares = {
                report.line[0]: share
                for report in self._reports
                if (share := self._simulator.share_of(report)) is not None
            }
            self._nodes += self._reports[0].nodes
        return False

    def _solve(self, limit: Limit) -> bool:
        """Find the value of every move; return whether all are known."""
        before = self._source.nodes
        found = self._source.move_values(self._position.copy().kernel, limit)
        self._values |= {move: known.low for move, known in found if known.exact}
        self._nodes += self._source.nodes - before
        if len(self._values) < self._moves:
            return False
        whole = replace(limit, seconds=_LINES_SECONDS)
        if reports := self._champion.analyse(self._position, whole, self._lines):
            self._reports = reports
        return True


def _is_decided(report: Report) -> bool:
    return report.score.exact or abs(report.score.value) >= DECIDED
