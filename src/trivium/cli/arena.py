"""What the commands of the arena share: options, workers, tables on the terminal."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from trivium.cli.common import write_text
from trivium.cli.terminal import add_row, make_console, make_table, remark, say
from trivium.words import how_many

if TYPE_CHECKING:
    from rich.progress import Progress
    from rich.table import Table

    from trivium.arena.bulk import Workers
    from trivium.arena.fixtures import Entrant
    from trivium.arena.ledger import Ledger
    from trivium.arena.ratings.standings import Standings
    from trivium.arena.ratings.strengths import Anchor

DatabaseOption = Annotated[
    str | None,
    typer.Option(
        "--db",
        help="Where games are kept: a file, or postgresql://user@host/name. Default: "
        "games.sqlite in your own data directory.",
    ),
]
ConcurrencyOption = Annotated[int, typer.Option(min=1, help="Games at the same time.")]
ClusterOption = Annotated[
    str | None,
    typer.Option(help="Play on a Ray cluster: 'ray' starts a local one, an address joins one."),
]
AnchorOption = Annotated[
    str | None, typer.Option(help="A player whose rating is given, as in random=0.")
]
ReplaceOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME",
        help="Play a player's games again that an earlier version of it has played; may be "
        "repeated.",
    ),
]
ReportOption = Annotated[Path | None, typer.Option(help="Write a report in HTML to this file.")]
CsvOption = Annotated[Path | None, typer.Option(help="Write the table of players as CSV.")]


def make_workers(concurrency: int, cluster: str | None) -> Workers:
    """Return who plays the games."""
    from trivium.arena.bulk import local_workers
    from trivium.errors import TriviumError

    if cluster is None:
        return local_workers(concurrency)
    if cluster != "ray" and ":" not in cluster:
        raise TriviumError(
            f"'{cluster}' is no cluster; write ray, or ray://host:port to join one "
            "(host:port on a machine that belongs to it)."
        )
    from trivium.arena.cluster import RayWorkers

    if cluster == "ray":
        return RayWorkers(slots=concurrency)
    return RayWorkers(cluster, None if concurrency == 1 else concurrency)


def make_progress() -> Progress:
    """Return a line on standard error that shows games played and the time left.

    Where nobody watches, it shows nothing.
    """
    from rich.progress import MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    return Progress(
        MofNCompleteColumn(),
        TimeRemainingColumn(compact=True),
        TextColumn("{task.description}", markup=False),
        console=make_console(stderr=True),
        disable=not sys.stderr.isatty(),
        transient=True,
    )


def mind_changes(
    players: list[tuple[str, Entrant]], ledger: Ledger, replaced: list[str] | None
) -> None:
    """Let games be played again that are to be replaced, and tell who else has changed."""
    from trivium.arena.changes import changes, play_again, versions_now

    now = versions_now(players)
    if replaced:
        games = play_again(ledger, now, replaced)
        told = f"{games} games of {', '.join(replaced)} by an earlier version are played again."
        remark(f"trivium: {told}")
    for change in changes(now, ledger.records().values()):
        remark(f"trivium: {change}")


def make_anchor(text: str | None) -> Anchor | None:
    """Return the anchor of the ratings, if one was asked for."""
    from trivium.arena.ratings.strengths import read_anchor

    return None if text is None else read_anchor(text)


def publish(
    title: str,
    tables: list[Standings],
    facts: dict[str, Any],
    report: Path | None,
    csv: Path | None,
) -> None:
    """Write the files that were asked for."""
    if csv is not None:
        from trivium.arena.ratings.exports import as_csv

        write_text(csv, as_csv(tables))
    if report is not None:
        from trivium.arena.ratings.report import html_report

        write_text(report, html_report(title, tables, facts))


def show_standings(tables: list[Standings]) -> None:
    """Print ratings and cross tables."""
    console = make_console(width=None if sys.stdout.isatty() else 120)
    for table in tables:
        console.print(_ratings_table(table))
        if 2 < len(table.names) <= 12:
            console.print(_cross_table(table))
        show_remarks(table.remarks)


def show_remarks(remarks: Mapping[str, int]) -> None:
    """Print what is remarked about external agents."""
    for text, games in remarks.items():
        say(f"in {how_many(games, 'game')}: {text}")


def _ratings_table(standings: Standings) -> Table:
    from trivium.arena.ratings.ranking import HEADINGS

    table = make_table(f"{standings.title}, {how_many(standings.games, 'game')}")
    marks = [HEADINGS[mark] for mark in standings.marks]
    numbers = ("Elo", "±", "games", "won", "drawn", "lost", "score", "s/game")
    for heading in ("rank", "", *marks, *numbers, "failures"):
        table.add_column(heading, justify="left" if heading in ("", "failures") else "right")
    for row in standings.rows():
        add_row(
            table,
            str(row["rank"]),
            row["player"],
            *(f"{row[mark]:g}" for mark in standings.marks),
            f"{row['elo']:+.0f}",
            f"{row['error']:.0f}",
            str(row["games"]),
            str(row["wins"]),
            str(row["draws"]),
            str(row["losses"]),
            f"{row['score']:.1%}",
            f"{row['seconds_a_game']:.2f}",
            ", ".join(f"{count} {fault}" for fault, count in row["faults"].items()),
        )
    return table


def _cross_table(standings: Standings) -> Table:
    table = make_table("points : games")
    table.add_column("")
    for place in range(1, len(standings.names) + 1):
        table.add_column(str(place), justify="right")
    for place, name in enumerate(standings.names, 1):
        cells = []
        for other in standings.names:
            score, games = standings.cross.get((name, other), (0.0, 0))
            cells.append(f"{score:g}:{games}" if games else "–")
        add_row(table, f"{place} {name}", *cells)
    return table
