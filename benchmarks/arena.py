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

from benchmarks import external
from benchmarks.progress import Steps
from trivium.agents.simple import RandomAgent
from trivium.arena.database.schedule import InDatabase
from trivium.arena.database.storage import Database
from trivium.arena.ledger import Ledger
from trivium.arena.match import Match, play_match
from trivium.arena.openings import Openings
from trivium.games.catalogue import GAMES

WANTED = 500
"""In-process random games of Hexifence 2 per second on one core that the arena promises."""

_GAMES = 400
_REPEATS = 3
_WAYS = 3
"""By the bare rules, with a referee, stored."""


def main(as_json: bool) -> None:
    """Measure and print; with `as_json`, one object as the last line."""
    inside: dict[str, float] = {}
    outside: dict[external.Case, external.Result] = {}
    with tempfile.TemporaryDirectory() as folder:
        cases = external.cases(Path(folder))
        total = _REPEATS * _WAYS + len(cases)
        with Steps(total, lambda complete: _show(inside, outside, complete, as_json)) as steps:
            inside |= in_process(steps)
            for case in cases:
                steps.begin(str(case))
                outside[case] = external.measure(case)


def _show(
    inside: dict[str, float],
    outside: dict[external.Case, external.Result],
    complete: bool,
    as_json: bool,
) -> None:
    for name, value in inside.items():
        print(f"{name.replace('_', ' ')}: {value:,.4g}")
    for case, result in outside.items():
        print(f"{case}: {result.median:.3f} ms a move beyond its own time")
    if as_json:
        results = inside | {"external": [asdict(result) for result in outside.values()]}
        print(json.dumps({"benchmark": "arena", "complete": complete} | results))


def in_process(steps: Steps) -> dict[str, float]:
    """Return how fast agents inside this process play random games of Hexifence 2."""
    match = Match("hexifence", "random", "random", "2", _GAMES, openings=Openings("random"))
    _referee(match)

    def best(what: str, work: Callable[[], None]) -> float:
        """Return the processor seconds of the quickest of some runs."""
        times = []
        for _ in range(_REPEATS):
            steps.begin(what)
            began = time.process_time()  # other programs do not count
            work()
            times.append(time.process_time() - began)
        return min(times)

    rules = best("the bare rules", lambda: _rules_alone(_GAMES))
    referee = best("with a referee", lambda: _referee(match))
    stored = best("stored", lambda: _stored(match))
    return {
        "games_per_second": _GAMES / referee,
        "wanted_games_per_second": WANTED,
        "stored_games_per_second": _GAMES / stored,
        "bare_games_per_second": _GAMES / rules,
        "times_the_bare_rules": referee / rules,
    }


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
