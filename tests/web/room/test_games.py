"""Games on the page: seats, moves, and all that people do at a table."""

from __future__ import annotations

import json
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tests.web.serving import (
    PERSON,
    RANDOM,
    act,
    answer_to,
    new_game,
    state_when,
    watching,
)


def test_a_move_needs_the_secret_of_the_seat_that_is_to_move(client: TestClient) -> None:
    game = new_game(client)
    blue, red = game["tokens"]["blue"], game["tokens"]["red"]
    for tokens in ((), (red,), ("nonsense",), (game["tokens"]["host"],)):
        refused = act(client, game["id"], *tokens, action="move", move="a1")
        assert (refused.status_code, refused.json()["kind"]) == (403, "seat")
    state = act(client, game["id"], blue, action="move", move="a1").json()
    assert [move["text"] for move in state["moves"]] == ["a1"]
    assert state["position"]["turn"] == "red"


def test_secrets_are_told_only_to_who_begins_the_game(client: TestClient) -> None:
    game = new_game(client)
    assert set(game["tokens"]) == {"blue", "red", "host"}
    assert len(set(game["tokens"].values())) == 3
    assert all(len(token) >= 32 for token in game["tokens"].values())
    seen = client.get(f"/api/games/{game['id']}").text
    assert not any(token in seen for token in game["tokens"].values())


def test_links_carry_their_secret_in_the_fragment(client: TestClient) -> None:
    game = new_game(client)
    for colour in ("blue", "red"):
        path, _, fragment = game["links"][colour].partition("#")
        assert path == "/"
        assert game["tokens"][colour] in fragment
    assert not any(token in game["links"]["watch"] for token in game["tokens"].values())


def test_a_move_for_another_ply_is_refused(client: TestClient) -> None:
    game = new_game(client)
    blue = game["tokens"]["blue"]
    late = act(client, game["id"], blue, action="move", move="a1", ply=3)
    assert (late.status_code, late.json()["kind"]) == (409, "conflict")


@pytest.mark.parametrize("move", ["zz99", "", 10_000, "a1 a1"])
def test_nonsense_for_a_move_is_refused_and_changes_nothing(
    client: TestClient, move: int | str
) -> None:
    game = new_game(client)
    answer = act(client, game["id"], game["tokens"]["blue"], action="move", move=move)
    assert answer.status_code == 400
    assert answer.json()["error"]
    assert client.get(f"/api/games/{game['id']}").json()["version"] == 0


def test_an_illegal_move_is_named_as_such(client: TestClient) -> None:
    game = new_game(client)
    blue, red = game["tokens"]["blue"], game["tokens"]["red"]
    act(client, game["id"], blue, action="move", move="a1")
    answer = act(client, game["id"], red, action="move", move="a1")
    assert answer.json() == {
        "error": "a1 is not possible: the edge is already claimed.",
        "kind": "illegal-move",
    }


def test_an_agent_answers_by_itself(client: TestClient) -> None:
    game = new_game(client, seats=[PERSON, {"kind": "level", "level": 1}])
    with watching(client, game["id"], game["tokens"]["blue"]) as socket:
        socket.send_json({"type": "act", "ref": 1, "do": {"action": "move", "move": "a1"}})
        state = state_when(socket, lambda state: len(state["moves"]) == 2)
    assert [move["by"] for move in state["moves"]] == ["blue", "red"]
    assert state["moves"][1]["info"]
    assert state["seats"][1]["level"] == 1


def test_an_agent_that_begins_moves_first(client: TestClient) -> None:
    game = new_game(client, seats=[RANDOM, PERSON])
    with watching(client, game["id"]) as socket:
        state = state_when(socket, lambda state: len(state["moves"]) == 1)
    assert state["position"]["turn"] == "red"


def test_all_connections_see_every_change(client: TestClient) -> None:
    game = new_game(client)
    tokens, id = game["tokens"], game["id"]
    with watching(client, id, tokens["blue"]) as blue, watching(client, id, tokens["red"]) as red:
        assert state_when(blue, lambda state: bool(state["you"]))["you"] == ["blue"]
        assert state_when(red, lambda state: bool(state["you"]))["you"] == ["red"]
        blue.send_json({"type": "act", "ref": 7, "do": {"action": "move", "move": "d1"}})
        for socket in (blue, red):
            state = state_when(socket, lambda state: state["version"] == 1)
            assert state["moves"][0]["text"] == "d1"
        red.send_json({"type": "act", "ref": 8, "do": {"action": "move", "move": "d1"}})
        refused = answer_to(red, 8)
        assert (refused["type"], refused["kind"]) == ("refused", "illegal-move")


