"""The door: other sites, too much, and what browsers are told to forbid."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.web.serving import PERSON, act, listening, new_game, serving, watching
from trivium.web.shell import PAGE


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8642", "", "a@127.0.0.1", "[::1", "127.0.0.1/x", "127.0.0.1#x"],
)
def test_a_name_that_is_not_the_servers_own_is_refused(client: TestClient, host: str) -> None:
    for path in ("/", "/api/catalogue"):
        answer = client.get(path, headers={"host": host})
        assert (answer.status_code, answer.json()["kind"]) == (403, "host")


@pytest.mark.parametrize(
    "host",
    ["localhost", "localhost:8642", "127.0.0.1:1", "[::1]:8642", "10.1.2.3", "testserver"],
)
def test_addresses_and_names_of_the_server_are_answered(client: TestClient, host: str) -> None:
    assert client.get("/api/health", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://testserver:81", "file://", "http://[", ""]
)
def test_pages_of_other_sites_may_not_use_the_server(client: TestClient, origin: str) -> None:
    wish = {"game": "hexifence", "seats": [PERSON, PERSON]}
    answer = client.post("/api/games", json=wish, headers={"origin": origin})
    assert (answer.status_code, answer.json()["kind"]) == (403, "origin")
    game = new_game(client)
    for path in (f"/api/games/{game['id']}/live", "/api/analysis"):
        with (
            pytest.raises(WebSocketDisconnect),
            client.websocket_connect(path, headers={"origin": origin}),
        ):
            pass


def test_the_servers_own_page_may(client: TestClient) -> None:
    wish = {"game": "hexifence", "seats": [PERSON, PERSON]}
    headers = {"origin": "http://testserver"}
    assert client.post("/api/games", json=wish, headers=headers).status_code == 201
    with client.websocket_connect("/api/analysis", headers=headers) as socket:
        socket.send_json({"type": "ping"})
        assert socket.receive_json() == {"type": "pong"}


def test_every_answer_forbids_what_the_page_does_not_need(client: TestClient) -> None:
    for path in ("/", "/api/catalogue", "/nowhere", "/openapi.json", "/api"):
        policy = client.get(path).headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
        assert "unsafe" not in policy
        assert client.get(path).headers["x-content-type-options"] == "nosniff"


def test_the_page_is_served_and_nothing_beside_it(client: TestClient) -> None:
    assert client.get("/").headers["content-type"].startswith("text/html")
    file = next(path.name for path in PAGE.iterdir() if path.suffix == ".js")
    assert client.get(f"/page/{file}").status_code == 200
    for path in ("/page/../server.py", "/page/%2e%2e/server.py", "/page/", "/page/none.js"):
        answer = client.get(path)
        assert (answer.status_code, answer.json()["kind"]) == (404, "not-found")
    assert client.post("/").status_code == 405


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[TestClient]:
    """A server that allows next to nothing."""
    with serving(
        tmp_path,
        request_bytes=1000,
        requests_a_second=0.001,
        request_burst=6,
        games_a_minute=0.001,
        game_burst=2,
        guest_places_each=1,
        messages_a_second=0.001,
        message_burst=3,
    ) as client:
        yield client


def test_requests_that_are_too_large_are_refused(strict: TestClient) -> None:
    answer = strict.post("/api/records", json={"text": "x" * 2000})
    assert (answer.status_code, answer.json()["kind"]) == (413, "too-large")


def test_a_body_of_unknown_length_is_cut_off(strict: TestClient) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(100):
            yield b"x" * 100

    headers = {"content-type": "application/json"}
    answer = strict.post("/api/records", content=endless(), headers=headers)
    assert 400 <= answer.status_code < 500


def test_too_many_requests_are_refused_for_a_while(strict: TestClient) -> None:
    answers = [strict.get("/api/health") for _ in range(8)]
    assert [answer.status_code for answer in answers] == [200] * 6 + [429] * 2
    assert int(answers[-1].headers["retry-after"]) > 0


def test_too_many_games_are_refused_for_a_while(strict: TestClient) -> None:
    wish = {"game": "hexifence", "size": "2", "seats": [PERSON, PERSON]}
    answers = [strict.post("/api/games", json=wish) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201, 201, 429]
    wait = int(answers[-1].headers["retry-after"])
    assert wait > 0
    assert answers[-1].json()["error"].endswith(f"try again in {wait} s.")


def test_who_is_refused_is_never_asked_to_wait_for_no_time(tmp_path: Path) -> None:
    with serving(tmp_path, requests_a_second=100.0, request_burst=1) as client:
        answers = [client.get("/api/health") for _ in range(20)]
    refused = [answer for answer in answers if answer.status_code == 429]
    assert refused
    assert all(int(answer.headers["retry-after"]) >= 1 for answer in refused)


def test_one_address_has_only_so_many_connections(strict: TestClient) -> None:
    with strict.websocket_connect("/api/analysis"):
        with (
            pytest.raises(WebSocketDisconnect) as closed,
            strict.websocket_connect("/api/analysis"),
        ):
            pass
        assert closed.value.code == 4429
    with strict.websocket_connect("/api/analysis") as socket:
        socket.send_json({"type": "ping"})
        assert socket.receive_json() == {"type": "pong"}


def test_a_connection_that_says_too_much_is_closed(strict: TestClient) -> None:
    with strict.websocket_connect("/api/analysis") as socket:
        for _ in range(4):
            socket.send_json({"type": "ping"})
        for _ in range(3):
            assert socket.receive_json() == {"type": "pong"}
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
        assert closed.value.code == 4429


def test_a_message_that_is_no_text_closes_the_connection(client: TestClient) -> None:
    with client.websocket_connect("/api/analysis") as socket:
        socket.send_bytes(b"\x00")
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
        assert closed.value.code == 4400


@pytest.mark.parametrize(
    "text", [b"\xff\xfe{", b"\xc0\x80", b"\xed\xa0\x80", b'{"type": "ping\xc3']
)
def test_a_frame_that_is_no_utf8_closes_its_connection_and_stays_out_of_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, text: bytes
) -> None:
    with (
        listening(tmp_path) as address,
        connect(f"{address.replace('http', 'ws')}/api/analysis") as socket,
    ):
        socket.send(text, text=True)
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=20)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1007
    assert caplog.text == ""


def test_a_flood_of_frames_that_are_no_messages_ends_its_connection_and_no_other(
    tmp_path: Path,
) -> None:
    with listening(tmp_path) as address, contextlib.ExitStack() as lines:
        place = f"{address.replace('http', 'ws')}/api/analysis"
        polite = lines.enter_context(connect(place))
        for first, again in (("89", "89"), ("8a", "8a"), ("01", "00")):  # pings, pongs, pieces
            begun, flood = (bytes.fromhex(f"{kind}8000000000") for kind in (first, again))
            rude = lines.enter_context(connect(place))
            with contextlib.suppress(OSError):
                rude.socket.sendall(begun + flood * 20_000)
            with pytest.raises(ConnectionClosed):
                rude.recv(timeout=60)
        polite.send('{"type": "ping"}')
        assert polite.recv(timeout=60) == '{"type":"pong"}'


def test_secrets_never_reach_the_log_or_the_database(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG), serving(tmp_path) as client:
        game = new_game(client)
        for token in (game["tokens"]["blue"], game["tokens"]["red"]):
            act(client, game["id"], token, action="move", move="a1")
        with watching(client, game["id"], game["tokens"]["red"]) as socket:
            socket.receive_json()
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    for token in game["tokens"].values():
        assert token not in caplog.text
        assert token.encode() not in kept
