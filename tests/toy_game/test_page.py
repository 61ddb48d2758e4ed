"""A game that the page has never heard of is offered, drawn and played there."""

from __future__ import annotations

from pathlib import Path

from starlette.testclient import TestClient

from tests.toy_game.position import NOUGHTS_AND_CROSSES, NoughtsAndCrosses
from tests.web.serving import PERSON, RANDOM, State, act, eventually, new_game, serving
from trivium.games.catalogue import GAMES

NAME = NOUGHTS_AND_CROSSES.name


def test_the_catalogue_offers_it_after_the_others(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        entries = client.get("/api/catalogue").json()["games"]
        described = client.get("/openapi.json").json()["components"]["schemas"]["Line"]
    assert [entry["name"] for entry in entries] == list(GAMES)
    toy = entries[-1]
    assert (toy["name"], toy["title"], toy["sizes"]) == (NAME, "Noughts and Crosses", ["3", "4"])
    assert "random" in [agent["name"] for agent in toy["agents"]]
    assert (toy["picture"], toy["features"], toy["editable"]) == ("plain", None, False)
    assert NAME in described["properties"]["game"]["enum"]


def test_its_board_has_a_cell_for_each_move(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        board = client.get(f"/api/boards/{NAME}/4").json()
        picture = client.get(f"/api/pictures/{NAME}.svg", params={"moves": "b2,a1"})
        lesson = client.get(f"/api/tutorials/{NAME}")
        edited = client.post("/api/positions", json={"game": NAME, "board": {"owners": {}}})
    assert (board["style"], board["clickable"]) == ("plain", "cells")
    names = [move.text for move in NoughtsAndCrosses(4).all_moves.values()]
    assert [(cell["id"], cell["name"]) for cell in board["cells"]] == list(enumerate(names))
    assert picture.text.startswith("<svg")
    assert (lesson.status_code, lesson.json()["kind"]) == (404, "not-found")
    assert (edited.status_code, edited.json()["kind"]) == (400, "bad-request")


def test_a_game_against_the_random_agent_is_played_to_its_end_and_stored(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        game = new_game(client, NAME, "3", seats=[PERSON, RANDOM])
        id, token = game["id"], game["tokens"]["blue"]
        state = game["state"]
        while state["ending"] is None:
            assert state["position"]["turn"] == "blue"
            move = state["position"]["legal"][0]
            assert move["place"] is not None
            answer = act(client, id, token, action="move", move=move["code"])
            assert answer.status_code == 200, answer.text
            state = _after_the_reply(client, id)
        owners = state["position"]["owners"]
        assert list(owners.values()).count("blue") == (len(state["moves"]) + 1) // 2
        record = client.get(f"/api/games/{id}/record").json()
        assert record["moves"] == [move["text"] for move in state["moves"]]
        stored = client.get("/api/stored", params={"game": NAME}).json()["games"]
        assert [(one["game"], one["reason"]) for one in stored] == [
            (NAME, state["ending"]["reason"])
        ]
        replayed = client.get(f"/api/stored/{stored[0]['number']}").json()
        assert [move["text"] for move in replayed["moves"]] == record["moves"]


def _after_the_reply(client: TestClient, id: str) -> State:
    """Wait until the person is to move again, or the game is over."""

    def state() -> State:
        return dict(client.get(f"/api/games/{id}").json())

    def is_answered() -> bool:
        now = state()
        return now["ending"] is not None or now["position"]["turn"] == "blue"

    assert eventually(is_answered)
    return state()
