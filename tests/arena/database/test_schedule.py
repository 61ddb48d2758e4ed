"""The schedule of an event: shared by many, no game is played twice, none is forgotten."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from dataclasses import replace

import pytest

from trivium.arena.database import schedule
from trivium.arena.database.schedule import InDatabase
from trivium.arena.database.storage import Database, Filter
from trivium.arena.fixtures import play_fixture
from trivium.arena.ledger import Names
from trivium.arena.match import Match, play_match
from trivium.arena.openings import Openings
from trivium.arena.records import Record

MATCH = Match("hexifence", "greedy", "random", "1", 6, openings=Openings("random"))


def event_in(database: Database) -> InDatabase:
    """Return the ledger of a new event."""
    database.begin_event("cup", "match", "plan")
    return InDatabase(database, "cup")


def games(*keys: str) -> dict[str, Names]:
    """Games to be put on a schedule."""
    return dict.fromkeys(keys, ("A", "B"))


def played() -> Record:
    return play_fixture(MATCH.fixtures()[0])


def test_every_game_is_claimed_by_one_process_alone(address: str, database: Database) -> None:
    keys = [str(number) for number in range(60)]
    cup = event_in(database)
    cup.schedule(games(*keys))
    cup.schedule(games(*keys[:10]))
    claimed: list[str] = []

    def claim_all() -> None:
        mine = Database(address)
        ledger = InDatabase(mine, "cup")
        own = []
        while (key := ledger.claim()) is not None:
            own.append(key)
        claimed.extend(own)
        barrier.wait()
        ledger.release()
        mine.close()

    barrier = threading.Barrier(4)
    threads = [threading.Thread(target=claim_all) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(claimed, key=int) == keys
    assert cup.has_open()  # they have signed off without having played


def test_a_finished_game_is_not_open_and_an_unfinished_one_is_given_back(
    address: str, database: Database
) -> None:
    record = played()
    cup = event_in(database)
    cup.schedule(games("a", "b"))
    assert (cup.claim(), cup.claim(), cup.claim()) == ("a", "b", None)
    kept = cup.finish("a", record)
    assert kept is not None and (kept.event, kept.moves) == ("cup", record.moves)
    assert not cup.finish("a", record)
    cup.release()
    assert cup.unfinished() == 1
    elsewhere = Database(address)
    other = InDatabase(elsewhere, "cup")
    assert (other.claim(), other.claim()) == ("b", None)
    assert not cup.finish("b", record)
    assert database.count(Filter(event="cup")) == 1
    other.release()
    elsewhere.close()


CLAIMER = """
import sys, time
from trivium.arena.database.schedule import InDatabase
from trivium.arena.database.storage import Database
print(InDatabase(Database(sys.argv[1]), "cup").claim(), flush=True)
time.sleep(600)
"""


def test_what_a_killed_process_had_claimed_is_free_at_once(
    address: str, database: Database
) -> None:
    cup = event_in(database)
    cup.schedule(games("a"))
    process = subprocess.Popen(
        [sys.executable, "-c", CLAIMER, address], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    with process.stdout:
        assert process.stdout.readline() == "a\n"
        assert cup.claim() is None
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    cup.release()  # the roll is called again
    assert cup.claim() == "a"


def test_a_silent_process_of_another_machine_is_given_up(
    address: str, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    cup = event_in(database)
    cup.schedule(games("a"))
    far_away = Database(address)
    there = InDatabase(far_away, "cup")
    monkeypatch.setattr(schedule, "_machine", lambda: "elsewhere")
    assert there.claim() == "a"
    monkeypatch.undo()
    assert not cup.has_open()
    monkeypatch.setattr(schedule, "PATIENCE", -1.0)
    assert cup.claim() == "a"
    monkeypatch.undo()
    # It comes back: its game is not its own any more, but it may go on with others.
    assert not there.finish("a", played())
    there.release()
    cup.schedule(games("b"))
    assert there.claim() == "b"
    there.release()
    far_away.close()


def test_nothing_counts_but_what_a_runner_has_finished(database: Database) -> None:
    record = played()
    cup = event_in(database)
    cup.schedule(games("a", "b"))
    assert cup.claim() == "a" and cup.finish("a", record) is not None
    for key in ("a", "b", "c"):
        forged = replace(record, event="cup", key=key, reason="time", fault="time")
        assert database.add(forged)
        assert database.bring([replace(forged, round=2)]) == 1
    assert cup.records() == {"a": replace(record, event="cup", key="a")}
    assert cup.unfinished() == 1 and cup.claim() == "b"
    assert [(name, count) for name, _, _, count in database.events()] == [("cup", 1)]


def test_the_very_record_brought_along_before_does_not_keep_a_game_from_counting(
    database: Database,
) -> None:
    own = replace(played(), event="cup", key="a")
    assert database.bring([own]) == 1
    cup = event_in(database)
    cup.schedule(games("a"))
    assert cup.claim() == "a" and cup.finish("a", own) == own
    assert cup.records() == {"a": own}
    assert [record for _, record in database.records()] == [own]


def test_a_match_in_the_database_goes_on_where_it_was(database: Database) -> None:
    database.begin_event("cup", "match", MATCH.plan())
    playing = play_match(MATCH, ledger=InDatabase(database, "cup"))
    first = next(playing)
    playing.close()  # type: ignore[attr-defined]
    stored = database.count(Filter(event="cup"))
    assert 2 <= stored < 6
    again = list(play_match(MATCH, ledger=InDatabase(database, "cup")))
    assert again[0].games == first.games
    assert database.count(Filter(event="cup")) == 6
    assert [pair.number for pair in again] == [0, 1, 2]


def test_who_has_claimed_nothing_can_finish_and_drop_nothing(database: Database) -> None:
    cup = event_in(database)
    cup.schedule(games("a"))
    assert cup.finish("a", played()) is None
    cup.drop("a")
    assert cup.claim() == "a"
    cup.release()
    assert cup.finish("a", played()) is None
    assert cup.unfinished() == 1
