"""How far a long benchmark is, and what it has measured when Ctrl-C ends it early.

    results = []
    with Steps(len(CASES), lambda complete: show(results, complete)) as steps:
        for case in CASES:
            steps.begin(case.name)
            results.append(measure(case))

Somebody at a terminal sees a line with the steps done and the time left; a log gets a line for
each thing that is measured, and now and then one that tells how far it is.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from typing import TypeVar

from trivium.cli.arena import make_progress

PAUSE = 10.0
"""Seconds between two lines in a log about the same thing."""

Item = TypeVar("Item")
Show = Callable[[bool], None]
"""Prints what has been measured, and whether it is all there was to measure."""


class Steps(AbstractContextManager["Steps"]):
    """Counts the steps of a benchmark; at its end, or at Ctrl-C, it has the results shown."""

    def __init__(self, total: int | None, show: Show = lambda complete: None) -> None:
        """`total` is None where nobody knows how many steps there will be."""
        self._total = total
        self._show = show
        self._begun = 0
        self._what = ""
        self._told = 0.0
        self._line = make_progress()
        self._task = self._line.add_task("", total=total)

    def __enter__(self) -> Steps:
        self._line.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        self._line.stop()
        if kind is None:
            self._show(True)
        elif issubclass(kind, KeyboardInterrupt):
            print("Stopped early; this is what there is so far:", file=sys.stderr)
            self._show(False)

    def begin(self, what: str) -> None:
        """Say what the next step measures; the one before it is done."""
        self._begun += 1
        self._tell(what, what != self._what)
        self._what = what

    def note(self, how_far: str) -> None:
        """Say how far the step is."""
        self._tell(f"{self._what}, {how_far}", at_once=False)

    def watched(self, items: Iterable[Item], total: int, unit: str) -> Iterator[Item]:
        """Yield the items, and say how many of them there have been."""
        for number, item in enumerate(items, 1):
            self.note(f"{number} of {total} {unit}")
            yield item

    def print(self, text: str, aside: bool = False) -> None:
        """Print a result that is there already, or tell it on standard error."""
        self._line.stop()
        # Only now: while the line is shown, both stand for where it is.
        print(text, file=sys.stderr if aside else sys.stdout, flush=True)
        self._line.start()

    def _tell(self, text: str, at_once: bool) -> None:
        done, now = self._begun - 1, time.monotonic()
        self._line.update(self._task, completed=done, description=text)
        if self._line.disable and (at_once or now - self._told > PAUSE):
            self._told = now
            share = f"{done}" if self._total is None else f"{done} of {self._total}"
            print(f"{share}: {text}", file=sys.stderr, flush=True)
