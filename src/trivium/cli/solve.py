"""``trivium solve``: the exact value of a Hexifence or Dots-and-Boxes position."""

from __future__ import annotations

import json
import sys
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
        from trivium.solve.strings_and_coins.solver import compile_first

        position = load_position(game, size, file)
        new_solver = expert_of(position.game).new_solver
        if new_solver is None:
            solvable = [name for name, expert in EXPERTS.items() if expert.new_solver]
            raise TriviumError(
                f"{position.game} cannot be solved like this; {' and '.join(solvable)} can."
            )
        compile_first()
        try:
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
    turn = position.turn.capitalize()
    if win_loss and solution.sign is not None:
        say(f"{turn} to move " + {1: "wins.", 0: "draws.", -1: "loses."}[solution.sign])
    elif solution.exact:
        say(f"{turn} to move gets a margin of {solution.low:+d}.")
    else:
        say(f"Not solved: the margin of {turn} is between {solution.low} and {solution.high}.")
    if solution.best is not None:
        say("best " + " ".join(fields["line"] or [fields["best"]]))
    say(f"{how_many(solution.nodes, 'node')} in {solution.seconds:.2f} s")


def _fields(
    position: Position, solution: Solution, line: list[int], win_loss: bool
) -> dict[str, Any]:
    proven = solution.sign is not None if win_loss else solution.exact
    value = solution.sign if win_loss else solution.low if solution.exact else None
    names = [str(position.move(move)) for move in line]
    return {
        "game": position.game,
        "size": position.size,
        "turn": position.turn,
        "value": value,
        "exact": proven,
        "bounds": [solution.low, solution.high],
        "best": None if solution.best is None else str(position.move(solution.best)),
        "line": names,
        "nodes": solution.nodes,
        "seconds": round(solution.seconds, 4),
    }
