"""Nobody holds the server's connections for ever, and nobody takes them all."""

from __future__ import annotations

import resource
import select
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import httpx2 as httpx
import pytest
from websockets.sync.client import connect

from tests.web.serving import listening, new_game

HEALTH = "/api/health"
REQUEST = b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n"


@contextmanager
def connected(address: str, sent: bytes = b"") -> Iterator[socket.socket]:
    parts = urlsplit(address)
    with socket.create_connection((parts.hostname, parts.port), timeout=30) as connection:
        connection.sendall(sent)
        yield connection


def is_ended(connection: socket.socket) -> bool:
    """Wait until the server has ended a connection; what it sends before does not matter."""
    try:
        while connection.recv(65536):
            pass
    except TimeoutError:
        return False
    except ConnectionError:
        pass
    return True


@pytest.mark.parametrize(
    ("sent", "limits"),
    [
        (b"", {"head_seconds": 0.2}),
        (b"GET / HT", {"head_seconds": 0.2}),
        (REQUEST, {"idle_seconds": 0.2}),
        (REQUEST + b"GET / HT", {"idle_seconds": 0.2}),
        (
            b"POST /api/positions HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{",
            {"body_seconds": 0.2},
        ),
        (
            b"POST /api/positions HTTP/1.1\r\nHost: localhost\r\n"
            b"Transfer-Encoding: chunked\r\n\r\n9\r\n{",
            {"body_seconds": 0.2},
        ),
    ],
    ids=["nothing", "half a head", "nothing more", "half a second head", "half a body", "a chunk"],
)
def test_who_does_not_go_on_is_not_waited_for(
    tmp_path: Path, sent: bytes, limits: dict[str, float]
) -> None:
    with listening(tmp_path, **limits) as address:
        assert httpx.get(address + HEALTH, timeout=60).status_code == 200
        with connected(address, sent) as connection:
            assert is_ended(connection)
        assert httpx.get(address + HEALTH).status_code == 200


def test_who_does_not_read_is_not_waited_for(tmp_path: Path) -> None:
    asked = b"GET /api/tutorials HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with listening(tmp_path, read_seconds=0.2, request_burst=10_000) as address:
        longest = len(httpx.get(f"{address}/api/tutorials", timeout=60).content)
        with connected(address, asked * (20_000_000 // longest)) as connection:
            waiting = select.poll()
            waiting.register(connection, select.POLLRDHUP)
            assert waiting.poll(30_000)  # its end, though nothing was read
        assert httpx.get(address + HEALTH).status_code == 200


def test_where_many_are_waited_for_the_one_who_speaks_is_answered(tmp_path: Path) -> None:
    with listening(tmp_path, waiting=5) as address, ExitStack() as opened:
        silent = [opened.enter_context(connected(address, b"GET")) for _ in range(20)]
        assert httpx.get(address + HEALTH, timeout=60).status_code == 200
        assert all(map(is_ended, silent[:15]))


def test_who_asks_now_and_then_and_who_watches_stay(tmp_path: Path) -> None:
    with (
        listening(tmp_path, head_seconds=0.3, body_seconds=0.3, read_seconds=0.3) as address,
        httpx.Client(base_url=address, timeout=60) as client,
    ):
        game = new_game(client)  # type: ignore[arg-type]  # a client of the same interface
        live = f"{address.replace('http', 'ws')}/api/games/{game['id']}/live"
        with connect(live) as watching:
            watching.send('{"type": "hello", "tokens": []}')
            assert "moves" in watching.recv(timeout=30)
            connection = HTTPConnection(urlsplit(address).netloc)
            for _ in range(2):
                connection.request("GET", HEALTH)
                assert connection.getresponse().read()
                with pytest.raises(TimeoutError):
                    watching.recv(timeout=1)
            connection.close()


def test_a_server_may_open_more_files_than_usual() -> None:
    allowed = min(3000, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
    program = (
        f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (256, {allowed}));"
        "from trivium.web.patience import allow_open_files; allow_open_files();"
        "print(*resource.getrlimit(resource.RLIMIT_NOFILE))"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert list(map(int, told.stdout.split())) == [allowed, allowed]
