"""What an agent writes to standard error is kept with its game, for whoever wrote the agent."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.arena.external.playing import write_agent
from tests.arena.external.test_gtp_agent import engine
from trivium.arena.fixtures import play_fixture
from trivium.arena.match import Match
from trivium.arena.openings import Openings
from trivium.arena.records import Record, read_line, write_line
from trivium.cli.main import run

SAYS = "import sys\nsys.stderr.write('hello from the import\\n')\n"


def played(description: str, size: str = "3") -> Record:
    match = Match("cachex", description, "random", size=size, openings=Openings("none"))
    return play_fixture(match.fixtures()[0])


def test_what_an_agent_writes_is_kept_with_the_game_whatever_its_end(tmp_path: Path) -> None:
    code = "def action(self): print('to nobody'); sys.stderr.write('move\\n'); return self.place()"
    record = played(write_agent(tmp_path, code, SAYS))
    first, second = record.players
    assert (first.output or "").startswith("hello from the import\nmove\n")
    assert "nobody" not in (first.output or "")
    assert second.output is None and "output" not in second.as_json()
    assert read_line(write_line(record)) == record


def test_half_a_line_is_heard_too_and_in_its_place(tmp_path: Path) -> None:
    code = "def action(self): sys.stderr.write('half'); raise ValueError"
    output = played(write_agent(tmp_path, code, "import sys")).players[0].output or ""
    assert output.startswith("halfTraceback")
    code = "def action(self): sys.stderr.write('half'); return self.place()"
    output = played(write_agent(tmp_path, code, "import sys")).players[0].output or ""
    assert output.startswith("halfhalf")


def test_who_says_nothing_leaves_no_trace(tmp_path: Path) -> None:
    record = played(write_agent(tmp_path, ""))
    assert all("output" not in player.as_json() for player in record.players)


def test_an_engine_is_heard_too(tmp_path: Path) -> None:
    assert "genmove red" in (played(engine(tmp_path, ["a1", "b1", "c1"])).players[0].output or "")


def test_of_much_only_the_end_is_kept_and_more_of_who_has_failed(tmp_path: Path) -> None:
    before = "import sys\nsys.stderr.write('x' * 100_000 + 'end')\n"
    kept = [
        played(write_agent(tmp_path / end, code, before)).players[0].output or ""
        for end, code in (("well", ""), ("badly", "def action(self): raise ValueError"))
    ]
    well, badly = kept
    assert well.endswith("xend") and len(well) <= 4_000
    assert badly.startswith("…xxx") and badly.rstrip().endswith("ValueError")
    assert len(well) < len(badly) <= 20_001


def test_no_letter_that_upsets_a_terminal_or_a_database_is_kept(tmp_path: Path) -> None:
    before = "import os\nos.write(2, bytes(range(256)) * 3 + '\\u202e\\u2028é'.encode())\n"
    record = played(write_agent(tmp_path, "", before))
    output = record.players[0].output or ""
    assert "é" in output and "\t" in output and "\n" in output
    assert all(letter.isprintable() or letter in "\n\t" for letter in output)
    assert read_line(write_line(record)) == record


def test_a_line_from_elsewhere_is_made_harmless_when_it_is_read(tmp_path: Path) -> None:
    data = played(write_agent(tmp_path, "")).as_json()
    data["players"][0]["output"] = "\x1b[2J gone\x00"
    assert read_line(json.dumps(data)).players[0].output == "\N{REPLACEMENT CHARACTER}[2J gone" + (
        "\N{REPLACEMENT CHARACTER}"
    )
    data["players"][0]["output"] = 5
    assert read_line(json.dumps(data)).as_json()["players"][0]["output"] == 5


def test_the_failures_of_a_player_are_told_as_one_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = ["--db", str(tmp_path / "games.sqlite")]
    code = "def action(self):\n    if len(self.board) > 1: raise ValueError('oops')\n"
    code += "    return self.place()"
    bad = write_agent(tmp_path / "bad", code, SAYS)
    good = write_agent(tmp_path / "good", "")
    command = ["match", "cachex", bad, good, "--size", "5", "--games", "4", "--event", "cup"]
    assert run([*command, "--openings", "none", *store]) == 0
    assert run(["games-db", "show", "1", *store]) == 0
    assert "hello from the import" in capsys.readouterr().out
    assert run(["games-db", "list", *store]) == 0
    assert capsys.readouterr().out.count("(crash: ValueError: oops), ") == 4
    assert run(["games-db", "failures", bad, *store]) == 0
    told = capsys.readouterr().out
    assert told.count("crash: ValueError: oops\n") == 4
    assert told.count("standard error:\n  hello from the import\n  Traceback") == 4
    assert f"{bad} as red against {good}, after 2 moves" in told
    assert run(["games-db", "failures", bad, "--to", str(tmp_path / "bad.txt"), *store]) == 0
    assert (tmp_path / "bad.txt").read_text() == told
    assert "4 games written to" in capsys.readouterr().out
    assert run(["games-db", "failures", good, *store]) == 2
    assert "has lost by a failure" in capsys.readouterr().err
    assert run(["games-db", "failures", bad, "--event", "other", *store]) == 2
