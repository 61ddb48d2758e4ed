"""The terminal: every command prints through here, and nothing that others wrote steers it.

Names and reasons come from guests, files and agents. They are printed as they are, without
Rich's markup, and without control characters.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from trivium.foreign_text import printable

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

_WIDTH = 78
"""Letters of a line that is written over."""


def occupy_closed_streams() -> None:
    """Put something where a standard stream was closed before the start.

    Otherwise the next file that is opened would be in its place, and be printed into. Printing to
    a closed standard output fails then, and is told; where standard error is closed nothing is.
    """
    if sys.stdin is None:
        sys.stdin = os.fdopen(os.open(os.devnull, os.O_RDONLY))
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w")
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")


def say(text: object = "", *, end: str = "\n", flush: bool = False) -> None:
    """Print a text on standard output."""
    print(printable(str(text)), end=end, flush=flush)


def remark(text: object) -> None:
    """Print a text on standard error."""
    print(printable(str(text)), file=sys.stderr)


def write_over(text: str = "") -> None:
    """Replace the last line of standard error; with nothing, the next one replaces it."""
    end = "" if text else "\r"
    print(f"\r{printable(text):<{_WIDTH}}", end=end, file=sys.stderr, flush=True)


def make_console(stderr: bool = False, width: int | None = None) -> Console:
    """Return a console for boards, tables and progress, which takes all text as it is."""
    from rich.console import Console

    return Console(stderr=stderr, width=width, highlight=False, markup=False, emoji=False)


def make_table(title: str) -> Table:
    """Return an empty table for such a console; rows are added by `add_row`."""
    from rich.table import Table

    return Table(title=printable(title), title_justify="left", box=None)


def add_row(table: Table, *cells: str) -> None:
    """Add a row to a table."""
    table.add_row(*map(printable, cells))
