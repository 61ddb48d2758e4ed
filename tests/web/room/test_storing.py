"""Only what the database has is called stored; what it could not take is stored later."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from tests.web.serving import act, eventually, new_game, serving
from trivium.web.room import live
from trivium.web.room.store import StorageTrouble, WebDatabase


def test_a_game_that_cannot_be_stored_says_so_and_is_stored_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "_STORE_AGAIN", 0.1)
    save = WebDatabase.save
    broken = False

    def save_if_possible(self: WebDatabase, *args: Any, **facts: Any) -> None:
        if broken:
            raise StorageTrouble("The disk is full.")
        save(self, *args, **facts)

    monkeypatch.setattr(WebDatabase, "save", save_if_possible)
    with serving(tmp_path) as client:
        game = new_game(client)
        id, tokens = game["id"], game["tokens"]
        assert game["state"]["stored"]
        broken = True
        state = act(client, id, tokens["blue"], action="move", move="a1").json()
        assert (len(state["moves"]), state["stored"]) == (1, False)
        state = act(client, id, tokens["red"], action="resign").json()
        assert (state["ending"]["winner"], state["stored"]) == ("blue", False)
        assert client.get("/api/stored").json()["total"] == 0
        wish = {"game": "hexifence", "size": "2", "seats": [{"kind": "person"}] * 2}
        assert client.post("/api/games", json=wish).status_code == 503
        broken = False
        assert eventually(lambda: client.get(f"/api/games/{id}").json()["stored"])
        assert client.get("/api/stored").json()["total"] == 1
    with serving(tmp_path) as client:
        assert client.get(f"/api/games/{id}").json()["ending"]["winner"] == "blue"
        act(client, id, tokens["blue"], action="rematch")
        assert client.get("/api/stored").json()["total"] == 1


def test_a_game_that_cannot_be_read_now_is_asked_for_again_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> None:
        raise StorageTrouble("The database is away.")

    monkeypatch.setattr(WebDatabase, "load", fail)
    with serving(tmp_path) as client:
        assert client.get("/api/games/abc").status_code == 503
        with (
            pytest.raises(WebSocketDisconnect) as closed,
            client.websocket_connect("/api/games/abc/live") as socket,
        ):
            socket.receive_json()
        assert closed.value.code == 1013


def test_a_finished_game_and_its_record_are_stored_together_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> None:
        raise StorageTrouble("The server was killed here.")

    with serving(tmp_path) as client:
        game = new_game(client)
        id, tokens = game["id"], game["tokens"]
        act(client, id, tokens["blue"], action="move", move="a1")
        with monkeypatch.context() as patch:
            patch.setattr("trivium.web.room.store.keep", fail)
            act(client, id, tokens["red"], action="resign")
    with serving(tmp_path) as client:
        assert client.get(f"/api/games/{id}").json()["ending"] is None
        act(client, id, tokens["red"], action="resign")
        assert client.get("/api/stored").json()["total"] == 1
