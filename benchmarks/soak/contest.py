"""The tournament of a soak: built-in and hostile agents, a runner that is killed, and its proof."""

from __future__ import annotations

import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from benchmarks.soak.fast_games import NODES, SIZES, small_setting
from benchmarks.soak.hostile_agents import may_lose_by, write_agents
from benchmarks.soak.journal import Round
from benchmarks.soak.machine import start
from trivium.agents.catalogue import agents_of
from trivium.arena.bulk import Here
from trivium.arena.database.schedule import InDatabase
from trivium.arena.database.storage import Database, Filter, filed
from trivium.arena.database.tables import games, schedule
from trivium.arena.fixtures import Fixture
from trivium.arena.ledger import InMemory
from trivium.arena.records import Record
from trivium.arena.running import play_event
from trivium.arena.tournament import Tournament
from trivium.arena.tournament_file import read_tournament
from trivium.errors import TriviumError
from trivium.games.catalogue import GAMES
from trivium.toml_text import toml_lines

HERO = "random"
"""Meets everybody, and never fails."""
HOSTILE_SIZE = "5"
_TROUBLED = 2
"""The exit code of a runner that says in a sentence what it cannot go on without."""


class Contest:
    """A tournament that is played by a runner of its own."""

    def __init__(self, folder: Path, database: str, secret: str, seen: Round) -> None:
        self.database = database
        self.runners: list[int] = []
        """The numbers of all processes that have played."""
        self._folder = folder
        self._secret = secret
        self._seen = seen
        self._log = folder / "runner.log"
        self._file = folder / "tournament.toml"
        self._file.write_text(_description(folder, seen.number), encoding="utf-8")
        self.plan: Tournament = read_tournament(self._file)
        self._expected = _played_in_peace(self.plan)
        self._stored: dict[str, Record] = {}
        self._runner: subprocess.Popen[str] | None = None
        self.forgiven = False
        """Whether the database was taken away from the runner, so that it may give up."""

    @property
    def is_over(self) -> bool:
        """Whether everything has been played. Starts the runner again if it is not running."""
        if self._runner is None:
            self.go_on()
            return False
        code = self._runner.poll()
        if code is None:
            return False
        self._runner.communicate()
        self._runner = None
        if code == _TROUBLED and self.forgiven:
            self._seen.counts["runners that gave up without a database"] += 1
        elif code != 0:
            self._seen.fault(f"the runner ended with {code}: {self._last_words()}")
        return code == 0

    def go_on(self) -> None:
        """Start a runner."""
        self.forgiven = False
        arguments = ["tournament", str(self._file), "--db", self.database, "--json"]
        self._runner = start(arguments, self._log, self._folder, self._secret)
        self.runners.append(self._runner.pid)

    def kill(self) -> None:
        """Kill the runner, if there is one, and look at what it has stored."""
        if self._runner is not None:
            self._runner.kill()
            self._runner.communicate()
            self._runner = None
            self._seen.counts["runners killed"] += 1

    def look(self) -> None:
        """Note what is stored; whatever was stored at the last look must be there unchanged."""
        with closing(Database(self.database)) as database:
            if not database.has_event(self.plan.name):
                return
            found = InDatabase(database, self.plan.name).records()
        for key, record in self._stored.items():
            if found.get(key) != record:
                self._seen.fault(f"game {key} of the tournament is gone, or another one")
        self._stored = found

    def prove(self) -> None:
        """Check everything that a tournament promises, now that it is over."""
        self.look()
        seen, records = self._seen, self._stored
        seen.counts["games of the tournament"] += len(records)
        if len(records) != self.plan.expected_games():
            seen.fault(f"{len(records)} games of {self.plan.expected_games()} count")
        with closing(Database(self.database)) as database:
            stored = database.count(Filter(event=self.plan.name))
            if stored != len(records):
                seen.fault(f"{stored} games are filed under the tournament, {len(records)} count")
            with database.reading() as connection:
                self._prove_rows(connection)
        for key, record in self._expected.items():
            if key in records and (records[key].moves, records[key].winner) != (
                record.moves,
                record.winner,
            ):
                seen.fault(f"game {key} went otherwise than without interruption")
        for key, record in records.items():
            self._prove_fair(key, record)
        if "Traceback" in self._log.read_text("utf-8", "replace"):
            seen.fault("a runner left a traceback, see its log")

    def _prove_rows(self, connection: sa.Connection) -> None:
        counted = connection.execute(
            sa.select(schedule.c.game_id).where(schedule.c.game_id.is_not(None))
        ).scalars()
        numbers = list(counted)
        if len(set(numbers)) != len(numbers):
            self._seen.fault("a stored game counts twice")
        for number, event, key, text in connection.execute(
            sa.select(games.c.id, games.c.event, games.c.key, games.c.record)
        ):
            if self._secret in text:
                self._seen.fault(f"the record of game {key} tells the secret")
            try:
                filed(number, event, key, text).replay()
            except TriviumError as error:
                self._seen.fault(f"the record of game {key} is damaged: {error}")

    def _prove_fair(self, key: str, record: Record) -> None:
        """Check that who lost by a fault is who may, and by one that it may lose by."""
        guilty = [name for name in record.names if name in _hostile_names(self.plan)]
        if record.fault is not None:
            self._seen.counts[f"lost by {record.fault}"] += 1
        if not guilty:
            if record.fault is not None:
                self._seen.fault(f"game {key} {record.names} ended by {record.headline}")
            return
        if record.fault not in may_lose_by(guilty[0]):
            self._seen.fault(f"{guilty[0]} ended game {key} by {record.headline}")
        winner = {player.colour: player.name for player in record.players}.get(record.winner or "")
        if record.fault is not None and winner != HERO:
            self._seen.fault(f"game {key} was not won by who made no fault: {record.headline}")

    def _last_words(self) -> str:
        lines = self._log.read_text("utf-8", "replace").strip().splitlines()
        return lines[-1] if lines else "no word"


