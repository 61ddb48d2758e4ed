"""A server for tests, in this process, with a database of its own."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn
from starlette.testclient import TestClient, WebSocketTestSession

from trivium.web.server import Application, server_config
from trivium.web.settings import ServerSettings

PERSON = {"kind": "person"}
RANDOM = {"kind": "agent", "agent": "random"}

State = dict[str, Any]


@contextmanager
def serving(folder: Path, **settings: Any) -> Iterator[TestClient]:
    """Serve with a database in the folder, which a later server finds again."""
    settings = {"hosts": ("testserver",), "database": str(folder / "games.sqlite")} | settings
    with TestClient(Application(ServerSettings(**settings))) as client:
        yield client


def new_game(client: TestClient, game: str = "hexifence", size: str = "2", **wish: Any) -> State:
    """Begin a game, by default between two persons, and return the server's answer."""
    wish = {"game": game, "size": size, "seats": [PERSON, PERSON]} | wish
    answer = client.post("/api/games", json=wish)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


def act(client: TestClient, id: str, *tokens: str, **do: Any) -> Any:
    """Do something in a game and return the answer."""
    return client.post(f"/api/games/{id}/actions", json={"tokens": list(tokens), "do": do})


@contextmanager
def watching(client: TestClient, id: str, *tokens: str) -> Iterator[WebSocketTestSession]:
    """Connect to a game and say hello."""
    with client.websocket_connect(f"/api/games/{id}/live") as socket:
        socket.send_json({"type": "hello", "tokens": list(tokens)})
        yield socket


def state_when(socket: WebSocketTestSession, wanted: Callable[[State], bool]) -> State:
    """Return the first state that is as wanted."""
    while True:
        message = socket.receive_json()
        if message["type"] == "state" and wanted(message):
            return dict(message)


def answer_to(socket: WebSocketTestSession, ref: int) -> State:
    """Return the answer to what was asked for with a reference."""
    while True:
        message = socket.receive_json()
        if message.get("ref") == ref:
            return dict(message)


def eventually(is_so: Callable[[], bool], seconds: float = 60) -> bool:
    """Wait until something is so; a busy machine may take its time."""
    deadline = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


@contextmanager
def listening(folder: Path, **settings: Any) -> Iterator[str]:
    """Serve on a real port of this machine, in a thread; yield the address."""
    chosen = ServerSettings(**{"database": str(folder / "games.sqlite")} | settings)
    config = server_config(chosen, Application(chosen))
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            assert eventually(lambda: server.started)
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()
