"""The web application under load: how long it takes to answer while fifty games go on.

``trivium bench web`` starts the real server: to measure how soon the first page is there, and to
let fifty people play against level 3 at the same time. They move as soon as a quick person would,
at random. Measured is everything that the page waits for except the search itself: that a move is
checked, made, stored and acknowledged, that a game is begun, that a position is drawn, that a file
of the page is sent. Then the same server is flooded with analyses (`benchmarks.flood`).
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import random
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2 as httpx
from websockets.asyncio.client import ClientConnection, connect

from benchmarks import flood
from benchmarks.progress import Steps
from trivium.web.shell import kept_files

GAMES = 50
LEVEL = 3
MOVES = 25
"""Moves of a person in each game, unless it is over before."""
THINKING = (0.5, 1.5)
"""Seconds between the agent's move and the person's."""
WANTED_MILLISECONDS = 100
WANTED_FIRST_PAGE = 1.0
WANTED_KILOBYTES = 350

_STARTS = 3
_OPTIONS = ["--no-browser", "--no-compile", "--port", "0"]
_COMMAND = [sys.executable, "-u", "-m", "trivium", "serve", *_OPTIONS]


@dataclass
class Load:
    """What people have waited for, in seconds, while all play at the same time."""

    waits: dict[str, list[float]] = field(
        default_factory=lambda: {"move": [], "new game": [], "position": [], "page": []}
    )
    dropped: int = 0
    """Games that did not go on."""
    began: float = 0.0
    seconds: float | None = None
    """How long it took, as soon as it is over."""

    def figures(self) -> dict[str, Any]:
        """Return what there is to say about it now."""
        seconds = self.seconds or time.perf_counter() - self.began
        everything = [wait for kind in self.waits.values() for wait in kind]
        if not everything:
            return {}
        return {
            "games": GAMES,
            "games_dropped": self.dropped,
            "seconds": round(seconds, 1),
            "moves_per_second": len(self.waits["move"]) / seconds,
            "p50_milliseconds": _percentile(everything, 0.5),
            "p95_milliseconds": _percentile(everything, 0.95),
            "p95_by_kind": {
                kind: _percentile(times, 0.95) for kind, times in self.waits.items() if times
            },
        }


def main(as_json: bool) -> None:
    """Measure and print; with `as_json`, one object as the last line."""
    starts: list[float] = []
    load, flooded = Load(), flood.Flood()

    def show(complete: bool) -> None:
        _show(starts, load, flooded, complete, as_json)

    with Steps(_STARTS + GAMES * MOVES + flood.STEPS, show) as steps:
        for _ in range(_STARTS):
            steps.begin("from the command to the first page")
            starts.append(_first_page())
        asyncio.run(_under_load(load, flooded, steps))


def _show(
    starts: list[float], load: Load, flooded: flood.Flood, complete: bool, as_json: bool
) -> None:
    results: dict[str, Any] = {
        "wanted_first_page_seconds": WANTED_FIRST_PAGE,
        "page_kilobytes": page_kilobytes(),
        "wanted_page_kilobytes": WANTED_KILOBYTES,
        **load.figures(),
        "wanted_p95_milliseconds": WANTED_MILLISECONDS,
        **flooded.figures(),
    }
    if starts:
        results = {"first_page_seconds": min(starts)} | results
    for name, value in results.items():
        shown = f"{value:,.4g}" if isinstance(value, int | float) else json.dumps(value)
        print(f"{name.replace('_', ' ')}: {shown}")
    if as_json:
        print(json.dumps({"benchmark": "web", "complete": complete} | results))


def page_kilobytes() -> float:
    """Return what the page weighs with everything it could load, compressed as it is sent."""
    texts = [file["text"].encode() for file in kept_files().values()]
    return round(sum(len(gzip.compress(text)) for text in texts) / 1000, 1)


@contextlib.contextmanager
def serving_page() -> Iterator[tuple[str, int]]:
    """Run a server with a database of its own; yield its address and the number of its process."""
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder) / "games.sqlite")
        server = subprocess.Popen(
            [*_COMMAND, "--db", database],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert server.stdout is not None
            yield server.stdout.readline().split()[3].rstrip("/"), server.pid
        finally:
            server.send_signal(signal.SIGINT)
            server.wait()


def _first_page() -> float:
    """Return the seconds from the command to the first page."""
    began = time.perf_counter()
    with serving_page() as (address, _):
        urllib.request.urlopen(f"{address}/").read()
        return time.perf_counter() - began


async def _under_load(load: Load, flooded: flood.Flood, steps: Steps) -> None:
    """Let people play, and note what they wait for; then flood the server."""
    with serving_page() as (address, pid):
        async with httpx.AsyncClient(base_url=address, timeout=120) as client:
            await client.get("/api/catalogue")
            await _warm_up(client)
            load.began = time.perf_counter()
            await asyncio.gather(
                *(_play(client, address, number, load, steps) for number in range(GAMES))
            )
            load.seconds = time.perf_counter() - load.began
            await flood.flood(client, address, pid, flooded, steps)


async def _warm_up(client: httpx.AsyncClient) -> None:
    """Have everything compiled before the clock runs."""
    for game, size in flood.BOARDS:
        seats = [{"kind": "level", "level": LEVEL}, {"kind": "person"}]
        answer = await client.post("/api/games", json={"game": game, "size": size, "seats": seats})
        while not (await client.get(f"/api/games/{answer.json()['id']}")).json()["moves"]:
            await asyncio.sleep(0.05)


async def _play(
    client: httpx.AsyncClient, address: str, number: int, load: Load, steps: Steps
) -> None:
    """Play a game to its end, or as far as it goes on without a hitch."""
    waits = load.waits
    chance = random.Random(number)
    game, size = flood.BOARDS[number % len(flood.BOARDS)]
    await asyncio.sleep(chance.uniform(0, THINKING[1]))
    seats = [{"kind": "person"}, {"kind": "level", "level": LEVEL}]
    wish = {"game": game, "size": size, "seats": seats}
    created = await _timed(waits["new game"], client.post("/api/games", json=wish))
    data = created.json()
    colour = data["state"]["seats"][0]["colour"]
    socket = f"{address.replace('http', 'ws')}/api/games/{data['id']}/live"
    async with connect(socket, max_size=None) as connection:
        await connection.send(json.dumps({"type": "hello", "tokens": [data["tokens"][colour]]}))
        for made in range(MOVES):
            state = await _my_turn(connection, colour)
            if state["ending"] is not None:
                return
            if state["problem"] is not None:
                load.dropped += 1
                return
            steps.begin(f"moves in {GAMES} games at once")
            await asyncio.sleep(chance.uniform(*THINKING))
            await _move(connection, chance.choice(state["position"]["legal"]), waits["move"])
            if made % 5 == 0:
                line = {"game": game, "size": size, "start": state["position"]["text"]}
                await _timed(waits["position"], client.post("/api/positions", json=line))
                await _timed(waits["page"], client.get("/"))


async def _my_turn(connection: ClientConnection, colour: str) -> dict[str, Any]:
    """Return the state in which it is a person's turn, or the game is over or stuck."""
    while True:
        message = json.loads(await connection.recv())
        if message["type"] == "state" and (
            message["ending"] or message["problem"] or message["position"]["turn"] == colour
        ):
            return dict(message)


async def _move(connection: ClientConnection, move: dict[str, Any], waits: list[float]) -> None:
    """Make a move and wait until it is acknowledged."""
    began = time.perf_counter()
    do = {"action": "move", "move": move["code"]}
    await connection.send(json.dumps({"type": "act", "ref": 1, "do": do}))
    while True:
        message = json.loads(await connection.recv())
        if message["type"] == "refused":
            raise AssertionError(message["error"])
        if message["type"] == "done":
            break
    waits.append(time.perf_counter() - began)


async def _timed(waits: list[float], request: Any) -> httpx.Response:
    began = time.perf_counter()
    answer: httpx.Response = await request
    waits.append(time.perf_counter() - began)
    answer.raise_for_status()
    return answer


def _percentile(times: list[float], share: float) -> float:
    """Return the milliseconds within which this share of the times lies."""
    return round(1000 * sorted(times)[int(share * (len(times) - 1))], 1)
