"""Open challenges: posted by some, taken up by others, gone with who posted them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from tests.web.serving import act, eventually, serving
from trivium.web import messages as m
from trivium.web.guard import TooMany
from trivium.web.room.challenges import Begin, Challenges, Visitor
from trivium.web.room.lobby import NoSuchThing
from trivium.web.room.store import StorageTrouble
from trivium.web.settings import ServerSettings

TERMS = {"type": "challenge", "game": "hexifence", "size": "2"}


class Looker:
    """Somebody who looks at the challenges, and forgets nothing that was said to them."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self._socket = socket
        self._heard: list[dict[str, Any]] = []

    def ask(self, **message: Any) -> dict[str, Any]:
        """Ask for something and return the answer."""
        self._socket.send_json({"ref": 7} | message)
        return self.hear("done", "refused")

    def hear(self, *kinds: str) -> dict[str, Any]:
        """Return the first message of these kinds that was not returned yet."""
        while True:
            for message in self._heard:
                if message["type"] in kinds:
                    self._heard.remove(message)
                    return message
            self._heard.append(dict(self._socket.receive_json()))


@contextmanager
def looking(client: TestClient) -> Iterator[Looker]:
    """Look at the challenges; wait until the server has seen that."""
    before = people(client)
    with client.websocket_connect("/api/challenges/live") as socket:
        assert eventually(lambda: people(client) == before + 1)
        yield Looker(socket)
    assert eventually(lambda: people(client) == before)


def people(client: TestClient) -> int:
    return int(client.get("/api/challenges").json()["people"])


def listed(client: TestClient) -> list[dict[str, Any]]:
    return list(client.get("/api/challenges").json()["challenges"])


def test_two_strangers_find_each_other_and_each_gets_one_seat(client: TestClient) -> None:
    with looking(client) as ann, looking(client) as bob:
        clock = {"seconds": 300.0, "increment": 3.0}
        answer = ann.ask(**TERMS, clock=clock, colour="red", name="Ann")
        assert answer["type"] == "done"
        (challenge,) = listed(client)
        assert (challenge["name"], challenge["colour"], challenge["clock"]) == ("Ann", "red", clock)
        assert bob.ask(type="take", id=challenge["id"], name="Bob")["type"] == "done"
        assert listed(client) == []
        anns, bobs = ann.hear("matched"), bob.hear("matched")
    assert (anns["colour"], bobs["colour"]) == ("red", "blue")
    assert anns["game"] == bobs["game"] and anns["token"] != bobs["token"]
    state = client.get(f"/api/games/{anns['game']}").json()
    assert [seat["name"] for seat in state["seats"]] == ["Bob", "Ann"]
    assert state["clock"]["seconds"] == 300
    for match, mine in ((anns, 403), (bobs, 200)):
        answer = act(client, match["game"], match["token"], action="move", move="a1")
        assert answer.status_code == mine


def test_a_challenge_is_gone_when_the_challenger_leaves_or_withdraws(client: TestClient) -> None:
    with looking(client) as ann:
        ann.ask(**TERMS)
        (challenge,) = listed(client)
        ann.ask(type="withdraw")
        assert listed(client) == []
        ann.ask(**TERMS)
        ann.ask(**TERMS | {"game": "cachex", "size": "5"})
        assert [one["game"] for one in listed(client)] == ["cachex"]
    assert listed(client) == []
    with looking(client) as bob:
        answer = bob.ask(type="take", id=challenge["id"])
        assert (answer["type"], answer["kind"]) == ("refused", "not-found")


def test_a_challenge_is_taken_once_and_not_by_oneself(client: TestClient) -> None:
    with looking(client) as ann, looking(client) as bob, looking(client) as eve:
        ann.ask(**TERMS)
        (challenge,) = listed(client)
        take = {"type": "take", "id": challenge["id"]}
        assert ann.ask(**take)["error"] == "This is your own challenge."
        assert len(listed(client)) == 1
        assert bob.ask(**take)["type"] == "done"
        assert eve.ask(**take)["kind"] == "not-found"
        assert ann.ask(**TERMS)["kind"] == "conflict"
        assert ann.hear("matched")["game"] == bob.hear("matched")["game"]


def test_who_takes_a_challenge_withdraws_their_own(client: TestClient) -> None:
    with looking(client) as ann, looking(client) as bob:
        ann.ask(**TERMS)
        bob.ask(**TERMS)
        theirs = listed(client)[0]
        bob.ask(type="take", id=theirs["id"])
        assert listed(client) == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "chess"},
        {"size": "99"},
        {"size": "2x2"},
        {"colour": "white"},
        {"colour": 1},
        {"name": "a\u202eb"},
        {"name": "x" * 61},
        {"clock": {"seconds": -1.0}},
        {"clock": {"seconds": 1e300}},
        {"words": "anything"},
        {"type": "say"},
        {"ref": -1},
    ],
    ids=str,
)
def test_wrong_terms_are_refused_in_a_sentence(client: TestClient, wrong: dict[str, Any]) -> None:
    with looking(client) as ann:
        answer = ann.ask(**TERMS | wrong)
        assert answer["type"] == "refused" and answer["error"].endswith(".")
        assert listed(client) == []
        assert ann.ask(**TERMS)["type"] == "done", "and the connection goes on"


