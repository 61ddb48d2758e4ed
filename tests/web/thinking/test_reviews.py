"""Reviews: every move of a game, with what was better, as long as somebody listens."""

from __future__ import annotations

from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession

from tests.web.serving import eventually


def reviewed(socket: WebSocketTestSession, **line: Any) -> list[dict[str, Any]]:
    """All messages of a review."""
    socket.send_json({"type": "review", "ref": 3, "seconds": 0.05} | line)
    messages: list[dict[str, Any]] = []
    while not messages or messages[-1].get("phase") not in (None, "done"):
        messages.append(socket.receive_json())
    return messages


def test_every_move_is_judged_and_a_gift_is_a_blunder(client: TestClient) -> None:
    moves = ["b1", "d3", "a2", "b3", "c2", "d1", "e2"]
    line = {"game": "dots-and-boxes", "size": "1x2", "moves": moves}
    with client.websocket_connect("/api/reviews") as socket:
        messages = reviewed(socket, **line)
    judged = [move for message in messages for move in message["moves"]]
    assert [move["ply"] for move in judged] == list(range(1, len(moves) + 1))
    assert [move["move"]["text"] for move in judged] == moves
    points = [point["ply"] for message in messages for point in message["graph"]]
    assert points == list(range(len(moves) + 1))
    gift = judged[3]
    assert (gift["by"], gift["judgement"]) == ("red", "blunder")
    assert gift["better"]["text"] != "b3"
    assert gift["line"][0] == gift["better"]
    assert gift["text"].startswith(f"{gift['better']['text']} was better")
    assert gift["before"]["exact"]
    assert messages[-1]["summary"]["red"]["blunder"] >= 1
    assert messages[-1]["done"] == messages[-1]["total"] == len(moves)


def test_a_game_without_moves_cannot_be_reviewed(client: TestClient) -> None:
    with client.websocket_connect("/api/reviews") as socket:
        refused = reviewed(socket, game="cachex", size="5")[-1]
    assert (refused["type"], refused["ref"]) == ("refused", 3)
    assert refused["error"] == "There is no move to review yet."


def test_a_review_stops_when_its_listener_leaves(client: TestClient) -> None:
    moves = ["b2", "d3", "c3", "c4", "d2", "e2"]
    with client.websocket_connect("/api/reviews") as socket:
        socket.send_json(
            {"type": "review", "game": "cachex", "size": "7", "moves": moves, "seconds": 2}
        )
        while socket.receive_json()["done"] < 1:
            pass
    assert eventually(lambda: client.get("/api/health").json()["searches"] == 0)
