"""Whoever is killed, at whatever moment: what was stored stays, and no game counts twice."""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from tests.league.bots import hand_in, small_league
from tests.web.serving import eventually
from trivium.arena.database.storage import Database
from trivium.arena.database.tables import schedule
from trivium.league.entry.versions import versions_of
from trivium.league.ladder.book import Book
from trivium.league.ladder.standings import table_of
from trivium.league.leagues import League
from trivium.league.members import add_members

PATIENCE = 300
"""Seconds: a busy machine takes its time."""


def start(*words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "trivium", *words],
        stderr=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )


def player(address: str) -> subprocess.Popen[bytes]:
    """Somebody who plays the league: a worker, or on PostgreSQL a whole server."""
    if "://" not in address:
        return start("league", "work", "cup", "--db", address)
    options = ["--no-browser", "--port", "0", "--league-workers", "1"]
    return start("serve", "--league", "cup", "--db", address, *options)


def kill(one: subprocess.Popen[bytes]) -> None:
    """Kill a process as nobody can prevent; what it has started ends by itself."""
    left = descendants(one.pid)
    one.send_signal(signal.SIGKILL)
    one.wait()
    assert eventually(lambda: not any(Path(f"/proc/{pid}/cmdline").exists() for pid in left), 30)


def descendants(pid: int) -> list[int]:
    """The processes that a process has started, and that these have started."""
    parents = {}
    for place in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            fields = (place / "stat").read_text().rpartition(")")[2].split()
            parents[int(place.name)] = int(fields[1])
    found: set[int] = set()
    new = {pid}
    while new := {child for child, parent in parents.items() if parent in new} - found:
        found |= new
    return sorted(found)


def check_accounts(database: Database, league: League) -> int:
    """Check that every game that counts was played once, by those who were to; return how many."""
    with database.reading() as connection:
        rows = connection.execute(
            sa.select(schedule.c.key, schedule.c.game_id).where(schedule.c.game_id.is_not(None))
        ).all()
    assert max(Counter(row.game_id for row in rows).values(), default=1) == 1
    assert max(Counter(row.key for row in rows).values(), default=1) == 1
    book = Book(database, league)
    book.update()
    assert book.games == len(rows) == database.count()
    for row in rows:
        record = database.record(row.game_id)
        assert record.key == row.key
    return len(rows)


def plays_on(database: Database) -> bool:
    """Wait until some more games have been played; tell whether they have."""
    wanted = database.count() + 3
    return eventually(lambda: database.count() >= wanted, PATIENCE)


def test_whoever_plays_is_killed_and_nothing_is_lost_or_counted_twice(
    address: str, database: Database
) -> None:
    league = small_league(database, "ann", "bob", narrow=60.0)
    for name in ("ann", "bob"):
        hand_in(database, league, name)
    crew = [player(address), player(address)]
    try:
        assert eventually(lambda: database.count() >= 2, PATIENCE)
        time.sleep(random.Random(1).uniform(0.1, 0.8))
        before = database.count()
        kill(crew.pop(0))
        assert database.count() >= before
        assert eventually(lambda: database.count() >= before + 4, PATIENCE)
    finally:
        for one in crew:
            kill(one)
    assert check_accounts(database, league) >= before + 4
    assert {one.state for one in versions_of(database, league.id)} == {"passed"}


@pytest.mark.parametrize("address", ["sqlite"], indirect=True)
def test_a_connected_bot_and_its_server_are_killed_and_come_back(
    address: str, database: Database
) -> None:
    league = small_league(database, narrow=60.0)
    [(_, _, token)] = add_members(database, league.id, [("ann", "member")], "tutor")
    with closing(socket.create_server(("127.0.0.1", 0))) as probe:
        port = str(probe.getsockname()[1])
    serve = ["serve", "--league", "cup", "--db", address, "--no-browser", "--port", port]
    serve += ["--league-workers", "0"]
    connect = ["connect", f"http://127.0.0.1:{port}", "random", "--token", token]
    server, bot = start(*serve), start(*connect)
    try:
        for each in ("server", "bot", "nobody"):
            assert plays_on(database)
            if each == "server":
                kill(server)
                server = start(*serve)
            elif each == "bot":
                kill(bot)
                bot = start(*connect)
    finally:
        kill(bot)
        kill(server)
    assert check_accounts(database, league) >= 9
    assert [one.label for one in versions_of(database, league.id)] == ["ann v1"]


@pytest.mark.parametrize("address", ["sqlite"], indirect=True)
def test_games_on_a_cluster_go_on_when_one_of_its_workers_is_killed(
    address: str, database: Database
) -> None:
    pytest.importorskip("ray", reason="Ray has no wheels for this version of Python")
    league = small_league(database, "ann", narrow=250.0)
    hand_in(database, league, "ann")
    cluster = ["--cluster", "ray", "--concurrency", "2", "--until-rest"]
    driver = start("league", "work", "cup", "--db", address, *cluster)
    try:
        assert eventually(lambda: database.count() >= 1, PATIENCE)
        assert eventually(lambda: kill_one_that_plays(driver.pid), PATIENCE)
        assert driver.wait(PATIENCE) == 0
    finally:
        driver.kill()
        driver.wait()
    assert check_accounts(database, league) >= 4
    assert {one.state for one in versions_of(database, league.id)} == {"passed"}
    assert json.loads(table_of(database, league.id).body)["games"] == database.count()


def kill_one_that_plays(driver: int) -> bool:
    """Kill a worker of a driver's cluster in mid-game; return whether there was one.

    Ray names its processes after what they do. Others of them are the machine itself: with any of
    those the whole of it dies.
    """
    for pid in descendants(driver):
        with contextlib.suppress(OSError):
            if Path(f"/proc/{pid}/cmdline").read_bytes().startswith(b"ray::_do"):
                os.kill(pid, signal.SIGKILL)
                return True
    return False
