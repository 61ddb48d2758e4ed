"""``trivium warmup``: compile everything now, so that nothing has to later."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from trivium.cli.terminal import make_console, say

if TYPE_CHECKING:
    from trivium.warm import Task


def warmup(
    processes: Annotated[
        int | None,
        typer.Option(min=1, max=64, help="Compile in so many; by default one a core."),
    ] = None,
) -> None:
    """Compile everything, so that later commands start at once."""
    from rich.progress import Progress

    from trivium.kernel.compiling import code_directory
    from trivium.warm import warm_rounds

    began = time.perf_counter()
    directory = code_directory()
    rounds = warm_rounds()
    if directory is None:
        # Nothing could be handed on from one process to another.
        processes = 1
    with Progress(console=make_console(stderr=True)) as progress:
        bar = progress.add_task("Compiling", total=sum(map(len, rounds)))
        for _ in _all_done(rounds, processes or os.cpu_count() or 1):
            progress.advance(bar)
    where = f"kept in {directory}" if directory else "but nothing can be kept for later"
    say(f"Ready after {time.perf_counter() - began:.1f} s, {where}.")


def _all_done(rounds: list[list[Task]], processes: int) -> Iterator[None]:
    """Do the rounds one after the other, and yield after each of their tasks."""
    import multiprocessing

    from trivium.warm import run_task

    if processes == 1:
        for tasks in rounds:
            yield from map(run_task, tasks)
        return
    # Not forked: the threads of this process, which Numba may have started, would be lacking.
    with multiprocessing.get_context("spawn").Pool(processes, _ignore_interrupts) as pool:
        for tasks in rounds:
            yield from pool.imap_unordered(run_task, tasks)


def _ignore_interrupts() -> None:
    """Let Ctrl-C reach the first process alone, which then ends the others."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
