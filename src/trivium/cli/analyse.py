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
from trivium.cli.terminal import say
from trivium.errors import TriviumError
from trivium.words import how_many

if TYPE_CHECKING:
    from trivium.agents.agent import Agent
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
        say(
            json.dumps(
                {"game": position.game, "size": position.size, "turn": position.turn}
                | {"lines": [_fields(position, analyst, report) for report in reports]}
            )
        )
        return
    say(position.status())
    for number, report in enumerate(reports, 1):
        fields = _fields(position, analyst, report)
        say(
            f"{number}. {fields['move']:<7} {fields['score']}, depth {report.depth}: "
            + " ".join(fields["line"][:_SHOWN])
        )
    nodes = sum(report.nodes for report in reports)
    seconds = sum(report.seconds for report in reports)
    say(f"{how_many(nodes, 'node')} in {seconds:.1f} s")


def _fields(position: Position, analyst: Agent, report: Report) -> dict[str, Any]:
    from trivium.study.wording import score_words, share_words

    line = [str(position.move(code)) for code in report.line]
    score, share = report.score, analyst.share_of(report)
    return {
        "move": line[0],
        "value": score.points if share is None else None,
        "share": share,
        "pov": score.pov,
        "exact": score.exact,
        "score": score_words(score) if share is None else share_words(score.pov, share),
        "depth": report.depth,
        "line": line,
        "nodes": report.nodes,
        "seconds": round(report.seconds, 4),
    }
