"""Nobody thinks for nothing: what makes an agent's move pointless ends its thinking."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.web.serving import (
    PERSON,
    RANDOM,
    act,
    eventually,
    new_game,
    serving,
    state_when,
    watching,
)
from trivium.agents.agent import Choice
from trivium.agents.simple import RandomAgent
from trivium.games.position import Position
from trivium.search.limits import UNLIMITED, Limit


class SlowThinker:
    """Takes the place of an agent; thinks until it is stopped, or is told what it wants to know."""

    def __init__(self) -> None:
        self.begun = threading.Semaphore(0)
        self.stopped = threading.Semaphore(0)
        self.inspired = threading.Event()

    def choose(self, agent: RandomAgent, position: Position, limit: Limit = UNLIMITED) -> Choice:
        assert limit.stop is not None
        self.begun.release()
        done = threading.Event()
        with limit.stop.calling(done.set):
            while not done.wait(0.01) and not self.inspired.is_set():
                pass
        if limit.stop.asked:
            self.stopped.release()
        return Choice(position.legal_moves[0], "inspired")


@pytest.fixture
def thinker(monkeypatch: pytest.MonkeyPatch) -> Iterator[SlowThinker]:
    slow = SlowThinker()
    monkeypatch.setattr(RandomAgent, "prepare", lambda agent, position: None)
    monkeypatch.setattr(
        RandomAgent, "choose", lambda agent, *question: slow.choose(agent, *question)
    )
    monkeypatch.setattr("trivium.web.room.audience.GRACE", 0.05)
    yield slow
    slow.inspired.set()


def happened(event: threading.Semaphore) -> bool:
    return event.acquire(timeout=60)


@pytest.mark.parametrize("action", ["takeback", "resign", "rematch", "sides"])
def test_an_action_that_makes_a_move_pointless_stops_the_thinking(
    client: TestClient, thinker: SlowThinker, action: str
) -> None:
    game = new_game(client, seats=[PERSON, RANDOM])
    blue = game["tokens"]["blue"]
    act(client, game["id"], blue, action="move", move="a1")
    assert happened(thinker.begun)
    assert act(client, game["id"], blue, action=action).status_code == 200
    assert happened(thinker.stopped)


def test_who_closes_the_page_stops_the_thinking_and_who_comes_back_lets_it_go_on(
    client: TestClient, thinker: SlowThinker
) -> None:
    game = new_game(client, seats=[PERSON, RANDOM])
    id, blue = game["id"], game["tokens"]["blue"]
    with watching(client, id, blue) as socket:
        socket.send_json({"type": "act", "ref": 1, "do": {"action": "move", "move": "a1"}})
        assert happened(thinker.begun)
    assert happened(thinker.stopped)
    assert eventually(lambda: client.get("/api/health").json()["searches"] == 0)
    with watching(client, id, blue) as socket:
        assert happened(thinker.begun)
        thinker.inspired.set()
        state = state_when(socket, lambda state: len(state["moves"]) == 2)
    assert state["moves"][1]["info"] == "inspired"


def test_the_thinking_goes_on_as_long_as_anybody_watches(
    client: TestClient, thinker: SlowThinker
) -> None:
    game = new_game(client, seats=[PERSON, RANDOM])
    id, blue = game["id"], game["tokens"]["blue"]
    with watching(client, id) as spectator, ExitStack() as page:
        socket = page.enter_context(watching(client, id, blue))
        socket.send_json({"type": "act", "ref": 1, "do": {"action": "move", "move": "a1"}})
        assert happened(thinker.begun)
        page.close()
        assert not thinker.stopped.acquire(timeout=0.3)
        thinker.inspired.set()
        assert state_when(spectator, lambda state: len(state["moves"]) == 2)


def test_a_program_without_a_live_connection_gets_its_answer(
    client: TestClient, thinker: SlowThinker
) -> None:
    game = new_game(client, seats=[PERSON, RANDOM])
    act(client, game["id"], game["tokens"]["blue"], action="move", move="a1")
    assert happened(thinker.begun)
    thinker.inspired.set()

    def moves() -> int:
        return len(client.get(f"/api/games/{game['id']}").json()["moves"])

    assert eventually(lambda: moves() == 2)


@pytest.mark.parametrize("action", ["takeback", "resign"])
def test_a_champion_in_mid_thought_frees_its_thread(tmp_path: Path, action: str) -> None:
    champion = {"kind": "agent", "agent": "champion", "seconds": 600}
    with serving(tmp_path, agent_seconds=600.0) as client:
        game = new_game(client, "cachex", "9", seats=[PERSON, champion])
        id, red = game["id"], game["tokens"]["red"]

        def health() -> dict[str, Any]:
            return dict(client.get("/api/health").json())

        assert act(client, id, red, action="move", move="a1").status_code == 200
        assert eventually(lambda: health()["searches"] == 1 and not health()["compiling"])
        time.sleep(0.3)
        assert health()["searches"] == 1
        assert act(client, id, red, action=action).status_code == 200
        assert eventually(lambda: health()["searches"] == 0)


def test_no_move_is_made_after_a_pause_not_even_the_one_being_thought_about(
    client: TestClient, thinker: SlowThinker
) -> None:
    game = new_game(client, seats=[RANDOM, RANDOM], pace=0)
    id, host = game["id"], game["tokens"]["host"]
    with watching(client, id, host) as socket:
        assert happened(thinker.begun)
        socket.send_json({"type": "act", "ref": 1, "do": {"action": "pause"}})
        assert happened(thinker.stopped)
        thinker.inspired.set()
        state = state_when(socket, lambda state: state["paused"])
        assert state["moves"] == []
        socket.send_json({"type": "act", "ref": 2, "do": {"action": "step"}})
        assert len(state_when(socket, lambda state: bool(state["moves"]))["moves"]) == 1
        assert len(client.get(f"/api/games/{id}").json()["moves"]) == 1
