"""Whoever is killed, at whatever moment: what was stored stays, and no game counts twice."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
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


def worker(address: str, cache: Path, *more: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "trivium", "league", "work", "cup", "--db", address, *more]
    return subprocess.Popen(
        command,
        env=os.environ | {"PYTHONWARNINGS": "ignore"},
        stderr=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )


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


def test_workers_are_killed_and_nothing_is_lost_or_counted_twice(
    address: str, database: Database, tmp_path: Path
) -> None:
    league = small_league(database, "ann", "bob", narrow=60.0)
    for name in ("ann", "bob"):
        hand_in(database, league, name)
    chance = random.Random(1)
    crew = [worker(address, tmp_path) for _ in range(2)]
    try:
        assert eventually(lambda: database.count() >= 2, 120)
        before = database.count()
        for _ in range(2):
            time.sleep(chance.uniform(0.1, 0.8))
            victim = crew.pop(0)
            victim.send_signal(signal.SIGKILL)
            victim.wait()
            now = check_accounts(database, league)
            assert now >= before
            before = now
            crew.append(worker(address, tmp_path))
        assert eventually(lambda: database.count() >= before + 2, 120)
    finally:
        for one in crew:
            one.kill()
            one.wait()
    check_accounts(database, league)
    assert {one.state for one in versions_of(database, league.id)} == {"passed"}


@pytest.mark.parametrize("address", ["sqlite"], indirect=True)
def test_games_on_a_cluster_go_on_when_one_of_its_workers_is_killed(
    address: str, database: Database, tmp_path: Path
) -> None:
    pytest.importorskip("ray")
    league = small_league(database, "ann", narrow=250.0)
    hand_in(database, league, "ann")
    driver = worker(address, tmp_path, "--cluster", "ray", "--concurrency", "2", "--until-rest")
    try:
        assert eventually(lambda: database.count() >= 1, 150)
        for pid in _ray_tasks(driver.pid)[:1]:
            os.kill(pid, signal.SIGKILL)
        assert driver.wait(200) == 0
    finally:
        driver.kill()
        driver.wait()
    assert check_accounts(database, league) >= 4
    assert json.loads(table_of(database, league.id).body)["games"] >= 4


def _ray_tasks(driver: int) -> list[int]:
    """The processes of the driver's cluster that are at work."""
    found = []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            words = (place / "cmdline").read_bytes()
            if (
                words.startswith(b"ray::")
                and b"_do" in words
                and _descends(int(place.name), driver)
            ):
                found.append(int(place.name))
        except OSError:
            continue
    return found


def _descends(pid: int, ancestor: int) -> bool:
    while pid > 1:
        if pid == ancestor:
            return True
        pid = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return False
