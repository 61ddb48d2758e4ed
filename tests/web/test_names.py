"""Names of guests are letters that can be seen, at every door of the page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.arena import postgres
from tests.test_foreign_text import HOSTILE_NAMES
from tests.web.serving import PERSON, act, new_game, serving
from trivium.cli.main import run

NAMES = {name: text for name, text in HOSTILE_NAMES.items() if name != "half a letter"}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES.keys())
def test_a_guest_has_no_name_that_deceives_or_steers(client: TestClient, name: str) -> None:
    wish = {"game": "hexifence", "size": "2", "seats": [{"kind": "person", "name": name}, PERSON]}
    answer = client.post("/api/games", json=wish)
    assert answer.status_code == 400
    assert "letters that can be seen" in answer.json()["error"]


def test_half_a_letter_is_no_name_either(client: TestClient) -> None:
    body = (
        rb'{"game": "hexifence", "seats": '
        rb'[{"kind": "person", "name": "\ud800"}, {"kind": "person"}]}'
    )
    answer = client.post("/api/games", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400


@pytest.mark.parametrize(
    "agent", ["random\x00", "random:seed=1\x1b", "random\u200b", " random\xa0"]
)
def test_an_agent_is_described_by_letters_that_can_be_seen(client: TestClient, agent: str) -> None:
    seats = [{"kind": "agent", "agent": agent}, PERSON]
    answer = client.post("/api/games", json={"game": "hexifence", "seats": seats})
    assert answer.status_code == 400


def test_whoever_brings_a_record_brings_no_such_name(client: TestClient) -> None:
    game = new_game(client)
    act(client, game["id"], game["tokens"]["blue"], action="move", move="a1")
    going_on: dict[str, Any] = json.loads(client.get(f"/api/games/{game['id']}/record").text)
    act(client, game["id"], game["tokens"]["blue"], action="resign")
    over: dict[str, Any] = json.loads(client.get(f"/api/games/{game['id']}/record").text)
    for record in (going_on, over):
        first, second = record["players"]
        record["players"] = [first | {"name": "x\x1b[2J"}, second]
        answer = client.post("/api/records", json={"text": json.dumps(record), "store": True})
        read = answer.json()
        assert (read["games"], read["stored"]) == ([], 0)
        assert "U+001B" in read["problems"][0]["error"]


def test_a_guest_named_in_markup_upsets_nobody_who_rates_the_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = "[/bold][red]x"
    with serving(tmp_path) as client:
        game = new_game(client, seats=[{"kind": "person", "name": name}, PERSON])
        act(client, game["id"], game["tokens"]["blue"], action="move", move="a1")
        act(client, game["id"], game["tokens"]["blue"], action="resign")
    for command in (["elo"], ["games-db", "list"]):
        assert run([*command, "--db", str(tmp_path / "games.sqlite")]) == 0
        assert f"{name} (guest)" in capsys.readouterr().out


def test_postgresql_stores_what_a_player_is_told_to_be_stored(tmp_path: Path) -> None:
    with postgres.server() as address, serving(tmp_path, database=address) as client:
        wish = {"game": "hexifence", "seats": [{"kind": "person", "name": "a\x00b"}, PERSON]}
        assert client.post("/api/games", json=wish).status_code == 400
        game = new_game(client, seats=[{"kind": "person", "name": "Zoë 🦊"}, PERSON])
        act(client, game["id"], game["tokens"]["blue"], action="move", move="a1")
        state = act(client, game["id"], game["tokens"]["blue"], action="resign").json()
        assert state["stored"]
        assert client.get("/api/stored?player=Zo%C3%AB %F0%9F%A6%8A (guest)").json()["total"] == 1
        for path in ("/api/stored?player=%00", "/api/stored?event=a%00", "/api/games/%00"):
            assert client.get(path).status_code in (400, 404)
