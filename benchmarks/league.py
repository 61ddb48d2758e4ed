"""What a league costs, and how soon it knows who is best.

``trivium bench league`` measures three things. *The order*: forty synthetic bots of known strength,
whose results are drawn by the rating's own model; how many games the ladder needs until Kendall's τ
with the true order is 0.9, and what τ round robin and Swiss have reached by then. *The work*: a
class of real bots in the sandbox, played by two workers; games an hour, and the share of the CPU
time that goes to anything but playing. *The page*: how long a server takes to answer while it plays
that league and fifty spectators look at its table and its boards.
"""

from __future__ import annotations

import contextlib
import io
import json
import math
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
import zipfile
from collections.abc import Iterator, Sequence
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Annotated, Any

import sqlalchemy as sa
import typer

from benchmarks.progress import Steps
from trivium.arena.database.storage import Database
from trivium.arena.external.process import AgentProcess
from trivium.arena.fixtures import Fixture
from trivium.arena.pairing import Encounter, round_robin, swiss
from trivium.arena.ratings.strengths import ELO, rate_counts
from trivium.league.entry.versions import submit
from trivium.league.ladder.pairing import UNKNOWN, Contender, draw
from trivium.league.ladder.worker import Watched, Worker
from trivium.league.leagues import find_league, make_league
from trivium.league.members import add_members, find_member
from trivium.league.plan import Plan
from trivium.league.tables import versions

SYNTHETIC = 40
APART = 35.0
"""Elo between neighbours."""
WANTED_TAU = 0.9
WANTED_SHARE = 0.15
WANTED_MILLISECONDS = 100
SPECTATORS = 50
_BATCH = 20
_MOST_GAMES = 20_000
_BOT = """
class Player:
    def __init__(self, player, n):
        self.free = [(r, q) for r in range(n) for q in range(n) if n % 2 == 0 or r != n // 2 != q]
        self.free += [(r, q) for r in range(n) for q in range(n) if (r, q) not in self.free]
        self.free.sort(key=lambda cell: (cell[0] * {0} + cell[1] * {1}) % 101)

    def action(self):
        return ("PLACE", *self.free[0])

    def turn(self, player, action):
        if action[0] == "PLACE":
            self.free.remove(tuple(action[1:]))
        else:
            self.free = [(q, r) for r, q in self.free]
"""


def main(
    as_json: bool,
    bots: Annotated[int, typer.Option(help="Bots of the class.")] = 200,
    seconds: Annotated[float, typer.Option(help="Seconds to play, for work and for page.")] = 60.0,
    seeds: Annotated[int, typer.Option(help="Synthetic leagues.")] = 5,
) -> None:
    """Measure and print; with `as_json`, one object as the last line."""
    found: dict[str, Any] = {"bots": bots}
    orders: list[dict[str, float]] = []

    def show(complete: bool) -> None:
        if orders:
            found["order"] = {
                name: round(sum(order[name] for order in orders) / len(orders), 3)
                for name in orders[0]
            }
            if "games_an_hour" in found.get("work", {}):
                games = found["order"]["games"] / found["work"]["games_an_hour"]
                found["order"]["minutes"] = round(60 * games, 1)
        if as_json:
            print(json.dumps(found | {"complete": complete}))
        else:
            print(json.dumps(found, indent=1))

    with Steps(seeds + 2, show) as steps, tempfile.TemporaryDirectory() as folder:
        for seed in range(seeds):
            steps.begin("order of synthetic bots")
            orders.append(order(seed))
        steps.begin("work")
        address = str(Path(folder) / "games.sqlite")
        _make_class(address, bots)
        found["work"] = work(address, seconds)
        steps.begin("page")
        found["page"] = page(address, seconds)


# The order.


