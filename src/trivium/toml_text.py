"""TOML, written: the standard library only reads it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import Any

from trivium.errors import TriviumError

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_TO_ESCAPE = re.compile(r'[\x00-\x1f\x7f"\\]')
_SURROGATE = re.compile("[\ud800-\udfff]")


def toml_lines(table: Mapping[str, Any]) -> list[str]:
    """Return a line for each entry of a table; those that are None are left out."""
    return [
        f"{toml_key(name)} = {toml_value(value)}"
        for name, value in table.items()
        if value is not None
    ]


def toml_key(name: str) -> str:
    """Return the name of an entry or a table, in quotes if it has to be."""
    return name if _BARE_KEY.fullmatch(name) else _text(name)


def toml_value(value: Any) -> str:
    """Return a value on one line: a text, a number, yes or no, a date, or a list or table of such.

    Raises `TriviumError` for what TOML has no word for, such as a file name that is no text.
    """
    match value:
        case str():
            return _text(value)
        case bool():
            return "true" if value else "false"
        case int():
            return int.__repr__(value)
        case float():
            return float.__repr__(value)
        case date():
            return value.isoformat()
        case list() | tuple():
            return f"[{', '.join(map(toml_value, value))}]"
        case Mapping():
            return f"{{ {', '.join(toml_lines(value))} }}" if value else "{}"
    raise TriviumError(f"{value!r} cannot be written as TOML.")


def _text(text: str) -> str:
    if _SURROGATE.search(text):
        readable = text.encode(errors="backslashreplace").decode()
        raise TriviumError(
            f"'{readable}' cannot be written down: a part of it is no text in UTF-8. "
            "Rename the file or folder."
        )
    return f'"{_TO_ESCAPE.sub(lambda found: _escape(found[0]), text)}"'


def _escape(character: str) -> str:
    return f"\\{character}" if character in '"\\' else f"\\u{ord(character):04x}"