def _description(folder: Path, seed: int) -> str:
    """Return the tournament as a file: fast games of all games, and the hostile board."""
    hostile = write_agents(folder / "agents")
    agents: list[dict[str, Any]] = [{"name": HERO, "use": HERO}]
    boards: list[dict[str, Any]] = []
    for game in GAMES:
        own = {
            f"{name} ({game})": name + small_setting(name, game)
            for name in agents_of(game)
            if name not in (HERO, "human") and not name.startswith("level")
        }
        agents += [{"name": name, "use": use, "games": [game]} for name, use in own.items()]
        boards.append({"game": game, "size": SIZES[game], "nodes": NODES, "agents": [HERO, *own]})
    agents += [
        {"name": name, "use": f"cachex-py:agents/{name}#agent", "games": ["cachex"]}
        for name in hostile
    ]
    boards.append({"game": "cachex", "size": HOSTILE_SIZE, "time": 1.0, "agents": [HERO, *hostile]})
    limits = {"memory": 150, "processes": 8, "output": 4, "wall_clock": True}
    top = {"name": f"soak {seed}", "format": "gauntlet", "heroes": [HERO], "seed": seed}
    tables = {"limits": limits, "agent": agents, "board": boards}
    return "\n".join(toml_lines(top | {"games": 2} | tables)) + "\n"


def _is_hostile(fixture: Fixture) -> bool:
    return (fixture.game, fixture.size) == ("cachex", HOSTILE_SIZE)


def _hostile_names(plan: Tournament) -> set[str]:
    return {entrant.name for entrant in plan.sections[-1].entrants} - {HERO}


def _played_in_peace(plan: Tournament) -> dict[str, Record]:
    """Return the games among built-in agents as they go when nobody interrupts them."""
    ledger = InMemory()

    def wanted(records: dict[str, Record]) -> list[Fixture]:
        fixtures = plan.wanted(records, ledger.drawn())
        return [fixture for fixture in fixtures if not _is_hostile(fixture)]

    for _ in play_event(ledger, wanted, Here()):
        pass
    return ledger.records()
