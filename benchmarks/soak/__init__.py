"""The soak: everything for a long time, and nothing may be lost, counted twice or left behind.

``trivium bench soak`` plays thousands of fast games among all built-in agents (`fast_games`).
``trivium bench soak --hours 1`` goes through rounds of everything at once (`storm`): a tournament
with hostile agents, a server whose guests come, go, flood and misbehave, runners and servers that
are killed, full disks, a PostgreSQL that is restarted. After each round it checks that nothing that
was acknowledged is missing, that nothing counts twice, and that memory, open files, processes and
sandboxes are back where they were. Ctrl-C ends it with a report; started again it goes on with the
next round, unless the program has been changed.
"""

from __future__ import annotations

import json
import sys
from typing import Annotated

import typer

from benchmarks.progress import Steps
from benchmarks.soak.fast_games import GAMES_OF_EACH, soak
from benchmarks.soak.journal import Journal
from benchmarks.soak.report import report
from benchmarks.soak.storm import play_round, tidy_up
from trivium.files import cache_directory


def main(
    as_json: bool,
    hours: Annotated[
        float | None,
        typer.Option(min=0.001, help="Everything at once for so long, instead of fast games."),
    ] = None,
) -> None:
    """Go on until all has been played, or the time is up; leave with an error if it failed."""
    if hours is None:
        failed = soak(cache_directory() / "soak.sqlite", GAMES_OF_EACH, as_json)
    else:
        failed = storm(hours, as_json)
    if failed:
        sys.exit(1)


def storm(hours: float, as_json: bool) -> bool:
    """Go through rounds until they have taken so long; return whether something failed."""
    folder = cache_directory() / "soak"
    journal = Journal.open(folder)
    work = folder / "work"

    def show(complete: bool) -> None:
        print(report(journal))
        if as_json:
            facts = {"benchmark": "soak", "complete": complete, "hours": hours}
            told = {"rounds": [vars(one) for one in journal.rounds], "faults": journal.faults}
            print(json.dumps(facts | {"counts": journal.counts} | told))

    with Steps(1, show) as steps:
        steps.begin("everything at once")
        try:
            while journal.seconds < 3600 * hours:
                number = len(journal.rounds) + 1
                head = f"{journal.seconds / 60:.0f} of {60 * hours:g} minutes, round {number}"

                def note(what: str, head: str = head) -> None:
                    steps.note(f"{head}, {len(journal.faults)} faults: {what}")

                journal.add(play_round(number, work, note))
        finally:
            tidy_up(work)
    journal.path.unlink()
    return bool(journal.faults)