def test_who_is_there_is_shown(client: TestClient) -> None:
    game = new_game(client)
    with watching(client, game["id"], game["tokens"]["blue"]) as socket:
        state = state_when(socket, lambda state: True)
        assert [seat["present"] for seat in state["seats"]] == [True, False]
        with watching(client, game["id"]):
            assert state_when(socket, lambda state: state["spectators"] == 1)
        assert state_when(socket, lambda state: state["spectators"] == 0)


def test_a_connection_to_no_game_is_closed_with_its_own_code(client: TestClient) -> None:
    with client.websocket_connect("/api/games/nowhere/live") as socket:
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
        assert closed.value.code == 4404


def test_pings_are_answered(client: TestClient) -> None:
    game = new_game(client)
    with client.websocket_connect(f"/api/games/{game['id']}/live") as socket:
        socket.send_json({"type": "ping"})
        assert socket.receive_json() == {"type": "pong"}


def test_a_game_played_to_its_end_is_stored_as_a_record(client: TestClient) -> None:
    game = new_game(client, size="1")
    state = game["state"]
    while state["ending"] is None:
        token = game["tokens"][state["position"]["turn"]]
        move = state["position"]["legal"][0]["code"]
        state = act(client, game["id"], token, action="move", move=move).json()
    assert state["ending"]["reason"] == "cells"
    stored = client.get("/api/stored", params={"event": "web", "size": "1"}).json()["games"]
    assert stored[0]["players"] == ["Guest (guest)", "Guest (guest)"]
    over = act(client, game["id"], game["tokens"]["blue"], action="resign")
    assert (over.status_code, over.json()["kind"]) == (409, "conflict")


def test_the_record_of_a_game_tells_the_version_of_an_agent_and_none_of_a_person(
    client: TestClient,
) -> None:
    game = new_game(client, seats=[PERSON, RANDOM])
    text = client.get(f"/api/games/{game['id']}/record").text
    person, agent = json.loads(text)["players"]
    assert agent["version"] and "version" not in person


def test_resigning_loses(client: TestClient) -> None:
    game = new_game(client)
    state = act(client, game["id"], game["tokens"]["red"], action="resign").json()
    assert state["ending"] == {
        "winner": "blue",
        "reason": "resignation",
        "text": "Blue wins (resignation)",
    }


def test_one_takes_back_at_once_against_an_agent(client: TestClient) -> None:
    game = new_game(client, seats=[PERSON, RANDOM])
    blue = game["tokens"]["blue"]
    with watching(client, game["id"], blue) as socket:
        socket.send_json({"type": "act", "ref": 1, "do": {"action": "move", "move": "a1"}})
        state_when(socket, lambda state: len(state["moves"]) == 2)
        socket.send_json({"type": "act", "ref": 2, "do": {"action": "takeback"}})
        state = state_when(socket, lambda state: not state["moves"])
    assert state["position"]["turn"] == "blue"
    assert not state["position"]["owners"]


def test_another_person_has_to_agree_to_a_take_back(client: TestClient) -> None:
    game = new_game(client)
    id, blue, red = game["id"], game["tokens"]["blue"], game["tokens"]["red"]
    act(client, id, blue, action="move", move="a1")
    act(client, id, red, action="move", move="b1")
    state = act(client, id, blue, action="takeback").json()
    assert state["offers"] == [{"kind": "takeback", "by": "blue"}]
    assert len(state["moves"]) == 2
    assert act(client, id, blue, action="accept").status_code == 409, "not one's own offer"
    assert act(client, id, red, action="decline").json()["offers"] == []
    act(client, id, blue, action="takeback")
    assert act(client, id, red, action="accept").json()["moves"] == []


def test_a_move_withdraws_offers(client: TestClient) -> None:
    game = new_game(client)
    id, blue, red = game["id"], game["tokens"]["blue"], game["tokens"]["red"]
    act(client, id, blue, action="move", move="a1")
    act(client, id, blue, action="takeback")
    assert act(client, id, red, action="move", move="b1").json()["offers"] == []


