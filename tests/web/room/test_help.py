"""Help is for who plays against the computer and is to move, and for nobody else."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.web.serving import PERSON, RANDOM, act, new_game

COMPUTER = [PERSON, RANDOM]


def help_with(client: TestClient, what: str, id: str, *tokens: str, **wish: Any) -> Any:
    headers = {"Accept-Language": wish.pop("language", "en")}
    body = {"tokens": list(tokens)} | wish
    return client.post(f"/api/games/{id}/{what}", json=body, headers=headers)


def test_who_is_to_move_gets_an_idea_a_move_and_why(client: TestClient) -> None:
    game = new_game(client, seats=COMPUTER)
    hint = help_with(client, "hints", game["id"], game["tokens"]["blue"]).json()
    assert hint["ply"] == 0
    assert hint["idea"] == "A safe edge lets nothing be captured: 30 are left."
    assert hint["move"]["text"] and hint["why"][0].startswith("It is safe")


def test_help_is_said_in_the_language_of_the_page(client: TestClient) -> None:
    game = new_game(client, seats=COMPUTER)
    token = game["tokens"]["blue"]
    hint = help_with(client, "hints", game["id"], token, language="de").json()
    assert hint["idea"].startswith("Nach einer sicheren Kante")
    levels = client.get("/api/catalogue", headers={"Accept-Language": "de"}).json()["games"][0]
    assert levels["levels"][-1]["title"].startswith("Der Meister")


@pytest.mark.parametrize("what", ["hints", "warnings"])
def test_nobody_else_is_helped(client: TestClient, what: str) -> None:
    wish = {"move": "a1"} if what == "warnings" else {}
    game = new_game(client, seats=COMPUTER)
    for tokens in ((), ("nonsense",)):
        refused = help_with(client, what, game["id"], *tokens, **wish)
        assert (refused.status_code, refused.json()["kind"]) == (403, "seat")
    friends = new_game(client)
    refused = help_with(client, what, friends["id"], friends["tokens"]["blue"], **wish)
    assert refused.status_code == 403 and "against the computer" in refused.json()["error"]
    alone = help_with(client, what, friends["id"], *friends["tokens"].values(), **wish)
    assert alone.status_code == 403


def test_a_game_that_is_over_needs_no_help(client: TestClient) -> None:
    game = new_game(client, seats=COMPUTER)
    act(client, game["id"], game["tokens"]["blue"], action="resign")
    refused = help_with(client, "hints", game["id"], game["tokens"]["blue"])
    assert refused.status_code == 409


def test_a_warning_tells_whether_a_move_is_a_blunder(client: TestClient) -> None:
    game = new_game(client, seats=COMPUTER)
    fine = help_with(client, "warnings", game["id"], game["tokens"]["blue"], move="a1").json()
    assert fine["move"]["text"] == "a1" and fine["ply"] == 0
    nonsense = help_with(client, "warnings", game["id"], game["tokens"]["blue"], move="zz")
    assert nonsense.status_code == 400


@pytest.mark.parametrize(("what", "wish"), [("hints", {}), ("warnings", {"move": "a1"})])
def test_a_game_with_help_is_casual(client: TestClient, what: str, wish: dict[str, Any]) -> None:
    game = new_game(client, seats=COMPUTER)
    help_with(client, what, game["id"], "nonsense", **wish)
    assert not client.get(f"/api/games/{game['id']}").json()["casual"]
    help_with(client, what, game["id"], game["tokens"]["blue"], **wish)
    assert client.get(f"/api/games/{game['id']}").json()["casual"]
