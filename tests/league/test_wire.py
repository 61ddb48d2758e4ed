"""Bots that connect: they play, come back after a broken line, and cannot break anything."""

from __future__ import annotations

import contextlib
import json
import re
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.league.bots import small_league
from tests.web.serving import eventually, listening
from trivium.arena.database.storage import Database, Filter
from trivium.arena.database.tables import runners
from trivium.errors import TriviumError
from trivium.league.entry.versions import versions_of
from trivium.league.leagues import League
from trivium.league.members import add_members, renew
from trivium.league.wire.client import Player, address_of

EVENT = Filter(event="league: cup")


class Hall:
    """A server that plays a league without workers of its own, so that only the wire is at work."""

    def __init__(self, base: str, database: Database, league: League) -> None:
        self.base, self.database, self.league = base, database, league

    def token(self, name: str) -> str:
        return renew(self.database, self.league.id, name, "tutor")

    @contextlib.contextmanager
    def line(self, token: str, agent: str = "mine 1") -> Iterator[ClientConnection]:
        with connect(address_of(self.base)) as socket:
            say(socket, type="hello", protocol=1, token=token, agent=agent)
            yield socket


def say(socket: ClientConnection, **message: Any) -> None:
    socket.send(json.dumps(message))


def hear(socket: ClientConnection, *kinds: str) -> dict[str, Any]:
    """Return the next message of one of some kinds."""
    while True:
        message: dict[str, Any] = json.loads(socket.recv(timeout=30))
        if message["type"] in kinds:
            return message


def play_on(socket: ClientConnection, games: int, seen: list[dict[str, Any]]) -> None:
    """Make the first legal move until so many games are over."""
    while games:
        message = hear(socket, "game", "turn", "over")
        seen.append(message)
        if message["type"] == "game":
            say(socket, type="ready", id=message["id"])
        elif message["type"] == "turn":
            move = message["legal"][0]
            say(socket, type="move", id=message["id"], ply=message["ply"], move=move)
        else:
            games -= 1


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    with open_hall(tmp_path, monkeypatch) as opened:
        yield opened


@contextlib.contextmanager
def open_hall(folder: Path, monkeypatch: pytest.MonkeyPatch, **settings: float) -> Iterator[Hall]:
    monkeypatch.setattr("trivium.league.ladder.crew.Crew._hire", lambda self, name: _Nobody())
    database = Database(folder / "games.sqlite")
    league = small_league(database, "ann", "bob", clock="2", narrow=100.0)
    with listening(folder, leagues=("cup",), **settings) as base:
        yield Hall(base, database, league)
    database.close()


class _Nobody:
    """A worker who does nothing."""

    pid = None

    def is_alive(self) -> bool:
        return True

    def kill(self) -> None:
        pass

    def join(self) -> None:
        pass


def test_an_agent_connects_plays_and_says_how_it_went(hall: Hall) -> None:
    said: list[str] = []
    player = Player(hall.base, hall.token("ann"), "random", said.append)
    player.run(most=2)
    assert said[0] == "Connected to the league 'cup' as ann, version 1."
    assert sum(" against level1 as " in line for line in said) == 2
    assert eventually(lambda: hall.database.count(EVENT) == 2)
    [version] = versions_of(hall.database, hall.league.id)
    assert (version.label, version.kind) == ("ann v1", "connect")
    assert eventually(lambda: versions_of(hall.database, hall.league.id)[0].runner_id is None)


def test_two_connected_bots_meet_and_colours_are_exchanged(hall: Hall) -> None:
    seen: dict[str, list[dict[str, Any]]] = {"ann": [], "bob": []}

    def play(name: str) -> None:
        gone = contextlib.suppress(ConnectionClosed, TimeoutError)  # the other one has left
        with hall.line(hall.token(name)) as socket, gone:
            play_on(socket, 20, seen[name])

    threads = [threading.Thread(target=play, args=(name,)) for name in seen]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    records = [record for _, record in hall.database.records(EVENT)]
    assert {"ann v1", "bob v1"} in [set(record.names) for record in records]
    pairs = [tuple(r.names) for r in records if set(r.names) == {"ann v1", "level1"}]
    assert pairs.count(("ann v1", "level1")) in range(
        pairs.count(("level1", "ann v1")), pairs.count(("level1", "ann v1")) + 2
    )


