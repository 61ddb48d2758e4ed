"""A row that cannot be read any more is told of and set aside; all others are as they were."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sa

from trivium.arena.database.schedule import InDatabase
from trivium.arena.database.storage import DamagedGame, Database
from trivium.arena.database.tables import games
from trivium.arena.match import Match, play_match
from trivium.arena.records import write_line
from trivium.cli.main import run

MATCH = Match("hexifence", "greedy", "random", "1", 4)
DAMAGES: dict[str, Callable[[str], str]] = {
    "nothing": lambda text: "",
    "cut off": lambda text: text[: len(text) // 2],
    "no record": lambda text: "[1]",
    "a key is missing": lambda text: json.dumps(
        {key: value for key, value in json.loads(text).items() if key != "moves"}
    ),
    "of a wrong kind": lambda text: json.dumps(json.loads(text) | {"players": [1, 2]}),
    "deep": lambda text: "[" * 100_000,
}


def damage(database: Database, number: int, how: str = "cut off") -> None:
    """Spoil what is stored of a game."""
    with database.writing() as connection:
        own = games.c.id == number
        text = connection.execute(sa.select(games.c.record).where(own)).scalar_one()
        connection.execute(sa.update(games).where(own).values(record=DAMAGES[how](text)))


def play(database: Database) -> dict[str, str]:
    """Play the match, or what is left of it; return the moves of its games."""
    database.begin_event("cup", "match", MATCH.plan())
    ledger = InDatabase(database, "cup")
    for _ in play_match(MATCH, ledger=ledger):
        pass
    return {key: " ".join(record.moves) for key, record in ledger.records().items()}


@pytest.mark.parametrize("how", DAMAGES)
@pytest.mark.parametrize("address", ["sqlite"], indirect=True)
def test_a_damaged_game_is_named_and_the_others_are_read(
    database: Database, how: str, caplog: pytest.LogCaptureFixture
) -> None:
    play(database)
    whole = [number for number, _ in database.records()]
    damage(database, whole[1], how)
    with caplog.at_level(logging.WARNING):
        assert [number for number, _ in database.records()] == [whole[0], *whole[2:]]
    assert f"The stored game {whole[1]} is damaged" in caplog.text
    with pytest.raises(DamagedGame, match=f"game {whole[1]} is damaged"):
        database.record(whole[1])


def test_a_damaged_game_of_an_event_is_played_again_and_counts_once(database: Database) -> None:
    before = play(database)
    numbers = [number for number, _ in database.records()]
    damage(database, numbers[0])
    damage(database, numbers[2])
    ledger = InDatabase(database, "cup")
    assert len(ledger.records()) == len(before) - 2
    assert play(database) == before
    assert ledger.unfinished() == 0
    assert database.count() == len(before) + 2, "what is damaged is kept"
    assert [count for *_, count in database.events()] == [len(before)]


def test_the_commands_go_on_without_a_damaged_game(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    place = str(tmp_path / "games.sqlite")
    database = Database(place)
    play(database)
    damage(database, 1)
    lines = [write_line(record) for _, record in database.records()]
    database.close()
    base = ["--db", place]
    capfd.readouterr()
    assert run(["games-db", "list", *base]) == 0
    assert len(capfd.readouterr().out.splitlines()) == len(lines)
    assert run(["elo", *base, "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["games"] == len(lines)
    assert run(["games-db", "failures", "random", *base]) == 2
    for command in (["show", "1"], ["replay", "1"]):
        assert run(["games-db", *command, *base]) == 2
        assert "The stored game 1 is damaged" in capfd.readouterr().err
