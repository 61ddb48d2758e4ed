"""``trivium elo``: ratings from the games in the database."""

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING, Annotated

import typer

from trivium.cli.arena import (
    AnchorOption,
    CsvOption,
    DatabaseOption,
    ReportOption,
    make_anchor,
    publish,
    show_standings,
)
from trivium.cli.common import JsonOption
from trivium.cli.filters import filtered
from trivium.cli.terminal import say
from trivium.errors import TriviumError

if TYPE_CHECKING:
    from trivium.arena.database.storage import Filter


@filtered
def elo(
    wanted: Filter,
    without_faults: Annotated[
        bool, typer.Option("--without-faults", help="Leave out games lost by a failure.")
    ] = False,
    mix_versions: Annotated[
        bool,
        typer.Option(
            "--mix-versions", help="Rate all versions of a player as one; otherwise NAME@VERSION."
        ),
    ] = False,
    anchor: AnchorOption = None,
    database: DatabaseOption = None,
    report: ReportOption = None,
    csv: CsvOption = None,
    as_json: JsonOption = False,
) -> None:
    """Rate all players by the stored games, or by those that the filters leave.

    Games that were brought to the page count only if --event asks for them.
    """
    from trivium.arena.database.storage import Database
    from trivium.arena.database.tables import UPLOADED
    from trivium.arena.ratings.standings import standings_by_game, versions_apart

    fixed = make_anchor(anchor)
    with contextlib.closing(Database.to_look_into(database)) as kept:
        records = [
            record
            for _, record in kept.records(wanted)
            if not (without_faults and record.fault is not None)
            and (wanted.event is not None or record.event.partition(":")[0] != UPLOADED)
        ]
    if not records:
        raise TriviumError(f"There are no such games in {kept.address}.")
    tables = standings_by_game(records if mix_versions else versions_apart(records), fixed)
    if fixed is not None and all(table.ratings.anchor is None for table in tables):
        raise TriviumError(f"The anchor '{fixed.name}' has played none of these games.")
    publish("Ratings", tables, {"games": len(records)}, report, csv)
    if as_json:
        say(json.dumps({"games": len(records), "ratings": [t.as_dict() for t in tables]}))
    else:
        show_standings(tables)
