"""``trivium analyse``: the best moves of a position, with scores and variations."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from trivium.cli.common import (
    FileArgument,
    GameArgument,
    JsonOption,
    SizeOption,
    compile_notice,
    load_position,
)
from trivium.errors import TriviumError

if TYPE_CHECKING:
    from trivium.games.position import Position
    from trivium.search.limits import Report

_SHOWN = 8
"""Moves of a variation that a person gets to see."""


def analyse(
    game: GameArgument,
    file: FileArgument = None,
    size: SizeOption = None,
    time: Annotated[float, typer.Option(min=0.01, help="Seconds to think in all.")] = 5.0,
    lines: Annotated[int, typer.Option(min=1, help="How many of the best moves.")] = 3,
    agent: Annotated[str, typer.Option(help="Who analyses; it has to search.")] = "champion",
    as_json: JsonOption = False,
) -> None:
    """Find the best moves of a position; scores that are proven say so."""
    with compile_notice():
        from trivium.agents.catalogue import make_agent
        from trivium.search.limits import Limit

        position = load_position(game, size, file)
        if position.is_over:
            raise TriviumError(f"The game is over: {position.outcome()}.")
        analyst = make_agent(agent, position.game)
        analyst.prepare(position)
        reports = analyst.analyse(position, Limit(seconds=time), lines)
    if not reports:
        raise TriviumError(f"{agent} does not search, so it has nothing to tell.")
    if as_json:
        print(
            json.dumps(
                {"game": position.game, "size": position.size, "turn": position.turn}
                | {"lines": [_fields(position, report) for report in reports]}
            )
        )
        return
    print(position.status())
    for number, report in enumerate(reports, 1):
        fields = _fields(position, report)
        print(
            f"{number}. {fields['move']:<7} {report.score}, depth {report.depth}: "
            + " ".join(fields["line"][:_SHOWN])
        )
    nodes = sum(report.nodes for report in reports)
    seconds = sum(report.seconds for report in reports)
    print(f"{nodes:,} nodes in {seconds:.1f} s")


def _fields(position: Position, report: Report) -> dict[str, Any]:
    line = [str(position.move(code)) for code in report.line]
    return {
        "move": line[0],
        "value": report.score.points,
        "pov": report.score.pov,
        "exact": report.score.exact,
        "score": str(report.score),
        "depth": report.depth,
        "line": line,
        "nodes": report.nodes,
        "seconds": round(report.seconds, 4),
    }
