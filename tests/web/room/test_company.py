"""Two persons at a table: draws by agreement, phrases, names, and what makes a game casual."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

import pytest
from starlette.testclient import TestClient

from tests.web.serving import PERSON, RANDOM, act, new_game, serving, state_when, watching
from trivium.web.messages import Phrase

DRAWABLE = {"game": "dots-and-boxes", "size": "2x2"}


def colours(game: dict[str, Any]) -> list[str]:
    return [game["tokens"][colour] for colour in ("blue", "red")]


def test_two_persons_agree_on_a_draw_and_the_record_says_so(client: TestClient) -> None:
    game = new_game(client, **DRAWABLE)
    blue, red = colours(game)
    act(client, game["id"], blue, action="move", move="b1")
    offered = act(client, game["id"], red, action="draw").json()
    assert offered["offers"] == [{"kind": "draw", "by": "red"}]
    agreed = act(client, game["id"], blue, action="accept").json()
    assert agreed["ending"] == {
        "winner": None,
        "reason": "agreement",
        "text": "Draw (agreement)",
    }
    record = client.get(f"/api/games/{game['id']}/record").text
    assert json.loads(record)["fault"] is None
    read = client.post("/api/records", json={"text": record}).json()
    assert read["problems"] == [] and read["games"][0]["ending"]["reason"] == "agreement"


def test_a_draw_is_offered_once_until_a_move_is_made(client: TestClient) -> None:
    game = new_game(client, **DRAWABLE)
    blue, red = colours(game)
    act(client, game["id"], blue, action="draw")
    assert act(client, game["id"], red, action="decline").status_code == 200
    again = act(client, game["id"], blue, action="draw")
    assert (again.status_code, again.json()["kind"]) == (409, "conflict")
    act(client, game["id"], blue, action="move", move="b1")
    assert act(client, game["id"], blue, action="draw").status_code == 200
    assert act(client, game["id"], red, action="draw").json()["ending"]["winner"] is None


@pytest.mark.parametrize(
    ("wish", "can"),
    [
        ({"game": "hexifence", "size": "2"}, False),
        ({"game": "dots-and-boxes", "size": "3x3"}, False),
        ({"game": "dots-and-boxes", "size": "2x3"}, True),
        ({"game": "cachex", "size": "5"}, True),
        ({"game": "watch-your-back", "size": "8"}, True),
        ({"game": "cachex", "size": "5", "seats": [PERSON, RANDOM]}, False),
    ],
    ids=str,
)
def test_draws_are_agreed_on_where_a_game_may_end_in_one(
    client: TestClient, wish: dict[str, Any], can: bool
) -> None:
    game = new_game(client, **wish)
    first = game["state"]["seats"][0]["colour"]
    assert game["state"]["drawable"] is can
    answer = act(client, game["id"], game["tokens"][first], action="draw")
    assert answer.status_code == (200 if can else 400), answer.text


def test_phrases_reach_everybody_in_the_room_and_nothing_is_stored(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        game = new_game(client)
        blue, red = colours(game)
        with watching(client, game["id"], red) as other, watching(client, game["id"]) as spectator:
            assert act(client, game["id"], blue, action="say", phrase="hello").status_code == 200
            for socket in (other, spectator):
                (said,) = state_when(socket, lambda state: bool(state["said"]))["said"]
                assert (said["by"], said["phrase"]) == ("blue", "hello")
        assert client.get(f"/api/games/{game['id']}").json()["version"] == game["state"]["version"]
    with serving(tmp_path) as client:
        assert client.get(f"/api/games/{game['id']}").json()["said"] == []


def test_only_players_speak_only_phrases_and_not_for_ever(client: TestClient) -> None:
    game = new_game(client)
    blue, red = colours(game)
    stranger = act(client, game["id"], "not a secret", action="say", phrase="hello")
    assert (stranger.status_code, stranger.json()["kind"]) == (403, "seat")
    for words in ("You are a fool", "", "HELLO", "hello ", 3, None, ["hello"], "x" * 10_000):
        assert act(client, game["id"], blue, action="say", phrase=words).status_code == 400
    answers = [act(client, game["id"], blue, action="say", phrase="oops") for _ in range(7)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 2
    assert int(answers[-1].headers["retry-after"]) > 0
    assert act(client, game["id"], red, action="say", phrase="bye").status_code == 200
    assert len(client.get(f"/api/games/{game['id']}").json()["said"]) == 6


def test_nobody_speaks_to_a_computer_or_to_themselves(client: TestClient) -> None:
    alone = new_game(client, seats=[PERSON, RANDOM])
    assert act(client, alone["id"], alone["tokens"]["blue"], action="say", phrase="hello")
    both = new_game(client)
    answer = act(client, both["id"], *colours(both), action="say", phrase="hello")
    assert answer.status_code == 400


def test_only_the_last_phrases_are_kept(tmp_path: Path) -> None:
    with serving(tmp_path, phrase_burst=100) as client:
        game = new_game(client)
        for phrase in get_args(Phrase):
            act(client, game["id"], game["tokens"]["blue"], action="say", phrase=phrase)
        said = client.get(f"/api/games/{game['id']}").json()["said"]
        assert [one["phrase"] for one in said] == list(get_args(Phrase))[-8:]
        assert [one["number"] for one in said] == list(range(3, 11))


def test_who_was_invited_says_once_what_they_are_called(client: TestClient) -> None:
    game = new_game(client, seats=[{"kind": "person", "name": "Ann"}, PERSON])
    blue, red = colours(game)
    named = act(client, game["id"], red, action="name", name=" Bob ").json()
    assert [seat["name"] for seat in named["seats"]] == ["Ann", "Bob"]
    for token, name in ((red, "Eve"), (blue, "Eve"), ("not a secret", "Eve")):
        assert act(client, game["id"], token, action="name", name=name).status_code in (403, 409)


@pytest.mark.parametrize("name", ["", "  ", "\u202eann", "a\nb", "x" * 61, 7, None])
def test_names_are_letters_that_can_be_seen(client: TestClient, name: object) -> None:
    game = new_game(client)
    answer = act(client, game["id"], game["tokens"]["red"], action="name", name=name)
    assert answer.status_code == 400


def test_take_backs_changed_sides_and_other_beginnings_make_a_game_casual(
    client: TestClient,
) -> None:
    game = new_game(client, seats=[PERSON, RANDOM])
    assert not game["state"]["casual"]
    moved = act(client, game["id"], game["tokens"]["blue"], action="move", move="a1").json()
    assert not moved["casual"]
    assert act(client, game["id"], game["tokens"]["blue"], action="takeback").json()["casual"]
    after = act(client, game["id"], game["tokens"]["blue"], action="rematch").json()["next"]
    assert not client.get(f"/api/games/{after}").json()["casual"], "the next game is another"
    other = new_game(client, seats=[PERSON, RANDOM])
    assert act(client, other["id"], other["tokens"]["blue"], action="sides").json()["casual"]
    assert new_game(client, moves=["a1"])["state"]["casual"]
    for start, casual in ((moved["position"]["text"], True), (game["state"]["start"], False)):
        wish: dict[str, Any] = {"start": start, "size": None}
        assert new_game(client, **wish)["state"]["casual"] is casual


def test_the_colours_change_in_a_rematch_and_the_secrets_stay(client: TestClient) -> None:
    game = new_game(client)
    blue, red = colours(game)
    act(client, game["id"], blue, action="resign")
    act(client, game["id"], red, action="rematch")
    after = act(client, game["id"], blue, action="accept").json()["next"]
    assert act(client, after, red, action="move", move="a1").status_code == 200


@pytest.mark.parametrize(
    "text", ["", "javascript:alert(1)", "http://a b", "http://ä", "http://" + "x" * 300, 5]
)
def test_only_links_become_qr_codes(client: TestClient, text: object) -> None:
    assert client.post("/api/qr", json={"text": text}).status_code == 400


def test_a_qr_code_is_a_picture_that_nobody_keeps(client: TestClient) -> None:
    answer = client.post("/api/qr", json={"text": "http://testserver/#/game/x/secret"})
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.headers["cache-control"] == "no-store"
    assert answer.text.startswith("<?xml") or answer.text.startswith("<svg")
    assert "secret" not in answer.text
