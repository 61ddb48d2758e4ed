"""``trivium games-db``: the database of games: list, show, export, import, replay."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from trivium.cli.arena import (
    DatabaseOption,
)
from trivium.cli.common import JsonOption, write_text
from trivium.cli.filters import filtered
from trivium.cli.terminal import make_console, remark, say
from trivium.errors import TriviumError
from trivium.files import draft_of
from trivium.foreign_text import printable
from trivium.words import how_many

if TYPE_CHECKING:
    from trivium.arena.database.storage import Database, Filter
    from trivium.arena.records import Record

app = typer.Typer(help="The database of games: list, filter, export, import, replay.")

GameNumber = Annotated[int, typer.Argument(help="The game's number, as in the list.")]


@app.command("list")
@filtered
def list_games(
    wanted: Filter,
    database: DatabaseOption = None,
    as_json: JsonOption = False,
) -> None:
    """List games, one a line."""
    count = 0
    with _open(database) as kept:
        for number, record in kept.records(wanted):
            count += 1
            if not as_json:
                say(_line(number, record))
    if as_json:
        say(json.dumps({"games": count}))
    elif not count:
        remark(f"trivium: There are no such games in {kept.address}.")


@app.command("events")
def list_events(database: DatabaseOption = None) -> None:
    """List matches and tournaments."""
    with _open(database) as kept:
        for name, kind, made, count in kept.events():
            say(f"{made[:19]}  {how_many(count, 'game'):>13}  {kind:<10}  {name}")


@app.command("show")
def show_game(number: GameNumber, database: DatabaseOption = None) -> None:
    """Print the record of a game."""
    with _open(database) as kept:
        say(json.dumps(kept.record(number).as_json(), indent=2, ensure_ascii=False))


@app.command("replay")
def replay_game(
    number: GameNumber,
    database: DatabaseOption = None,
    move: Annotated[
        int | None, typer.Option(min=0, help="Show only the board after so many moves.")
    ] = None,
) -> None:
    """Show a game move by move."""
    with _open(database) as kept:
        record = kept.record(number)
    console = make_console()
    count = len(record.moves)
    if move is not None and move > count:
        raise TriviumError(f"Game {number} has only {how_many(count, 'move')}.")
    clock = [None] * record.opening + list(record.clock)
    for done in range(count + 1) if move is None else [move]:
        position = record.replay(done)
        if done:
            taken = clock[done - 1] if done <= len(clock) else None
            time = "" if taken is None else f", {taken:.3f} s"
            say(f"{done}. {record.moves[done - 1]}{time}")
        console.print(position.terminal())
        console.print(position.status())
    say(f"{record.winner or 'draw'}: {record.reason}")


@app.command("failures")
def list_failures(
    name: Annotated[str, typer.Argument(help="The player, as the list names it.")],
    to: Annotated[Path | None, typer.Option(help="Write them to this file.")] = None,
    event: Annotated[str | None, typer.Option(help="Only this match or tournament.")] = None,
    database: DatabaseOption = None,
) -> None:
    """Tell every game that a player has lost by a failure, with all that it has said."""
    from trivium.arena.database.storage import Filter
    from trivium.arena.failures import failure_of

    with _open(database) as kept:
        games = kept.records(Filter(player=name, event=event))
        told = [text for number, record in games if (text := failure_of(name, number, record))]
    if not told:
        raise TriviumError(f"No game is stored that {name} has lost by a failure.")
    text = "\n".join(told)
    if to is None:
        say(text, end="")
    else:
        write_text(to, text)
        say(f"{len(told)} games written to {to}")


@app.command("export")
@filtered
def export_games(
    wanted: Filter,
    file: Annotated[str, typer.Argument(help="Where to write JSON Lines; - prints them.")] = "-",
    database: DatabaseOption = None,
) -> None:
    """Write games as JSON Lines, one game a line, as they were told."""
    on_terminal = file == "-" and sys.stdout.isatty()
    with _open(database) as kept, _output(file) as lines:
        for line in kept.lines(wanted):
            lines.write((printable(line) if on_terminal else line) + "\n")


@app.command("import")
def import_games(
    file: Annotated[str, typer.Argument(help="A file of JSON Lines; - reads standard input.")],
    database: DatabaseOption = None,
    as_json: JsonOption = False,
) -> None:
    """Store games from JSON Lines; lines that are wrong are named and skipped.

    They count for no match or tournament, whatever they say of themselves.
    """
    from trivium.arena.records import read_lines
    from trivium.errors import BadText

    corrupt = read = 0

    def good(lines: Iterator[str]) -> Iterator[Record]:
        nonlocal corrupt, read
        for number, record in read_lines(lines):
            if isinstance(record, BadText):
                corrupt += 1
                remark(f"{file}, line {number}: {record}")
            else:
                read += 1
                yield record

    with _open(database, may_be_new=True) as kept, _input(file) as lines:
        new = kept.bring(good(lines))
    if as_json:
        say(json.dumps({"new": new, "known": read - new, "corrupt": corrupt}))
    else:
        say(
            f"{how_many(new, 'game')} stored, {read - new:,} known already, "
            f"{how_many(corrupt, 'line')} skipped"
        )


@contextlib.contextmanager
def _open(address: str | None, may_be_new: bool = False) -> Iterator[Database]:
    from trivium.arena.database.storage import Database

    opened = Database if may_be_new else Database.to_look_into
    with contextlib.closing(opened(address)) as database:
        yield database


@contextlib.contextmanager
def _output(path: str) -> Iterator[typer.FileTextWrite]:
    if path == "-":
        yield sys.stdout  # type: ignore[misc]
        return
    try:
        with draft_of(Path(path)) as draft, draft.open("w", encoding="utf-8") as file:
            yield file  # type: ignore[misc]
    except OSError as error:
        raise TriviumError(f"{path} cannot be written: {error.strerror}.") from None


@contextlib.contextmanager
def _input(path: str) -> Iterator[Iterator[str]]:
    """Yield the lines of a file."""
    try:
        if path == "-":
            yield _lines(sys.stdin.buffer)
            return
        with Path(path).open("rb") as file:
            yield _lines(file)
    except OSError as error:
        raise TriviumError(f"{path} cannot be read: {error.strerror}.") from None


def _lines(file: BinaryIO) -> Iterator[str]:
    """Yield lines; bytes that are no text in UTF-8 spoil their line only, and so does its length.

    Of a line that is too long for a game only so much is read as to see that.
    """
    from trivium.arena.records import LONGEST_LINE

    while line := file.readline(LONGEST_LINE + 1):
        yield line.decode("utf-8", "replace").removeprefix("\ufeff")
        while len(line) > LONGEST_LINE and not line.endswith(b"\n"):
            line = file.readline(LONGEST_LINE + 1)


def _line(number: int, record: Record) -> str:
    first, second = record.names
    return (
        f"{number:>6}  {record.began[:19]}  {record.game} {record.size}  "
        f"{first} – {second}  {record.winner or 'draw'} ({record.headline}), "
        f"{how_many(len(record.moves), 'move')}"
    )