def order(seed: int) -> dict[str, float]:
    """Return the games that the ladder needs, and τ of all three with as many games."""
    chance = Random(seed)
    true = {f"{number:02}": APART * number for number in range(SYNTHETIC)}
    names = list(true)
    chance.shuffle(names)
    counts: dict[tuple[str, str], list[int]] = {}
    games, reached = 0, 0.0
    while games < _MOST_GAMES and reached < WANTED_TAU:
        ratings = {one.name: one for one in rate_counts(counts, newcomers=True).players}
        contenders = [
            Contender(name, ratings[name].elo, ratings[name].error, ratings[name].games)
            if name in ratings
            else Contender(name, 0.0, UNKNOWN)
            for name in names
        ]
        met = {frozenset(pair): sum(count) for pair, count in counts.items()}
        for a, b in draw(contenders, met, _BATCH, 1.0, chance):
            games += _pair(a, b, true, counts, chance)
        reached = tau(counts, true)
    return {
        "games": float(games),
        "tau": reached,
        "tau_round_robin": tau(_played_round_robin(names, true, games, chance), true),
        "tau_swiss": tau(_played_swiss(names, true, games, chance), true),
    }


def _pair(
    a: str,
    b: str,
    true: dict[str, float],
    counts: dict[tuple[str, str], list[int]],
    chance: Random,
) -> int:
    """Draw the results of two games, colours exchanged."""
    for first, second in ((a, b), (b, a)):
        expected = 1 / (1 + math.exp((true[second] - true[first]) / ELO))
        place = 0 if chance.random() < expected else 2
        counts.setdefault((first, second), [0, 0, 0])[place] += 1
    return 2


