"""Whatever happens in whichever order, the ledger of an event keeps its word.

Hypothesis lets runners of one event join, claim, finish, give back, drop, crash, fall silent and
come back, in any order, while games are scheduled, replaced and brought along by strangers. A
plain model beside the database knows what must be true. The invariants, checked after every step:

1. *What counts is what was acknowledged.* The records of the event are exactly those that
   `finish` has returned and nobody has replaced since, unchanged, each under its key.
2. *Nothing counts twice.* No stored game stands on the schedule twice, and no key has two games.
3. *Nothing is lost.* A record that `finish` has returned is in the database for ever, once: as the
   event's own, or, if it was replaced, under a key that says so.
4. *A claim is worth something only while its runner is alive.* Of one game there is one claim; who
   was given up for dead can finish nothing until it claims anew; what the dead had claimed is
   claimed again by whoever looks.
5. *Nothing is forgotten.* `claim` finds a game if, and only if, one is neither played nor claimed;
   `unfinished` counts those that are not played.
6. *Strangers change nothing.* Records that are brought along are filed apart, whatever event and
   key they tell, even if they are copies of the event's own.
"""

from __future__ import annotations

import contextlib
import functools
import math
import tempfile
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from unittest import mock

import sqlalchemy as sa
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from trivium.arena.database import schedule
from trivium.arena.database.schedule import REPLACED, InDatabase
from trivium.arena.database.storage import Database, Filter
from trivium.arena.database.tables import IMPORTED, games, runners
from trivium.arena.database.tables import schedule as scheduled
from trivium.arena.fixtures import play_fixture
from trivium.arena.ledger import Names
from trivium.arena.match import Match
from trivium.arena.openings import Openings
from trivium.arena.records import Record

EVENT = "cup"
KEYS = ("1a", "1b", "2a", "2b", "3a")
RUNNERS = 3

keys = st.sampled_from(KEYS)
numbers = st.integers(0, RUNNERS - 1)


@functools.cache
def played() -> Record:
    match = Match("hexifence", "greedy", "random", "1", 2, openings=Openings("random"))
    return play_fixture(match.fixtures()[0])


@dataclass(eq=False)
class Runner:
    """What the model knows of a process that plays."""

    ledger: InDatabase
    claims: set[str] = field(default_factory=set)
    silent: bool = False
    """Whether it has given no sign of life for so long that others may give it up."""


