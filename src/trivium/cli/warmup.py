"""``trivium warmup``: compile everything now, so that nothing has to later."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from trivium.cli.common import why_not_kept
from trivium.cli.terminal import make_console, remark, say
from trivium.errors import TriviumError

if TYPE_CHECKING:
    from trivium.warm import Schedule

_MOST_BESIDE_A_SERVER = 8
"""Processes, each of which takes some 300 MB."""
_NICENESS = 10
"""Helpers leave the processor to whoever is waiting for an answer."""


def warmup(
    processes: Annotated[
        int | None,
        typer.Option(min=1, max=64, help="Compile in so many; by default one a core."),
    ] = None,
    portable: Annotated[
        Path | None,
        typer.Option(
            metavar="DIRECTORY",
            help="Write machine code to this directory that other machines can run.",
        ),
    ] = None,
    follow: Annotated[bool, typer.Option("--follow", hidden=True)] = False,
) -> None:
    """Compile everything, so that later commands start at once."""
    processes = processes or os.cpu_count() or 1
    if portable is not None:
        _warm_up_portably(portable, processes)
    elif follow:
        _follow(min(processes, _MOST_BESIDE_A_SERVER))
    else:
        _warm_up(processes)


def _warm_up(processes: int) -> None:
    from rich.progress import Progress

    from trivium.kernel.compiling import code_directory, note_that_everything_is_kept
    from trivium.warm import Schedule, all_tasks

    if (why := why_not_kept()) is not None:
        raise TriviumError(f"Compiling beforehand is of no use: {why}.")
    began = time.perf_counter()
    schedule = Schedule(all_tasks())
    with Progress(console=make_console(stderr=True)) as progress:
        bar = progress.add_task("Compiling", total=schedule.total)
        for problem in _all_done(schedule, processes):
            if problem is not None:
                raise problem
            progress.advance(bar)
    note_that_everything_is_kept()
    say(f"Ready after {time.perf_counter() - began:.1f} s, kept in {code_directory()}.")


def _warm_up_portably(directory: Path, processes: int) -> None:
    """Compile everything in a process that compiles for the named processor, and keep that."""
    from trivium.kernel import portable_code

    with tempfile.TemporaryDirectory() as scratch:
        settings = portable_code.settings() | {"TRIVIUM_CACHE_DIR": scratch}
        command = [sys.executable, "-m", "trivium", "warmup", "--processes", str(processes)]
        made = subprocess.run(command, env=os.environ | settings, stdout=subprocess.DEVNULL)
        if made.returncode:
            raise typer.Exit(made.returncode)
        try:
            place = portable_code.keep_all(Path(scratch) / "compiled", directory)
        except OSError as error:
            raise TriviumError(f"{directory} cannot be written: {error.strerror}.") from None
    say(f"Machine code for {portable_code.processor()} is in {place}.")


def _follow(processes: int) -> None:
    """Compile for a server: tell on standard output how far it is, as lines of JSON.

    Lines on standard input name the game to come first; where that ends, so does this.
    """
    import threading

    from trivium.kernel.compiling import note_that_everything_is_kept
    from trivium.warm import Schedule, all_tasks

    schedule = Schedule(all_tasks())

    def listen() -> None:
        for line in sys.stdin:
            schedule.favourite = line.strip()
        _end_helpers()
        os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    failed = False
    _tell(schedule)
    for problem in _all_done(schedule, processes):
        if problem is not None:
            failed = True
            remark(f"trivium: something could not be compiled beforehand: {problem}")
        _tell(schedule)
    if not failed:
        note_that_everything_is_kept()


def _tell(schedule: Schedule) -> None:
    say(json.dumps({"lacking": schedule.lacking()}), flush=True)


def _all_done(schedule: Schedule, processes: int) -> Iterator[Exception | None]:
    """Do all that is scheduled, and yield after each run: what went wrong with it, if anything."""
    from concurrent.futures.process import BrokenProcessPool

    if processes > 1:
        try:
            yield from _done_by_helpers(schedule, processes)
        except BrokenProcessPool:
            remark("trivium: a process that compiled was ended; the rest is done without others.")
            schedule.take_back()
    while (task := schedule.take()) is not None:
        task.run()
        schedule.finish(task)
        yield None


def _done_by_helpers(schedule: Schedule, processes: int) -> Iterator[Exception | None]:
    """Do it in other processes. `BrokenProcessPool` is raised if one of them is gone."""
    import multiprocessing
    from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
    from concurrent.futures.process import BrokenProcessPool

    from trivium.warm import Task

    # Not forked: the threads of this process, which Numba may have started, would be lacking.
    context = multiprocessing.get_context("spawn")
    running: dict[Future[None], Task] = {}
    with ProcessPoolExecutor(processes, context, _begin_helping) as pool:
        try:
            while True:
                while len(running) < processes and (task := schedule.take()) is not None:
                    running[pool.submit(task.run)] = task
                if not running:
                    return
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    problem = future.exception()
                    if isinstance(problem, BrokenProcessPool):
                        raise problem
                    schedule.finish(running.pop(future))
                    yield problem if isinstance(problem, Exception) else None
        except BaseException:
            _end_helpers()
            raise


def _end_helpers() -> None:
    import multiprocessing

    for child in multiprocessing.active_children():
        child.terminate()


def _begin_helping() -> None:
    """Let Ctrl-C reach the first process alone, make way for others, and end with the first."""
    import contextlib
    import multiprocessing
    import signal
    import threading

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(AttributeError, OSError):
        os.nice(_NICENESS)
    first = multiprocessing.parent_process()
    assert first is not None

    def end_with_it() -> None:
        first.join()
        os._exit(1)

    threading.Thread(target=end_with_it, daemon=True).start()
