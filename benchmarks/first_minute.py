"""The first minute: what a newcomer waits for, with nothing compiled yet and with everything.

``trivium bench first-minute`` starts the real server for each figure anew: cold with an empty
compile cache of its own, warm with one that a whole ``trivium warmup`` has filled before. Measured
are the seconds until the first page is there, until an opponent of a level has moved first in a
new game, and until the analysis of the empty board shows its first line; also what commands take
that do not search, and ``trivium analyse``. ``--runs 3`` does everything three times and tells the
median. Other work on the machine counts: an idle one is wanted.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import httpx2 as httpx
import typer
from websockets.asyncio.client import connect

from benchmarks.progress import Steps
from trivium.agents.levels import LEVELS
from trivium.games.catalogue import GAMES

MEASURED = (1, 3, LEVELS[-1])
COMMANDS = ("--help", "games", "show cachex", "agents")
"""Commands that do not search."""
COMPLETION = {"_TRIVIUM_COMPLETE": "complete_bash", "COMP_WORDS": "trivium ana", "COMP_CWORD": "1"}
"""What a shell sets to ask how the line could go on."""
SEARCHING = "analyse cachex --time 0.1"
WANTED = {"level1": 2.0, "level3": 2.0, f"level{LEVELS[-1]}": 5.0, "commands": 0.35, "warmup": 60.0}
"""Seconds that a newcomer should not wait longer than."""

_TRIVIUM = [sys.executable, "-u", "-m", "trivium"]
_PATIENCE = 300.0

Times = dict[str, list[float]]


def main(
    as_json: bool,
    runs: Annotated[int, typer.Option(min=1, help="How often everything is measured.")] = 1,
    game: Annotated[
        list[str] | None, typer.Option(help="A game to measure; by default all of them.")
    ] = None,
    warm: Annotated[bool, typer.Option(help="Measure with everything compiled as well.")] = True,
    portable: Annotated[
        Path | None,
        typer.Option(help="Machine code of 'trivium warmup --portable' to go with an empty cache."),
    ] = None,
) -> None:
    """Measure and print; with `as_json`, one object as the last line."""
    games = game or list(GAMES)
    times: dict[str, Times] = {"cold": {}, "warm": {}}
    facts: dict[str, float] = {}

    def show(complete: bool) -> None:
        _show(times, facts, complete, as_json)

    each = len(games) * (len(MEASURED) + 1)
    commands = len(COMMANDS) + 1  # and the completion of a word
    total = runs * (each * (1 + warm) + (1 + warm) + commands * warm) + 2 * warm
    with Steps(total, show) as steps, tempfile.TemporaryDirectory() as folder:
        code = {} if portable is None else {"TRIVIUM_CODE_DIR": str(portable.resolve())}
        for run in range(runs):
            for number, what in enumerate(_cases(games)):
                steps.begin("cold")
                cache = Path(folder) / f"cold-{run}-{number}"
                _note(times["cold"], what, _served(what, _at(cache) | code))
            steps.begin("cold")
            _note_command(times["cold"], SEARCHING, _at(Path(folder) / f"c{run}") | code)
        if warm:
            _measure_warm(games, runs, times["warm"], facts, Path(folder) / "warm", steps)


def _measure_warm(
    games: list[str], runs: int, times: Times, facts: dict[str, float], cache: Path, steps: Steps
) -> None:
    settings = _at(cache)
    steps.begin("warmup")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    facts["warmup_seconds"] = _command("warmup", settings)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    facts["warmup_cpu_seconds"] = after.ru_utime - before.ru_utime
    for _ in range(runs):
        for what in _cases(games):
            steps.begin("warm")
            _note(times, what, _served(what, settings))
        for command in (*COMMANDS, SEARCHING):
            steps.begin("commands")
            _note_command(times, command, settings)
        steps.begin("commands")
        times.setdefault("completion", []).append(_completion(settings))
    steps.begin("memory")
    facts["server_megabytes"] = _memory(games, settings)


def _cases(games: list[str]) -> list[tuple[str, str]]:
    """Return what is measured with a server: a game, and a level or the analysis."""
    return [(game, what) for game in games for what in (*map(str, MEASURED), "analysis")]


def _at(cache: Path) -> dict[str, str]:
    return {"TRIVIUM_CACHE_DIR": str(cache)}


def _note(times: Times, case: tuple[str, str], seconds: dict[str, float]) -> None:
    game, kind = case
    label = kind if kind == "analysis" else f"level{kind}"
    times.setdefault("page", []).append(seconds["page"])
    times.setdefault(f"{game} {label}", []).append(seconds["reply"])


def _note_command(times: Times, command: str, settings: dict[str, str]) -> None:
    times.setdefault(f"trivium {command}", []).append(_command(command, settings))


def _command(arguments: str, settings: dict[str, str]) -> float:
    """Return the seconds that a command takes."""
    return _run([*_TRIVIUM, *arguments.split()], settings)


def _completion(settings: dict[str, str]) -> float:
    """Return the seconds that a shell waits for the rest of a word."""
    return _run([str(Path(sys.executable).with_name("trivium"))], settings | COMPLETION)


def _run(command: list[str], settings: dict[str, str]) -> float:
    began = time.perf_counter()
    subprocess.run(
        command, env=_environment(settings), check=True, capture_output=True, timeout=2 * _PATIENCE
    )
    return time.perf_counter() - began


def _environment(settings: dict[str, str]) -> dict[str, str]:
    """Return the environment of a newcomer, whose Python keeps the modules that it has read."""
    usual = {name: text for name, text in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return usual | settings


@contextlib.contextmanager
def _server(settings: dict[str, str]) -> Iterator[tuple[str, int, float]]:
    """Run a server; yield its address, the number of its process, and when it was started."""
    with tempfile.TemporaryDirectory() as folder:
        database = str(Path(folder) / "games.sqlite")
        command = [*_TRIVIUM, "serve", "--no-browser", "--port", "0", "--db", database]
        began = time.perf_counter()
        server = subprocess.Popen(
            command, env=_environment(settings), stdout=subprocess.PIPE, text=True
        )
        try:
            assert server.stdout is not None
            yield server.stdout.readline().split()[3].rstrip("/"), server.pid, began
        finally:
            server.send_signal(signal.SIGINT)
            server.wait()


def _served(what: tuple[str, str], settings: dict[str, str]) -> dict[str, float]:
    """Return the seconds until the page is there, and until the first reply to a visitor."""
    game, kind = what
    with _server(settings) as (address, _, began):
        httpx.get(f"{address}/", timeout=_PATIENCE).raise_for_status()
        page = time.perf_counter() - began
        httpx.get(f"{address}/api/catalogue", timeout=_PATIENCE).raise_for_status()
        asked = time.perf_counter()
        if kind == "analysis":
            asyncio.run(_first_line(address, game))
        else:
            asyncio.run(_first_move(address, game, int(kind)))
        return {"page": page, "reply": time.perf_counter() - asked}


async def _first_move(address: str, game: str, level: int) -> None:
    """Begin a game in which a level moves first, and wait for its move."""
    seats = [{"kind": "level", "level": level}, {"kind": "person"}]
    wish = {"game": game, "seats": seats}
    async with httpx.AsyncClient(base_url=address, timeout=_PATIENCE) as client:
        created = (await client.post("/api/games", json=wish)).raise_for_status().json()
    live = f"{address.replace('http', 'ws')}/api/games/{created['id']}/live"
    async with connect(live, max_size=None) as connection:
        await connection.send(json.dumps({"type": "hello", "tokens": []}))
        async with asyncio.timeout(_PATIENCE):
            async for message in connection:
                if json.loads(message).get("moves"):
                    return


async def _first_line(address: str, game: str) -> None:
    """Analyse the empty board, and wait for the first line."""
    analysis = f"{address.replace('http', 'ws')}/api/analysis"
    async with connect(analysis, max_size=None) as connection:
        await connection.send(json.dumps({"type": "analyse", "game": game, "lines": 1}))
        async with asyncio.timeout(_PATIENCE):
            async for message in connection:
                if json.loads(message).get("lines"):
                    return


def _memory(games: list[str], settings: dict[str, str]) -> float:
    """Return the megabytes of a server after everything was used: moves and analyses."""
    with _server(settings) as (address, process, _):
        for game in games:
            for level in MEASURED:
                asyncio.run(_first_move(address, game, level))
            asyncio.run(_first_line(address, game))
        told = Path(f"/proc/{process}/status").read_text()
    return int(told.split("VmRSS:")[1].split()[0]) / 1000


def _show(times: dict[str, Times], facts: dict[str, float], complete: bool, as_json: bool) -> None:
    results = {
        state: {what: round(statistics.median(found), 2) for what, found in measured.items()}
        for state, measured in times.items()
    }
    for what in {**results["cold"], **results["warm"]}:
        cold, warm = (
            f"{results[state][what]:.2f}" if what in results[state] else "" for state in results
        )
        print(f"{what:32} cold {cold:>7} s   warm {warm:>6} s")
    for name, value in facts.items():
        print(f"{name.replace('_', ' ')}: {value:,.1f}")
    if as_json:
        rounded = {name: round(value, 1) for name, value in facts.items()}
        told = {"benchmark": "first-minute", "complete": complete, "wanted": WANTED}
        print(json.dumps(told | results | rounded))