def _played_round_robin(
    names: Sequence[str], true: dict[str, float], games: int, chance: Random
) -> dict[tuple[str, str], list[int]]:
    counts: dict[tuple[str, str], list[int]] = {}
    rounds = round_robin(names, {}, rounds=1 + games // (len(names) * (len(names) - 1)))
    for encounter in rounds[: games // 2]:
        _pair(encounter.first, encounter.second, true, counts, chance)
    return counts


def _played_swiss(
    names: Sequence[str], true: dict[str, float], games: int, chance: Random
) -> dict[tuple[str, str], list[int]]:
    counts: dict[tuple[str, str], list[int]] = {}
    scores: dict[Encounter, tuple[float, float]] = {}
    drawn: dict[int, list[tuple[str, str]]] = {}
    for number in range(1, max(games // len(names), 1) + 1):
        now = [
            one
            for one in swiss(names, scores, number, lambda n: drawn.get(n, ()))
            if one.round == number
        ]
        drawn[number] = [(one.first, one.second) for one in now]
        for one in now:
            before = [counts.get(pair, [0, 0, 0])[0] for pair in _both(one)]
            _pair(one.first, one.second, true, counts, chance)
            wins, losses = (
                counts[pair][0] - old for pair, old in zip(_both(one), before, strict=True)
            )
            scores[one] = float(wins + 1 - losses), float(losses + 1 - wins)
    return counts


def _both(one: Encounter) -> tuple[tuple[str, str], tuple[str, str]]:
    return (one.first, one.second), (one.second, one.first)


def tau(counts: dict[tuple[str, str], list[int]], true: dict[str, float]) -> float:
    """Return Kendall's τ of the ratings for results with the true order."""
    elo = dict.fromkeys(true, 0.0)
    elo |= {one.name: one.elo for one in rate_counts(counts).players}
    names = sorted(true, key=true.__getitem__)
    signs = [
        (elo[b] > elo[a]) - (elo[b] < elo[a])
        for place, a in enumerate(names)
        for b in names[place + 1 :]
    ]
    return sum(signs) / len(signs)


# The work.


def _make_class(address: str, bots: int) -> None:
    """Make a league of many bots that have passed their trials."""
    database = Database(address)
    plan = Plan("cachex", ("3",), clock="5", openings="random", references=(1, 2))
    league, _ = make_league(database, "bench", plan)
    add_members(database, league.id, [(f"bot {n}", "member") for n in range(bots)], "bench")
    for number in range(bots):
        content = io.BytesIO()
        with zipfile.ZipFile(content, "w") as archive:
            code = _BOT.replace("{0}", str(number % 19 + 1)).replace("{1}", str(number % 23 + 1))
            archive.writestr("team.py", code)
        member = find_member(database, league.id, f"bot {number}")
        submit(database, league, member, content.getvalue())
    with database.writing() as connection:
        connection.execute(sa.update(versions).values(state="passed"))
    database.close()


def work(address: str, seconds: float) -> dict[str, Any]:
    """Return what two workers do in some seconds."""
    context = get_context("spawn")
    results = context.Queue()
    before = _stored(address)
    began = time.monotonic()
    hands = [context.Process(target=_work, args=(address, seconds, results)) for _ in range(2)]
    for hand in hands:
        hand.start()
    told = [results.get() for _ in hands]
    for hand in hands:
        hand.join()
    took = time.monotonic() - began
    games = _stored(address) - before
    total, playing = (sum(one[part] for one in told) for part in (0, 1))
    return {
        "games": games,
        "games_an_hour": round(3600 * games / took),
        "games_per_cpu_hour": round(3600 * games / total),
        "share_not_playing": round(1 - playing / total, 4),
        "wanted_share": WANTED_SHARE,
    }


def _work(address: str, seconds: float, results: Any) -> None:
    """Work for some seconds; tell the CPU time in all, and that within games.

    The bots' own time is read from their processes before these are ended: of processes that are
    killed the system tells nobody anything afterwards.
    """
    stop, spent, bots = threading.Event(), [0.0], [0.0]
    begin, end = Watched._begin, AgentProcess.end

    def counted(self: AgentProcess) -> None:
        if self._to >= 0:
            bots[0] += self.cpu_seconds()
        end(self)

    def timed(self: Watched, function: Any, task: object) -> Any:
        before = _cpu()
        try:
            return begin(self, function, task)
        finally:
            if isinstance(task, Fixture):
                spent[0] += _cpu() - before

    AgentProcess.end = counted  # type: ignore[method-assign]
    Watched._begin = timed  # type: ignore[method-assign]
    worker = Worker(Database(address), "bench")
    worker.work(_set(threading.Event()))  # what is loaded and compiled once does not count
    spent[0], bots[0], before = 0.0, 0.0, _cpu()
    threading.Timer(seconds, stop.set).start()
    worker.run(stop)
    results.put((_cpu() - before + bots[0], spent[0] + bots[0]))


def _set(event: threading.Event) -> threading.Event:
    event.set()
    return event


def _cpu() -> float:
    """Return the CPU time of this process."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def _stored(address: str) -> int:
    with contextlib.closing(Database(address)) as database:
        assert find_league(database, "bench")
        return database.count()


# The page.


def page(address: str, seconds: float) -> dict[str, Any]:
    """Return how long a server takes to answer that plays, while spectators look at it."""
    with _serving(address) as base:
        stop = time.monotonic() + seconds
        waits: list[float] = []
        people = [
            threading.Thread(target=_look, args=(base, number, stop, waits))
            for number in range(SPECTATORS)
        ]
        for person in people:
            person.start()
        for person in people:
            person.join()
    waits.sort()
    return {
        "answers": len(waits),
        "p50_milliseconds": round(1000 * waits[len(waits) // 2], 1),
        "p95_milliseconds": round(1000 * waits[int(0.95 * len(waits))], 1),
        "wanted_milliseconds": WANTED_MILLISECONDS,
    }


def _look(base: str, number: int, stop: float, waits: list[float]) -> None:
    """Look at a league as a browser does: the table every 2.5 s, the boards every second."""
    parts, pause = (("table", 2.5), ("running", 1.0))[number % 2]
    time.sleep(Random(number).uniform(0, pause))
    while time.monotonic() < stop:
        began = time.perf_counter()
        with urllib.request.urlopen(f"{base}/api/leagues/bench/{parts}") as answer:
            answer.read()
        waits.append(time.perf_counter() - began)
        time.sleep(pause)


@contextlib.contextmanager
def _serving(address: str) -> Iterator[str]:
    command = [sys.executable, "-u", "-m", "trivium", "serve", "--no-browser", "--port", "0"]
    command += ["--db", address, "--league", "bench", "--league-workers", "2"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=dict(os.environ))
    assert server.stdout is not None
    try:
        base = next(word for word in server.stdout.readline().split() if "://" in word).rstrip("/")
        while True:
            with urllib.request.urlopen(f"{base}/api/health") as answer:
                if json.load(answer)["ready"]:
                    break
            time.sleep(0.1)
        with urllib.request.urlopen(f"{base}/api/leagues/bench/table") as answer:
            answer.read()
        yield base
    finally:
        server.kill()
        server.wait()
