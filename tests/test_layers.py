"""Each layer imports only from those above it, as the design says."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import trivium

PACKAGE = Path(trivium.__file__).parent

LAYERS = [
    "errors",
    "entries",
    "words",
    "saying",
    "foreign_text",
    "text_files",
    "files",
    "toml_text",
    "extras",
    "kernel",
    "games",
    "search",
    "solve",
    "agents",
    "study",
    "arena",
    "learn",
    "bridges",
    "envs",
    "league",
    "web",
    "notebook",
    "warm",
    "cli",
]


def imports(module: Path) -> set[str]:
    """The parts of the package that a module imports, at its top or inside functions."""
    parts = set()
    for node in ast.walk(ast.parse(module.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            names = (
                [node.module]
                if node.module != "trivium"
                else [f"trivium.{a.name}" for a in node.names]
            )
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        parts |= {name.split(".")[1] for name in names if name.startswith("trivium.")}
    return parts


@pytest.mark.parametrize("layer", LAYERS)
def test_a_layer_imports_only_from_those_above_it(layer: str) -> None:
    home = PACKAGE / layer
    modules = home.rglob("*.py") if home.is_dir() else [home.with_suffix(".py")]
    allowed = set(LAYERS[: LAYERS.index(layer) + 1])
    for module in modules:
        assert imports(module) <= allowed, module


def test_every_module_belongs_to_a_layer() -> None:
    parts = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or path.is_dir()}
    assert parts - {"__init__", "__main__", "__pycache__"} == set(LAYERS)


def test_the_design_page_shows_the_layers_in_their_order_and_all_rooms() -> None:
    page = (PACKAGE.parents[1] / "docs" / "design.md").read_text()
    tree = page.partition("src/trivium/\n")[2].partition("```")[0].splitlines()
    shown = [(len(line) - len(line.lstrip()), line.split()[0].rstrip("/")) for line in tree]
    assert [name.removesuffix(".py") for indent, name in shown if indent == 2] == LAYERS
    layer, rooms = "", set()
    for indent, name in shown:
        layer = name if indent == 2 else layer
        rooms |= {f"{layer}/{name}"} if indent == 4 else set()
    folders = {path.relative_to(PACKAGE) for path in PACKAGE.glob("*/*/")}
    assert rooms == {str(path) for path in folders if path.name != "__pycache__"}
