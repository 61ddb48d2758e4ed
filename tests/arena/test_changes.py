"""An agent that has changed is noticed, and its games alone are played again if wanted."""

from __future__ import annotations

import itertools
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.arena.external.playing import CACHEX
from tests.arena.scripted import Scripted, tournament
from trivium.arena.changes import changes, play_again
from trivium.arena.database.schedule import InDatabase
from trivium.arena.database.storage import Database
from trivium.arena.ledger import InMemory, Ledger
from trivium.arena.records import Record
from trivium.arena.tournament import FORMATS, Tournament, play_tournament
from trivium.cli.main import run

NAMES = ("a", "b", "c", "d", "e")
OLD = dict.fromkeys(NAMES, "1")
NEW = OLD | {"c": "2"}
NOW = {("hexifence", name): version for name, version in NEW.items()}


def cup(format: str) -> Tournament:
    heroes = ("a", "c") if format == "gauntlet" else ()
    return tournament(format, NAMES, rounds=3 if format == "swiss" else 1, heroes=heroes)


def play(plan: Tournament, ledger: Ledger, workers: Scripted, games: int | None = None) -> None:
    """Play a tournament to its end, or so many games of it."""
    playing = play_tournament(plan, ledger, workers)
    for _ in itertools.islice(playing, games):
        pass
    playing.close()  # type: ignore[attr-defined]


def counting(plan: Tournament, ledger: Ledger) -> dict[str, Record]:
    return plan.counting(ledger.records(), ledger.drawn())


def strengths(values: list[int]) -> dict[str, int]:
    return dict(zip(NAMES, values, strict=True))


@given(
    st.sampled_from(FORMATS),
    st.lists(st.integers(0, 4), min_size=5, max_size=5),
    st.integers(0, 4),
    st.lists(st.integers(0, 40), min_size=3, max_size=3),
)
def test_a_replaced_player_plays_again_and_nobody_else_more_than_the_format_demands(
    format: str, values: list[int], better: int, stops: list[int]
) -> None:
    """The event may be stopped before, while and after the games are played again."""
    plan, before, ledger = cup(format), strengths(values), InMemory()
    after = before | {"c": better}
    play(plan, ledger, Scripted(before, OLD), stops[0])
    kept = {key: record for key, record in ledger.records().items() if "c" not in record.names}
    drawn = ledger.drawn()
    for stop in (*stops[1:], None):
        play_again(ledger, NOW, ["c"])
        play(plan, ledger, Scripted(after, NEW), stop)
    assert play_again(ledger, NOW, ["c"]) == 0
    final = counting(plan, ledger)
    assert {p.version for r in final.values() for p in r.players if p.name == "c"} == {"2"}
    fixtures = plan.wanted(ledger.records(), ledger.drawn())
    assert {fixture.key: fixture.names for fixture in fixtures} == {
        key: record.names for key, record in final.items()
    }
    if format == "knockout":
        fresh = InMemory()
        play(plan, fresh, Scripted(after, NEW))
        assert {key: (r.names, r.winner) for key, r in final.items()} == {
            key: (r.names, r.winner) for key, r in fresh.records().items()
        }
    else:
        assert kept.items() <= final.items()
        assert drawn.items() <= ledger.drawn().items()


def test_games_that_a_new_result_gives_to_others_are_played_by_those(database: Database) -> None:
    plan = cup("knockout")
    database.begin_event("cup", "tournament", plan.plan())
    ledger = InDatabase(database, "cup")
    play(plan, ledger, Scripted(strengths([5, 4, 3, 2, 1]), OLD))
    assert [r.names for r in counting(plan, ledger).values()][-1] == ("b", "a")
    play_again(ledger, NOW, ["c"])
    workers = Scripted(strengths([5, 4, 9, 2, 1]), NEW)
    play(plan, ledger, workers)
    assert [r.names for r in counting(plan, ledger).values()][-1] == ("c", "a")
    assert Counter(name for f in workers.played for name in f.names) == {"c": 4, "b": 2, "a": 2}


