"""Which source files shape the machine code of a compiled function.

A compiled function contains the code of everything it calls. What it can call is what its
module imports, directly or through others, and what implements a verb for the types of its
arguments. So an edit in the solver leaves the compiled rules alone, and one in the rules of a
game leaves the other games alone.

Imports are read from the text of the files, not from the running program: the answer must not
depend on what happens to be loaded.
"""

from __future__ import annotations

import functools
import hashlib
import re
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

PACKAGE = Path(__file__).parents[1]

_BEGAN = time.time()
"""What is edited later may not be what this process has loaded."""
_IMPORT = re.compile(r"^[ \t]*(?:from (\S+) import (\([^)]*\)|[^\n]*)|import (\S+))", re.MULTILINE)
_NAME = re.compile(r"\w+")


def digest(module: str, argument_types: Iterable[Any]) -> str | None:
    """Name the state of the sources behind a function of `module` with these Numba types.

    None if one of them was edited while this process ran: nobody knows which state it has loaded.
    """
    homes = {cls.__module__ for cls in named_tuples(argument_types)}
    return _digest_of(module, frozenset(homes))


@functools.cache
def _digest_of(module: str, homes: frozenset[str]) -> str | None:
    sources = set(_reachable(module))
    for home in homes:
        for implementer in _implementers(_file(home).parent):
            sources |= _reachable(implementer)
    if any(_file(name).stat().st_mtime > _BEGAN for name in sources):
        return None
    return _combined(sources)


@functools.cache
def digest_of_everything() -> str:
    """Name the state of all sources that shape any machine code of this package."""
    sources: set[str] = set()
    for path in PACKAGE.rglob("*.py"):
        name = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
        if b"trivium.kernel.compiling import" in path.read_bytes():
            sources |= _reachable(name)
    return _combined(sources)


def _combined(sources: Iterable[str]) -> str:
    combined = hashlib.sha256()
    for name in sorted(sources):
        combined.update(name.encode() + _content(name))
    return combined.hexdigest()


def named_tuples(argument_types: Iterable[Any]) -> set[type]:
    """Return the classes of all named tuples in Numba types, those within others too."""
    found = set()
    for kind in argument_types:
        if own := getattr(kind, "instance_class", None):
            found.add(own)
        found |= named_tuples(getattr(kind, "types", ()))
    return found


@functools.cache
def _reachable(module: str) -> frozenset[str]:
    """A module and all those of this package that it imports, directly or through others."""
    found: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(_imports(name))
    return frozenset(found)


@functools.cache
def _imports(module: str) -> frozenset[str]:
    names = set()
    for origin, items, whole in _IMPORT.findall(_content(module).decode()):
        names.add(origin or whole)
        names |= {f"{origin}.{item}" for item in _NAME.findall(items)}
    return frozenset(name for name in names if _is_our_module(name))


def is_ours(thing: Any) -> bool:
    """Return whether a function or class is defined in this package."""
    return str(thing.__module__).startswith(f"{PACKAGE.name}.")


def _is_our_module(name: str) -> bool:
    return name.startswith(f"{PACKAGE.name}.") and _file(name).exists()


@functools.cache
def _implementers(folder: Path) -> tuple[str, ...]:
    """The modules of a folder that give a verb an implementation: which type for, is not asked."""
    inner = folder.relative_to(PACKAGE.parent).parts
    modules = [".".join([*inner, path.stem]) for path in sorted(folder.glob("*.py"))]
    return tuple(name for name in modules if b"@implements(" in _content(name))


@functools.cache
def _content(module: str) -> bytes:
    return _file(module).read_bytes()


@functools.cache
def _file(module: str) -> Path:
    """The file of a module; that of a package is its ``__init__.py``."""
    path = PACKAGE.parent.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
