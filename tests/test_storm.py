"""The soak of everything at once notices what it is there to notice."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import sqlalchemy as sa
from benchmarks.soak import journal as journals
from benchmarks.soak.contest import Contest
from benchmarks.soak.disk import Disk
from benchmarks.soak.guests import Diary
from benchmarks.soak.hostile_agents import MISDEEDS, may_lose_by, write_agents
from benchmarks.soak.journal import Journal, Round
from benchmarks.soak.machine import BADGE, processes_of
from benchmarks.soak.report import report

from trivium.arena.database.schedule import InDatabase
from trivium.arena.database.storage import Database
from trivium.arena.database.tables import games
from trivium.arena.database.tables import schedule as scheduled
from trivium.arena.fixtures import play_fixture
from trivium.arena.match import Match


def state(*moves: str, over: bool = False, stored: bool = True) -> dict[str, Any]:
    ending = {"winner": None} if over else None
    return {"moves": [{"text": move} for move in moves], "ending": ending, "stored": stored}


def test_a_guest_notices_that_an_acknowledged_move_is_gone() -> None:
    seen, diary = Round(1), Diary("x", [])
    diary.hear(state("a1"), seen)
    diary.hear(state("a1", "b1", "c1"), seen)
    assert (seen.faults, seen.counts["moves acknowledged"]) == ([], 3)
    diary.hear(state("a1", "b1"), seen)
    assert seen.faults == ["game x: 1 moves that were acknowledged are not there"]


def test_a_guest_notices_another_move_and_a_game_that_goes_on_after_its_end() -> None:
    seen, diary = Round(1), Diary("x", [])
    diary.hear(state("a1", over=True), seen)
    diary.hear(state("b1"), seen)
    assert len(seen.faults) == 2


def test_what_the_server_says_it_could_not_store_is_no_promise() -> None:
    seen, diary = Round(1), Diary("x", [])
    diary.hear(state("a1"), seen)
    diary.hear(state("a1", "b1", over=True, stored=False), seen)
    diary.hear(state("a1", "c1"), seen)
    assert seen.faults == []


def test_a_game_of_the_tournament_that_is_gone_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    database = Database(path)
    database.begin_event("cup", "match", "plan")
    ledger = InDatabase(database, "cup")
    ledger.schedule({"1a": ("A", "B")})
    assert ledger.claim() == "1a"
    ledger.finish("1a", play_fixture(Match("hexifence", "greedy", "random", "1", 2).fixtures()[0]))
    ledger.release()
    contest = object.__new__(Contest)
    contest.database, contest._seen, contest._stored = str(path), Round(1), {}
    contest.plan = SimpleNamespace(name="cup")  # type: ignore[assignment]
    contest.look()
    contest.look()
    assert contest._seen.faults == []
    with database.writing() as connection:
        connection.execute(sa.update(scheduled).values(game_id=None))
        connection.execute(sa.delete(games))
    contest.look()
    assert contest._seen.faults == ["game 1a of the tournament is gone, or another one"]
    database.close()


def test_a_process_that_is_left_is_noticed() -> None:
    variables = os.environ | {BADGE: str(os.getpid())}
    left = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, env=variables)
    try:
        (found,) = processes_of([])
        assert found.startswith(f"{left.pid} ")
    finally:
        left.communicate(b"\n")
    assert processes_of([]) == []


def test_a_soak_goes_on_with_the_rounds_of_the_same_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = Journal.open(tmp_path)
    first = Round(1, "SQLite", 60.0, figures={"megabytes": 250})
    first.counts["games of guests"] = 1234
    first.fault("something is missing")
    journal.add(first)
    again = Journal.open(tmp_path)
    assert again.rounds == [first]
    assert again.faults == ["round 1: something is missing"]
    told = report(again)
    assert "| games of guests | 1,234 |" in told
    assert told.endswith("FAULT in round 1: something is missing")
    monkeypatch.setattr(journals, "program_state", lambda: "another")
    assert Journal.open(tmp_path).rounds == []


def test_a_full_disk_is_full_for_as_long_as_it_is_wanted(tmp_path: Path) -> None:
    with Disk(tmp_path / "disk") as disk:
        if disk.trouble is not None:
            pytest.skip(f"no disk can be mounted here: {disk.trouble}")
        with disk.full(), pytest.raises(OSError, match="No space left"):
            (disk.folder / "file").write_bytes(bytes(1 << 20))
        (disk.folder / "file").write_bytes(bytes(1 << 20))
    assert not (tmp_path / "disk").is_mount()


def test_hostile_agents_are_real_programs_that_may_lose_by_what_they_do(tmp_path: Path) -> None:
    for name in write_agents(tmp_path):
        source = (tmp_path / name / "agent.py").read_text(encoding="utf-8")
        compile(source, name, "exec")
        assert "def misbehave" in source
    assert may_lose_by("crasher") == {"crash", "time"}
    assert None in may_lose_by("spy")
    assert set(MISDEEDS) == {path.name for path in tmp_path.iterdir()}
