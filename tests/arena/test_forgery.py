"""A tournament counts the games that were played for it, and nobody can bring along others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from trivium.cli.main import run

FILE = """
name = "cup"
games = 20
nodes = 5
openings = "random"
agents = ["double", "random"]
[[board]]
game = "hexifence"
size = 2
"""


def exchanged(line: str) -> dict[str, Any]:
    """A record with the names exchanged: who has won has lost."""
    record: dict[str, Any] = json.loads(line)
    first, second = record["players"]
    record["players"] = [
        first | {"name": second["name"], "agent": second["agent"]},
        second | {"name": first["name"], "agent": first["agent"]},
    ]
    return record


def test_records_that_are_imported_do_not_change_a_tournament_whatever_they_say(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan, games, forged = (tmp_path / name for name in ("cup.toml", "games.jsonl", "forged.jsonl"))
    plan.write_text(FILE)
    database = ["--db", str(tmp_path / "games.sqlite")]
    tournament = ["tournament", str(plan), "--json", *database]

    def result() -> Any:
        assert run(tournament) == 0
        return json.loads(capsys.readouterr().out.splitlines()[-1])

    before = result()
    score = {row["player"]: row["wins"] for row in before["boards"][0]["players"]}
    assert score["double"] > score["random"], "exchanged names would change nothing"
    assert run(["games-db", "export", str(games), *database]) == 0
    lines = [exchanged(line) for line in games.read_text().splitlines()]
    invented = [lines[0] | {"key": f"1-1-1-0-{pair}a"} for pair in range(11, 50)]
    forged.write_text("\n".join(map(json.dumps, lines + invented)))
    assert run(["games-db", "import", str(forged), "--json", *database]) == 0
    assert json.loads(capsys.readouterr().out)["new"] == 20 + 39
    assert result() == before
    assert run(["elo", "--event", "cup", "--json", *database]) == 0
    (rated,) = json.loads(capsys.readouterr().out)["ratings"]
    assert rated["cross_table"] == before["boards"][0]["cross_table"]
    assert run(["games-db", "import", str(games), "--json", *database]) == 0
    assert json.loads(capsys.readouterr().out) == {"new": 0, "known": 20, "corrupt": 0}


def test_records_that_are_imported_before_the_games_spare_nobody_from_playing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan, games = tmp_path / "cup.toml", tmp_path / "games.jsonl"
    plan.write_text(FILE)
    honest, attacked = ["--db", str(tmp_path / "a.sqlite")], ["--db", str(tmp_path / "b.sqlite")]
    tables = []
    assert run(["tournament", str(plan), *honest]) == 0
    assert run(["games-db", "export", str(games), *honest]) == 0
    forged = "\n".join(json.dumps(exchanged(line)) for line in games.read_text().splitlines())
    games.write_text(forged)
    assert run(["games-db", "import", str(games), *attacked]) == 0
    for database in (honest, attacked):
        capsys.readouterr()
        assert run(["tournament", str(plan), "--json", *database]) == 0
        (board,) = json.loads(capsys.readouterr().out)["boards"]
        tables.append([(row["player"], row["wins"], row["losses"]) for row in board["players"]])
    assert tables[0] == tables[1]
