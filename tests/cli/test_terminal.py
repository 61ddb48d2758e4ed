"""Nothing that a guest, a file or an agent has written steers somebody's terminal."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

import trivium
from trivium.arena.database.storage import Database
from trivium.arena.records import Record
from trivium.cli.main import run
from trivium.games.record import record_of

COMMANDS = Path(trivium.__file__).parent / "cli"
HOSTILE = "[/bold][red]x\x1b[2J\x9b1m\u202e\x07"


@pytest.fixture
def database(tmp_path: Path) -> str:
    """A database with a game that was stored when names were not checked yet."""
    position = trivium.Hexifence(2)
    position.push("a1")
    saved: dict[str, Any] = record_of(position).as_json() | {
        "winner": "blue",
        "reason": f"crash: {HOSTILE}",
        "fault": "crash",
        "players": [
            {"colour": "blue", "name": f"first {HOSTILE}", "agent": HOSTILE, "output": HOSTILE},
            {"colour": "red", "name": HOSTILE, "agent": HOSTILE},
        ],
        "remarks": [f"red: {HOSTILE}"],
        "event": HOSTILE,
        "began": "2026-01-01",
    }
    address = str(tmp_path / "games.sqlite")
    kept = Database(address)
    kept.add(Record.from_json(saved))
    kept.begin_event(f"cup {HOSTILE}", "match", "{}")
    kept.close()
    return address


@pytest.mark.parametrize(
    "command",
    [
        ["elo"],
        ["games-db", "list"],
        ["games-db", "show", "1"],
        ["games-db", "replay", "1"],
        ["games-db", "events"],
        ["games-db", "failures", HOSTILE],
        ["elo", "--anchor", f"{HOSTILE}=0"],
        ["elo", "--event", f"{HOSTILE}2"],
    ],
    ids=" ".join,
)
def test_names_are_printed_without_markup_and_control_characters(
    command: list[str], database: str, capsys: pytest.CaptureFixture[str]
) -> None:
    run([*command, "--db", database])
    printed = capsys.readouterr()
    assert "Traceback" not in printed.err
    told = printed.out + printed.err
    assert told.strip()
    for letter in "\x1b\x9b\u202e\x07":
        assert letter not in told
    if command in (["elo"], ["games-db", "list"], ["games-db", "events"]):
        assert "[/bold][red]x" in told


def test_an_export_to_a_file_keeps_every_letter(database: str, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    assert run(["games-db", "export", str(file), "--db", database]) == 0
    assert json.loads(file.read_text())["players"][1]["name"] == HOSTILE


@pytest.mark.parametrize("module", sorted(COMMANDS.glob("*.py")), ids=lambda path: path.stem)
def test_commands_print_through_the_terminal_alone(module: Path) -> None:
    if module.stem == "terminal":
        return
    for node in ast.walk(ast.parse(module.read_text())):
        if isinstance(node, ast.Name):
            assert node.id != "print", f"line {node.lineno}: say and remark are for that"
        if isinstance(node, ast.ImportFrom):
            assert node.module not in ("rich", "rich.console"), "make_console is for that"
        if isinstance(node, ast.Attribute):
            assert node.attr != "add_row", (
                f"line {node.lineno}: add_row of the terminal is for that"
            )
            assert node.attr not in ("echo", "secho"), f"line {node.lineno}"
