"""The page's drawing code as one module, for places that load a single file.

The modules of the page are plain: they import and export by name. Each becomes a function that
returns what it exports, in the order in which they need each other.
"""

from __future__ import annotations

import functools
import re
from importlib import resources
from pathlib import PurePosixPath

_IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const|let) (\w+))", re.MULTILINE)


@functools.cache
def bundled(*roots: str) -> str:
    """Return a script that defines everything that some modules of the page export."""
    order: list[str] = []
    for root in roots:
        _visit(PurePosixPath(root), order)
    parts = [_wrapped(name) for name in order]
    names = [
        f"const {{ {', '.join(_exports(root))} }} = {_variable(root)};"
        for root in (str(PurePosixPath(root)) for root in roots)
    ]
    return "\n".join([*parts, *names])


def style(*sheets: str) -> str:
    """Return style sheets of the page for a shadow root: what is for the page is for its host."""
    text = "\n".join(_source(f"style/{sheet}") for sheet in sheets)
    return re.sub(r":root(\[[^]]*\])?", lambda m: f":host({m[1]})" if m[1] else ":host", text)


def _visit(module: PurePosixPath, order: list[str]) -> None:
    """Append a module after all that it imports."""
    name = str(module)
    if name in order:
        return
    for _, target in _IMPORT.findall(_source(name)):
        _visit(_resolved(module, target), order)
    order.append(name)


def _wrapped(name: str) -> str:
    def bound(found: re.Match[str]) -> str:
        names = found[1].replace(" as ", ": ")
        return f"const {{{names}}} = {_variable(str(_resolved(PurePosixPath(name), found[2])))};"

    body = _EXPORT.sub("", _IMPORT.sub(bound, _source(name)))
    exports = ", ".join(_exports(name))
    return f"const {_variable(name)} = (() => {{\n{body}\nreturn {{ {exports} }};\n}})();"


def _exports(name: str) -> list[str]:
    return _EXPORT.findall(_source(name))


def _resolved(module: PurePosixPath, target: str) -> PurePosixPath:
    parts: list[str] = []
    for part in (module.parent / target).parts:
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return PurePosixPath(*parts)


def _variable(name: str) -> str:
    return "module_" + re.sub(r"\W", "_", name)


@functools.cache
def _source(name: str) -> str:
    page = resources.files("trivium.web") / "page"
    return (page / name).read_text(encoding="utf-8")
