"""The entry point: the list of commands, and one-sentence errors for whatever goes wrong.

The commands import the engine only when they run, so that ``--help`` answers at once.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Iterator
from importlib.metadata import version
from types import FrameType
from typing import Annotated

import typer

from trivium.cli import (
    agents,
    analyse,
    bench,
    connect,
    elo,
    exercise,
    games,
    games_db,
    gtp,
    league,
    learn,
    match,
    new_agent,
    perft,
    play,
    puzzles,
    rate,
    review,
    serve,
    show,
    solve,
    tournament,
    warmup,
)
from trivium.cli.terminal import occupy_closed_streams, remark, say
from trivium.errors import TriviumError

FAILED = 1
WRONG_USE = 2
INTERRUPTED = 130
"""What Typer makes of Ctrl-C."""

app = typer.Typer(
    name="trivium",
    help="Play, solve, study and referee Hexifence, Cachex, Watch Your Back! and Dots-and-Boxes.",
    no_args_is_help=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("serve")(serve.serve)
app.command("games")(games.games)
app.command("show")(show.show)
app.command("play")(play.play)
app.command("analyse")(analyse.analyse)
app.command("review")(review.review)
app.command("solve")(solve.solve)
app.command("match")(match.match)
app.command("tournament")(tournament.tournament)
app.command("rate")(rate.rate)
app.command("elo")(elo.elo)
app.add_typer(games_db.app, name="games-db")
app.add_typer(league.app, name="league")
app.command("connect")(connect.connect)
app.add_typer(learn.app, name="learn")
app.command("gtp")(gtp.gtp)
app.command("agents")(agents.agents)
app.command("new-agent")(new_agent.new_agent)
app.command("perft")(perft.perft)
app.command("exercise")(exercise.exercise)
app.command("puzzle", hidden=True)(exercise.puzzle)
app.add_typer(puzzles.app, name="puzzles")
app.command("warmup")(warmup.warmup)
app.command("bench", context_settings=bench.EXTRA)(bench.bench)


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    show_version: Annotated[
        bool, typer.Option("--version", help="Print the version and stop.")
    ] = False,
) -> None:
    """Without a command: play, watch and analyse in the browser."""
    if show_version:
        say(f"trivium {version('trivium')}")
    elif context.invoked_subcommand is None:
        serve.serve()


def main() -> None:
    """Run the command line and leave with its exit code."""
    occupy_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run one command line and return its exit code; every failure is told in one sentence."""
    try:
        with _noted_interrupts():
            result = app(arguments, standalone_mode=False)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return _fail("Interrupted.", INTERRUPTED)
    except TriviumError as error:
        return _fail(str(error), WRONG_USE)
    except typer.TyperException as error:
        problem = error.format_message().rstrip(".")
        return _fail(f"{problem}. 'trivium --help' tells more.", error.exit_code)
    except BrokenPipeError:
        _drop_output()
        return FAILED
    except OSError as error:
        try:
            sys.stdout.flush()
        except OSError:
            _drop_output()
        return _fail(f"{error.strerror or error}: {error.filename or 'output'}.", FAILED)
    if result == INTERRUPTED:
        return _fail("Interrupted.", INTERRUPTED)
    return result if isinstance(result, int) else 0


def _drop_output() -> None:
    """Point a standard output that nobody reads elsewhere, or Python would complain at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextlib.contextmanager
def _noted_interrupts() -> Iterator[None]:
    """Let Ctrl-C be Ctrl-C, even where a library that is being loaded makes an error of it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    pressed = False

    def note(number: int, frame: FrameType | None) -> None:
        nonlocal pressed
        pressed = True
        signal.default_int_handler(number, frame)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield
    except (ImportError, SystemError):
        if pressed:
            raise KeyboardInterrupt from None
        raise
    finally:
        signal.signal(signal.SIGINT, before)


def _fail(sentence: str, code: int) -> int:
    remark(f"trivium: {sentence}")
    return code
