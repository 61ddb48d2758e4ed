"""Games that are stored: older formats are read, and what cannot be read harms nothing else."""

from __future__ import annotations

import json
import logging
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from tests.web.serving import PERSON, RANDOM, act, new_game, serving
from trivium.web.room.table import FORMAT

State = dict[str, Any]

FORMAT_1 = (
    '{"id":"older","game":"hexifence","start":"1\\n+ + -\\n+ - +\\n- + +\\n","opening":["a1"],'
    '"seats":[{"kind":"person","name":"Ann","agent":null,"level":null,"seconds":null,'
    '"token":"0"},{"kind":"agent","name":"random, 1 s","agent":"random","level":null,'
    '"seconds":1.0,"token":null}],"host":"0","created":"2025-11-01T12:00:00+00:00",'
    '"moves":[{"text":"b1","by":1,"seconds":0.01,"info":"at random"}],'
    '"clocks":{"seconds":60.0,"increment":1.0,"left":[50.0,40.0]},"move_limit":null,"pace":0.5,'
    '"paused":false,"ending":null,"problem":null,"next":null,"version":2}'
)
"""A row as it was before formats had numbers."""


def stored(folder: Path) -> dict[str, str]:
    """Return all rows as they stand in the database."""
    with closing(sqlite3.connect(folder / "games.sqlite")) as database:
        return dict(database.execute("SELECT id, state FROM web_games"))


def store(folder: Path, id: str, text: str) -> None:
    """Put a row there, of a game in which an agent is to move."""
    with closing(sqlite3.connect(folder / "games.sqlite")) as database, database:
        database.execute("DELETE FROM web_games WHERE id = ?", [id])
        row = [id, 2, text, False, True, "2999-01-01"]
        database.execute("INSERT INTO web_games VALUES (?, ?, ?, ?, ?, ?)", row)


def changed(**fields: Any) -> Callable[[State], State]:
    return lambda state: state | fields


DAMAGES: dict[str, Callable[[State], Any]] = {
    "a list": lambda state: [state],
    "a number": lambda state: 7,
    "another game": changed(id="another"),
    "no such game": changed(game="chess"),
    "no seats": lambda state: {key: state[key] for key in state if key != "seats"},
    "one seat": lambda state: state | {"seats": state["seats"][:1]},
    "a seat of a wrong kind": changed(seats=["Ann", "Bob"]),
    "something unknown": changed(colour="green"),
    "something unknown in a move": lambda state: (
        state | {"moves": [move | {"worth": 3} for move in state["moves"]]}
    ),
    "a third player": changed(moves=[{"text": "b1", "by": 2}]),
    "an illegal move": changed(moves=[{"text": "a1", "by": 1}]),
    "no move": changed(moves=[{"text": "nonsense", "by": 1}]),
    "no board": changed(start="nothing"),
    "a seat for nobody": lambda state: (
        state | {"seats": [seat | {"kind": "ghost"} for seat in state["seats"]]}
    ),
    "a winner who has not played": changed(ending=["green", "resignation"]),
    "no moment of its beginning": changed(created="yesterday"),
    "a clock that shows no number": changed(
        clocks={"seconds": 60.0, "increment": 0.0, "left": [float("nan"), 1.0]}
    ),
    "half a clock": changed(clocks={"seconds": 60.0, "increment": 0.0, "left": [1.0]}),
}


def test_what_is_written_has_the_number_of_its_format(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        game = new_game(client)
        assert json.loads(stored(tmp_path)[game["id"]])["format"] == FORMAT


def test_a_game_of_the_first_format_is_read_and_goes_on(tmp_path: Path) -> None:
    with serving(tmp_path):
        pass
    store(tmp_path, "older", FORMAT_1)
    with serving(tmp_path) as client:
        state = client.get("/api/games/older").json()
    assert [move["text"] for move in state["moves"][:2]] == ["a1", "b1"]
    assert [seat["name"] for seat in state["seats"]] == ["Ann", "random, 1 s"]
    assert state["clock"]["left"]["red"] == pytest.approx(40.0, abs=1)


@pytest.mark.parametrize("text", ["", "{", FORMAT_1[:200], "[" * 100_000, "\x00"])
def test_a_row_that_is_no_json_is_told_and_kept(
    tmp_path: Path, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    assert_told_and_kept(tmp_path, text, "damaged", caplog)


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_game_is_told_and_kept(
    tmp_path: Path, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    text = json.dumps(DAMAGES[damage](json.loads(FORMAT_1)))
    assert_told_and_kept(tmp_path, text, "damaged", caplog)


@pytest.mark.parametrize("number", [FORMAT + 1, 0, "two", None])
def test_a_game_of_an_unknown_format_is_told_and_kept(
    tmp_path: Path, number: object, caplog: pytest.LogCaptureFixture
) -> None:
    text = json.dumps({"format": number, "whatever": "comes"})
    assert_told_and_kept(tmp_path, text, f"format {number}", caplog)


def assert_told_and_kept(
    folder: Path, text: str, told: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Start a server on such a row: it is logged and refused, and all else is as always."""
    with serving(folder) as client:
        good = new_game(client, seats=[PERSON, RANDOM])
    store(folder, "older", text)
    with caplog.at_level(logging.WARNING, "trivium.web"), serving(folder) as client:
        assert client.get("/api/catalogue").status_code == 200
        assert "game older cannot be resumed" in caplog.text
        answer = client.get("/api/games/older")
        assert (answer.status_code, answer.json()["kind"]) == (409, "unreadable")
        assert told in answer.json()["error"]
        assert client.get("/api/games/older/record").status_code == 409
        assert act(client, "older", "secret", action="resign").status_code == 409
        with (
            pytest.raises(WebSocketDisconnect) as closed,
            client.websocket_connect("/api/games/older/live") as socket,
        ):
            socket.receive_json()
        assert closed.value.code == 4409
        token = good["tokens"]["blue"]
        assert act(client, good["id"], token, action="move", move="a1").status_code == 200
        new_game(client)
    assert stored(folder)["older"] == text
