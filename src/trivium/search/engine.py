"""Iterative deepening: the search, again and again and one move deeper, until a limit.

The compiled search runs in threads of its own. The calling thread waits for the deadline or a
request to stop and then raises a flag, so that a search ends within milliseconds of either.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trivium.kernel import transposition_table as tables
from trivium.kernel.verbs import (
    DECIDED,
    banked,
    evaluate,
    final,
    legal,
    most_left,
    mover,
    over,
    play,
    undo,
)
from trivium.search import alpha_beta, negamax
from trivium.search.alpha_beta import DEEPEST, INFINITE, SearchMemory
from trivium.search.limits import Limit, Report, Score
from trivium.search.past import Past
from trivium.search.running import new_stop_flag, own_copy, run_within

__all__ = [
    "Listener",
    "Options",
    "Searcher",
]

Listener = Callable[[Report], None]
"""Hears what is found at every depth."""

_NO_LIMIT = 1 << 60
_ALWAYS_SEARCHED = 4000
"""Nodes that are searched even if the time is up, if depth 1 takes no more."""
_WINDOW = 600
"""Half the width of the first aspiration window, in search units."""
_WARM_UP_DEPTH = 2
"""Up to this depth, values jump too much for a window."""


@dataclass(frozen=True)
class Options:
    """What the search makes use of.

    Every choice gives the same value, but for `trim` and `reduce` (with its `steepness`).
    """

    table: bool = True
    scout: bool = True
    killers: bool = True
    history: bool = True
    promise: bool = True
    trim: bool = False
    quiescence: int = 16
    fold: int = 0
    aspiration: bool = True
    reduce: int = 0
    steepness: int = 0

    def as_array(self) -> NDArray[np.int64]:
        """Return the options as the compiled search wants them."""
        array = np.zeros(alpha_beta.OPTION_COUNT, np.int64)
        array[alpha_beta.USE_TABLE] = self.table
        array[alpha_beta.SCOUT] = self.scout
        array[alpha_beta.KILLERS] = self.killers
        array[alpha_beta.HISTORY] = self.history
        array[alpha_beta.PROMISE] = self.promise
        array[alpha_beta.TRIM] = self.trim
        array[alpha_beta.QUIESCENCE] = self.quiescence
        array[alpha_beta.FOLD] = self.fold
        array[alpha_beta.REDUCE] = self.reduce
        array[alpha_beta.STEEPNESS] = self.steepness
        return array


class Searcher:
    """Searches positions of one game and size with one evaluator, and remembers between them."""

    def __init__(
        self,
        evaluator: Any,
        options: Options | None = None,
        megabytes: float = 16,
        threads: int = 1,
        search: Callable[..., int] = negamax.search,
    ) -> None:
        """`search` is a compiled function with the contract of `negamax.search`."""
        self.compiled_search = search
        self.options = options or Options()
        self.evaluator = evaluator
        self._table = tables.new_table(megabytes)
        self._past = Past(self._table)
        self._threads = threads
        self._stop = new_stop_flag()

    def reserve(self) -> None:
        """Take the memory of the table now; else the first searches do, while their clocks run."""
        tables.reserve(self._table)

    def forget(self) -> None:
        """Empty the table, so that the next search depends on nothing before it."""
        tables.clear(self._table)

    def search(
        self,
        position: Any,
        colours: tuple[str, str],
        limit: Limit,
        listener: Listener | None = None,
        banned: tuple[int, ...] = (),
    ) -> Report:
        """Search a kernel position that is not over and return the last report.

        Depth 1 is finished whatever the limit, unless that takes more than a few milliseconds:
        then the best move so far is reported at depth 0. `listener` hears of every depth that is
        done. Moves in `banned` are not considered at the root; one move must be left.
        """
        began = time.perf_counter()
        self._begin(position)
        runs = [
            _Run(self, position, colours, limit, began, helper=number, banned=banned)
            for number in range(self._threads)
        ]
        runs[0].listener = listener
        tasks = [run.deepen for run in runs]
        report = run_within(limit, began, self._stop, *tasks)
        nodes = sum(run.nodes for run in runs)
        return replace(report, nodes=nodes, seconds=time.perf_counter() - began)

    def move_values(self, position: Any, depth: int) -> dict[int, int]:
        """Return what each legal move is worth to the mover, searched `depth` moves deep.

        The move itself is the first of them. This runs here and now, without a limit, so it is
        for small depths; the position must not be over.
        """
        self._begin(position)
        self._past.tell()
        position, evaluator = own_copy(position), own_copy(self.evaluator)
        memory = alpha_beta.new_memory(position, self.options.as_array(), self._stop)
        memory.counters[alpha_beta.NODE_LIMIT] = _NO_LIMIT
        moves = memory.moves[0, : int(legal(position, memory.moves[0]))].tolist()
        player = mover(position)
        values: dict[int, int] = {}
        for move in moves:
            play(position, move)
            sign = 1 if mover(position) == player else -1
            values[move] = sign * self._worth(position, evaluator, memory, depth - 1)
            undo(position)
        return values

    def _begin(self, position: Any) -> None:
        """Get ready for the next search."""
        self._stop[0] = 0
        self._past.begin(position)
        tables.next_search(self._table)

    def _worth(self, position: Any, evaluator: Any, memory: SearchMemory, depth: int) -> int:
        """Return the value of a position for its mover, which may be over."""
        if over(position):
            return int(final(position))
        if depth == 0:
            return int(evaluate(evaluator, position))
        low, high = -INFINITE, INFINITE
        return int(self.compiled_search(position, evaluator, self._table, memory, depth, low, high))


class _Run:
    """One thread's deepening of one position."""

    def __init__(
        self,
        searcher: Searcher,
        position: Any,
        colours: tuple[str, str],
        limit: Limit,
        began: float,
        helper: int,
        banned: tuple[int, ...],
    ) -> None:
        self._searcher = searcher
        self._position = own_copy(position)
        self._evaluator = own_copy(searcher.evaluator)
        self._pov = colours[int(mover(position))]
        self._limit = limit
        self._began = began
        self._helper = helper
        self._memory: SearchMemory = alpha_beta.new_memory(
            position, searcher.options.as_array(), searcher._stop
        )
        self._memory.banned[list(banned)] = 1
        self._report: Report | None = None
        self.listener: Listener | None = None

    @property
    def nodes(self) -> int:
        """The nodes visited so far."""
        return int(self._memory.counters[alpha_beta.NODES])

    def deepen(self) -> Report:
        """Search deeper and deeper until a limit, and return the last report."""
        left = int(most_left(self._position))
        deepest = min(self._limit.depth or DEEPEST, left, DEEPEST - 20)
        counters = self._memory.counters
        report = self._report = self._first_depth()
        counters[alpha_beta.NODE_LIMIT] = self._limit.nodes or _NO_LIMIT
        for depth in range(2, deepest + 1):
            if alpha_beta.stopped(self._memory) or self._decided():
                break
            # Helpers run ahead by a ply now and then, to fill the table from other places.
            ahead = min(depth + (self._helper & 1), deepest)
            report = self._report = self._one_depth(ahead) or report
        return report

    def _first_depth(self) -> Report:
        """Search to depth 1: a player short of time must not lose a piece by the way.

        So the flag is not heeded for the first nodes, which takes a few milliseconds at most.
        """
        memory, counters = self._memory, self._memory.counters
        counters[alpha_beta.NODE_LIMIT] = _ALWAYS_SEARCHED
        self._memory = memory._replace(stop=new_stop_flag())
        report = self._one_depth(1)
        finished = not alpha_beta.stopped(self._memory)
        self._memory = memory
        counters[alpha_beta.NODE_LIMIT] = _NO_LIMIT
        if not finished:
            report = self._one_depth(1) or report
        return report or self._first_thought()

    def _first_thought(self) -> Report:
        """Report the move that is tried first: all there is if the time is up at once."""
        memory = self._memory
        count = int(legal(self._position, memory.moves[0]))
        negamax.rank_moves(self._position, self._evaluator, memory, 0, count, tables.NO_MOVE)
        moves = memory.moves[0, :count]
        open_to_us = np.flatnonzero(memory.banned[moves] == 0)
        best = open_to_us[np.argmax(memory.ranks[0, open_to_us])]
        score = Score(int(banked(self._position)), self._pov, exact=False)
        return self._report_on(0, score, (int(moves[best]),))

    def _decided(self) -> bool:
        assert self._report is not None
        return abs(self._report.score.value) >= DECIDED and not self._searcher.options.trim

    def _one_depth(self, depth: int) -> Report | None:
        """Search to a depth; report it, or what was done when it was stopped, if anything."""
        value = self._aspire(depth)
        length = int(self._memory.line_length[0])
        if length == 0:
            return None
        finished = not alpha_beta.stopped(self._memory)
        report = self._report_on(
            depth if finished else depth - 1,
            self._score(value, depth, finished),
            tuple(self._memory.line[0, :length].tolist()),
        )
        if self.listener is not None and finished:
            self.listener(report)
        return report

    def _report_on(self, depth: int, score: Score, line: tuple[int, ...]) -> Report:
        return Report(
            depth=depth,
            score=score,
            nodes=self.nodes,
            seconds=time.perf_counter() - self._began,
            line=line,
            table_fill=tables.fill(self._searcher._table),
        )

    def _score(self, value: int, depth: int, finished: bool) -> Score:
        if not finished:
            value = self._report.score.value if self._report else value
            return Score(value, self._pov, exact=False)
        options = self._searcher.options
        shortened = bool(options.reduce) or bool(self._searcher._past)
        complete = depth >= int(most_left(self._position)) and not shortened
        exact = (complete or abs(value) >= DECIDED) and not options.trim
        return Score(value, self._pov, exact)

    def _aspire(self, depth: int) -> int:
        """Search with a window around the last value, widened where the value is outside."""
        low, high = -INFINITE, INFINITE
        if self._searcher.options.aspiration and self._report and depth > _WARM_UP_DEPTH:
            low = self._report.score.value - _WINDOW
            high = self._report.score.value + _WINDOW
        while True:
            self._searcher._past.tell()
            value = int(
                self._searcher.compiled_search(
                    self._position,
                    self._evaluator,
                    self._searcher._table,
                    self._memory,
                    depth,
                    low,
                    high,
                )
            )
            if alpha_beta.stopped(self._memory) or low < value < high:
                return value
            low = low if value > low else -INFINITE
            high = high if value < high else INFINITE
