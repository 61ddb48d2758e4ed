"""``trivium solve``: the exact result of a position."""

from __future__ import annotations

import json
import shutil
import sys
from contextlib import AbstractContextManager
from dataclasses import asdict, replace
from pathlib import Path
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
from trivium.cli.terminal import make_console, remark, say, write_over
from trivium.errors import TriviumError
from trivium.words import how_many

if TYPE_CHECKING:
    from trivium.games.position import Position
    from trivium.solve.exact import KeepingSource, PatientSource, Solution

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
    time: Annotated[
        float | None,
        typer.Option(min=0.01, help="Give up after so many seconds; by default never."),
    ] = None,
    keep: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Save what is proven to this file every few minutes, and go on from it.",
        ),
    ] = None,
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
        keeper = None if keep is None else _Keeper(_keeping(solver, position), keep)
        kernel = position.copy().kernel
        known: list[Solution] = []

        def hear(solution: Solution) -> None:
            known.append(solution)
            _tell(_progress(solver, solution))
            if keeper:
                keeper.save_sometimes(solution)

        interrupted = False
        line: list[int] = []
        try:
            known.append(solver.solve(kernel, Limit(seconds=time), win_loss, hear))
            if known[-1].exact:
                line = solver.line(kernel, Limit(seconds=time))
                if line:  # of several best moves, the same one everywhere
                    known.append(replace(known[-1], best=line[0]))
        except KeyboardInterrupt:
            interrupted = True
        finally:
            _tell("")
        if keeper and known:
            keeper.save(known[-1])
    if not known:
        raise TriviumError("Stopped before anything was known.")
    _print(position, known[-1], line, win_loss, as_json)
    if interrupted:
        raise typer.Exit(130)


def _keeping(solver: PatientSource, position: Position) -> KeepingSource:
    """Return a solver that can save what it has proven; raises `TriviumError` if it cannot."""
    from trivium.games.catalogue import find_game
    from trivium.solve.exact import KeepingSource

    if not isinstance(solver, KeepingSource):
        raise TriviumError(
            f"{find_game(position.game).title} {position.size} is looked up in a table, so there "
            "is nothing to keep; leave out --keep."
        )
    return solver


def _getting_ready() -> AbstractContextManager[object]:
    """Show on a terminal that something goes on: a table may have to be built first."""
    return make_console(stderr=True).status("Getting ready …")


class _Keeper:
    """Saves what a solver has proven, and has begun with what was saved before."""

    def __init__(self, solver: KeepingSource, path: Path) -> None:
        """Take over what the file knows; if there is none, make sure that it can be written."""
        from trivium.solve.kept import Pauses, remove_drafts

        self._solver, self._path, self._pauses = solver, path, Pauses()
        if path.exists():
            entries = solver.restore(path)
            before = solver.work
            remark(
                f"Goes on from {path}: {how_many(entries, 'entry', 'entries')} out of "
                f"{how_many(before.nodes, 'node')} in {_duration(before.seconds)}."
            )
            remove_drafts(path)
        else:
            solver.save(path)

    def save_sometimes(self, solution: Solution) -> None:
        """Save if that was long ago."""
        if self._pauses.are_over:
            self.save(solution)

    def save(self, solution: Solution) -> None:
        """Save, and say so: that is all that a log hears of a long proof."""
        with self._pauses.saving():
            self._solver.save(self._path)
        _tell("")
        remark(f"Saved: {_progress(self._solver, solution)}")


def _progress(solver: PatientSource, solution: Solution) -> str:
    """Say what is proven, what is open, and how fast it goes."""
    from trivium.solve.exact import KeepingSource

    nodes, seconds = solution.nodes, solution.seconds
    parts = [f"between {solution.low:+d} and {solution.high:+d}"]
    if isinstance(solver, KeepingSource):
        nodes, seconds = solver.work.nodes, solver.work.seconds
        if (question := solver.question) is not None:
            parts.append(str(question))
    parts.append(how_many(nodes, "node"))
    if solution.seconds > 0:
        parts.append(f"{solution.nodes / solution.seconds / 1000:,.0f} k nodes/s")
    parts.append(_duration(seconds))
    parts.append(f"table {solver.table_fill:.0%}")
    return ", ".join(parts)


def _duration(seconds: float) -> str:
    hours, rest = divmod(round(seconds), 3600)
    if hours:
        return f"{hours} h {rest // 60} min"
    return f"{rest // 60} min {rest % 60} s" if rest >= 60 else f"{rest} s"


def _tell(text: str) -> None:
    """Show how far the proof has come, on a terminal; nothing clears the line."""
    if sys.stderr.isatty():
        width = shutil.get_terminal_size().columns - 1
        write_over(f"{text[:width]:<{width}}")
        if not text:
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