def test_who_holds_both_seats_takes_back_one_move_without_asking(client: TestClient) -> None:
    game = new_game(client)
    id, both = game["id"], (game["tokens"]["blue"], game["tokens"]["red"])
    for move in ("a1", "b1"):
        act(client, id, *both, action="move", move=move)
    state = act(client, id, *both, action="takeback").json()
    assert [move["text"] for move in state["moves"]] == ["a1"]


def test_without_a_move_there_is_nothing_to_take_back(client: TestClient) -> None:
    game = new_game(client, seats=[PERSON, RANDOM])
    answer = act(client, game["id"], game["tokens"]["blue"], action="takeback")
    assert answer.json()["error"] == "You have no move to take back."


def test_changing_sides_exchanges_the_seats(client: TestClient) -> None:
    game = new_game(client, seats=[PERSON, RANDOM])
    token = game["tokens"]["blue"]
    with watching(client, game["id"], token) as socket:
        socket.send_json({"type": "act", "ref": 1, "do": {"action": "sides"}})
        state = state_when(socket, lambda state: len(state["moves"]) == 1)
    assert state["you"] == ["red"]
    assert state["moves"][0]["by"] == "blue"
    assert [seat["kind"] for seat in state["seats"]] == ["agent", "person"]


def test_a_rematch_is_a_new_game_for_the_same_secrets(client: TestClient) -> None:
    game = new_game(client, seats=[PERSON, RANDOM])
    token = game["tokens"]["blue"]
    act(client, game["id"], token, action="resign")
    following = act(client, game["id"], token, action="rematch").json()["next"]
    assert following != game["id"]
    with watching(client, following, token) as socket:
        state = state_when(socket, lambda state: len(state["moves"]) == 1)
    assert state["you"] == ["red"], "sides are exchanged"
    again = act(client, game["id"], token, action="rematch")
    assert again.status_code == 409


def test_two_persons_agree_on_a_rematch(client: TestClient) -> None:
    game = new_game(client)
    id, blue, red = game["id"], game["tokens"]["blue"], game["tokens"]["red"]
    assert act(client, id, blue, action="rematch").status_code == 409, "the game is going on"
    act(client, id, blue, action="resign")
    assert act(client, id, blue, action="rematch").json()["next"] is None
    assert act(client, id, red, action="rematch").json()["next"]


def test_two_agents_play_while_somebody_watches_and_can_be_paused_and_stepped(
    client: TestClient,
) -> None:
    game = new_game(client, seats=[RANDOM, RANDOM], pace=0)
    id, host = game["id"], game["tokens"]["host"]
    assert set(game["tokens"]) == {"host"}
    assert client.get(f"/api/games/{id}").json()["moves"] == []
    paused = act(client, id, host, action="pause").json()
    assert paused["paused"]
    assert act(client, id, action="resume").status_code == 403
    with watching(client, id, host) as socket:
        assert state_when(socket, lambda state: True)["moves"] == []
        socket.send_json({"type": "act", "ref": 1, "do": {"action": "step"}})
        assert len(state_when(socket, lambda state: bool(state["moves"]))["moves"]) == 1
        socket.send_json({"type": "act", "ref": 2, "do": {"action": "pace", "pace": 0.001}})
        socket.send_json({"type": "act", "ref": 3, "do": {"action": "resume"}})
        state = state_when(socket, lambda state: state["ending"] is not None)
    assert len(state["moves"]) == 30


def test_a_game_with_a_person_cannot_be_paused(client: TestClient) -> None:
    game = new_game(client)
    assert act(client, game["id"], game["tokens"]["host"], action="pause").status_code == 409


def test_a_clock_runs_from_the_first_move_on(client: TestClient) -> None:
    game = new_game(client, clock={"seconds": 100, "increment": 5})
    assert game["state"]["clock"]["running"] is None
    id, blue = game["id"], game["tokens"]["blue"]
    clock = act(client, id, blue, action="move", move="a1").json()["clock"]
    assert clock["running"] == "red"
    assert clock["left"]["blue"] == 100, "the first move is free"
    clock = act(client, id, game["tokens"]["red"], action="move", move="b1").json()["clock"]
    assert clock["running"] == "blue"
    assert 100 < clock["left"]["red"] <= 105


