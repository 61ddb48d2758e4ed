"""Somebody who plays a league: trials first, then the games of the ladder, or those of the final.

Any number of workers share a league, on any number of machines with the same database. What one has
claimed is free again when it dies; what it has stored stays, and counts once.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from trivium.arena.bulk import Here, Workers
from trivium.arena.database.storage import Database
from trivium.arena.fixtures import Entrant, Fixture, play_fixture
from trivium.arena.interrupts import pass_on
from trivium.arena.records import Record
from trivium.errors import TriviumError
from trivium.league.entry.trials import Trial, try_out
from trivium.league.entry.versions import (
    ATTEMPTS,
    Bot,
    Version,
    bench,
    bots_of,
    claim_trial,
    entrant_of,
    finish_trial,
    players_of,
    reference,
)
from trivium.league.final import play_final
from trivium.league.ladder.book import Book
from trivium.league.ladder.drawing import bench_the_broken, draw_games, fixture_of
from trivium.league.ladder.ledger import LeagueLedger
from trivium.league.ladder.standings import Publisher
from trivium.league.ladder.watching import Onlooker
from trivium.league.leagues import League, find_league
from trivium.league.plan import Plan
from trivium.league.tables import Damaged

REST = 1.0
"""Seconds between two looks of a worker that has nothing to do."""
_LONGEST_REST = 4.0
_LOOK_AT_BOTS = 2.0
"""Seconds between two looks at who plays."""


@dataclass(frozen=True)
class TrialTask:
    """A version to try."""

    version: Version
    entrant: Entrant
    plan: Plan


Task = TrialTask | Fixture
"""Something to do, which can travel to another process or machine."""


def do(task: Task) -> Record | Trial:
    """Try a version, or play a game."""
    if isinstance(task, TrialTask):
        return try_out(task.entrant, task.plan)
    return play_fixture(task)


class Watched(Here):
    """Does everything in this process, where games under way can be looked at."""

    def __init__(self, database: Database, league: League, runner: Callable[[], str]) -> None:
        self._database = database
        self._league = league
        self._runner = runner

    def _begin(self, function: Callable[[Any], Any], task: object) -> Any:
        if not isinstance(task, Fixture):
            return super()._begin(function, task)
        onlooker = Onlooker(self._database, self._league, task, self._runner())
        with onlooker.watching():
            return super()._begin(lambda fixture: play_fixture(fixture, onlooker.see), task)


class Worker:
    """Plays one league, for as long as it is let."""

    def __init__(self, database: Database, name: str, workers: Workers | None = None) -> None:
        """Play with `workers`, or here, where the games can be watched."""
        self._database = database
        self._name = name
        self._league = find_league(database, name)
        self._ledger = LeagueLedger(database, self._league)
        self._is_far = workers is not None
        self._workers = workers or Watched(database, self._league, self._ledger.sign_on)
        self._book = Book(database, self._league)
        self._publisher = Publisher(database, self._league, self._book)
        self._bots: list[Bot] = []
        self._seen_bots = float("-inf")
        self._entrants: dict[str, Entrant] = {}
        self._told = -1

    def run(self, stop: threading.Event | None = None) -> None:
        """Work until asked to stop; what is under way then is given back."""
        stop = stop or threading.Event()
        rest = REST
        try:
            while not stop.is_set():
                pass_on()
                rest = REST if self.work(stop) else min(rest * 1.3, _LONGEST_REST)
                if rest > REST:
                    self._pause(stop, rest)
        finally:
            self._ledger.release()

    def run_until_rest(self) -> None:
        """Work until there is nothing left to do; then the table tells all of it."""
        try:
            while self.work():
                pass_on()
            self._write_table()
        finally:
            self._ledger.release()

    def work(self, stop: threading.Event | None = None) -> bool:
        """Do what there is to do; return whether there was anything."""
        self._league = find_league(self._database, self._name)
        done = self._do(self._trials(), stop)
        if self._league.stage == "final":
            return play_final(self._database, self._league, self._workers) or done > 0
        if self._league.stage != "over":
            done += self._do(self._games(), stop)
        self._publish(force=not done)
        return done > 0

    def _pause(self, stop: threading.Event, seconds: float) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until and not stop.wait(0.1):
            pass_on()

    def _do(self, tasks: Iterator[Task], stop: threading.Event | None) -> int:
        """Do tasks as long as there are some; return how many."""
        done = 0
        running = self._workers.run(do, tasks)
        try:
            for task, result in running:
                self._keep(task, result)
                done += 1
                if stop is not None and stop.is_set():
                    break
        finally:
            running.close()
        return done

    def _keep(self, task: Task, result: Record | Trial) -> None:
        if isinstance(task, TrialTask):
            assert isinstance(result, Trial)
            finish_trial(self._database, task.version, result.passed, result.report)
            self._seen_bots = float("-inf")
        else:
            assert isinstance(result, Record)
            self._ledger.finish(task.key, result)
            if result.fault is not None:
                self._book.update()
                self._bench_the_broken()
            self._publish()

    def _trials(self) -> Iterator[Task]:
        while True:
            runner = self._ledger.sign_on()
            version = claim_trial(self._database, self._league, runner)
            if version is None:
                return
            if version.attempts > ATTEMPTS:
                report = f"Its trial has ended {ATTEMPTS} workers; it is not tried again."
                finish_trial(self._database, version, False, report)
                continue
            try:
                entrant = self._entrant(version)
            except TriviumError as error:
                finish_trial(self._database, version, False, str(error))
                continue
            yield TrialTask(version, entrant, self._league.plan)

    def _games(self) -> Iterator[Task]:
        """Yield games that are claimed, until there is nothing to play or something to try."""
        while True:
            self._look_at_bots()
            key = self._ledger.claim()
            if key is None:
                if not self._draw():
                    return
                continue
            names = self._ledger.names_of(key)
            able = {version.label: version for version in players_of(self._bots)}
            entrants = [self._able(name, able) for name in names or ()]
            if len(entrants) != 2 or None in entrants:
                self._ledger.drop(key)  # one of them does not play any more, or not here
                continue
            first, second = entrants
            assert first is not None and second is not None
            yield fixture_of(self._league.plan, key, (first, second))
            if self._is_disturbed():
                return

    def _able(self, name: str, able: dict[str, Version]) -> Entrant | None:
        """Return who plays under a name; None if that cannot be played here."""
        if name in self._league.plan.reference_names:
            return reference(name)
        version = able.get(name)
        if version is None or version.kind != "upload":
            return None
        try:
            return self._entrant(version)
        except Damaged as damage:
            bench(self._database, version, str(damage), "the referee")
            self._seen_bots = float("-inf")
            return None

    def _entrant(self, version: Version) -> Entrant:
        if version.label not in self._entrants:
            self._entrants[version.label] = entrant_of(self._database, version, self._is_far)
        return self._entrants[version.label]

    def _is_disturbed(self) -> bool:
        """Return whether something came up that goes before games: a trial, or the final."""
        if time.monotonic() - self._seen_bots < _LOOK_AT_BOTS:
            return False
        self._look_at_bots()
        waiting = any(one.state == "waiting" for bot in self._bots for one in bot.versions)
        return waiting or find_league(self._database, self._name).stage == "final"

    def _look_at_bots(self) -> None:
        if time.monotonic() - self._seen_bots >= _LOOK_AT_BOTS:
            self._bots = bots_of(self._database, self._league)
            self._seen_bots = time.monotonic()

    def _draw(self) -> bool:
        """Draw the next games; return whether there are some now."""
        self._book.update()
        self._bench_the_broken()
        made = draw_games(self._database, self._league, self._book, self._bots)
        return made > 0 or self._ledger.has_open()

    def _bench_the_broken(self) -> None:
        if bench_the_broken(self._database, self._league, self._book, self._bots):
            self._bots = bots_of(self._database, self._league)

    def _publish(self, force: bool = False) -> None:
        """Write the table, if it is this worker's turn and something has changed."""
        state = hash((self._book.games, tuple(self._bots)))
        if force and self._book.update() == 0 and state == self._told:
            return
        if self._publisher.is_due():
            self._write_table()

    def _write_table(self) -> None:
        self._bots = bots_of(self._database, self._league)
        self._publisher.publish(self._bots)
        self._told = hash((self._book.games, tuple(self._bots)))