def test_a_bot_whose_line_breaks_goes_on_with_its_game(hall: Hall) -> None:
    token = hall.token("ann")
    with hall.line(token) as socket:
        game = hear(socket, "game")
        say(socket, type="ready", id=game["id"])
        turn = hear(socket, "turn")
    with hall.line(token) as socket:
        assert hear(socket, "welcome")["version"] == 1
        assert hear(socket, "game")["id"] == game["id"]
        assert hear(socket, "turn")["ply"] == turn["ply"]
        say(socket, type="ready", id=game["id"])
        say(socket, type="move", id=game["id"], ply=turn["ply"], move=turn["legal"][0])
        turn = hear(socket, "turn", "refused")
        assert turn["type"] == "turn"
        say(socket, type="move", id=game["id"], ply=turn["ply"], move=turn["legal"][-1])
        play_on(socket, 1, [])
    [(_, record)] = hall.database.records(EVENT)
    assert record.fault is None


def test_a_bot_that_does_not_come_back_loses_by_its_clock(hall: Hall) -> None:
    with hall.line(hall.token("ann")) as socket:
        say(socket, type="ready", id=hear(socket, "game")["id"])
        hear(socket, "turn")
    assert eventually(lambda: hall.database.count(EVENT) == 1, 20)
    [(_, record)] = hall.database.records(EVENT)
    assert record.fault == "time"
    assert record.failed is not None
    assert record.failed.name == "ann v1"


def test_the_newer_of_two_lines_with_one_token_stays(hall: Hall) -> None:
    token = hall.token("ann")
    with hall.line(token) as first:
        hear(first, "welcome")
        with hall.line(token) as second:
            hear(second, "welcome")
            assert ended_with(first) == 4409
            play_on(second, 1, [])


def test_a_second_line_of_another_agent_takes_the_place_of_the_first_too(hall: Hall) -> None:
    token = hall.token("ann")
    with hall.line(token, "mine 1") as first:
        hear(first, "welcome")
        with hall.line(token, "mine 2") as second:
            assert hear(second, "welcome")["version"] == 2
            assert ended_with(first) == 4409
            play_on(second, 1, [])