class LedgerMachine(RuleBasedStateMachine):
    """The ledger, and a model of it."""

    @initialize()
    def begin(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.patches = contextlib.ExitStack()
        at_every_claim = mock.patch.object(schedule, "_ROLL_CALL", -math.inf)
        self.patches.enter_context(at_every_claim)
        self.patches.enter_context(mock.patch.object(InDatabase, "_show_life", lambda *_: None))
        path = Path(self.folder.name) / "games.sqlite"
        self.databases = [Database(path) for _ in range(RUNNERS + 1)]
        self.database = self.databases[-1]
        self.database.begin_event(EVENT, "match", "plan")
        self.view = InDatabase(self.database, EVENT)
        self.runners = [self.new_runner(number) for number in range(RUNNERS)]
        self.drawn: dict[str, Names] = {}
        self.stored: dict[str, Record] = {}
        self.replaced: list[Record] = []
        self.brought: set[str] = set()
        self.clock = 0
        self.put_on_schedule(list(KEYS[:-1]))

    def teardown(self) -> None:
        if hasattr(self, "folder"):
            for database in self.databases:
                database.close()
            self.patches.close()
            self.folder.cleanup()

    def new_runner(self, number: int) -> Runner:
        return Runner(InDatabase(self.databases[number], EVENT))

    def new_record(self) -> Record:
        """Return a record like no other."""
        self.clock += 1
        return replace(played(), began=f"2026-03-01T18:30:{self.clock:09.6f}"[:26])

    def others_give_up(self, me: Runner | None) -> None:
        """Free what the silent have claimed, as somebody does who looks who is alive."""
        for runner in self.runners:
            if runner is not me and runner.silent:
                runner.claims = set()
                runner.silent = False

    @property
    def busy(self) -> list[Runner]:
        """Those who have claimed something."""
        return [runner for runner in self.runners if runner.claims]

    def draw_claim(self, data: st.DataObject) -> tuple[Runner, str]:
        """Choose one who has claimed something, and what."""
        runner = data.draw(st.sampled_from(self.busy))
        return runner, data.draw(st.sampled_from(sorted(runner.claims)))

    def note_finished(self, runner: Runner, kept: Record) -> None:
        runner.claims.remove(kept.key)
        self.stored[kept.key] = kept
        self.replaced = [one for one in self.replaced if one != kept]

    @property
    def open_keys(self) -> set[str]:
        claimed = set[str]().union(*(runner.claims for runner in self.runners))
        return set(self.drawn) - set(self.stored) - claimed

    # What happens

    @rule(wanted=st.lists(keys, max_size=len(KEYS)))
    def put_on_schedule(self, wanted: list[str]) -> None:
        names = dict.fromkeys(wanted, ("A", "B"))
        self.view.schedule(names)
        self.drawn = names | self.drawn

    @precondition(lambda self: self.open_keys or self.busy)
    @rule(number=numbers, most=st.integers(1, 3))
    def claim(self, number: int, most: int) -> None:
        runner = self.runners[number]
        for _ in range(most):
            self.others_give_up(runner)
            key = runner.ledger.claim()
            assert (key is None) == (not self.open_keys)
            if key is not None:
                assert key in self.open_keys
                runner.claims.add(key)

    @precondition(lambda self: self.busy)
    @rule(data=st.data(), again=st.booleans())
    def finish(self, data: st.DataObject, again: bool) -> None:
        """Finish a claimed game, perhaps with the very record that was replaced before."""
        runner, key = self.draw_claim(data)
        before = [record for record in self.replaced if record.key == key]
        record = before[-1] if again and before else self.new_record()
        kept = runner.ledger.finish(key, record)
        assert kept == replace(record, event=EVENT, key=key)
        self.note_finished(runner, kept)

    @precondition(lambda self: self.busy)
    @rule(data=st.data())
    def finish_what_somebody_has_brought_along(self, data: st.DataObject) -> None:
        """A copy of a game gets here before the game itself."""
        runner, key = self.draw_claim(data)
        record = replace(self.new_record(), event=EVENT, key=key)
        assert self.database.bring([record]) == 1
        kept = runner.ledger.finish(key, record)
        assert kept == record
        self.note_finished(runner, kept)

    @precondition(lambda self: self.busy)
    @rule(number=numbers, key=keys)
    def finish_what_is_not_claimed(self, number: int, key: str) -> None:
        """Try to, after a crash of the others, or having been given up; or out of the blue."""
        runner = self.runners[number]
        if key not in runner.claims:
            assert runner.ledger.finish(key, self.new_record()) is None

    @precondition(lambda self: self.busy)
    @rule(data=st.data(), stranger=numbers)
    def drop(self, data: st.DataObject, stranger: int) -> None:
        """Take a game off the schedule: the one who has claimed it can, nobody else."""
        runner, key = self.draw_claim(data)
        if self.runners[stranger] is not runner:
            self.runners[stranger].ledger.drop(key)
            return
        runner.ledger.drop(key)
        runner.claims.remove(key)
        del self.drawn[key]

    @precondition(lambda self: self.busy)
    @rule(data=st.data())
    def sign_off(self, data: st.DataObject) -> None:
        runner, _ = self.draw_claim(data)
        runner.ledger.release()
        runner.claims, runner.silent = set(), False

    @precondition(lambda self: self.busy)
    @rule(data=st.data())
    def crash(self, data: st.DataObject) -> None:
        """The process is gone, and another one comes; others see that at their next look."""
        runner, _ = self.draw_claim(data)
        assert self.change_row(runner, started="long gone")
        number = self.runners.index(runner)
        self.runners[number] = self.new_runner(number)
        self.others_give_up(None)
        assert self.view.has_open()

    @precondition(lambda self: self.busy)
    @rule(data=st.data())
    def fall_silent(self, data: st.DataObject) -> None:
        """On another machine, for longer than anybody waits; but it lives, and may come back."""
        runner, _ = self.draw_claim(data)
        assert self.change_row(runner, host="another machine", seen=0.0)
        runner.silent = True

    @precondition(lambda self: self.stored)
    @rule(void=st.sets(keys, min_size=1))
    def replace_some(self, void: set[str]) -> None:
        gone = {key: record for key, record in self.stored.items() if key in void}
        assert self.view.reopen(lambda key, _: key in void) == len(gone)
        self.replaced += gone.values()
        for key in gone:
            del self.stored[key]

    @rule(key=keys)
    def bring_a_forgery(self, key: str) -> None:
        forged = replace(self.new_record(), event=EVENT, key=key, winner=None)
        assert self.database.bring([forged, forged]) == 1
        self.brought.add(forged.began)

    @precondition(lambda self: self.stored)
    @rule(data=st.data())
    def bring_a_copy(self, data: st.DataObject) -> None:
        key = data.draw(st.sampled_from(sorted(self.stored)))
        assert self.database.bring([self.stored[key]]) == 0

    def change_row(self, runner: Runner, **facts: Any) -> bool:
        """Change what the database knows of a runner, if it knows it."""
        row = runners.c.id == runner.ledger._runner
        with self.database.writing() as connection:
            return bool(connection.execute(sa.update(runners).where(row).values(facts)).rowcount)

    # What must be true

    @invariant()
    def what_counts_is_what_was_acknowledged(self) -> None:
        assert self.view.records() == self.stored
        assert self.view.drawn() == self.drawn
        assert self.view.unfinished() == len(self.drawn) - len(self.stored)

    @invariant()
    def nothing_is_lost_and_nothing_counts_twice(self) -> None:
        with self.database.reading() as connection:
            counting = list(
                connection.execute(
                    sa.select(scheduled.c.game_id).where(scheduled.c.game_id.is_not(None))
                ).scalars()
            )
            rows = connection.execute(sa.select(games.c.event, games.c.key, games.c.began)).all()
        assert len(set(counting)) == len(counting) == len(self.stored)
        own = [(record.key, record.began) for record in self.stored.values()]
        own += [(f"{record.key}, {REPLACED}", record.began) for record in self.replaced]
        assert sorted((key, began) for event, key, began in rows if event == EVENT) == sorted(own)
        strangers = {began for event, _, began in rows if event == f"{IMPORTED}: {EVENT}"}
        assert strangers == self.brought
        assert self.database.count(Filter()) == len(own) + len(strangers)


TestAnyOrder = LedgerMachine.TestCase
TestAnyOrder.settings = settings(
    max_examples=40,
    stateful_step_count=40,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # shrinking takes minutes; do it by hand
    suppress_health_check=[HealthCheck.too_slow],
)
