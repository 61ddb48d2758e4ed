"""The soak: thousands of fast games of every game among all built-in agents, without a failure.

``trivium bench soak`` plays 2,000 of each and stores them in a database of its own; it fails if
a single game ends by anything else than the rules.
"""

from __future__ import annotations

import itertools
import json
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from trivium.agents.catalogue import agents_of, parameters_of
from trivium.arena.bulk import Here
from trivium.arena.clocks import TimeControl
from trivium.arena.fixtures import Entrant, Fixture, pair_of_fixtures
from trivium.arena.openings import Openings
from trivium.arena.referee import Settings
from trivium.arena.running import play_event
from trivium.arena.schedule import InDatabase
from trivium.arena.storage import Database
from trivium.games.catalogue import GAMES

GAMES_OF_EACH = 2_000
SIZES = {"hexifence": "2", "cachex": "4", "watch-your-back": "8", "dots-and-boxes": "2x2"}
NODES = 20
SEED = 2026

_SMALL = {"champion": ":memory=1", "mcts": ":megabytes=1"}
"""What keeps agents from claiming much memory for a game of a few milliseconds."""


def main(as_json: bool) -> None:
    """Play everything and print what came out; leave with an error if a game failed."""
    results = [soak(game, GAMES_OF_EACH) for game in GAMES]
    for result in results:
        print(f"{result['game']}: {result['games']} games, {result['reasons']}")
    if as_json:
        print(json.dumps({"benchmark": "soak", "seed": SEED, "results": results}))
    if any(result["faults"] for result in results):
        sys.exit(1)


def soak(game: str, games: int) -> dict[str, Any]:
    """Play some games between all pairs of agents in turn; return how they ended."""
    planned = fixtures(game, games)
    reasons: Counter[str] = Counter()
    faults: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        database = Database(Path(folder) / "games.sqlite")
        database.begin_event("soak", "match", game)
        for fixture, record in play_event(InDatabase(database, "soak"), lambda _: planned, Here()):
            reasons[record["reason"]] += 1
            if record["fault"] is not None:
                names = " – ".join(entrant.name for entrant in fixture.entrants)
                faults.append(f"{names}, game {fixture.key}: {record['reason']}")
        stored = database.count()
        database.close()
    return {"game": game, "games": stored, "reasons": dict(reasons), "faults": faults}


def fixtures(game: str, games: int) -> list[Fixture]:
    """Return so many games, an even number, between all pairs of agents in turn."""
    names = [name for name in agents_of(game) if name != "human"]
    entrants = [Entrant(name, name + _small(name, game)) for name in names]
    pairs = itertools.cycle(itertools.combinations(entrants, 2))
    settings = Settings(TimeControl(nodes=NODES))
    return [
        fixture
        for number, (a, b) in enumerate(itertools.islice(pairs, games // 2))
        for fixture in pair_of_fixtures(
            str(number),
            game,
            SIZES[game],
            (a, b),
            Openings("random"),
            number,
            (SEED, number),
            settings,
        )
    ]


def _small(name: str, game: str) -> str:
    setting = _SMALL.get(name, "")
    parameter = setting.lstrip(":").partition("=")[0]
    return setting if parameter in {f.name for f in parameters_of(agents_of(game)[name])} else ""