def test_the_newer_of_two_lines_stays_at_whichever_server(
    hall: Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("trivium.web.routes.league_bots._LOOK", 0.2)
    token = hall.token("ann")
    with listening(tmp_path, leagues=("cup",)) as elsewhere, hall.line(token) as first:
        hear(first, "welcome")
        other = Hall(elsewhere, hall.database, hall.league)
        with other.line(token) as second:
            hear(second, "welcome")
            assert ended_with(first) == 4409
            play_on(second, 1, [])


def test_a_bot_of_a_server_that_was_taken_for_dead_is_still_there(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("trivium.web.routes.league_bots._LOOK", 0.2)
    with hall.line(hall.token("ann")) as socket:
        hear(socket, "welcome")
        with hall.database.writing() as connection:
            connection.execute(sa.delete(runners))
        assert not versions_of(hall.database, hall.league.id)[0].is_here
        assert eventually(lambda: versions_of(hall.database, hall.league.id)[0].is_here, 20)


def ended_with(socket: ClientConnection) -> int:
    """Wait until a line is closed; return the code that it is closed with."""
    with pytest.raises(ConnectionClosed) as closed:
        hear(socket, "nothing")
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


def nonsense(socket: ClientConnection) -> None:
    for text in ("", "{", "[]", '{"type": "move"}', '{"type": "hello"}', "null", '"' * 500):
        socket.send(text)


def other_side(socket: ClientConnection) -> None:
    game = hear(socket, "game")
    say(socket, type="move", id=game["id"], ply=0, move="a1")
    say(socket, type="ready", id="another game")
    say(socket, type="ready", id=game["id"])
    turn = hear(socket, "turn")
    for ply in (turn["ply"] + 1, turn["ply"] - 1 if turn["ply"] else 7):
        say(socket, type="move", id=game["id"], ply=ply, move=turn["legal"][0])
    say(socket, type="move", id="another", ply=turn["ply"], move=turn["legal"][0])


@pytest.mark.parametrize("attack", [nonsense, other_side])
def test_mistakes_are_told_and_change_nothing(
    hall: Hall, attack: Callable[[ClientConnection], None]
) -> None:
    with hall.line(hall.token("ann")) as socket:
        attack(socket)
        assert hear(socket, "refused")["error"]
    assert hall.database.count(Filter(event="league: cup", reason="illegal")) == 0
    with hall.line(hall.token("bob")) as socket:
        play_on(socket, 1, [])


def test_a_flood_is_cut_off_and_others_play_on(hall: Hall) -> None:
    with hall.line(hall.token("ann")) as socket, pytest.raises(ConnectionClosed):
        for _ in range(5000):
            say(socket, type="ping")
            with contextlib.suppress(TimeoutError):
                socket.recv(timeout=0)
        while True:
            socket.recv(timeout=30)
    with hall.line(hall.token("bob")) as socket:
        play_on(socket, 1, [])


@pytest.mark.parametrize("move", ["z99", "", "\x00", "a1 b2 c3"])
def test_a_move_that_is_none_loses_the_game_alone(hall: Hall, move: str) -> None:
    with hall.line(hall.token("ann")) as socket:
        say(socket, type="ready", id=hear(socket, "game")["id"])
        turn = hear(socket, "turn")
        say(socket, type="move", id=turn["id"], ply=turn["ply"], move=move)
        over = hear(socket, "over")
        assert over["winner"] != over["colour"]
        assert over["reason"].startswith(("nonsense", "illegal move"))


def test_a_line_ends_with_its_token(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trivium.web.routes.league_bots._LOOK", 0.2)
    with hall.line(hall.token("ann")) as socket:
        hear(socket, "welcome")
        hall.token("ann")
        with pytest.raises(ConnectionClosed) as closed:
            hear(socket, "never")
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4403


def test_who_is_not_let_in_is_told_why(hall: Hall) -> None:
    [(_, _, spectator)] = add_members(
        hall.database, hall.league.id, [("eve", "spectator")], "tutor"
    )
    for token in ("wrong", spectator):
        with hall.line(token) as socket:
            assert hear(socket, "refused")["error"]
            with pytest.raises(ConnectionClosed) as closed:
                socket.recv(timeout=10)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4403
    with pytest.raises(TriviumError, match="This token lets nobody in"):
        Player(hall.base, "wrong", "random", lambda line: None).run()


@pytest.mark.parametrize("agent", ["level99", "gtp:./not-there", "gtp:false", "wyb-py:.#team"])
def test_an_agent_that_cannot_play_is_told_and_is_no_version(hall: Hall, agent: str) -> None:
    with pytest.raises(TriviumError):
        Player(hall.base, hall.token("ann"), agent, lambda line: None).run()
    assert versions_of(hall.database, hall.league.id) == []


def test_a_quick_bot_is_not_taken_for_a_flood(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    strict = open_hall(tmp_path, monkeypatch, messages_a_second=0.01, message_burst=5)
    with strict as hall, hall.line(hall.token("ann")) as socket:
        play_on(socket, 4, [])


def test_addresses_are_read_as_people_write_them() -> None:
    assert address_of("https://host/#/league/cup") == "wss://host/api/league/connect"
    assert address_of("127.0.0.1:8642") == "ws://127.0.0.1:8642/api/league/connect"
    for wrong in ("", "ftp://host", "http://"):
        with pytest.raises(TriviumError):
            address_of(wrong)


def test_a_new_agent_is_a_new_version_and_the_same_one_is_not(hall: Hall) -> None:
    token = hall.token("ann")
    for agent, number in (("mine 1", 1), ("mine 2", 2), ("mine 1", 1), ("mine 2", 2)):
        with hall.line(token, agent) as socket:
            assert hear(socket, "welcome")["version"] == number
            time.sleep(0.1)


def test_the_bot_of_the_documentation_plays(hall: Hall, tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no Node here")
    page = (Path(__file__).parents[2] / "docs" / "league.md").read_text(encoding="utf-8")
    told = re.search(r"```js\n(.*?)```", page, re.DOTALL)
    assert told is not None
    assert len(told[1].splitlines()) <= 30
    bot = tmp_path / "bot.js"
    bot.write_text(told[1], encoding="utf-8")
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=True)
    flags = ["--experimental-websocket"] if version.stdout.startswith(("v20.", "v21.")) else []
    command = [node, *flags, str(bot), hall.base, hall.token("ann")]
    playing = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert eventually(lambda: hall.database.count(EVENT) >= 2, 60)
    finally:
        playing.kill()
        said, _ = playing.communicate()
    assert said.startswith("playing in cup as ann\n")
    assert " won, I was " in said
    assert {record.fault for _, record in hall.database.records(EVENT)} <= {None, "time"}
