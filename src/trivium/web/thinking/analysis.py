"""Analysing positions for whoever listens, and only as long as they do.

Analyses wait behind the moves of games, and give way after a while if somebody is waiting. Their
engines are made when it is their turn. While others have theirs, few engines are kept; one that
had to go is made again and begins anew, and only what is more than was known is told.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from functools import partial
from typing import Any, TypeVar
from uuid import uuid4

from trivium.games.position import Position
from trivium.kernel.compiling import plain_while
from trivium.search.limits import Limit, Report
from trivium.search.stopping import Stop
from trivium.study.live_analysis import Findings, LiveAnalysis, live_analysis_of
from trivium.web import messages as m
from trivium.web.describe.positions import describe_move, describe_moves
from trivium.web.describe.scores import describe_result, describe_score, describe_share
from trivium.web.settings import ServerSettings
from trivium.web.thinking.compiling import CompileWatch
from trivium.web.thinking.pool import Pool
from trivium.web.thinking.searches import Searches
from trivium.web.thinking.warming import Warming

Engine = TypeVar("Engine")
Result = TypeVar("Result")

_FAIR_SHARE = 2.0
"""Seconds after which an analysis gives way to others who wait."""
_LONGEST_LINE = 40
"""Moves of a line that are told."""
_PLAIN_SLICE = 1.0
"""Seconds of analysing in plain Python after which machine code may be there to go on with."""
_HEARTBEAT = 0.5
"""Seconds after which something is told even if nothing was found."""


class Analyst:
    """Does the analyses of one connection."""

    def __init__(
        self,
        settings: ServerSettings,
        searches: Searches,
        compiling: CompileWatch,
        warming: Warming,
        engines: Pool[Any],
        language: str,
    ) -> None:
        self.settings = settings
        self._owner = uuid4().hex
        self._engines = engines
        self.language = language
        self._searches = searches
        self._compiling = compiling
        self.warming = warming

    async def analyse(
        self, position: Position, request: m.AnalyseRequest
    ) -> AsyncGenerator[m.Analysis, None]:
        """Yield what is known of a position, until there is no more time or nothing more.

        Who has seen what plain Python finds in that time has all of it again with machine code.
        """
        ply = len(position.moves)
        blank = partial(m.Analysis, ref=request.ref, ply=ply)
        if (outcome := position.outcome()) is not None:
            yield blank(
                phase="done", score=describe_result(position, outcome, self.language), solved=True
            )
            return
        self.warming.look_at(position.game)
        most = self.settings.analysis_seconds
        left = min(request.seconds or most, most)
        latest = blank(phase="waiting", ahead=self._searches.waiting)
        yield latest
        new_analysis = partial(self._begin, position, request.lines)
        finished = False
        spent = 0.0
        known = (0, 0, 0)
        while not finished and spent < left:
            lacked = self.warming.lacks(position.game)
            news: asyncio.Queue[Findings] = asyncio.Queue()
            began = time.monotonic()
            begun = asyncio.Event()
            loop = asyncio.get_running_loop()
            work = partial(self._go_on, position.game, left - spent, loop, news)
            search = asyncio.ensure_future(self.run(new_analysis, work, begins=begun.set))
            try:
                async for findings in _news(news, search):
                    seconds = spent + time.monotonic() - began
                    if findings is not None and findings.reach >= known:
                        known = findings.reach
                        latest = await asyncio.to_thread(
                            _describe, position, findings, blank, seconds, self.language
                        )
                    yield latest.model_copy(update=self.phase(begun.is_set(), position.game))
                finished, seconds_used = search.result()
                spent += seconds_used
            finally:
                search.cancel()
            if lacked and not finished:
                while spent >= left and self.warming.lacks(position.game):
                    yield latest.model_copy(update=self.phase(True, position.game))
                    await asyncio.sleep(_HEARTBEAT)
                if not self.warming.lacks(position.game):
                    spent = 0.0
        yield latest.model_copy(update={"phase": "done"})

    async def run(
        self,
        new_engine: Callable[[], Engine],
        work: Callable[[Engine, Stop], Result],
        begins: Callable[[], None] | None = None,
    ) -> Result:
        """Return what a piece of work returns, done when nobody more urgent waits.

        It is given the engine of the last time, or a new one if that had to go meanwhile. One
        whose work is cancelled is not kept.
        """

        def use_engine(stop: Stop) -> tuple[Engine, Result]:
            engine = self._engines.take(self._owner) or new_engine()
            return engine, work(engine, stop)

        engine, result = await self._searches.run(
            self._owner, use_engine, urgent=False, begins=begins
        )
        self._engines.put_back(self._owner, engine)
        return result

    def let_go(self) -> None:
        """Let go of the engine: what follows is about something else, or nothing follows."""
        self._engines.take(self._owner)

    def phase(self, begun: bool, game: str) -> dict[str, Any]:
        """Return what is going on, for the page."""
        active = self._compiling.active
        return {
            "phase": "waiting" if not begun else "compiling" if active else "searching",
            "compiled": self._compiling.functions,
            "getting_ready": self.warming.progress(game),
        }

    def _begin(self, position: Position, lines: int) -> LiveAnalysis:
        with plain_while(self.warming.is_going_on):
            return live_analysis_of(position, lines)

    def _go_on(
        self,
        game: str,
        seconds: float,
        loop: asyncio.AbstractEventLoop,
        news: asyncio.Queue[Findings],
        analysis: LiveAnalysis,
        stop: Stop,
    ) -> tuple[bool, float]:
        """Analyse in a thread; return whether all is found, and the seconds that it took."""
        began = time.perf_counter()

        def tired() -> bool:
            return time.perf_counter() - began > _FAIR_SHARE and self._searches.waiting > 0

        def hear(findings: Findings) -> None:
            with contextlib.suppress(RuntimeError):  # the server is closing
                loop.call_soon_threadsafe(news.put_nowait, findings)

        lacking = self.warming.lacks(game)
        limit = Limit(min(seconds, _PLAIN_SLICE) if lacking else seconds, stop=stop)
        with plain_while(lambda: lacking and self.warming.is_going_on()):
            finished = analysis.go_on(limit, hear, tired)
        return finished and not stop.asked, time.perf_counter() - began


async def _news(
    news: asyncio.Queue[Findings], search: asyncio.Future[tuple[bool, float]]
) -> AsyncIterator[Findings | None]:
    """Yield the latest findings as they come in, None now and then, until the search is over."""
    while True:
        waiting = asyncio.ensure_future(news.get())
        try:
            await asyncio.wait(
                (waiting, search), timeout=_HEARTBEAT, return_when=asyncio.FIRST_COMPLETED
            )
            found = waiting.result() if waiting.done() else None
        finally:
            waiting.cancel()
        while not news.empty():
            found = news.get_nowait()
        if found is not None or not search.done():
            yield found
        if search.done() and news.empty():
            search.result()
            return


def _describe(
    position: Position,
    findings: Findings,
    blank: partial[m.Analysis],
    seconds: float,
    language: str,
) -> m.Analysis:
    lines = [_line(position, report, findings.shares, language) for report in findings.lines]
    best = max(findings.values.values(), default=0)
    return blank(
        phase="searching",
        depth=max((line.depth for line in lines), default=0),
        nodes=findings.nodes,
        seconds=round(seconds, 2),
        score=lines[0].score if lines else None,
        lines=lines,
        values=[
            m.MoveValue(code=code, text=position.move(code).text, value=value, best=value == best)
            for code, value in findings.values.items()
        ],
        solved=findings.solved,
    )


def _line(
    position: Position, report: Report, shares: dict[int, float], language: str
) -> m.EngineLine:
    share = shares.get(report.move)
    return m.EngineLine(
        move=describe_move(position, position.move(report.move)),
        score=describe_score(position, report.score, language)
        if share is None
        else describe_share(position, report.score.pov, share, language),
        depth=report.depth,
        nodes=report.nodes,
        line=describe_moves(position, report.line[:_LONGEST_LINE]),
    )
