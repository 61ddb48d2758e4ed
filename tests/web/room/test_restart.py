"""Games outlive the server."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from starlette.websockets import WebSocketDisconnect

from tests.web.serving import PERSON, RANDOM, act, new_game, serving, state_when, watching
from trivium.web.room.services import Services


def test_a_game_goes_on_after_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        game = new_game(client, clock={"seconds": 500, "increment": 1})
        id, tokens = game["id"], game["tokens"]
        act(client, id, tokens["blue"], action="move", move="a1")
        before = act(client, id, tokens["red"], action="move", move="b1").json()
    with serving(tmp_path) as client:
        after = client.get(f"/api/games/{id}").json()
        for field in ("version", "moves", "position", "created", "start"):
            assert after[field] == before[field]
        assert after["clock"]["left"]["red"] == pytest.approx(before["clock"]["left"]["red"])
        state = act(client, id, tokens["blue"], action="move", move="c1").json()
        assert len(state["moves"]) == 3
        assert state["you"] == ["blue"]


def test_an_agent_that_was_thinking_moves_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    release = threading.Event()

    def think_for_ever(*_: Any) -> Any:
        release.wait()
        raise RuntimeError("too late")

    with monkeypatch.context() as patch, serving(tmp_path) as client:
        patch.setattr(Services, "choose", think_for_ever)
        game = new_game(client, seats=[PERSON, RANDOM])
        blue = game["tokens"]["blue"]
        act(client, game["id"], blue, action="move", move="a1")
        assert client.get(f"/api/games/{game['id']}").json()["thinking"] == "red"
    release.set()
    with serving(tmp_path) as client, watching(client, game["id"], blue) as socket:
        state = state_when(socket, lambda state: len(state["moves"]) == 2)
    assert state["moves"][1]["by"] == "red"


def test_a_finished_game_can_still_be_seen_and_followed(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        game = new_game(client, seats=[PERSON, RANDOM])
        blue = game["tokens"]["blue"]
        act(client, game["id"], blue, action="resign")
    with serving(tmp_path) as client:
        state = client.get(f"/api/games/{game['id']}").json()
        assert state["ending"]["winner"] == "red"
        assert act(client, game["id"], blue, action="rematch").json()["next"]


def test_games_that_leave_memory_are_found_again(tmp_path: Path) -> None:
    with serving(tmp_path, games_in_memory=2) as client:
        games = [new_game(client) for _ in range(5)]
        assert client.get("/api/health").json()["games"] <= 3
        for game in games:
            answer = act(client, game["id"], game["tokens"]["blue"], action="move", move="a1")
            assert answer.status_code == 200


def test_two_servers_on_one_database_do_not_undo_each_others_moves(tmp_path: Path) -> None:
    with serving(tmp_path) as one, serving(tmp_path) as other:
        game = new_game(one)
        id, blue, red = game["id"], game["tokens"]["blue"], game["tokens"]["red"]
        with watching(other, id, red) as socket:
            assert state_when(socket, lambda state: True)["moves"] == []
            act(one, id, blue, action="move", move="a1")
            stale = act(other, id, blue, action="move", move="b1")
            assert (stale.status_code, stale.json()["kind"]) == (409, "conflict")
            with pytest.raises(WebSocketDisconnect) as closed:
                state_when(socket, lambda state: False)
            assert closed.value.code == 1012
        state = act(other, id, red, action="move", move="b1").json()
        assert [move["text"] for move in state["moves"]] == ["a1", "b1"]


COMMAND = [sys.executable, "-m", "trivium", "serve", "--no-browser", "--no-compile"]


def _serve(folder: Path, *options: str) -> tuple[subprocess.Popen[str], str]:
    """Start the real server; return it with its address."""
    server = subprocess.Popen(
        [*COMMAND, *options, "--db", str(folder / "games.sqlite")],
        stdout=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert server.stdout is not None
    line = server.stdout.readline()
    return server, line.split()[3]


def _patiently(client: httpx.Client, path: str) -> Any:
    """Get something from a server that is still starting."""
    for _ in range(600):
        try:
            return client.get(path, timeout=120).json()
        except httpx.TransportError:
            time.sleep(0.1)
    raise AssertionError("the server does not answer")


def test_a_server_that_is_killed_loses_nothing_and_one_that_is_interrupted_ends_cleanly(
    tmp_path: Path,
) -> None:
    server, address = _serve(tmp_path, "--port", "0")
    try:
        with httpx.Client(base_url=address) as client:
            _patiently(client, "/api/health")
            wish = {"game": "hexifence", "size": "2", "seats": [PERSON, PERSON]}
            game = client.post("/api/games", json=wish, timeout=120).json()
            do = {"action": "move", "move": "a1"}
            body = {"tokens": [game["tokens"]["blue"]], "do": do}
            moved = client.post(f"/api/games/{game['id']}/actions", json=body, timeout=120)
            assert moved.status_code == 200
    finally:
        server.kill()
        server.communicate()
    server, address = _serve(tmp_path, "--port", "0")
    with httpx.Client(base_url=address) as client:
        state = _patiently(client, f"/api/games/{game['id']}")
        assert [move["text"] for move in state["moves"]] == ["a1"]
    server.send_signal(signal.SIGINT)
    output, _ = server.communicate(timeout=60)
    assert server.returncode == 0
    assert output.startswith("Stopped")
    assert game["tokens"]["blue"] not in output


def test_a_taken_port_is_told_in_one_sentence(tmp_path: Path) -> None:
    server, address = _serve(tmp_path, "--port", "0")
    try:
        port = address.rstrip("/").rpartition(":")[2]
        second = subprocess.run(
            [*COMMAND, "--port", port],
            capture_output=True,
            text=True,
            check=False,
        )
        assert second.returncode == 2
        assert second.stderr.startswith(f"trivium: Port {port} of 127.0.0.1 cannot be used:")
    finally:
        server.kill()
        server.communicate()


def test_a_database_that_cannot_be_used_is_told_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "games.sqlite").write_text("this is no database, but long enough to look like one")
    server = subprocess.run(
        [*COMMAND, "--port", "0", "--db", str(tmp_path / "games.sqlite")],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert server.returncode == 2
    assert "Traceback" not in server.stderr
    assert server.stderr.splitlines()[-1].startswith("trivium: The database")