def test_who_oversteps_the_time_loses(client: TestClient) -> None:
    game = new_game(client, clock={"seconds": 0.05, "increment": 0})
    with watching(client, game["id"], game["tokens"]["blue"]) as socket:
        socket.send_json({"type": "act", "ref": 1, "do": {"action": "move", "move": "a1"}})
        state = state_when(socket, lambda state: state["ending"] is not None)
    assert state["ending"]["text"] == "Blue wins (time)"
    assert state["clock"]["left"]["red"] == 0


def test_agents_play_by_the_clock(client: TestClient) -> None:
    game = new_game(client, seats=[PERSON, RANDOM], clock={"seconds": 60, "increment": 0})
    with watching(client, game["id"], game["tokens"]["blue"]) as socket:
        socket.send_json({"type": "act", "ref": 1, "do": {"action": "move", "move": "a1"}})
        state = state_when(socket, lambda state: len(state["moves"]) == 2)
    assert state["clock"]["left"]["red"] <= 60


def test_a_game_can_begin_from_any_position(client: TestClient) -> None:
    game = new_game(client, "cachex", "5", moves=["b4", "steal"])
    assert [move["by"] for move in game["state"]["moves"]] == ["red", "blue"]
    assert game["state"]["position"]["owners"] == {"8": "blue"}
    text = game["state"]["position"]["text"]
    again = new_game(client, "cachex", "5", start=text)
    assert again["state"]["position"]["turn"] == "red"
    assert again["state"]["moves"] == []


def test_a_finished_position_is_no_beginning(client: TestClient) -> None:
    moves = list(range(6))
    wish = {"game": "hexifence", "size": "1", "moves": moves, "seats": [PERSON, PERSON]}
    answer = client.post("/api/games", json=wish)
    assert (answer.status_code, answer.json()["kind"]) == (409, "conflict")


@pytest.mark.parametrize(
    "agent",
    [
        "nobody",
        "human",
        "champion:memory=100000",
        "champion:threads=64",
        "mcts:megabytes=9999",
        "mcts:seed=1e400",
        "random:seed=99999999999999999999",
        "gtp:reboot",
        "champion:=,=,:",
        "mcts:simulations=200001",
        "mcts:playout=10001",
        "mcts:exploration=nan",
    ],
)
def test_agents_that_guests_may_not_choose_are_refused(client: TestClient, agent: str) -> None:
    seats: list[dict[str, Any]] = [PERSON, {"kind": "agent", "agent": agent}]
    answer = client.post("/api/games", json={"game": "hexifence", "seats": seats})
    assert answer.status_code == 400
    assert answer.json()["error"]


def test_no_agent_reads_a_file_that_a_guest_names(client: TestClient) -> None:
    seats = [PERSON, {"kind": "agent", "agent": "champion:weights=/etc/passwd"}]
    answer = client.post("/api/games", json={"game": "watch-your-back", "seats": seats})
    assert answer.json()["error"] == "weights cannot be set here."


def test_an_agent_that_fails_is_told_and_the_game_can_be_taken_back(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    game = new_game(client, seats=[PERSON, RANDOM])
    monkeypatch.setattr("trivium.agents.simple.RandomAgent.choose", fail)
    with watching(client, game["id"], game["tokens"]["blue"]) as socket:
        socket.send_json({"type": "act", "ref": 1, "do": {"action": "move", "move": "a1"}})
        state = state_when(socket, lambda state: state["problem"] is not None)
        assert "ZeroDivisionError" in state["problem"]
        monkeypatch.undo()
        socket.send_json({"type": "act", "ref": 2, "do": {"action": "takeback"}})
        state = state_when(socket, lambda state: state["problem"] is None)
        assert state["moves"] == []
        socket.send_json({"type": "act", "ref": 3, "do": {"action": "move", "move": "a1"}})
        assert state_when(socket, lambda state: len(state["moves"]) == 2)


def test_the_record_of_a_game_can_be_downloaded_at_any_time(client: TestClient) -> None:
    game = new_game(client)
    act(client, game["id"], game["tokens"]["blue"], action="move", move="a1")
    answer = client.get(f"/api/games/{game['id']}/record")
    assert answer.headers["content-disposition"].endswith('.jsonl"')
    read = client.post("/api/records", json={"text": answer.text}).json()
    assert [move["text"] for move in read["games"][0]["moves"]] == ["a1"]
    assert read["problems"] == []
