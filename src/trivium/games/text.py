"""Reading boards that people wrote: exact complaints about what is wrong and where."""

from __future__ import annotations

from collections.abc import Collection
from typing import NoReturn

from trivium.errors import BadText


def complain(line: int, symbol: int | None, problem: str) -> NoReturn:
    """Raise `BadText` for a place; `line` counts from 1, `symbol` from 1 within the line.

    Symbols are single characters with single spaces between them, which gives the column.
    """
    place = f"line {line}"
    if symbol is not None:
        place += f", symbol {symbol} (column {2 * symbol - 1})"
    raise BadText(f"{place}: {problem}.")


def split_symbols(text: str, line: int, count: int) -> list[str]:
    """Return the symbols of a line of exactly `count`, separated by single spaces."""
    for column, character in enumerate(text, 1):
        if character == "\t":
            complain(line, (column + 1) // 2, "a tab; separate the symbols by single spaces")
    text = text.rstrip(" ")
    for column, character in enumerate(text, 1):
        if column % 2 == 0 and character != " ":
            complain(line, column // 2, f"'{character}' follows without a space")
        if column % 2 == 1 and character == " ":
            complain(line, (column + 1) // 2, "a space where a symbol belongs")
    symbols = text[::2]
    if len(symbols) < count:
        complain(line, len(symbols) + 1, f"the line ends here, but must have {count} symbols")
    if len(symbols) > count:
        complain(line, count + 1, f"an extra symbol; the line must have {count}")
    return list(symbols)


def split_notes(lines: list[str], keys: Collection[str]) -> tuple[list[str], dict[str, str]]:
    """Separate ``key: value`` lines at the end of a board from the board itself.

    Trailing empty lines are dropped. Keys and values come back in lower case.
    """
    lines = list(lines)
    notes: dict[str, str] = {}
    while lines:
        key, colon, value = (part.strip().lower() for part in lines[-1].partition(":"))
        if colon:
            if key not in keys:
                complain(len(lines), None, f"'{key}' is not one of {', '.join(sorted(keys))}")
            notes[key] = value
        elif lines[-1].strip():
            break
        lines.pop()
    return lines, notes


def chosen(notes: dict[str, str], key: str, choices: Collection[str]) -> str | None:
    """Return the value of a note that must be one of `choices`; None if it is not there."""
    value = notes.get(key)
    if value is not None and value not in choices:
        raise BadText(f"'{key}: {value}' is unknown; it can be {' or '.join(choices)}.")
    return value


def counted(notes: dict[str, str], key: str, most: int | None = None) -> int | None:
    """Return the value of a note that must be a whole number; None if it is not there."""
    value = notes.get(key)
    if value is None:
        return None
    if not value.isdecimal() or (most is not None and int(value) > most):
        limit = "" if most is None else f" up to {most}"
        raise BadText(f"'{key}: {value}' is wrong; it must be a whole number{limit}.")
    return int(value)
