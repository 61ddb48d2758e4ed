"""Stored games: listed, opened, downloaded and brought along."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.arena.test_forgery import exchanged
from tests.web.serving import serving
from trivium.agents.simple import RandomAgent
from trivium.arena.database.storage import Database
from trivium.arena.records import read_line, write_line
from trivium.cli.main import run
from trivium.games.catalogue import GAMES
from trivium.games.record import SavedGame, record_of
from trivium.web.describe.positions import headline

GAMES_OF_EACH = 3
CRASH = """crash: it ended with exit code 1; its last words:
Traceback (most recent call last):
  File "player.py", line 7, in action
    return self.best[0]
IndexError: list index out of range"""


def finished(game: str, size: str, seed: int) -> SavedGame:
    """The record of a random game."""
    position = GAMES[game].start(size)
    agent = RandomAgent(seed)
    while not position.is_over:
        position.push(agent.choose(position).move)
    names = ["ada", "bob"] if seed % 2 else ["bob", "ada"]
    told = {
        "players": [
            {"colour": colour, "name": name, "agent": "random"}
            for colour, name in zip(position.colours, names, strict=True)
        ],
        "event": f"{game} cup",
        "began": f"2026-03-{seed + 1:02}T12:00:00",
    }
    return replace(record_of(position), rest=told)


def crashed() -> dict[str, Any]:
    """The record of a game that the first player lost by a crash after two moves."""
    played = json.loads(write_line(finished("hexifence", "2", 1)))
    lost = {"moves": ["a1", "b1"], "winner": "red", "reason": CRASH, "fault": "crash"}
    return dict(played | lost)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server whose database has some games of two kinds."""
    folder = tmp_path_factory.mktemp("library")
    with serving(folder) as client:
        records = [
            finished(game, size, seed)
            for game, size in (("hexifence", "2"), ("cachex", "4"))
            for seed in range(GAMES_OF_EACH)
        ]
        text = "\n".join(write_line(record) for record in records)
        answer = client.post("/api/records", json={"text": text, "store": True}).json()
        assert (answer["stored"], answer["problems"]) == (2 * GAMES_OF_EACH, [])
        yield client


def listed(client: TestClient, **wanted: Any) -> dict[str, Any]:
    return dict(client.get("/api/stored", params=wanted).json())


def test_games_are_listed_page_by_page_newest_first(library: TestClient) -> None:
    numbers: list[int] = []
    page = listed(library, limit=4)
    assert page["total"] == 6
    numbers += [game["number"] for game in page["games"]]
    page = listed(library, limit=4, before=page["older"])
    numbers += [game["number"] for game in page["games"]]
    assert page["older"] is None
    assert numbers == sorted(numbers, reverse=True)
    assert len(numbers) == 6


@pytest.mark.parametrize(
    ("wanted", "count"),
    [
        ({"game": "cachex"}, 3),
        ({"size": "2"}, 3),
        ({"player": "ada"}, 6),
        ({"player": "nobody"}, 0),
        ({"event": "uploaded: cachex cup", "since": "2026-03-02"}, 2),
        ({"event": "cachex cup"}, 0),
        ({"until": "2026-03-02"}, 2),
        ({"reason": "cells"}, 3),
        ({"game": ""}, 6),
    ],
)
def test_games_are_filtered(library: TestClient, wanted: dict[str, str], count: int) -> None:
    page = listed(library, **wanted)
    assert page["total"] == len(page["games"]) == count


@pytest.mark.parametrize(
    "moment", ["yesterday", "0001-01-01T00:00+00:01", "9999-12-31T23:59-01:00"]
)
def test_a_wrong_date_is_told(library: TestClient, moment: str) -> None:
    answer = library.get("/api/stored", params={"since": moment})
    assert answer.status_code == 400
    assert "is no date" in answer.json()["error"]


def test_a_stored_game_can_be_gone_through(library: TestClient) -> None:
    number = listed(library, game="cachex")["games"][0]["number"]
    game = library.get(f"/api/stored/{number}").json()
    texts = [move["text"] for move in game["moves"]]
    line = {"game": game["game"], "start": game["start"], "moves": texts}
    position = library.post("/api/positions", json=line).json()
    assert position["ending"] == game["ending"]
    assert {move["by"] for move in game["moves"]} == {"red", "blue"}


