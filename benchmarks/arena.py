"""The arena's own cost: games per second of agents that need no time, with and without storing.

``trivium bench arena`` prints them; the ratio is against the same games played by the rules
alone, without referee, clocks and records.
"""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from benchmarks import external
from trivium.agents.simple import RandomAgent
from trivium.arena.ledger import Ledger
from trivium.arena.match import Match, play_match
from trivium.arena.openings import Openings
from trivium.arena.schedule import InDatabase
from trivium.arena.storage import Database
from trivium.games.catalogue import GAMES

WANTED = 500
"""In-process random games of Hexifence 2 per second on one core that the arena promises."""

_GAMES = 400
_REPEATS = 3


def main(as_json: bool) -> None:
    """Measure and print; with `as_json`, one object as the last line."""
    results = in_process()
    for name, value in results.items():
        print(f"{name.replace('_', ' ')}: {value:,.4g}")
    outside = external.measure_all()
    for result in outside:
        fence = "in the sandbox" if result.sandbox else "without a sandbox"
        print(f"{result.agent} {fence}: {result.median:.3f} ms a move beyond its own time")
    if as_json:
        external_results = {"external": [asdict(result) for result in outside]}
        print(json.dumps({"benchmark": "arena"} | results | external_results))


def in_process() -> dict[str, Any]:
    """Return how fast agents inside this process play random games of Hexifence 2."""
    match = Match("hexifence", "random", "random", "2", _GAMES, openings=Openings("random"))
    _referee(match)
    rules = _best(lambda: _rules_alone(_GAMES))
    referee = _best(lambda: _referee(match))
    stored = _best(lambda: _stored(match))
    return {
        "games_per_second": _GAMES / referee,
        "wanted_games_per_second": WANTED,
        "stored_games_per_second": _GAMES / stored,
        "bare_games_per_second": _GAMES / rules,
        "times_the_bare_rules": referee / rules,
    }


def _best(work: Callable[[], None]) -> float:
    """Return the processor seconds of the quickest of some runs; other programs do not count."""
    times = []
    for _ in range(_REPEATS):
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return min(times)


def _rules_alone(games: int) -> None:
    agent = RandomAgent(1)
    for _ in range(games):
        position = GAMES["hexifence"].start("2")
        while not position.is_over:
            position.push(agent.choose(position).move)


def _referee(match: Match, ledger: Ledger | None = None) -> None:
    for _ in play_match(match, ledger=ledger):
        pass


def _stored(match: Match) -> None:
    with tempfile.TemporaryDirectory() as folder:
        database = Database(Path(folder) / "games.sqlite")
        database.begin_event("bench", "match", match.plan())
        _referee(match, InDatabase(database, "bench"))
        database.close()
