"""One round of everything at once, and the proof that nothing came of it.

A server and a tournament share a database. Guests play, others make trouble, the runner and the
server are killed, the disk is full now and then or the database restarted. Then it gets quiet: the
tournament is played to its end, all games are looked at again, and everything must be as it was.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
import shutil
import signal
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from pathlib import Path

from tests.arena import postgres

from benchmarks.soak.contest import Contest
from benchmarks.soak.disk import Disk, unmount
from benchmarks.soak.guests import Guest
from benchmarks.soak.journal import Round
from benchmarks.soak.machine import groups_of, mounts, processes_of, wait_until
from benchmarks.soak.troublemakers import Troublemaker
from benchmarks.soak.web_server import HOST, WebServer
from trivium.arena.database.storage import Database, Filter
from trivium.arena.database.tables import PAGE
from trivium.errors import TriviumError

STORM_SECONDS = 150.0
GUESTS = 4
TROUBLEMAKERS = 3
MEGABYTES_AT_REST = 700
"""What the server may hold when everybody has left."""
MORE_HANDLES = 12
"""How many more open files it may have then than at its start: connections to the database."""
_QUIET = 60.0
_PATIENCE = 900.0
_RUNNER_LIVES = (8.0, 25.0)
_SERVER_LIVES = (10.0, 30.0)
_BETWEEN_TROUBLES = (8.0, 20.0)
_TROUBLE_LASTS = (1.0, 4.0)

Note = Callable[[str], None]


def play_round(number: int, folder: Path, note: Note, seconds: float = STORM_SECONDS) -> Round:
    """Go through one round in a folder, which is gone afterwards unless something is wrong."""
    seen = Round(number)
    began = time.monotonic()
    tidy_up(folder)
    folder.mkdir(parents=True)
    before = mounts()
    with Disk(folder / "disk") as disk, _database(seen, disk) as (address, server):
        storm = _Storm(seen, folder, address, server, disk, note)
        try:
            asyncio.run(storm.rage(seconds))
        finally:
            storm.end()
    storm.prove_nothing_is_left(before)
    if seen.faults:
        kept = folder.with_name(f"faults-of-round-{number}")
        kept.mkdir(exist_ok=True)
        for log in folder.glob("*.log"):
            shutil.copy(log, kept)
    tidy_up(folder)
    seen.seconds = round(time.monotonic() - began, 1)
    return seen


def tidy_up(folder: Path) -> None:
    """Remove what a round, perhaps one that was killed, has left in its folder."""
    unmount(folder / "disk")
    shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def _database(seen: Round, disk: Disk) -> Iterator[tuple[str, postgres.Server | None]]:
    """Give the address of a new database, in turns SQLite's and PostgreSQL's."""
    if disk.trouble is not None:
        seen.remarks.append(f"no disk could be made that is full: {disk.trouble}")
    if not postgres.installed():
        seen.remarks.append("PostgreSQL is not installed, so it was not restarted")
    elif seen.number % 4 in (2, 3):
        seen.database = "PostgreSQL"
        server = postgres.Server()
        try:
            server.start()
            yield server.address, server
        finally:
            server.remove()
        return
    seen.database = "SQLite"
    yield str(disk.folder / "games.sqlite"), None


class _Storm:
    """All that goes on in a round."""

    def __init__(
        self,
        seen: Round,
        folder: Path,
        database: str,
        postgres_server: postgres.Server | None,
        disk: Disk,
        note: Note,
    ) -> None:
        self._seen = seen
        self._folder = folder
        self._database = database
        self._postgres = postgres_server
        self._disk = disk
        self._note = note
        self._dice = random.Random(f"soak {seen.number}")
        self._worst_moment = asyncio.Event()
        self._calm = asyncio.Event()
        secret = secrets.token_hex(16)
        note("playing the tournament in peace, to compare with")
        self._contest = Contest(folder, database, secret, seen)
        self._server = WebServer(folder, database, secret, seen)
        self._guests = [self._guest(place) for place in range(GUESTS)]
        self._troublemakers = [self._troublemaker(place) for place in range(TROUBLEMAKERS)]

    def _guest(self, place: int) -> Guest:
        seed = f"{self._seen.number} {place}"
        return Guest(self._server.address, f"127.0.1.{place + 1}", seed, self._seen)

    def _troublemaker(self, place: int) -> Troublemaker:
        seed, event = f"{self._seen.number} {place}", self._contest.plan.name
        own = f"127.0.2.{place + 1}"
        return Troublemaker(HOST, self._server.port, own, seed, event, self._seen)

    async def rage(self, seconds: float) -> None:
        """Let everything happen, then wait until it is quiet, and check."""
        if not await asyncio.to_thread(self._server.start):
            self._seen.fault("the server does not start")
            return
        at_start = self._server.holdings()
        self._contest.go_on()
        playing = [asyncio.create_task(guest.play()) for guest in self._guests]
        others = [asyncio.create_task(one.misbehave()) for one in self._troublemakers]
        self._note("everything at once")
        await self._troubles(seconds)
        self._note("getting quiet")
        for guest in self._guests:
            guest.leaving = True
        for troublemaker in self._troublemakers:
            troublemaker.leaving = True
        await self._see_to_it("a guest", *playing, *others)
        self._note("the tournament plays what is left")
        if not await asyncio.to_thread(wait_until, self._is_over, _PATIENCE):
            self._seen.fault("the tournament does not come to its end")
        self._note("comparing")
        await self._see_to_it("a guest", *(guest.look_again() for guest in self._guests))
        await asyncio.to_thread(self._prove, at_start)

    async def _see_to_it(self, who: str, *tasks: Awaitable[None]) -> None:
        """Wait for all; an error of one is a fault of the round, not its end."""
        for result in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(result, Exception):
                self._seen.fault(f"{who} did not understand the server: {result!r}")

    async def _troubles(self, seconds: float) -> None:
        """Kill, fill up and restart until the time is up."""
        troubles = [self._kill_runners(), self._troubles_of_the_database()]
        if self._seen.number % 2 == 0:  # in between it lives long enough to grow
            troubles.append(self._kill_servers())
        asyncio.get_running_loop().call_later(seconds, self._calm.set)
        await asyncio.gather(*troubles)
        if not self._server.is_running:
            await self._start_server()

    async def _kill_runners(self) -> None:
        while await self._pause(_RUNNER_LIVES):
            self._contest.kill()
            with contextlib.suppress(TriviumError):  # while the database is away
                await asyncio.to_thread(self._contest.look)
            self._contest.go_on()

    async def _kill_servers(self) -> None:
        while await self._pause(_SERVER_LIVES, self._worst_moment):
            self._worst_moment.clear()
            self._server.kill()
            await self._start_server()

    async def _start_server(self) -> None:
        """Start it, and once more if the database was away."""
        for _ in range(5):
            if await asyncio.to_thread(self._server.start):
                return
            await asyncio.sleep(1)
        self._seen.fault("the server does not start again")

    async def _troubles_of_the_database(self) -> None:
        while await self._pause(_BETWEEN_TROUBLES):
            self._contest.forgiven = True
            if self._postgres is not None:
                how = self._dice.choice([signal.SIGINT, signal.SIGQUIT])
                self._seen.counts["restarts of PostgreSQL"] += 1
                await asyncio.to_thread(self._postgres.stop, how)
                await self._strike()
                await asyncio.to_thread(self._postgres.start)
            elif self._disk.trouble is None:
                self._seen.counts["full disks"] += 1
                with self._disk.full():
                    await self._strike()
            self._contest.forgiven = True
            if self._contest.is_over:
                return

    async def _strike(self) -> None:
        """Wait a while, and now and then kill the server too, if it is to be killed."""
        await self._pause(_TROUBLE_LASTS)
        if self._dice.random() < 0.3:
            self._worst_moment.set()
            await asyncio.sleep(0.2)

    async def _pause(
        self, between: tuple[float, float], unless: asyncio.Event | None = None
    ) -> bool:
        """Wait for a while, the calm or another event; return whether the storm goes on."""
        waiting = [self._calm.wait(), *([unless.wait()] if unless else [])]
        tasks = [asyncio.create_task(one) for one in waiting]
        await asyncio.wait(
            tasks, timeout=self._dice.uniform(*between), return_when=asyncio.FIRST_COMPLETED
        )
        for task in tasks:
            task.cancel()
        return not self._calm.is_set()

    def _is_over(self) -> bool:
        return self._contest.is_over

    def _prove(self, at_start: dict[str, float]) -> None:
        """Check what the server holds, and what is in the database."""
        self._prove_rest(at_start)
        self._server.stop()
        self._contest.prove()
        self._prove_stored()
        if "Traceback" in self._server.log.read_text("utf-8", "replace"):
            self._seen.fault("the server left a traceback, see its log")

    def _prove_rest(self, at_start: dict[str, float]) -> None:
        """Wait until the server holds no more than before, or say that it does."""

        def at_rest() -> bool:
            now = self._server.holdings()
            return (
                now["handles"] <= at_start["handles"] + MORE_HANDLES
                and now["megabytes"] <= MEGABYTES_AT_REST
            )

        if not wait_until(at_rest, _QUIET):
            self._seen.fault(f"the server holds {self._server.holdings()} when all have left")
        for name, value in at_start.items():
            self._seen.figures[f"{name} at the start"] = value
        self._seen.figures |= self._server.holdings()

    def _prove_stored(self) -> None:
        """Check that what was said to be stored is, and once."""
        with closing(Database(self._database)) as database:
            kept: dict[str, list[tuple[str, ...]]] = {}
            for _, record in database.records(Filter(event=PAGE)):
                kept.setdefault(record.key, []).append(record.moves)
            for diary in (diary for guest in self._guests for diary in guest.diaries):
                found = kept.get(diary.id, [])
                if diary.over and diary.told and found != [tuple(diary.told)]:
                    self._seen.fault(f"game {diary.id} has ended and is stored {len(found)} times")
                self._seen.counts["games of guests that ended"] += diary.over
            for name in (name for one in self._troublemakers for name in one.stored):
                self._seen.counts["records brought along"] += 1
                if (found_ones := database.count(Filter(player=name))) != 1:
                    self._seen.fault(f"the record of {name} is stored {found_ones} times")

    def end(self) -> None:
        """End all processes, whatever has happened."""
        self._contest.kill()
        self._server.kill()

    def prove_nothing_is_left(self, mounts_before: set[str]) -> None:
        """Check that the machine is as it was."""
        runners = self._contest.runners
        if not wait_until(lambda: not processes_of(runners), 20):
            self._seen.fault(f"still running: {'; '.join(processes_of(runners))}")
        if left := groups_of(runners):
            self._seen.fault(f"control groups are left: {', '.join(left)}")
        if left := sorted(mounts() - mounts_before):
            self._seen.fault(f"file systems are left: {', '.join(left)}")
        if left := sorted(path.name for path in (self._folder / "tmp").glob("*")):
            self._seen.fault(f"files are left: {', '.join(left[:5])}")
