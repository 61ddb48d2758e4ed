"""Thousands of fast games of every game among all built-in agents, without a failure.

2,000 of each are stored in a database of their own; a single one that ends by anything else than
the rules is a failure. Started again after Ctrl-C, or worse, it goes on with the games that are
missing, unless the program has been changed since.
"""

from __future__ import annotations

import itertools
import json
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

from benchmarks.progress import Steps
from benchmarks.soak.journal import program_state
from trivium.agents.catalogue import agents_of, parameters_of
from trivium.arena.bulk import Here
from trivium.arena.clocks import TimeControl
from trivium.arena.database.schedule import InDatabase
from trivium.arena.database.storage import Database
from trivium.arena.fixtures import Entrant, Fixture, pair_of_fixtures
from trivium.arena.interrupts import held_back
from trivium.arena.openings import Openings
from trivium.arena.referee import Terms
from trivium.arena.running import play_event
from trivium.games.catalogue import GAMES

GAMES_OF_EACH = 2_000
SIZES = {"hexifence": "2", "cachex": "4", "watch-your-back": "8", "dots-and-boxes": "2x2"}
NODES = 20
SEED = 2026

_SMALL = {"champion": ":memory=1", "mcts": ":megabytes=1"}
"""What keeps agents from claiming much memory for a game of a few milliseconds."""


def soak(path: Path, games: int, as_json: bool = False) -> bool:
    """Play so many games of each and print how they ended; return whether one failed.

    Games that are at the path already count; the file is removed when all have been played.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    results: list[dict[str, Any]] = []
    with closing(Database(path)) as database:
        ledgers = {game: _ledger(database, game) for game in GAMES}

        def show(complete: bool) -> None:
            results.extend(_result(game, ledgers[game]) for game in GAMES)
            _print(results, complete, as_json)

        with held_back(), Steps(games * len(GAMES), show) as steps:
            for game, ledger in ledgers.items():
                _play(game, games, ledger, steps)
    path.unlink()
    return any(result["faults"] for result in results)


def _ledger(database: Database, game: str) -> InDatabase:
    """Return where the games of this state of the program are kept."""
    event = f"soak {game} {program_state()}"
    database.begin_event(event, "match", event)
    return InDatabase(database, event)


def _play(game: str, games: int, ledger: InDatabase, steps: Steps) -> None:
    """Play what is missing between all pairs of agents in turn."""
    planned = fixtures(game, games)
    for _ in ledger.records():
        steps.begin(f"{game}, from before")
    for _ in play_event(ledger, lambda _: planned, Here()):
        steps.begin(game)


def _result(game: str, ledger: InDatabase) -> dict[str, Any]:
    """Return how the games ended that have been played."""
    records = ledger.records()
    faults = [
        f"{' – '.join(record.names)}, game {key}: {record.reason}"
        for key, record in records.items()
        if record.fault is not None
    ]
    reasons = Counter(record.reason for record in records.values())
    return {"game": game, "games": len(records), "reasons": dict(reasons), "faults": faults}


def _print(results: list[dict[str, Any]], complete: bool, as_json: bool) -> None:
    for result in results:
        print(f"{result['game']}: {result['games']} games, {result['reasons']}")
        for fault in result["faults"]:
            print(f"  {fault}")
    if as_json:
        facts = {"benchmark": "soak", "complete": complete, "seed": SEED}
        print(json.dumps(facts | {"results": results}))


def fixtures(game: str, games: int) -> list[Fixture]:
    """Return so many games, an even number, between all pairs of agents in turn."""
    names = [name for name in agents_of(game) if name != "human"]
    entrants = [Entrant(name, name + small_setting(name, game)) for name in names]
    pairs = itertools.cycle(itertools.combinations(entrants, 2))
    terms = Terms(TimeControl(nodes=NODES))
    return [
        fixture
        for number, (a, b) in enumerate(itertools.islice(pairs, games // 2))
        for fixture in pair_of_fixtures(
            str(number),
            (a, b),
            game=game,
            size=SIZES[game],
            terms=terms,
            openings=Openings("random"),
            opening_number=number,
            place=(SEED, number),
        )
    ]


def small_setting(name: str, game: str) -> str:
    """Return what to add to an agent's name so that it claims little memory."""
    setting = _SMALL.get(name, "")
    parameter = setting.lstrip(":").partition("=")[0]
    return setting if parameter in {f.name for f in parameters_of(agents_of(game)[name])} else ""
