"""The messages as TypeScript, for the checker of the page's scripts.

``python -m trivium.web.messages.typescript`` writes ``page/types.d.ts`` anew. What the server says
has all its fields; what it is told may leave out those that have a default.
"""

from __future__ import annotations

import types
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from trivium.web import messages
from trivium.web.messages.base import Message, Request

FILE = Path(__file__).parents[1] / "page" / "types.d.ts"

_HEAD = """\
/**
 * The messages of the API, for the type checker. Made from src/trivium/web/messages by
 * python -m trivium.web.messages.typescript; docs/web.md and /openapi.json describe them.
 */
"""
_BASES = (Message, Request)
_COMPOUND = (Union, types.UnionType, tuple, Literal)
_WIDTH = 100
_PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}


def typescript() -> str:
    """Return the content of the file."""
    aliases = dict(_aliases())
    parts = [
        _fitting("", f"export type {name} =", _written(kind, {})) + "\n"
        for name, kind in aliases.items()
    ]
    parts += [_interface(message, aliases) for message in _messages()]
    return "\n".join([_HEAD, *parts])


def _messages() -> list[type[Message] | type[Request]]:
    """Return all kinds of messages in the order of their names."""
    found = [
        thing
        for _, thing in sorted(vars(messages).items())
        if isinstance(thing, type) and issubclass(thing, _BASES) and thing not in _BASES
    ]
    return list(dict.fromkeys(found))


def _aliases() -> Iterator[tuple[str, Any]]:
    """Yield the names of types that are made of others."""
    for name, thing in sorted(vars(messages).items()):
        if not name.startswith("_") and get_origin(_bare(thing)) in _COMPOUND:
            yield name, thing


def _interface(message: type[Message] | type[Request], aliases: dict[str, Any]) -> str:
    above = next((base for base in message.__bases__ if base not in _BASES), None)
    inherited = set(above.model_fields) if above is not None else set()  # type: ignore[attr-defined]
    lines = [
        _fitting("  ", f"{name}{_mark(message, field)}:", _written(field.annotation, aliases))
        for name, field in message.model_fields.items()
        if name not in inherited
    ]
    summary = (message.__doc__ or "").partition("\n\n")[0]
    extends = f" extends {above.__name__}" if above is not None else ""
    head = f"/** {' '.join(summary.split())} */\nexport interface {message.__name__}{extends}"
    return "\n".join([f"{head} {{", *lines, "}\n"])


def _fitting(indent: str, head: str, kind: str) -> str:
    """Return a line with a type, or several of them if it is too long, as prettier would."""
    line = f"{indent}{head} {kind};"
    if len(line) <= _WIDTH or " | " not in kind:
        return line
    return "\n".join([indent + head, *(f"{indent}  | {part}" for part in kind.split(" | "))]) + ";"


def _mark(message: type, field: Any) -> str:
    return "" if issubclass(message, Message) or field.is_required() else "?"


def _written(kind: Any, aliases: dict[str, Any]) -> str:
    """Return a type as TypeScript writes it."""
    kind = _bare(kind)
    for name, alias in aliases.items():
        if kind == _bare(alias):
            return name
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Literal:
        return " | ".join(f'"{value}"' for value in parts)
    if origin in (Union, types.UnionType):
        return _union(parts, aliases)
    if origin is list:
        inside = _written(parts[0], aliases)
        return f"({inside})[]" if " | " in inside else f"{inside}[]"
    if origin is dict:
        return f"Record<{_written(parts[0], aliases)}, {_written(parts[1], aliases)}>"
    if origin is tuple:
        return f"[{', '.join(_written(part, aliases) for part in parts)}]"
    return _PLAIN.get(kind) or str(kind.__name__)


def _union(parts: tuple[Any, ...], aliases: dict[str, Any]) -> str:
    """Return the union of types; one that is an alias but for ``None`` keeps its name."""
    others = tuple(part for part in parts if part is not type(None))
    if len(others) > 1 and len(others) < len(parts):
        return f"{_written(Union[others], aliases)} | null"  # noqa: UP007 (made at run time)
    return " | ".join(dict.fromkeys(_written(part, aliases) for part in parts))


def _bare(kind: Any) -> Any:
    """Return a type without what is said about its values."""
    return _bare(get_args(kind)[0]) if get_origin(kind) is Annotated else kind


if __name__ == "__main__":
    FILE.write_text(typescript(), encoding="utf-8")
