"""The entry point: the list of commands, and one-sentence errors for whatever goes wrong.

The commands are loaded when they are named, and import the engine only when they run, so that
``--help`` answers at once.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Iterator
from importlib import import_module
from types import FrameType
from typing import Annotated, Any

import typer
from typer.core import TyperArgument, TyperGroup
from typer.main import get_command

from trivium.cli.terminal import occupy_closed_streams, remark, say
from trivium.errors import TriviumError

FAILED = 1
WRONG_USE = 2
INTERRUPTED = 130
"""What Typer makes of Ctrl-C."""

_COMMANDS = {
    "serve": "serve",
    "games": "games",
    "show": "show",
    "play": "play",
    "analyse": "analyse",
    "review": "review",
    "solve": "solve",
    "match": "match",
    "tournament": "tournament",
    "rate": "rate",
    "elo": "elo",
    "games-db": "games_db",
    "league": "league",
    "connect": "connect",
    "learn": "learn",
    "gtp": "gtp",
    "agents": "agents",
    "new-agent": "new_agent",
    "perft": "perft",
    "exercise": "exercise",
    "puzzle": "exercise",
    "puzzles": "puzzles",
    "warmup": "warmup",
    "examples": "examples",
    "bench": "bench",
}
"""The commands, in the order in which they are listed, and their modules."""
_SETTINGS: dict[str, dict[str, Any]] = {
    "puzzle": {"hidden": True},
    "bench": {"context_settings": {"allow_extra_args": True, "ignore_unknown_options": True}},
}
"""What is special about a command: `bench` leaves what it does not know to the benchmark."""
_VALUES = {"int": "N", "float": "X", "Path": "FILE"}
"""What a value of an option is called in help, by a word of its type."""


def command_line(arguments: list[str]) -> typer.Typer:
    """Return the command line, with the one command alone that the arguments name.

    Loading all of them takes as long as many a command; where none is named, or the shell asks how
    the line could go on, all are there.
    """
    app = typer.Typer(
        name="trivium",
        help="Hexifence, Cachex, Watch Your Back! and Dots-and-Boxes: play, solve, study, referee.",
        no_args_is_help=False,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        epilog="Exit codes: 0 done, 1 the output could not be written or an answer was wrong, "
        "2 something is wrong with what was asked for, 130 stopped by Ctrl-C.",
    )
    app.callback(invoke_without_command=True)(start)
    named = next(iter(arguments), "")
    completing = "_TRIVIUM_COMPLETE" in os.environ
    for name in [named] if named in _COMMANDS and not completing else _COMMANDS:
        module = import_module(f"trivium.cli.{_COMMANDS[name]}")
        if hasattr(module, "app"):
            app.add_typer(module.app, name=name)
        else:
            command = getattr(module, name.replace("-", "_"))
            app.command(name, **_SETTINGS.get(name, {}))(command)
    return app


def start(
    context: typer.Context,
    show_version: Annotated[
        bool, typer.Option("--version", help="Print the version and stop.")
    ] = False,
) -> None:
    """Without a command: play, watch and analyse in the browser."""
    if show_version:
        from importlib.metadata import version

        say(f"trivium {version('trivium')}")
    elif context.invoked_subcommand is None:
        from trivium.cli.serve import serve

        serve()


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
            command = _with_plain_help(get_command(command_line(arguments)))
            result = command(arguments, standalone_mode=False)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return _fail("Interrupted.", INTERRUPTED)
    except TriviumError as error:
        return _fail(str(error), WRONG_USE)
    except typer.TyperException as error:
        problem = error.format_message()
        if hasattr(error, "option_name") and _asked(error) == "trivium":
            problem = f"{problem.rstrip('.')}; without a command there is none like it, but "
            return _fail(f"{problem}'trivium serve' has options.", error.exit_code)
        end = "" if problem.endswith((".", "?")) else "."
        return _fail(f"{problem}{end} '{_asked(error)} --help' tells more.", error.exit_code)
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


def _with_plain_help(command: Any) -> Any:
    """Let help be text that cuts nothing, and say what an option takes: N, not <int range>."""
    command.rich_markup_mode = None
    if command.help and not command.short_help:
        command.short_help = " ".join(command.help.partition("\n\n")[0].split())
    for one in command.commands.values() if isinstance(command, TyperGroup) else ():
        _with_plain_help(one)
    for one in command.params:
        if isinstance(one, TyperArgument):
            one.metavar = one.metavar or str(one.name).upper()
            one.display_type_rich = lambda ctx: ""  # type: ignore[method-assign]
        elif one.metavar is None and not one.is_flag:
            kind = str(getattr(getattr(one, "type_descriptor", None), "annotation", ""))
            one.metavar = next((name for word, name in _VALUES.items() if word in kind), "TEXT")
    return command


def _asked(error: Any) -> str:
    """Return the command that a mistake was made with, as it is typed."""
    names: list[str] = []
    context = getattr(error, "ctx", None)
    while context is not None and context.parent is not None:
        names.insert(0, str(context.info_name))
        context = context.parent
    return " ".join(["trivium", *names])


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