def test_a_crash_is_told_in_short_in_the_list_and_whole_with_the_game(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        text = json.dumps(crashed())
        assert client.post("/api/records", json={"text": text, "store": True}).json()["stored"] == 1
        (entry,) = listed(client)["games"]
        assert entry["reason"] == "crash: it ended with exit code 1; its last words: …"
        assert entry["shortened"] and entry["winner"] == "red"
        ending = client.get(f"/api/stored/{entry['number']}").json()["ending"]
        assert ending["reason"] == CRASH
        assert ending["text"] == f"Red wins ({entry['reason']})"


def test_a_reason_that_is_one_long_line_is_shortened_too() -> None:
    assert headline("crash: " + "x" * 5000).endswith("x …")
    assert len(headline("crash: " + "x" * 5000)) < 120
    assert headline("cells") == "cells"


def test_a_downloaded_record_can_be_brought_back(library: TestClient) -> None:
    number = listed(library)["games"][0]["number"]
    line = library.get(f"/api/stored/{number}/record").text
    assert line.count("\n") == 1
    for text in (line, json.dumps(json.loads(line), indent=2)):
        read = library.post("/api/records", json={"text": text, "store": True}).json()
        assert read["stored"] == 0, "it is known already"
        assert len(read["games"]) == 1


def test_wrong_lines_are_named_and_the_others_read(library: TestClient) -> None:
    good = write_line(finished("hexifence", "1", 9))
    cheat = json.loads(good) | {"winner": "blue"}
    read = library.post(
        "/api/records", json={"text": f"{good}\nnonsense\n\n{json.dumps(cheat)}\n"}
    ).json()
    assert len(read["games"]) == 1
    assert [problem["line"] for problem in read["problems"]] == [2, 4]
    read = library.post("/api/records", json={"text": "x\n" * 90_000}).json()
    assert len(read["problems"]) == 101
    assert read["problems"][-1]["error"].endswith("the rest is not read.")


def test_there_is_no_game_that_was_not_stored(library: TestClient) -> None:
    for path in ("/api/stored/999999", "/api/stored/999999/record"):
        answer = library.get(path)
        assert (answer.status_code, answer.json()["kind"]) == (404, "not-found")


def test_nobody_can_rewrite_a_tournament_by_bringing_records_to_the_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = ["--db", str(tmp_path / "games.sqlite")]
    match = "match hexifence double random --size 2 --games 40 --nodes 5 --event cup --json"

    def result() -> Any:
        assert run([*match.split(), *database]) == 0
        return json.loads(capsys.readouterr().out)

    before = result()
    assert before["wins"] > before["losses"], "exchanged names would change nothing"
    with serving(tmp_path) as client:
        games = listed(client, event="cup", limit=100)["games"]
        lines = [client.get(f"/api/stored/{game['number']}/record").text for game in games]
        text = "\n".join(json.dumps(exchanged(line)) for line in lines)
        answer = client.post("/api/records", json={"text": text, "store": True}).json()
        assert (answer["stored"], answer["problems"]) == (40, [])
        assert listed(client, event="cup")["total"] == 40
        assert listed(client, event="uploaded: cup")["total"] == 40
        brought = listed(client, event="uploaded: cup")["games"][0]["number"]
        assert client.get(f"/api/stored/{brought}").json()["event"] == "uploaded: cup"
    assert result() == before
    for command, counted in ((["elo"], 40), (["elo", "--event", "uploaded: cup"], 40)):
        assert run([*command, "--json", *database]) == 0
        assert json.loads(capsys.readouterr().out)["games"] == counted


def test_the_page_and_the_command_line_see_the_same_games(tmp_path: Path) -> None:
    database = Database(tmp_path / "games.sqlite")
    database.add(read_line(write_line(finished("hexifence", "2", 1))))
    database.close()
    with serving(tmp_path) as client:
        assert listed(client)["total"] == 1


def test_a_line_is_written_as_a_record_that_can_be_read_again(client: TestClient) -> None:
    line = {"game": "hexifence", "size": "1", "moves": ["a1", "b1"]}
    text = client.post("/api/records/write", json=line).json()["text"]
    (game,) = client.post("/api/records", json={"text": text}).json()["games"]
    assert [move["text"] for move in game["moves"]] == ["a1", "b1"]
