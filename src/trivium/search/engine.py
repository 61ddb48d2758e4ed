"""Iterative deepening: the search, again and again and one move deeper, until a limit.

The compiled search runs in threads of its own. The calling thread waits for the deadline or a
request to stop and then raises a flag, so that a search ends within milliseconds of either.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trivium.kernel import table as tables
from trivium.kernel.verbs import DECIDED, most_left, mover
from trivium.search import negamax
from trivium.search.limits import Limit, Report, Score
from trivium.search.negamax import DEEPEST, INFINITE, Work
from trivium.search.running import new_stop_flag

Listener = Callable[[Report], None]

_NO_LIMIT = 1 << 60
_WINDOW = 600
"""Half the width of the first aspiration window, in search units."""
_WARM_UP_DEPTH = 2
"""Up to this depth, values jump too much for a window."""


@dataclass(frozen=True)
class Options:
    """What the search makes use of.

    Every choice gives the same value, but for `trim` and `reduce`.
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

    def as_array(self) -> NDArray[np.int64]:
        """Return the options as the compiled search wants them."""
        array = np.zeros(negamax.OPTION_COUNT, np.int64)
        array[negamax.USE_TABLE] = self.table
        array[negamax.SCOUT] = self.scout
        array[negamax.KILLERS] = self.killers
        array[negamax.HISTORY] = self.history
        array[negamax.PROMISE] = self.promise
        array[negamax.TRIM] = self.trim
        array[negamax.QUIESCENCE] = self.quiescence
        array[negamax.FOLD] = self.fold
        array[negamax.REDUCE] = self.reduce
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
        self._evaluator = evaluator
        self._table = tables.new_table(megabytes)
        self._threads = threads
        self._stop = new_stop_flag()

    def request_stop(self) -> None:
        """End the search that is running, from another thread."""
        self._stop[0] = 1

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

        At least depth 1 is finished, whatever the limit. `listener` hears of every depth that
        is done. Moves in `banned` are not considered at the root; one move must be left.
        """
        began = time.perf_counter()
        self._stop[0] = 0
        tables.next_search(self._table)
        runs = [
            _Run(self, _copy(position), colours, limit, began, helper=number, banned=banned)
            for number in range(self._threads)
        ]
        runs[0].listener = listener
        helpers = [threading.Thread(target=run.deepen, daemon=True) for run in runs[1:]]
        main = threading.Thread(target=runs[0].deepen, daemon=True)
        for thread in (main, *helpers):
            thread.start()
        self._wait(main, limit, began)
        for thread in helpers:
            thread.join()
        return runs[0].result(sum(run.nodes for run in runs[1:]))

    def _wait(self, thread: threading.Thread, limit: Limit, began: float) -> None:
        """Wait for the thread, raising the flag at the deadline or on Ctrl-C."""
        try:
            if limit.seconds is not None:
                thread.join(max(0.0, limit.seconds - (time.perf_counter() - began)))
                self._stop[0] = 1
            thread.join()
        finally:
            self._stop[0] = 1
            thread.join()


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
        self._position = position
        self._pov = colours[int(mover(position))]
        self._limit = limit
        self._began = began
        self._helper = helper
        self._work: Work = negamax.new_work(position, searcher.options.as_array(), searcher._stop)
        self._work.banned[list(banned)] = 1
        self._report: Report | None = None
        self._error: BaseException | None = None
        self.listener: Listener | None = None

    @property
    def nodes(self) -> int:
        """The nodes visited so far."""
        return int(self._work.counters[negamax.NODES])

    def deepen(self) -> None:
        """Search deeper and deeper until a limit; an error is kept for `result`."""
        try:
            self._deepen()
        except BaseException as error:
            self._error = error

    def result(self, nodes_of_others: int) -> Report:
        """Return the last report, or raise what went wrong."""
        if self._error is not None:
            raise self._error
        assert self._report is not None
        last = self._report
        return Report(
            depth=last.depth,
            score=last.score,
            nodes=self.nodes + nodes_of_others,
            seconds=time.perf_counter() - self._began,
            line=last.line,
            table_fill=last.table_fill,
        )

    def _deepen(self) -> None:
        left = int(most_left(self._position))
        deepest = min(self._limit.depth or DEEPEST, left, DEEPEST - 20)
        self._one_depth(1, unlimited=True)
        self._work.counters[negamax.NODE_LIMIT] = self._limit.nodes or _NO_LIMIT
        for depth in range(2, deepest + 1):
            if negamax.stopped(self._work) or self._decided():
                return
            # Helpers run ahead by a ply now and then, to fill the table from other places.
            self._one_depth(min(depth + (self._helper & 1), deepest), unlimited=False)

    def _decided(self) -> bool:
        assert self._report is not None
        return abs(self._report.score.value) >= DECIDED and not self._searcher.options.trim

    def _one_depth(self, depth: int, unlimited: bool) -> None:
        """Search to a depth; report it, or as much of it as was done when it was stopped."""
        stop = self._work.stop
        if unlimited:
            # The first depth is finished in any case, so that there is always a move.
            self._work.counters[negamax.NODE_LIMIT] = _NO_LIMIT
            self._work = self._work._replace(stop=new_stop_flag())
        value = self._aspire(depth)
        if unlimited:
            self._work = self._work._replace(stop=stop)
        length = int(self._work.line_length[0])
        if length == 0:
            return
        finished = unlimited or not negamax.stopped(self._work)
        self._report = Report(
            depth=depth if finished else depth - 1,
            score=self._score(value, depth, finished),
            nodes=self.nodes,
            seconds=time.perf_counter() - self._began,
            line=tuple(self._work.line[0, :length].tolist()),
            table_fill=tables.fill(self._searcher._table),
        )
        if self.listener is not None and finished:
            self.listener(self._report)

    def _score(self, value: int, depth: int, finished: bool) -> Score:
        if not finished and self._report is not None:
            return Score(self._report.score.value, self._pov, exact=False)
        complete = depth >= int(most_left(self._position)) and not self._searcher.options.reduce
        exact = (complete or abs(value) >= DECIDED) and not self._searcher.options.trim
        return Score(value, self._pov, exact)

    def _aspire(self, depth: int) -> int:
        """Search with a window around the last value, widened where the value is outside."""
        low, high = -INFINITE, INFINITE
        if self._searcher.options.aspiration and self._report and depth > _WARM_UP_DEPTH:
            low = self._report.score.value - _WINDOW
            high = self._report.score.value + _WINDOW
        while True:
            value = int(
                self._searcher.compiled_search(
                    self._position,
                    self._searcher._evaluator,
                    self._searcher._table,
                    self._work,
                    depth,
                    low,
                    high,
                    0,
                )
            )
            if negamax.stopped(self._work) or low < value < high:
                return value
            low = low if value > low else -INFINITE
            high = high if value < high else INFINITE


def _copy(position: Any) -> Any:
    return type(position)(*(part.copy() if part.flags.writeable else part for part in position))
