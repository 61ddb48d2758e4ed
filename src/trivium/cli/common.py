"""What several commands share: reading files, loading positions, the notice about compiling."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from trivium.cli.terminal import remark
from trivium.errors import TriviumError
from trivium.files import cache_directory, write_whole
from trivium.text_files import decoded
from trivium.words import how_many

if TYPE_CHECKING:
    from trivium.games.position import Position

LARGEST_FILE = 10_000_000
COMPILE_PAUSE = 5.0
"""Seconds between two notices of how much has been compiled."""


def complete_game(incomplete: str) -> list[str]:
    """Return the games that a shell may complete a word to."""
    from trivium.games.catalogue import GAMES

    return [name for name in GAMES if name.startswith(incomplete)]


GameArgument = Annotated[
    str,
    typer.Argument(help="The game; 'trivium games' lists them.", autocompletion=complete_game),
]
SizeOption = Annotated[
    str | None,
    typer.Option(
        "--size",
        help="Board size, such as 3, or 3x4 for Dots-and-Boxes; 'trivium games' tells the usual "
        "one, which is taken without it.",
    ),
]
FileArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="FILE", help="A board as text, or a saved game; - reads standard input."
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object as the last line.")]


def read_text(path: str) -> str:
    """Return the text of a file, or of standard input for ``-``."""
    try:
        data = sys.stdin.buffer.read(LARGEST_FILE + 1) if path == "-" else _read_file(Path(path))
    except OSError as error:
        of_manual = path.startswith("docs/examples/")
        hint = " 'trivium examples' writes the manual's files." if of_manual else ""
        raise TriviumError(f"{path} cannot be read: {error.strerror}.{hint}") from None
    if len(data) > LARGEST_FILE:
        raise TriviumError(f"{path} is larger than {LARGEST_FILE // 1_000_000} MB: no board is.")
    return decoded(data, path)


def _read_file(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(LARGEST_FILE + 1)


def write_text(path: Path, text: str) -> None:
    """Write a file whole, or say in one sentence why not."""
    try:
        write_whole(path, text)
    except OSError as error:
        raise TriviumError(f"{path} cannot be written: {error.strerror}.") from None


def load_position(game: str, size: str | None, file: str | None) -> Position:
    """Return the position in `file`, or the start position of `game` in `size`.

    A file may hold a board or a saved game, whose position is the one after all its moves.
    """
    from trivium.games.catalogue import find_game

    entry = find_game(game)
    if file is None:
        return entry.start(size)
    text = read_text(file)
    if '"moves"' in text:
        position = replayed(text, file)
        if position.game != entry.name:
            raise TriviumError(f"{file} holds a game of {position.game}, not of {entry.name}.")
    else:
        with _told_of(file):
            position = entry.read(text)
    if size is not None and position.size != entry.start(size).size:
        raise TriviumError(f"The board in {file} has size {position.size}, not {size}.")
    return position


def replayed(text: str, file: str) -> Position:
    """Return the position at the end of the saved game that `file` holds as `text`."""
    from trivium.games.record import parse_record

    with _told_of(file):
        try:
            saved = parse_record(text)
        except TriviumError as error:
            writers = "'save FILE' in 'trivium play' and 'trivium games-db show' write one."
            raise TriviumError(f"{error} {writers}") from None
        return saved.replay()


@contextlib.contextmanager
def _told_of(file: str) -> Iterator[None]:
    """Within this context, let mistakes be told with the file that they are in."""
    try:
        yield
    except TriviumError as error:
        name = "standard input" if file == "-" else file
        raise TriviumError(f"{name}: {error}") from None


def why_not_kept() -> str | None:
    """Say why compiled code cannot be kept, and what would let it; None if it can be."""
    from trivium.kernel.compiling import code_cache, code_directory

    if code_cache is None:
        return "with this version of Numba nothing can be kept"
    directory = code_directory()
    if directory is not None and os.access(directory, os.W_OK):
        return None
    return (
        f"nothing can be written to {cache_directory()}; "
        "the environment variable TRIVIUM_CACHE_DIR names another folder"
    )


@contextlib.contextmanager
def compile_notice() -> Iterator[None]:
    """Within this context, say on standard error if something has to be compiled, and how far."""
    from trivium.kernel.compiling import on_compile

    functions, said = 0, 0.0

    def notice(function: str) -> None:
        nonlocal functions, said
        if not functions:
            if (why := why_not_kept()) is None:
                remark("Compiling for the first use, some seconds; later starts are instant …")
            else:
                remark(f"Compiling, some seconds, as at every start: {why} …")
            said = time.monotonic()
        elif time.monotonic() - said > COMPILE_PAUSE:
            remark(f"… {how_many(functions, 'function')} compiled so far …")
            said = time.monotonic()
        functions += 1

    with on_compile(notice):
        yield
