"""``trivium review``: a game move by move, with its mistakes and what would have been better."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from trivium.cli.common import JsonOption, compile_notice, read_text, replayed
from trivium.cli.terminal import say
from trivium.errors import TriviumError
from trivium.words import how_many

if TYPE_CHECKING:
    from trivium.agents.agent import Agent
    from trivium.games.position import Position
    from trivium.study.review import MoveReview

_SIGNS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
_KINDS = {
    "inaccuracy": ("inaccuracy", "inaccuracies"),
    "mistake": ("mistake", "mistakes"),
    "blunder": ("blunder", "blunders"),
}
_BLOCKS = " ▁▂▃▄▅▆▇█"
_HEIGHT = 4
"""Lines of the graph."""
_WIDTH = 72
_SECONDS = 0.5


def review(
    record: Annotated[
        str, typer.Argument(metavar="RECORD", help="A game record; - reads standard input.")
    ],
    time: Annotated[
        float | None, typer.Option(min=0.01, help=f"Seconds for each move; {_SECONDS} by default.")
    ] = None,
    nodes: Annotated[
        int | None,
        typer.Option(min=2, help="Positions looked at for each move: the same review every time."),
    ] = None,
    by: Annotated[
        str | None,
        typer.Option(help="Whose advice the moves are compared with, like level5 or gtp:./engine."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Find the mistakes of a game, and what would have been better; Ctrl-C tells what is known."""
    if time is not None and nodes is not None:
        raise TriviumError("Give either --time or --nodes, not both.")
    with compile_notice():
        from trivium.search.limits import Limit
        from trivium.study.review import review as reviewed

        position = replayed(read_text(record), record)
        if not position.moves:
            raise TriviumError(f"{record} has no moves to review.")
        limit = Limit(nodes=nodes) if nodes else Limit(seconds=time or _SECONDS)
        adviser = None if by is None else _adviser(by, position)
        found: list[MoveReview] = []
        interrupted = False
        try:
            for one in reviewed(position, limit, adviser):
                found.append(one)
                if not as_json:
                    say(_row(one), flush=True)
        except KeyboardInterrupt:
            interrupted = True
        finally:
            if adviser is not None:
                adviser.finish(position)
    _conclude(position, found, as_json)
    if interrupted:
        raise typer.Exit(130)


def _adviser(by: str, position: Position) -> Agent:
    """Return who gives advice; its fault is told in a sentence."""
    from trivium.arena.players import make_companion

    adviser = make_companion(by, position.game)
    adviser.prepare(position.origin())
    return adviser


def _row(found: MoveReview) -> str:
    sign = _SIGNS.get(found.verdict, "")
    row = f"{found.number:>3}. {found.colour:<5} {found.move:<7} {sign:<2}  {found.after.text}"
    if found.verdict in _KINDS:
        row = f"{row:<52} {found.best} was better: {found.before.text}"
        row += "".join(f"\n{'':>5}{why}" for why in found.why)
    return row


def _conclude(position: Position, found: list[MoveReview], as_json: bool) -> None:
    from trivium.agents.experts import expert_of
    from trivium.study.review import summary

    totals = summary(found)
    if as_json:
        say(
            json.dumps(
                {
                    "game": position.game,
                    "size": position.size,
                    "unit": expert_of(position.game).unit,
                    "moves": [one.as_dict() for one in found],
                    "summary": totals,
                }
            )
        )
        return
    if not found:
        return
    first = position.colours[0]
    say(f"\nThe chance of {first.capitalize()} to win, move by move:")
    for line in graph([one.chance_of(first) for one in found]):
        say(f"  {line}")
    say()
    for colour, total in totals.items():
        accuracy = "" if total["accuracy"] is None else f"accuracy {total['accuracy']:.0f} %, "
        counts = ", ".join(how_many(total[kind], *names) for kind, names in _KINDS.items())
        moves = how_many(total["moves"], "move")
        say(f"{colour.capitalize()}: {accuracy}{counts} in {moves}")
    if outcome := position.outcome():
        say(outcome)


def graph(shares: list[float], width: int = _WIDTH, height: int = _HEIGHT) -> list[str]:
    """Draw numbers from 0 to 1 as columns of blocks; of a long list, every few are averaged."""
    group = -(-len(shares) // width)
    parts = [shares[start : start + group] for start in range(0, len(shares), group)]
    eighths = [round(8 * height * sum(part) / len(part)) for part in parts]
    return [
        "".join(_BLOCKS[min(max(filled - 8 * row, 0), 8)] for filled in eighths)
        for row in reversed(range(height))
    ]