def test_the_list_is_not_filled_by_one_address(tmp_path: Path) -> None:
    with (
        serving(tmp_path, challenges_each=1) as client,
        looking(client) as ann,
        looking(client) as bob,
    ):
        ann.ask(**TERMS)
        answer = bob.ask(**TERMS)
        assert (answer["type"], answer["kind"]) == ("refused", "too-many")
        assert ann.ask(**TERMS | {"size": "3"})["type"] == "done", "one's own is replaced"
        assert [one["size"] for one in listed(client)] == ["3"]


def test_challenges_count_as_games_that_are_begun(tmp_path: Path) -> None:
    with serving(tmp_path, games_a_minute=0.001, game_burst=2) as client:
        with looking(client) as ann:
            answers = [ann.ask(**TERMS) for _ in range(3)]
        assert [answer["type"] for answer in answers] == ["done", "done", "refused"]


def test_nobody_is_told_where_a_challenger_is_or_holds(client: TestClient) -> None:
    with looking(client) as ann:
        ann.ask(**TERMS, name="Ann")
        (challenge,) = listed(client)
    assert set(challenge) == {"id", "game", "size", "clock", "colour", "name", "yours"}


TAKEN = m.TakeRequest(type="take", id="")


class Room:
    """Challenges without a server around them: whoever comes says where from."""

    def __init__(self, begin: Begin | None = None, **settings: int) -> None:
        self.challenges = Challenges(ServerSettings(**settings), begin or _no_game)  # type: ignore[arg-type]

    def challenger(self, address: str) -> Visitor:
        visitor = Visitor(address)
        self.challenges.join(visitor)
        self.challenges.post(visitor, m.ChallengeRequest.model_validate(TERMS))
        return visitor

    def stands(self, visitor: Visitor) -> bool:
        return any(one.yours for one in self.challenges.shown_to(visitor).challenges)


async def _no_game(wish: m.NewGame) -> Any:
    raise StorageTrouble("The disk is full.")


def test_when_the_list_is_full_a_newcomer_gets_a_place_of_who_has_the_most() -> None:
    room = Room(challenges=3, challenges_each=3)
    greedy = [room.challenger("192.0.2.1") for _ in range(3)]
    with pytest.raises(TooMany):
        room.challenger("192.0.2.1")
    other = room.challenger("192.0.2.2")
    assert [room.stands(one) for one in greedy] == [True, True, False]
    assert room.stands(other)


def test_a_challenge_stands_again_if_its_game_cannot_be_begun() -> None:
    room = Room()
    host, guest = room.challenger("192.0.2.1"), Visitor("192.0.2.2")
    room.challenges.join(guest)
    (one,) = room.challenges.shown_to(guest).challenges
    with pytest.raises(StorageTrouble):
        asyncio.run(room.challenges.take(guest, TAKEN.model_copy(update={"id": one.id})))
    assert room.stands(host) and guest.matched is None


def test_who_leaves_while_the_game_is_begun_is_not_waited_for() -> None:
    async def begin_slowly(wish: m.NewGame) -> Any:
        room.challenges.leave(host)
        return None, {"blue": "secret", "red": "secret"}

    room = Room(begin_slowly)
    host, guest = room.challenger("192.0.2.1"), Visitor("192.0.2.2")
    room.challenges.join(guest)
    (one,) = room.challenges.shown_to(guest).challenges
    with pytest.raises(NoSuchThing):
        asyncio.run(room.challenges.take(guest, TAKEN.model_copy(update={"id": one.id})))
    assert host.matched is None and guest.matched is None


def test_nonsense_and_floods_end_only_their_own_connection(tmp_path: Path) -> None:
    strict = {"messages_a_second": 0.001, "message_burst": 5}
    with serving(tmp_path, **strict) as client, looking(client) as bob:
        bob.ask(**TERMS)
        for bad in ([{"bytes": b"\xff"}], [{"text": "{" * 1000}] * 7):
            with client.websocket_connect("/api/challenges/live") as eve:
                for one in bad:
                    eve.send({"type": "websocket.receive", **one})
                with pytest.raises(WebSocketDisconnect):
                    while eve.receive_json():
                        pass
        assert len(listed(client)) == 1