def test_rounds_to_come_are_drawn_by_what_counts_now() -> None:
    plan = tournament("swiss", NAMES[:4], rounds=2)
    first_round, ledger = 4, InMemory()
    play(plan, ledger, Scripted(strengths([4, 3, 2, 1, 0]), OLD), first_round)
    assert {frozenset(f.names) for f in plan.wanted(ledger.records()) if f.round == 2} == {
        frozenset("ac"),
        frozenset("bd"),
    }
    play_again(ledger, NOW | {("hexifence", "d"): "2"}, ["d"])
    stronger = Scripted(strengths([4, 3, 2, 9, 0]), NEW | {"d": "2"})
    play(plan, ledger, stronger)
    assert {frozenset(f.names) for f in stronger.played if f.round == 2} == {
        frozenset("ad"),
        frozenset("bc"),
    }


def test_what_was_replaced_stays_in_the_database_and_counts_no_more(database: Database) -> None:
    plan = cup("round-robin")
    database.begin_event("cup", "tournament", plan.plan())
    ledger = InDatabase(database, "cup")
    play(plan, ledger, Scripted(strengths([5, 4, 3, 2, 1]), OLD))
    before = ledger.records()
    assert play_again(ledger, NOW, ["c"]) == 8
    assert play_again(ledger, NOW, ["c"]) == 0
    play(plan, ledger, Scripted(strengths([5, 4, 9, 2, 1]), NEW), 3)
    assert play_again(ledger, NOW, ["c"]) == 0
    play(plan, InDatabase(database, "cup"), Scripted(strengths([5, 4, 9, 2, 1]), NEW))
    after = ledger.records()
    assert len(after) == len(before) == 20
    assert {k: r for k, r in after.items() if "c" not in r.names} == {
        k: r for k, r in before.items() if "c" not in r.names
    }
    stored = [record for _, record in database.records()]
    assert len(stored) == 28
    replaced = [record for record in stored if record.key.endswith(", replaced")]
    assert sorted(record.key for record in replaced) == sorted(
        f"{key}, replaced" for key, record in before.items() if "c" in record.names
    )
    assert {p.version for r in replaced for p in r.players if p.name == "c"} == {"1"}
    assert [(name, count) for name, _, _, count in database.events()] == [("cup", 20)]


def test_a_change_is_told_in_a_sentence_and_an_unknown_version_is_none() -> None:
    plan, ledger = cup("round-robin"), InMemory()
    play(plan, ledger, Scripted(strengths([5, 4, 3, 2, 1]), OLD))
    records = list(ledger.records().values())
    (change,) = changes(NOW, records)
    assert str(change) == (
        "c has changed: 8 of its games are by version 1, it is version 2 now; "
        "--replace c plays them again."
    )
    unknown = [
        replace(r, players=(replace(r.players[0], version=None), replace(r.players[1])))
        for r in records
        if r.names[0] == "c"
    ]
    assert not list(changes(NOW, unknown))
    assert not list(changes(dict.fromkeys(NOW, "1"), records))


FILE = """
name = "course"
format = "{format}"
games = 2
agents = ["random", "greedy"]
nodes = 5
[[agent]]
name = "team 42"
use = "cachex-py:{folder}#team"
[[board]]
game = "cachex"
size = 3
openings = "random"
[limits]
sandbox = false
"""
LOSES = CACHEX.replace("return self.place()", "1 / 0")


@pytest.fixture
def course(tmp_path: Path) -> list[str]:
    """The command that plays a small tournament with an agent that crashes."""
    (tmp_path / "team").mkdir()
    (tmp_path / "team" / "team.py").write_text(LOSES)
    file = tmp_path / "course.toml"
    file.write_text(FILE.format(format="round-robin", folder=tmp_path / "team"))
    return ["tournament", str(file), "--db", str(tmp_path / "games.sqlite"), "--json"]


def told(capsys: pytest.CaptureFixture[str]) -> tuple[Any, str]:
    captured = capsys.readouterr()
    return json.loads(captured.out.splitlines()[-1]), captured.err


def faults(answer: Any) -> dict[str, dict[str, int]]:
    return {row["player"]: row["faults"] for row in answer["boards"][0]["players"]}


