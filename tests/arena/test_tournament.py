"""Tournaments: complete, reproducible, and not to be lost, whatever happens to the process."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from trivium.arena.adjudication import Adjudication
from trivium.arena.bulk import Here
from trivium.arena.clocks import TimeControl
from trivium.arena.database.storage import Database, Filter
from trivium.arena.external.limits import COURSE
from trivium.arena.fixtures import Entrant, play_fixture
from trivium.arena.ledger import InMemory
from trivium.arena.openings import Opening, Openings
from trivium.arena.ratings.strengths import Anchor
from trivium.arena.records import Record
from trivium.arena.referee import Terms
from trivium.arena.tournament import FORMATS, Section, Tournament, play_tournament, results
from trivium.cli.main import run

PLAYERS = tuple(
    Entrant(name, agent)
    for name, agent in (("G", "greedy"), ("R", "random"), ("S", "random:seed=5"), ("T", "greedy"))
)


def tournament(format: str, games: int = 2) -> Tournament:
    sections = [
        Section(game, size, PLAYERS, Terms(), Openings("random"))
        for game, size in (("hexifence", "1"), ("dots-and-boxes", "1x2"))
    ]
    heroes = ("G",) if format == "gauntlet" else ()
    rounds = 2 if format == "swiss" else 1
    return Tournament(
        "cup",
        format,
        tuple(sections),
        games=games,
        rounds=rounds,
        heroes=heroes,
        seed=7,
        anchor=Anchor("R"),
    )


def played(plan: Tournament) -> dict[str, Record]:
    ledger = InMemory()
    for _ in play_tournament(plan, ledger, Here()):
        pass
    return ledger.records()


PLAN = (
    r'{"anchor": {"elo": 100.0, "name": "G"}, "boards": [{"entrants": [{"agent": "greedy", '
    r'"name": "G"}, {"agent": "cachex-py:a#b", "control": {"depth": null, "game": 180.0, '
    r'"increment": 0.0, "margin": 1.0, "move": null, "nodes": null}, "name": "\u00e9"}], '
    r'"game": "cachex", "openings": {"book": [{"moves": ["a1"], "start": null}], '
    r'"kind": "file", "moves": 2}, "settings": {"adjudication": {"move_limit": 300, '
    r'"solved_from": null}, "agents": {"cpu": null, "farewell": 2.0, "memory": 100.0, '
    r'"move": 600.0, "output": 64.0, "ponder": false, "processes": 1, "sandbox": true, '
    r'"start": 60.0}, "control": {"depth": null, "game": null, "increment": 0.0, "margin": 1.0, '
    r'"move": 1, "nodes": null}, "keep_info": true}, "size": "5"}, '
    r'{"entrants": [{"agent": "greedy", "name": "G"}], "game": "hexifence", '
    r'"openings": {"book": [], "kind": "random", "moves": 3}, '
    r'"settings": {"adjudication": {"move_limit": null, "solved_from": null}, '
    r'"agents": {"cpu": null, "farewell": 2.0, "memory": 2048.0, "move": 600.0, "output": 64.0, '
    r'"ponder": false, "processes": 16, "sandbox": true, "start": 60.0}, '
    r'"control": {"depth": null, "game": null, "increment": 0.0, "margin": 1.0, "move": null, '
    r'"nodes": null}, "keep_info": false}, "size": "2"}], "format": "gauntlet", "games": 4, '
    r'"heroes": ["G"], "name": "cup", "rounds": 2, "seed": 7}'
)
"""The plan of the tournament below as databases have had it from the beginning."""


def test_the_text_of_a_plan_stays_as_it_is_or_stored_events_could_not_go_on() -> None:
    team = Entrant("é", "cachex-py:a#b", TimeControl(game=180.0))
    strict = Terms(TimeControl(move=1), Adjudication(move_limit=300), keep_info=True, agents=COURSE)
    book = Openings("file", book=(Opening(None, ("a1",)),))
    plan = Tournament(
        "cup",
        "gauntlet",
        (
            Section("cachex", "5", (PLAYERS[0], team), strict, book),
            Section("hexifence", "2", PLAYERS[:1], Terms(), Openings("random", 3)),
        ),
        games=4,
        rounds=2,
        heroes=("G",),
        seed=7,
        anchor=Anchor("G", 100.0),
    )
    assert plan.plan() == PLAN


@pytest.mark.parametrize("format", FORMATS)
def test_a_tournament_is_played_to_its_end_and_the_same_again(format: str) -> None:
    plan = tournament(format)
    records = played(plan)
    if (expected := plan.expected_games()) is not None:
        assert len(records) == expected
    assert {key: r.moves for key, r in records.items()} == {
        key: r.moves for key, r in played(plan).items()
    }
    tables = results(plan, list(records.values()))
    assert [table.title for table in tables] == ["hexifence 1", "dots-and-boxes 1x2"]
    assert sum(table.games for table in tables) == len(records)


def test_colours_are_even_in_every_encounter() -> None:
    records = played(tournament("round-robin", games=4)).values()
    seats = Counter((record.game, *record.names) for record in records)
    assert set(seats.values()) == {2}


def test_every_pair_of_games_has_an_opening_of_its_own() -> None:
    fixtures = tournament("round-robin", games=4).wanted({})
    numbers = Counter((f.game, f.opening_number) for f in fixtures)
    assert set(numbers.values()) == {2}
    assert {number for _, number in numbers} == set(range(12))


@pytest.mark.parametrize("format", ["round-robin", "gauntlet"])
def test_the_number_of_games_is_known_before(format: str) -> None:
    plan = tournament(format, games=6)
    assert plan.expected_games() == len(plan.wanted({}))


def test_what_is_left_depends_on_the_records_alone() -> None:
    plan = tournament("swiss")
    first_round = plan.wanted({})
    records = {fixture.key: play_fixture(fixture) for fixture in first_round}
    partly = dict(list(records.items())[:-1])
    assert {f.key for f in plan.wanted(partly)} < {f.key for f in plan.wanted(records)}
    assert plan.wanted(records)[: len(first_round)] == first_round


FILE = """
name = "course"
format = "swiss"
rounds = 3
games = 4
nodes = 5
openings = "random"
agents = ["greedy", "random", "double", "random:seed=4"]
[[board]]
game = "hexifence"
size = 2
[[board]]
game = "dots-and-boxes"
size = "2x2"
"""
GAMES = 2 * 2 * 3 * 4


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "course.toml"
    path.write_text(FILE)
    return path


def start(file: Path, database: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "trivium", "tournament", str(file), "--db", str(database)]
    return subprocess.Popen([*command, "--json"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)


def moves(path: Path) -> list[tuple[str, tuple[str, ...]]]:
    """The stored games of the tournament, each with its key, in the order of the keys."""
    database = Database(path)
    games = [(r.key, r.moves) for _, r in database.records(Filter(event="course"))]
    database.close()
    return sorted(games)


def test_killed_again_and_again_no_game_is_lost_and_none_is_played_twice(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    killed, whole = tmp_path / "killed.sqlite", tmp_path / "whole.sqlite"
    stored: list[tuple[str, tuple[str, ...]]] = []
    for at_least in (5, 20):
        process = start(file, killed)
        while len(moves(killed)) < at_least and process.poll() is None:
            time.sleep(0.01)
        os.kill(process.pid, signal.SIGKILL)
        process.communicate()
        now = moves(killed)
        assert all(game in now for game in stored)
        stored = now
    assert run(["tournament", str(file), "--db", str(killed), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert answer["games"] == GAMES
    assert run(["tournament", str(file), "--db", str(whole)]) == 0
    assert moves(killed) == moves(whole)
    assert len(moves(whole)) == GAMES


def test_two_processes_share_a_tournament(file: Path, tmp_path: Path) -> None:
    database = tmp_path / "shared.sqlite"
    processes = [start(file, database) for _ in range(2)]
    answers = [json.loads(process.communicate()[0].splitlines()[-1]) for process in processes]
    assert [process.returncode for process in processes] == [0, 0]
    assert [answer["games"] for answer in answers] == [GAMES, GAMES]
    keys = [key for key, _ in moves(database)]
    assert len(keys) == len(set(keys)) == GAMES


def test_ctrl_c_keeps_what_was_played_and_tells_it(file: Path, tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite"
    process = start(file, database)
    while len(moves(database)) < 3 and process.poll() is None:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate()
    assert process.returncode == 130
    assert json.loads(out.splitlines()[-1])["games"] == len(moves(database)) < GAMES


def test_the_results_are_told_in_every_form(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report, table = tmp_path / "report.html", tmp_path / "table.csv"
    command = ["tournament", str(file), "--db", str(tmp_path / "games.sqlite")]
    assert run([*command, "--report", str(report), "--csv", str(table)]) == 0
    shown = capsys.readouterr().out
    assert "hexifence 2, 24 games" in shown and "points : games" in shown
    heads = shown.splitlines()[1].split()
    assert heads[:5] == ["rank", "points", "Buchholz", "S.-Berger", "Elo"]
    rows = list(csv.DictReader(io.StringIO(table.read_text())))
    assert len(rows) == 2 * 4
    marks = ["rank", "points", "buchholz", "sonneborn_berger"]
    ranked = [tuple(float(row[mark]) for mark in marks) for row in rows]
    assert ranked[:4] == sorted(ranked[:4], key=lambda one: (one[0], *(-x for x in one[1:])))
    assert sum(points for _, points, *_ in ranked) == GAMES
    page = report.read_text()
    assert "random:seed=4" in page and "<th>rank</th>" in page and "<th>Buchholz</th>" in page
    assert run(["tournament", str(file), "--check"]) == 0
    assert "swiss on hexifence 2 (4 agents), dots-and-boxes 2x2 (4 agents); 48 games" in (
        capsys.readouterr().out
    )
