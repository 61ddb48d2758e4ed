"""Nodes a second of this checkout and of another one, in turns.

``trivium bench ratio --checkout ../before``: the speeds of ``trivium bench search``, each measured
by a process with the code of its checkout. The two take turns, game by game, and the better run of
each counts, so that other work on the machine disturbs both alike. Seconds are CPU time.
``trivium bench ratio --portable code`` compares what this checkout compiles for the processor it
runs on with machine code of ``trivium warmup --portable code``.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Annotated, Any

import typer

from benchmarks.before import HERE, Player
from benchmarks.evaluators import EVALUATORS
from benchmarks.progress import Steps

Speeds = dict[str, list[int]]
"""Nodes a second of what is measured, in each of the two checkouts; 0 is not measured yet."""


def main(
    as_json: bool,
    checkout: Annotated[Path, typer.Option(help="The other one, with its .venv.")] = HERE,
    portable: Annotated[
        Path | None, typer.Option(help="Machine code that the other one has instead of its own.")
    ] = None,
    runs: Annotated[int, typer.Option(min=1, help="How often each is measured.")] = 2,
) -> None:
    """Measure both, and print the speeds of the other one, of this one, and their ratio."""
    speeds: Speeds = {}
    total = runs * len(EVALUATORS) * 2
    with (
        tempfile.TemporaryDirectory() as empty,
        Steps(total, lambda complete: _show(speeds, complete, as_json)) as steps,
    ):
        settings = {}
        if portable is not None:
            settings = {"TRIVIUM_CODE_DIR": str(portable.resolve()), "TRIVIUM_CACHE_DIR": empty}
        players = [
            Player(checkout.resolve(), "speed_player.py", settings),
            Player(HERE, "speed_player.py"),
        ]
        for _ in range(runs):
            for game in EVALUATORS:
                for place, player in enumerate(players):
                    steps.begin(f"{game}, {'before' if place == 0 else 'now'}")
                    _note(speeds, place, player.ask({"game": game}))
        for player in players:
            player.close()


def _note(speeds: Speeds, place: int, measured: dict[str, Any]) -> None:
    for speed in measured["speeds"]:
        case = "{game} {size}, {evaluator}, {algorithm}".format(**speed)
        best = speeds.setdefault(case, [0, 0])
        best[place] = max(best[place], speed["nodes_per_second"])


def _show(speeds: Speeds, complete: bool, as_json: bool) -> None:
    both = {case: found for case, found in speeds.items() if all(found)}
    for case, (before, now) in both.items():
        print(f"{case:60} {before:>12,} {now:>12,} {now / before:6.2f}")
    if as_json:
        print(json.dumps({"benchmark": "ratio", "complete": complete, "speeds": both}))
