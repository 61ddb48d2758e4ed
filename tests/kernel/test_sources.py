"""The machine code of a function is kept until one of the sources that shape it changes."""

from __future__ import annotations

import ast
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from numba import typeof, types

from trivium import Cachex, Hexifence
from trivium.kernel import sources
from trivium.search.evaluators import PointsOnly

FILES = {
    "kernel/verbs.py": "",
    "kernel/bits.py": "",
    "games/hex/rules.py": "from trivium.kernel import (\n bits,\n verbs)\n@implements(play)",
    "games/hex/playout.py": "from trivium.games.hex.rules import Stones\n@implements(play_out)",
    "games/hex/drawing.py": "from trivium.games.hex.rules import Stones",
    "games/other/rules.py": "import trivium.kernel.verbs\n@implements(play)",
    "search/walks.py": "def perft():\n    from trivium.kernel.verbs import play",
    "search/searching.py": "from trivium.search.walks import perft",
}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    root = tmp_path / "trivium"
    for name, text in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    monkeypatch.setattr(sources, "PACKAGE", root)
    monkeypatch.setattr(sources, "_BEGAN", time.time() + 60)
    forget()
    yield root
    forget()


def forget() -> None:
    for function in vars(sources).values():
        if hasattr(function, "cache_clear"):
            function.cache_clear()


class Stones:
    __module__ = "trivium.games.hex.rules"


class StonesType:
    instance_class = Stones


class Pair:
    types = (StonesType,)


@pytest.mark.parametrize(
    ("edited", "changes"),
    [
        ("search/searching.py", True),
        ("search/walks.py", True),
        ("kernel/verbs.py", True),
        ("games/hex/rules.py", True),
        ("games/hex/playout.py", True),
        ("kernel/bits.py", True),
        ("games/hex/drawing.py", False),
        ("games/other/rules.py", False),
    ],
)
@pytest.mark.parametrize("argument", [StonesType, Pair])
def test_an_edit_matters_where_the_function_can_reach(
    package: Path, edited: str, changes: bool, argument: type
) -> None:
    before = sources.digest("trivium.search.searching", [argument])
    (package / edited).write_text(FILES[edited] + "\n# edited")
    forget()
    after = sources.digest("trivium.search.searching", [argument])
    assert (after != before) == changes


def test_what_is_edited_while_a_process_runs_has_no_name(
    package: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert sources.digest("trivium.search.searching", []) is not None
    monkeypatch.setattr(sources, "_BEGAN", time.time() - 60)
    forget()
    assert sources.digest("trivium.search.searching", []) is None


def test_named_tuples_within_others_count() -> None:
    hexifence, cachex = typeof(Hexifence(2).kernel), typeof(Cachex(3).kernel)
    pair = types.Tuple([cachex, typeof(PointsOnly())])
    found = {cls.__name__ for cls in sources.named_tuples([hexifence, types.int64, pair])}
    assert found == {"Fences", "Stones", "PointsOnly"}


@pytest.mark.parametrize(
    "module", ["trivium.solve.strings_and_coins.solver", "trivium.games.cachex.rules"]
)
def test_imports_are_those_that_python_sees(module: str) -> None:
    seen = set()
    for node in ast.walk(ast.parse(sources._content(module))):
        if isinstance(node, ast.ImportFrom):
            seen |= {str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Import):
            seen |= {alias.name for alias in node.names}
    assert sources._imports(module) == {name for name in seen if sources._is_our_module(name)}