def test_the_commands_notice_a_change_and_replace_what_is_outdated(
    course: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(course) == 0
    crashed, complaint = told(capsys)
    assert complaint == "" and faults(crashed)["team 42"] == {"crash": 4}
    (tmp_path / "team" / "team.py").write_text(CACHEX)
    assert run(course) == 0
    again, complaint = told(capsys)
    assert again == crashed
    assert "team 42 has changed: 4 of its games are by version" in complaint
    assert "--replace 'team 42' plays them again." in complaint
    assert run([*course, "--replace", "team 42"]) == 0
    replaced, complaint = told(capsys)
    assert complaint == "trivium: 4 games of team 42 by an earlier version are played again.\n"
    assert faults(replaced) == {"team 42": {}, "random": {}, "greedy": {}}
    assert replaced["games"] == crashed["games"] == 6
    assert run([*course, "--replace", "team 42"]) == 0
    assert told(capsys)[0] == replaced
    assert run(course) == 0
    assert told(capsys) == (replaced, "")
    assert run([*course, "--replace", "team 43"]) == 2
    assert "no player 'team 43' to replace; there are greedy, random, team 42" in (
        capsys.readouterr().err
    )
    database = ["--db", str(tmp_path / "games.sqlite"), "--json"]
    assert run(["elo", *database]) == 0
    (rated,) = told(capsys)[0]["ratings"]
    old, new = (list(a["boards"][0]["players"]) for a in (crashed, replaced))
    ((was, _),) = next(r for r in old if r["player"] == "team 42")["versions"].items()
    games = {row["player"]: row["games"] for row in rated["players"]}
    assert games == {"random": 6, "greedy": 6, "team 42": 4, f"team 42@{was}": 4}
    ((now, _),) = next(r for r in new if r["player"] == "team 42")["versions"].items()
    versions = {row["player"]: list(row["versions"]) for row in rated["players"]}
    assert versions["team 42"] == [now] != versions[f"team 42@{was}"]
    assert run(["elo", *database, "--mix-versions"]) == 0
    (mixed,) = told(capsys)[0]["ratings"]
    assert {row["player"]: row["games"] for row in mixed["players"]}["team 42"] == 8


def test_killed_while_games_are_replaced_none_is_lost_and_none_counts_twice(
    course: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def stored() -> list[Record]:
        database = Database(tmp_path / "games.sqlite")
        records = [record for _, record in database.records()]
        database.close()
        return records

    assert run(course) == 0
    (tmp_path / "team" / "team.py").write_text(CACHEX)
    seen = stored()
    command = [sys.executable, "-m", "trivium", *course, "--replace", "team 42"]
    for at_least in (7, 8):
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        while len(stored()) < at_least and process.poll() is None:
            time.sleep(0.01)
        os.kill(process.pid, signal.SIGKILL)
        process.communicate()
        assert {record.moves for record in seen} <= {record.moves for record in stored()}
        seen = stored()
    capsys.readouterr()
    assert run([*course, "--replace", "team 42"]) == 0
    answer, _ = told(capsys)
    assert answer["games"] == 6 and faults(answer)["team 42"] == {}
    keys = Counter(record.key for record in stored())
    assert len(keys) == 10 and set(keys.values()) == {1}


def test_a_match_notices_and_replaces_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "team.py").write_text(LOSES)
    team = f"cachex-py:{tmp_path}#team"
    command = ["match", "cachex", team, "random", "--size", "3", "--games", "2", "--nodes", "5"]
    command += ["--no-sandbox", "--json", "--db", str(tmp_path / "games.sqlite")]
    assert run([*command, "--event", "duel"]) == 0
    assert told(capsys)[0]["faults"] == [{"crash": 2}, {}]
    (tmp_path / "team.py").write_text(CACHEX)
    assert run([*command, "--event", "duel"]) == 0
    answer, complaint = told(capsys)
    assert answer["faults"] == [{"crash": 2}, {}] and "has changed: 2 of its games" in complaint
    assert run([*command, "--event", "duel", "--replace", team]) == 0
    assert told(capsys)[0]["faults"] == [{}, {}]
    assert run([*command, "--replace", team]) == 2
    assert "--replace needs --event" in capsys.readouterr().err
