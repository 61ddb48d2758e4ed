"""``trivium solve``: the exact result of a position."""

from __future__ import annotations

import json
import sys
from contextlib import AbstractContextManager
from dataclasses import asdict
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
from trivium.cli.terminal import say, write_over
from trivium.errors import TriviumError
from trivium.words import how_many

if TYPE_CHECKING:
    from trivium.games.position import Position
    from trivium.solve.exact import Solution

_MOST_THREADS = 64
_MOST_MEGABYTES = 1_000_000


def solve(
    game: GameArgument,
    file: FileArgument = None,
    size: SizeOption = None,
    win_loss: Annotated[bool, typer.Option("--win-loss", help="Only find out who wins.")] = False,
    memory: Annotated[
        int, typer.Option(min=1, max=_MOST_MEGABYTES, help="Megabytes for the table.")
    ] = 1024,
    threads: Annotated[
        int, typer.Option(min=1, max=_MOST_THREADS, help="Threads that search together.")
    ] = 1,
    time: Annotated[float | None, typer.Option(min=0.01, help="Give up after so long.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Find the exact result of perfect play, with a best line; Ctrl-C tells what is known."""
    with compile_notice():
        from trivium.agents.experts import EXPERTS, expert_of
        from trivium.search.limits import Limit

        position = load_position(game, size, file)
        new_solver = expert_of(position.game).new_solver
        if new_solver is None:
            solvable = [name for name, expert in EXPERTS.items() if expert.new_solver]
            raise TriviumError(
                f"{position.game} cannot be solved like this; {' and '.join(solvable)} can."
            )
        try:
            with _getting_ready():
                solver = new_solver(position, memory, threads)
        except MemoryError:
            raise TriviumError(f"There are no {memory} MB of memory to be had.") from None
        kernel = position.copy().kernel
        known: list[Solution] = []

        def hear(solution: Solution) -> None:
            known.append(solution)
            _tell(solution, solver.table_fill)

        interrupted = False
        line: list[int] = []
        try:
            known.append(solver.solve(kernel, Limit(seconds=time), win_loss, hear))
            if known[-1].exact:
                line = solver.line(kernel, Limit(seconds=time))
        except KeyboardInterrupt:
            interrupted = True
        finally:
            _end_telling()
    if not known:
        raise TriviumError("Stopped before anything was known.")
    _print(position, known[-1], line, win_loss, as_json)
    if interrupted:
        raise typer.Exit(130)


def _getting_ready() -> AbstractContextManager[object]:
    """Show on a terminal that something goes on: a table may have to be built first."""
    from rich.console import Console

    return Console(stderr=True).status("Getting ready …")


def _tell(solution: Solution, fill: float) -> None:
    """Show how far the proof has come, on a terminal."""
    if sys.stderr.isatty():
        text = (
            f"between {solution.low:+d} and {solution.high:+d}, "
            f"{how_many(solution.nodes, 'node')}, {solution.seconds:.0f} s, table {fill:.0%} full"
        )
        write_over(text)


def _end_telling() -> None:
    """Clear the line that `_tell` writes."""
    if sys.stderr.isatty():
        write_over()


def _print(
    position: Position, solution: Solution, line: list[int], win_loss: bool, as_json: bool
) -> None:
    fields = _fields(position, solution, line, win_loss)
    if as_json:
        say(json.dumps(fields))
        return
    say(_verdict(position, solution, win_loss))
    if solution.best is not None:
        say("best " + " ".join(fields["line"] or [fields["best"]]))
    say(f"{how_many(solution.nodes, 'node')} in {solution.seconds:.2f} s")


def _verdict(position: Position, solution: Solution, win_loss: bool) -> str:
    """Return what is known in a sentence."""
    turn, sign = position.turn.capitalize(), solution.sign
    if sign is not None and (win_loss or not _has_margins(position)):
        result = {1: "wins", 0: "draws", -1: "loses"}[sign]
        when = "" if solution.by_turn is None else f" by turn {solution.by_turn}"
        return f"{turn} to move {result}{when}."
    if solution.exact:
        return f"{turn} to move gets a margin of {solution.low:+d}."
    if _has_margins(position):
        return f"Not solved: the margin of {turn} is between {solution.low} and {solution.high}."
    known = {(0, 1): "does not lose", (-1, 0): "does not win"}
    what = known.get((solution.low, solution.high), "may win, draw or lose")
    return f"Not solved: {turn} to move {what}."


def _has_margins(position: Position) -> bool:
    from trivium.games.catalogue import find_game

    return find_game(position.game).margins


def _fields(
    position: Position, solution: Solution, line: list[int], win_loss: bool
) -> dict[str, Any]:
    from trivium.arena.solving import Solved

    names = [str(position.move(move)) for move in line]
    return asdict(Solved.of(position, solution, win_loss)) | {"line": names}
