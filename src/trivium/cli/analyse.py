"""``trivium analyse``: the best moves of a position, with scores and variations."""

from __future__ import annotations

import json
from collections.abc import Iterator
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
    from trivium.search.limits import Limit, Report
    from trivium.solve.nimstring import Nimbers

_SHOWN = 8
"""Moves of a variation that a person gets to see."""
_NIMBER_SECONDS = 1.0
"""The most that is spent on nimbers, after the search."""


def analyse(
    game: GameArgument,
    file: FileArgument = None,
    size: SizeOption = None,
    time: Annotated[float, typer.Option(min=0.01, help="Seconds to think in all.")] = 5.0,
    lines: Annotated[int, typer.Option(min=1, help="How many of the best moves.")] = 3,
    agent: Annotated[
        str, typer.Option(help="Who analyses: one who searches, or an external agent.")
    ] = "champion",
    as_json: JsonOption = False,
) -> None:
    """Find the best moves of a position; scores that are proven say so."""
    with compile_notice():
        from trivium.agents.experts import expert_of
        from trivium.arena.external.recalled import RecalledAgent
        from trivium.arena.players import make_companion
        from trivium.search.limits import Limit

        position = load_position(game, size, file)
        if position.is_over:
            raise TriviumError(f"The game is over: {position.outcome()}.")
        analyst = make_companion(agent, position.game)
        analyst.prepare(position)
        limit = Limit(seconds=time)
        if isinstance(analyst, RecalledAgent):
            _tell_choice(position, analyst, limit, as_json)
            return
        reports = analyst.analyse(position, limit, lines)
        count = expert_of(position.game).nimbers
        nimstring = None if count is None else count(position, min(time, _NIMBER_SECONDS))
    if not reports:
        raise TriviumError(f"{agent} does not search, so it has nothing to tell.")
    if as_json:
        say(
            json.dumps(
                {"game": position.game, "size": position.size, "turn": position.turn}
                | {"lines": [_fields(position, analyst, report) for report in reports]}
                | ({} if nimstring is None else {"nimbers": _nimber_fields(position, nimstring)})
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
    if nimstring is not None and nimstring.value is not None:
        say("\n".join(_nimber_lines(position, nimstring)))


def _nimber_lines(position: Position, found: Nimbers) -> Iterator[str]:
    """Yield what the position is worth in Nimstring, its regions, and the moves that win there."""
    from trivium.solve.nimstring import in_words

    yield f"Nimstring: {in_words(found.value)}"
    if len(found.regions) > 1:
        for region in found.regions:
            names = " ".join(str(position.move(edge)) for edge in region.edges)
            yield f"  {in_words(region.value)}: {names}"
    if found.good_moves and found.value:
        yield "to win it: " + " ".join(str(position.move(move)) for move in found.good_moves)


def _nimber_fields(position: Position, found: Nimbers) -> dict[str, Any]:
    from trivium.solve.nimstring import in_words

    return {
        "value": in_words(found.value),
        "regions": [
            {
                "edges": [str(position.move(edge)) for edge in region.edges],
                "value": in_words(region.value),
            }
            for region in found.regions
        ],
        "moves": {str(position.move(move)): in_words(value) for move, value in found.moves.items()},
    }


def _tell_choice(position: Position, analyst: Agent, limit: Limit, as_json: bool) -> None:
    """Tell what an agent of one's own would play, and what it writes about that."""
    from trivium.agents.agent import Forfeit

    try:
        choice = analyst.choose(position, limit)
    except Forfeit as fault:
        raise TriviumError(f"{analyst.name} has failed: {fault}.") from None
    finally:
        analyst.finish(position)
    if as_json:
        facts = {"game": position.game, "size": position.size, "turn": position.turn}
        say(json.dumps(facts | {"move": str(choice.move), "said": choice.reason}))
        return
    say(position.status())
    say(f"{analyst.name} would play {choice.move}: {choice.reason}")


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
        "score": str(score_words(score) if share is None else share_words(score.pov, share)),
        "depth": report.depth,
        "line": line,
        "nodes": report.nodes,
        "seconds": round(report.seconds, 4),
    }
