"""Whatever is sent, the answer is one sentence, and the server goes on."""

from __future__ import annotations

import json
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.web.serving import PERSON, act, new_game
from trivium import WatchYourBack

BODIES: list[bytes] = [
    b"",
    b"{",
    b"null",
    b"[]",
    b'"hexifence"',
    b"\xff\xfe",
    b'{"game": 1}',
    b'{"game": "hexifence", "size": "99999999999999999999"}',
    b'{"game": "hexifence", "size": "-1"}',
    b'{"game": "dots-and-boxes", "size": "1x1x1"}',
    b'{"game": "chess"}',
    b'{"game": "\\ud800"}',
    b'{"game": "\\u0000"}',
    b'{"game": "hexifence", "start": "2\\n\\u0000"}',
    b'{"game": "cachex", "start": "[[[[[["}',
    b'{"game": "cachex", "start": "{\\"n\\": 1e999}"}',
    b'{"game": "cachex", "start": "' + b"[" * 50_000 + b'"}',
    b'{"game": "hexifence", "moves": [1e400]}',
    b'{"game": "hexifence", "moves": [NaN]}',
    b'{"game": "hexifence", "moves": [-1]}',
    b'{"game": "hexifence", "moves": [true]}',
    b'{"game": "hexifence", "moves": [99999999999999999999999]}',
    b'{"game": "hexifence", "moves": [[["a1"]]]}',
    b'{"game": "hexifence", "moves": ["' + b"a" * 1000 + b'"]}',
    b'{"game": "hexifence", "unknown": 1}',
    b'{"game": "hexifence", "board": {"owners": {"x": "blue"}}}',
    b'{"game": "hexifence", "board": {"owners": {"999999": "blue"}}}',
    b'{"game": "hexifence", "board": {"owners": {"1": "green"}}}',
    b'{"game": "hexifence", "board": {"cells": {"0": "blue"}}}',
    b'{"game": "hexifence", "board": {"turn": "white"}}',
    b'{"game": "hexifence", "board": {}, "start": "2"}',
    b'{"game": "cachex", "board": {"owners": {"0": "red"}, "turns": 99999}}',
    b'{"game": "watch-your-back", "board": {"owners": {"0": "white"}}}',
    b'{"game": "watch-your-back", "board": {"owners": {"9": "white"}, "stage": 2}}',
    b'{"game": "watch-your-back", "board": {"phase": "placing", "turns": 99999}}',
    b'{"a":' * 5000 + b"1" + b"}" * 5000,
]


@pytest.mark.parametrize("body", BODIES, ids=range(len(BODIES)))
@pytest.mark.parametrize("path", ["/api/positions", "/api/games", "/api/records"])
def test_a_wrong_body_gets_a_sentence(client: TestClient, path: str, body: bytes) -> None:
    answer = client.post(path, content=body, headers={"content-type": "application/json"})
    assert 400 <= answer.status_code < 500, answer.text
    assert set(answer.json()) == {"error", "kind"}
    assert answer.json()["error"].endswith(".")
    assert "Traceback" not in answer.text


@pytest.mark.parametrize(
    "path",
    [
        "/api/boards/hexifence/99",
        "/api/boards/x/1",
        "/api/boards/hexifence/%00",
        "/api/stored/0",
        "/api/stored/x",
        "/api/stored?limit=0",
        "/api/stored?before=99999999999999999999",
        "/api/games/%F0%9F%92%A9",
        "/api/games/..%2f..",
        "/api/nothing",
        "/api/games/x/record",
        "/api/pictures/cachex.svg?moves=%00",
        "/api/pictures/x.svg",
        "/api/tutorials/x",
        "/api/boards/cachex/%C2%B2",
        "/nowhere",
        "/api/games",
    ],
)
def test_a_wrong_address_gets_a_sentence(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert 400 <= answer.status_code < 500, answer.text
    assert answer.json()["error"]


@pytest.mark.parametrize(
    "record",
    [
        {"game": "hexifence", "rules": 1, "start": "1\n", "moves": []},
        {"game": "hexifence", "rules": 1, "start": "", "moves": [None]},
        {"game": "watch-your-back", "rules": 1, "start": "", "moves": [], "move_limit": -1},
        {
            "game": "watch-your-back",
            "rules": 1,
            "start": str(WatchYourBack()),
            "moves": [],
            "move_limit": 10**30,
        },
        {"game": "cachex", "rules": 1, "start": '{"n": 5}', "moves": [], "players": [1, 2]},
        {"game": "cachex", "rules": 1, "start": '{"n": 5}', "moves": [], "clock": "x"},
        {"game": "cachex", "rules": 1, "start": '{"n": 5}', "moves": [{}], "opening": "x"},
        {"game": "cachex", "rules": 1, "start": '{"n": 5}', "moves": ["b2"], "opening": -3},
        {"game": ["x"], "rules": 1, "start": "", "moves": []},
    ],
)
def test_a_wrong_record_never_fails_the_server(client: TestClient, record: dict[str, Any]) -> None:
    answer = client.post("/api/records", json={"text": json.dumps(record), "store": True})
    assert answer.status_code == 200
    assert len(answer.json()["games"]) + len(answer.json()["problems"]) == 1


def test_names_are_kept_as_they_are_and_not_longer_than_allowed(client: TestClient) -> None:
    name = "<script>alert(1)</script>'; DROP TABLE games; --"
    game = new_game(client, seats=[{"kind": "person", "name": name}, PERSON])
    assert game["state"]["seats"][0]["name"] == name
    act(client, game["id"], game["tokens"]["blue"], action="move", move="a1")
    act(client, game["id"], game["tokens"]["blue"], action="resign")
    stored = client.get("/api/stored", params={"player": f"{name} (guest)"}).json()
    assert stored["total"] == 1
    wish = {"game": "hexifence", "seats": [{"kind": "person", "name": "x" * 100}, PERSON]}
    assert client.post("/api/games", json=wish).status_code == 400


def test_a_long_word_for_a_move_is_refused(client: TestClient) -> None:
    answer = client.get("/api/pictures/cachex.svg", params={"moves": "a" * 500})
    assert answer.status_code == 400


def test_very_long_lines_of_moves_are_refused(client: TestClient) -> None:
    line = {"game": "watch-your-back", "moves": ["d4"] * 5000}
    assert client.post("/api/positions", json=line).status_code == 400


def test_the_largest_boards_are_served(client: TestClient) -> None:
    for game, size in (("hexifence", "12"), ("cachex", "15"), ("dots-and-boxes", "32x32")):
        assert client.get(f"/api/boards/{game}/{size}").status_code == 200
        line = {"game": game, "size": size}
        assert client.post("/api/positions", json=line).status_code == 200
