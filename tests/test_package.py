"""The package as somebody at a Python prompt finds it."""

from __future__ import annotations

import ast
import inspect
import json
import pydoc
import re
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path

import pytest

import trivium
from trivium.games.catalogue import GAMES


def test_everything_that_can_be_imported_is_listed() -> None:
    assert set(trivium.__all__) <= set(dir(trivium))
    for name in trivium.__all__:
        assert getattr(trivium, name).__name__ == name


def test_dir_shows_what_can_be_used_and_nothing_else() -> None:
    shown = {name for name in dir(trivium) if not name.startswith("__")}
    assert set(trivium.__all__) <= shown
    assert all(inspect.ismodule(getattr(trivium, name)) for name in shown - set(trivium.__all__))


def test_help_tells_what_there_is_and_where_the_rest_is() -> None:
    told = pydoc.render_doc(trivium, renderer=pydoc.plaintext)
    for name in trivium.__all__:
        assert name in told
    mentioned = re.findall(r"^    (trivium\.[\w.]+)", str(told), re.M)
    assert {"trivium.agents.catalogue", "trivium.envs"} <= set(mentioned)


def test_the_version_is_known() -> None:
    assert vars(trivium).get("__version__", trivium.__version__) == metadata.version("trivium")


DOCS = Path(__file__).parents[1] / "docs"
REFERENCE = "".join(page.read_text() for page in sorted((DOCS / "reference").glob("*.md")))
PUBLIC = re.findall(r"^\.\. automodule:: (\S+)$", REFERENCE, re.M)


def names_in_all(module: str) -> list[str]:
    """What a module's `__all__` names, read from its text: some need a package to be imported."""
    tree = ast.parse(Path(str(find_spec(module).origin)).read_text())  # type: ignore[union-attr]
    assert ast.get_docstring(tree)
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return list(ast.literal_eval(node.value))
    raise AssertionError(f"{module} does not say what is public")


@pytest.mark.parametrize("name", PUBLIC)
def test_a_public_module_says_what_is_public(name: str) -> None:
    assert names_in_all(name)


def imported(source: str) -> list[tuple[str, str]]:
    """The modules of Trivium that a piece of Python imports names from, and the names."""
    froms = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)]
    return [(str(node.module), alias.name) for node in froms for alias in node.names]


def examples() -> list[tuple[str, str]]:
    """What the examples of the manual import from Trivium, with the pages."""
    found = []
    for page in sorted(DOCS.rglob("*.md")):
        text = page.read_text()
        lines = re.findall(r"^(?:>>> )?(from trivium\S* import .+)$", text, re.M)
        found += [(page.name, line) for line in lines]
    for book in sorted(DOCS.rglob("*.ipynb")):
        cells = json.loads(book.read_text())["cells"]
        code = "".join("".join(cell["source"]) + "\n" for cell in cells)
        lines = re.findall(r"^(from trivium\S* import .+)$", code, re.M)
        found += [(book.name, line) for line in lines]
    for script in sorted(DOCS.rglob("examples/**/*.py")):
        found.append((script.name, script.read_text()))
    return found


def test_the_manual_imports_nothing_but_what_is_public() -> None:
    hidden = [
        (page, module, name)
        for page, source in examples()
        for module, name in imported(source)
        if module.partition(".")[0] == "trivium" and not is_public(module, name)
    ]
    assert len(examples()) > 40
    assert hidden == []


def is_public(module: str, name: str) -> bool:
    """Whether a name of a module, or a module of a package, is in the reference."""
    if f"{module}.{name}" in PUBLIC:
        return True
    return module in ("trivium", *PUBLIC) and name in names_in_all(module)


def test_every_game_is_among_it() -> None:
    assert {game.position.__name__ for game in GAMES.values()} <= set(trivium.__all__)
