"""``trivium tournament``: a tournament described in a file, played or gone on with."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from trivium.cli.arena import (
    ClusterOption,
    ConcurrencyOption,
    CsvOption,
    DatabaseOption,
    ReplaceOption,
    ReportOption,
    make_progress,
    make_workers,
    mind_changes,
    publish,
    show_standings,
)
from trivium.cli.common import JsonOption, compile_notice
from trivium.cli.terminal import say
from trivium.errors import TriviumError
from trivium.words import how_many

if TYPE_CHECKING:
    from trivium.arena.bulk import Workers
    from trivium.arena.fixtures import Fixture
    from trivium.arena.ledger import Ledger
    from trivium.arena.records import Record
    from trivium.arena.rehearsal import Candidate
    from trivium.arena.tournament import Tournament


def tournament(
    file: Annotated[
        Path,
        typer.Argument(
            help="The tournament as TOML; the manual's page on the arena tells what is in it."
        ),
    ],
    concurrency: ConcurrencyOption = 1,
    cluster: ClusterOption = None,
    database: DatabaseOption = None,
    check: Annotated[
        bool, typer.Option(help="Only check the file and start every agent once; play nothing.")
    ] = False,
    replace: ReplaceOption = None,
    report: ReportOption = None,
    csv: CsvOption = None,
    as_json: JsonOption = False,
) -> None:
    """Play a tournament; one that was interrupted goes on where it was."""
    with compile_notice():
        from trivium.arena.database.schedule import InDatabase
        from trivium.arena.database.storage import Database
        from trivium.arena.rehearsal import check_all
        from trivium.arena.tournament import play_tournament
        from trivium.arena.tournament_file import read_tournament

        plan = read_tournament(file)
        with make_workers(concurrency, cluster) as workers:
            if check:
                _check(plan, workers, as_json)
                return
            with contextlib.closing(Database(database)) as kept:
                ledger = InDatabase(kept, plan.name)
                begun = kept.has_event(plan.name)
                over = begun and plan.is_over(ledger.records(), ledger.drawn())
                if replace or not over:
                    check_all(_rehearsed(plan, workers).items())
                kept.begin_event(plan.name, "tournament", plan.plan())
                mind_changes(plan.players, ledger, replace)
                try:
                    _follow(plan, ledger, play_tournament(plan, ledger, workers))
                finally:
                    _conclude(plan, _counting(plan, ledger), report, csv, as_json)


def _rehearsed(plan: Tournament, workers: Workers) -> dict[Candidate, str | None]:
    """Start every external agent once; return of everybody what is wrong, None if nothing is."""
    from trivium.arena.rehearsal import rehearse

    candidates = plan.candidates()
    found: dict[Candidate, str | None] = dict.fromkeys(candidates)
    progress = make_progress()
    with progress:
        task = progress.add_task("starting every agent once", total=len(candidates))
        for one, trouble in rehearse(candidates, workers):
            found[one] = trouble
            progress.update(task, advance=1)
    return found


def _check(plan: Tournament, workers: Workers, as_json: bool) -> None:
    """Say of every agent whether it can play; raises `TriviumError` if one cannot."""
    found = _rehearsed(plan, workers)
    if as_json:
        agents = [
            {"name": one.entrant.name, "game": one.game, "size": one.size, "trouble": trouble}
            for one, trouble in found.items()
        ]
        facts = {"tournament": plan.name, "expected_games": plan.expected_games()}
        say(json.dumps(facts | {"agents": agents}))
    else:
        say(_announcement(plan))
        for one, trouble in found.items():
            say(f"{one}: {trouble or 'ok'}".replace("\n", "\n  "))
    if wrong := sum(trouble is not None for trouble in found.values()):
        raise TriviumError(f"{wrong} of {len(found)} cannot be started.")


def _counting(plan: Tournament, ledger: Ledger) -> list[Record]:
    return list(plan.counting(ledger.records(), ledger.drawn()).values())


def _announcement(plan: Tournament) -> str:
    games = plan.expected_games()
    boards = ", ".join(
        f"{one.title} ({how_many(len(one.entrants), 'agent')})" for one in plan.sections
    )
    count = "as many games as it takes" if games is None else how_many(games, "game")
    return f"{plan.name}: {plan.format} on {boards}; {count}"


def _follow(plan: Tournament, ledger: Ledger, playing: Iterator[tuple[Fixture, Record]]) -> None:
    """Show the progress of a tournament until it ends."""
    from trivium.arena.interrupts import held_back

    progress = make_progress()
    done = len(_counting(plan, ledger))
    with held_back(), progress:
        task = progress.add_task(plan.name, total=plan.expected_games(), completed=done)
        for fixture, record in playing:
            a, b = fixture.entrants
            line = f"{fixture.game} {fixture.size}: {a.name} – {b.name}, {_result(record)}"
            progress.update(task, advance=1, description=line)


def _result(record: Record) -> str:
    return f"{record.winner or 'draw'} ({record.headline[:60]})"


def _conclude(
    plan: Tournament,
    records: list[Record],
    report: Path | None,
    csv: Path | None,
    as_json: bool,
) -> None:
    from trivium.arena.tournament import results

    tables = results(plan, records)
    facts: dict[str, Any] = {
        "tournament": plan.name,
        "format": plan.format,
        "games": len(records),
        "expected_games": plan.expected_games(),
        "seed": plan.seed,
        "seconds": round(sum(sum(record.seconds) for record in records), 3),
    }
    shown = {name: fact for name, fact in facts.items() if name != "tournament"}
    if shown["games"] == shown["expected_games"]:
        del shown["expected_games"]
    publish(plan.name, tables, shown, report, csv)
    if as_json:
        say(json.dumps(facts | {"boards": [table.as_dict() for table in tables]}))
    else:
        show_standings(tables)
