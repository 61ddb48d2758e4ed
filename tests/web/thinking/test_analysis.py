"""Analyses: streamed while somebody listens, exact where that is known."""

from __future__ import annotations

from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession

from tests.web.serving import eventually
from trivium.games.hexifence.position import Hexifence
from trivium.solve.tables import hexifence_two


def ask(socket: WebSocketTestSession, **wish: Any) -> None:
    socket.send_json({"type": "analyse", "ref": 1, "seconds": 0.5} | wish)


def last(socket: WebSocketTestSession) -> dict[str, Any]:
    """The message that an analysis ends with."""
    while True:
        message = socket.receive_json()
        if message["type"] == "refused" or message["phase"] == "done":
            return dict(message)


def test_lines_come_with_scores_and_legal_moves(client: TestClient) -> None:
    with client.websocket_connect("/api/analysis") as socket:
        ask(socket, game="cachex", size="5", moves=["b2", "d3"], lines=2)
        found = last(socket)
    assert found["ply"] == 2
    assert found["depth"] >= 1
    assert found["nodes"] > 0
    first, second = found["lines"]
    assert first["move"]["code"] != second["move"]["code"]
    assert first["line"][0] == first["move"]
    assert first["score"]["pov"] == "red"
    assert found["score"] == first["score"]
    moves = ["b2", "d3", *(move["text"] for move in first["line"])]
    replayed = client.post("/api/positions", json={"game": "cachex", "size": "5", "moves": moves})
    assert replayed.status_code == 200


def test_every_edge_of_hexifence_2_has_its_exact_value(client: TestClient) -> None:
    position = Hexifence(2)
    for move in ("a1", "d3", "c4"):
        position.push(move)
    with client.websocket_connect("/api/analysis") as socket:
        ask(socket, game="hexifence", size="2", moves=["a1", "d3", "c4"])
        found = last(socket)
    expected = hexifence_two.move_values(position.kernel)
    assert {value["code"]: value["value"] for value in found["values"]} == expected
    assert found["solved"]
    best = max(expected.values())
    assert {v["code"] for v in found["values"] if v["best"]} == {
        code for code, value in expected.items() if value == best
    }
    assert found["score"]["exact"]
    assert found["score"]["points"] == best


def test_what_only_simulated_games_say_is_told_as_an_estimate_and_not_in_cells(
    client: TestClient,
) -> None:
    with client.websocket_connect("/api/analysis") as socket:
        ask(socket, game="hexifence", size="4", moves=["a1"], lines=2)
        found = last(socket)
    assert not found["solved"] and not found["values"]
    for line in found["lines"]:
        score = line["score"]
        assert not score["exact"] and score["winner"] is None
        assert 0 <= score["share"] <= 1
        assert score["pov"] == "red" and score["bar"] == -score["points"]
        percent = f"{100 * max(score['share'], 1 - score['share']):.0f} %"
        leader = "Red" if score["share"] >= 0.5 else "Blue"
        assert score["text"] == f"{leader} wins {percent} of simulated games (estimate)"


def test_a_late_position_of_a_larger_board_is_solved_too(client: TestClient) -> None:
    with client.websocket_connect("/api/analysis") as socket:
        ask(socket, game="dots-and-boxes", size="2x3", moves=["b1", "d3"], seconds=60)
        found = last(socket)
    assert found["solved"]
    assert len(found["values"]) == 15
    assert found["score"]["winner"] in ("blue", "red", None)


def test_the_bar_is_that_of_the_player_who_began(client: TestClient) -> None:
    taken = ["a1", "b1", "a2", "c2", "b3", "c3"]
    with client.websocket_connect("/api/analysis") as socket:
        ask(socket, game="hexifence", size="1", moves=taken[:5])
        found = last(socket)
    assert (found["score"]["pov"], found["score"]["winner"]) == ("red", "red")
    assert found["score"]["bar"] == -1


def test_a_finished_game_has_a_result_instead_of_lines(client: TestClient) -> None:
    with client.websocket_connect("/api/analysis") as socket:
        ask(socket, game="hexifence", size="1", moves=list(range(6)))
        found = last(socket)
    assert found["lines"] == []
    assert found["score"]["text"] == "Red wins (cells)"


def test_a_new_request_ends_the_one_before(client: TestClient) -> None:
    with client.websocket_connect("/api/analysis") as socket:
        ask(socket, game="watch-your-back", seconds=600)
        assert socket.receive_json()["ref"] == 1
        ask(socket, ref=2, game="hexifence", size="2")
        while (message := socket.receive_json())["ref"] == 1:
            assert message["phase"] != "done"
        assert last(socket)["ref"] == 2


def test_a_search_stops_when_its_listener_leaves_or_says_so(client: TestClient) -> None:
    def idle() -> bool:
        return bool(client.get("/api/health").json()["searches"] == 0)

    for farewell in ({"type": "stop"}, None):
        with client.websocket_connect("/api/analysis") as socket:
            ask(socket, game="watch-your-back", seconds=600)
            while socket.receive_json()["depth"] < 2:
                pass
            assert not idle()
            if farewell:
                socket.send_json(farewell)
                assert eventually(idle)
        assert eventually(idle)


def test_what_is_wrong_with_a_position_is_told_and_the_connection_stays(
    client: TestClient,
) -> None:
    with client.websocket_connect("/api/analysis") as socket:
        ask(socket, game="cachex", moves=["zz"])
        refused = last(socket)
        assert (refused["ref"], refused["kind"]) == (1, "bad-request")
        assert refused["error"].startswith("Move 1: 'zz' is not a move of this game")
        socket.send_text("{")
        assert socket.receive_json()["type"] == "refused"
        ask(socket, game="hexifence", size="2")
        assert last(socket)["phase"] == "done"


def test_a_search_gets_no_more_time_than_the_server_allows(client: TestClient) -> None:
    limits = client.get("/api/catalogue").json()["limits"]
    assert limits["analysis_seconds"] == 60
    with client.websocket_connect("/api/analysis") as socket:
        ask(socket, game="hexifence", seconds=10_000)
        assert last(socket)["type"] == "refused"
