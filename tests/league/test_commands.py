"""A tutor's commands: what they keep, and what they would rather not lose."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from trivium.cli.main import run


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, with a league in a database of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TRIVIUM_DATA_DIR", str(tmp_path / "data"))
    (tmp_path / "class.csv").write_text('ann\n"Dee, Eve",spectator\n')
    assert run(["league", "new", "spring", "cachex", "--size", "3"]) == 0
    return tmp_path


MEMBERS = ["league", "members", "spring"]
ADD = [*MEMBERS, "--csv", "class.csv", "--out"]


def test_tokens_are_kept_in_a_file_of_their_owners_alone(desk: Path) -> None:
    assert run([*ADD, "tokens.csv"]) == 0
    place = desk / "tokens.csv"
    assert place.stat().st_mode & 0o777 == 0o600
    with place.open(newline="") as file:
        assert [row[0] for row in csv.reader(file)] == ["name", "ann", "Dee, Eve"]


@pytest.mark.parametrize("out", ["there.csv", "nowhere/tokens.csv", "."])
def test_nobody_comes_in_where_the_tokens_could_not_be_kept(
    desk: Path, out: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (desk / "there.csv").write_text("the tokens of last week\n")
    assert run([*ADD, out]) != 0
    assert (desk / "there.csv").read_text() == "the tokens of last week\n"
    capsys.readouterr()
    assert run(MEMBERS) == 0
    assert capsys.readouterr().out == "tutor: tutor\n"


def test_a_class_that_is_not_let_in_leaves_no_empty_file(desk: Path) -> None:
    (desk / "class.csv").write_text("ann\nann\n")
    assert run([*ADD, "tokens.csv"]) != 0
    assert not (desk / "tokens.csv").exists()


def test_a_deadline_is_put_off(desk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["league", "freeze", "spring"]) == 0
    assert run(["league", "freeze", "spring", "--until", "2999-01-01"]) != 0
    assert run(["league", "freeze", "spring", "--undo", "--until", "2999-01-01"]) == 0
    assert run(["league", "log", "spring"]) == 0
    assert "let bots come in until 2999-01-01T00:00:00+00:00" in capsys.readouterr().out


def test_a_deadline_is_told_and_none_is_over_already(
    desk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    new = ["league", "new", "autumn", "cachex", "--deadline"]
    assert run([*new, "2020-01-01T12:00"]) == 2
    assert "2020-01-01T12:00:00+00:00 is over already" in capsys.readouterr().err
    assert run([*new, "2999-01-01T12:00+11:00"]) == 0
    assert "Bots come in until 2999-01-01T01:00:00+00:00.\n" in capsys.readouterr().out


def test_programs_can_read_which_leagues_there_are(
    desk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert run(["league", "status", "--json"]) == 0
    (told,) = json.loads(capsys.readouterr().out)
    assert (told["league"], told["game"], told["sizes"]) == ("spring", "cachex", ["3"])
    assert run(["league", "status", "spring", "--json"]) == 0
    assert told.items() <= json.loads(capsys.readouterr().out).items()
