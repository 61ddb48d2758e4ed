"""While another process compiles: levels move at once, and people are told how far it is."""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.web.serving import PERSON, new_game, serving, state_when, watching
from trivium.kernel import code_cache
from trivium.web import api
from trivium.web.thinking.warming import Warming

FOLLOWER = """
import json, sys
def tell(**news): print(json.dumps(news), flush=True)
tell(lacking={"cachex": [0, 3], "hexifence": [1, 4]})
for line in sys.stdin:
    game = line.strip()
    if game == "end": break
    tell(lacking={"cachex": [0, 3]}, favourite=game)
"""
"""Tells what the true process tells, without compiling anything."""


def until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_what_is_lacking_is_known_until_the_other_process_is_done() -> None:
    news = threading.Event()
    warming = Warming(news.set)
    assert not warming.is_going_on() and not warming.lacks("cachex")
    warming.start([sys.executable, "-c", FOLLOWER])
    assert warming.lacks("cachex"), "it is not known yet what is there"
    until(lambda: not warming.lacks("watch-your-back"))
    progress = warming.progress("hexifence")
    assert progress is not None and (progress.done, progress.total) == (1, 4)
    warming.look_at("hexifence")
    until(lambda: not warming.lacks("hexifence"))
    assert warming.lacks("cachex") and warming.progress("hexifence") is None
    warming.look_at("end")
    until(lambda: not warming.is_going_on())
    assert not warming.lacks("cachex") and news.is_set()
    warming.look_at("cachex")
    warming.close()


def test_the_other_process_ends_with_the_server() -> None:
    warming = Warming()
    warming.start([sys.executable, "-c", FOLLOWER])
    process: Any = warming._process
    warming.close()
    assert process.poll() is not None


def test_a_process_that_cannot_compile_leaves_the_server_as_it_was() -> None:
    warming = Warming()
    warming.start([sys.executable, "-c", "raise SystemExit(1)"])
    until(lambda: not warming.is_going_on())
    assert not warming.lacks("cachex")


def test_a_level_moves_while_its_code_is_on_its_way_and_the_page_is_told_how_far_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = Warming.start
    monkeypatch.setattr(api, "everything_is_kept", lambda: False)
    monkeypatch.setattr(
        Warming, "start", lambda warming: start(warming, [sys.executable, "-c", FOLLOWER])
    )
    monkeypatch.setattr(code_cache, "is_kept", lambda dispatcher, arguments: False)
    with serving(tmp_path, compile_ahead=True) as client:
        client.get("/api/catalogue")  # is answered once the API has been loaded
        warming = client.app._api.state.trivium.warming  # type: ignore[attr-defined]
        until(lambda: (told := warming.progress("cachex")) is not None and told.total == 3)
        seats = [{"kind": "level", "level": 8}, PERSON]
        made = new_game(client, "cachex", "5", seats=seats)
        with watching(client, made["id"]) as socket:
            state = state_when(socket, lambda state: bool(state["moves"]))
            assert state["getting_ready"]["total"] == 3
        services = client.app._api.state.trivium.lobby._services  # type: ignore[attr-defined]
        assert len(services.agents) == 0, "the next move may find the code"
        warming.look_at("end")
        until(lambda: not warming.is_going_on())
        state = client.get(f"/api/games/{made['id']}").json()
        assert state["getting_ready"] is None


def test_a_review_waits_for_the_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start = Warming.start
    monkeypatch.setattr(api, "everything_is_kept", lambda: False)
    monkeypatch.setattr(
        Warming, "start", lambda warming: start(warming, [sys.executable, "-c", FOLLOWER])
    )
    with (
        serving(tmp_path, compile_ahead=True) as client,
        client.websocket_connect("/api/reviews") as socket,
    ):
        wish = {"type": "review", "game": "cachex", "size": "5", "moves": ["a1"], "seconds": 0.01}
        socket.send_json(wish)
        messages = [socket.receive_json() for _ in range(2)]
        assert [message["phase"] for message in messages] == ["waiting", "compiling"]
        assert messages[1]["getting_ready"]["total"] in (0, 3)
        client.app._api.state.trivium.warming.look_at("end")  # type: ignore[attr-defined]
        while messages[-1]["phase"] != "done":
            messages.append(socket.receive_json())
        assert json.dumps(messages[-1]["moves"]) != "[]"


def test_an_analysis_that_plain_python_has_spent_its_time_on_goes_on_with_machine_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = Warming.start
    monkeypatch.setattr(api, "everything_is_kept", lambda: False)
    monkeypatch.setattr(
        Warming, "start", lambda warming: start(warming, [sys.executable, "-c", FOLLOWER])
    )
    with (
        serving(tmp_path, compile_ahead=True) as client,
        client.websocket_connect("/api/analysis") as socket,
    ):
        wish = {"type": "analyse", "game": "cachex", "size": "9", "seconds": 1.0}
        socket.send_json(wish)
        told = [socket.receive_json()]
        while told[-1]["getting_ready"] is None:
            told.append(socket.receive_json())
        waits = time.monotonic() + 4
        while time.monotonic() < waits:
            told.append(socket.receive_json())
            assert told[-1]["phase"] != "done" and told[-1]["getting_ready"] is not None
        plain = told[-1]
        client.app._api.state.trivium.warming.look_at("end")  # type: ignore[attr-defined]
        while told[-1]["phase"] != "done":
            told.append(socket.receive_json())
        assert told[-1]["nodes"] > 2 * plain["nodes"] > 0
