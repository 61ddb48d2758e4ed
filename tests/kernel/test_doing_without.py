"""Where Numba lacks a private part that is used, everything still runs, with a warning.

Each program runs in a process of its own, in which Numba is changed before Trivium is imported.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numba
import pytest

from trivium.games.catalogue import find_game
from trivium.kernel.chance import below, seeded
from trivium.kernel.doing_without import warn_that_numba
from trivium.search.engine import Searcher
from trivium.search.evaluators import PointsOnly
from trivium.search.limits import Limit

CHANGES = {
    "the class of libraries is gone": """
import numba.core.codegen
del numba.core.codegen.JITCodeLibrary
""",
    "libraries have to do more": """
import abc
import numba.core.codegen
class JITCodeLibrary(numba.core.codegen.JITCodeLibrary):
    @abc.abstractmethod
    def unheard_of(self): ...
numba.core.codegen.JITCodeLibrary = JITCodeLibrary
""",
    "results are rebuilt in another way": """
from numba.core.compiler import CompileResult
del CompileResult._rebuild
""",
    "the cache is kept under another name": """
from importlib.machinery import SourceFileLoader
get_code = SourceFileLoader.get_code
def get_renamed(self, name):
    if name != "numba.core.dispatcher":
        return get_code(self, name)
    return compile(self.get_source(name).replace("self._cache", "self._code"), self.path, "exec")
SourceFileLoader.get_code = get_renamed
""",
}
"""What another version of Numba may have changed, and a program that changes it."""

DRAWING = """
from trivium.kernel.compiling import code_directory, on_compile
compiled = []
with on_compile(compiled.append):
    from trivium.kernel.chance import below, seeded
    print([int(below(seeded(seed), 100)) for seed in range(5)])
print(code_directory(), len(compiled) > 0)
"""

WITH_UNKNOWN_ARRAYS = """
from trivium.kernel import borrowing
def without_count(context, builder, kind, value):
    raise {problem}
borrowing._without_count = without_count
"""

SEARCHING = """
import gc
from numba.core.runtime import rtsys
from tests.kernel.test_doing_without import search

def arrays_held():
    gc.collect()
    stats = rtsys.get_allocation_stats()
    return stats.mi_alloc - stats.mi_free

print(search())
held = arrays_held()
print(search())
print(arrays_held() - held)
"""

COUNTING = """
from tests.kernel import test_borrowing
test_borrowing.test_a_borrowed_tuple_shows_and_changes_the_same_arrays()
test_borrowing.test_borrowing_leaves_the_references_of_arrays_as_they_were()
"""


def run(program: str, cache: Path, **settings: str) -> tuple[list[str], str]:
    """Run a program on an empty cache; return the lines that it prints, and its warnings."""
    answer = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"TRIVIUM_CACHE_DIR": str(cache)} | settings,
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert answer.returncode == 0, answer.stderr
    return answer.stdout.splitlines(), answer.stderr


def search() -> tuple[int, int, tuple[int, ...]]:
    """Return the nodes, the value and the line of a search, in which arrays are borrowed."""
    position = find_game("dots-and-boxes").start("2x2")
    searcher = Searcher(PointsOnly(), megabytes=1)
    found = searcher.search(position.kernel, position.colours, Limit(depth=6))
    return found.nodes, found.score.value, found.line


@pytest.mark.parametrize("change", CHANGES)
def test_without_the_parts_for_a_cache_every_process_compiles(change: str, tmp_path: Path) -> None:
    drawn, warned = run(CHANGES[change] + DRAWING, tmp_path)
    assert drawn == [str([int(below(seeded(seed), 100)) for seed in range(5)]), "None True"]
    assert warned.count("RuntimeWarning") == 1
    assert "every process compiles anew; pyproject.toml names the versions" in warned
    assert not list(tmp_path.iterdir())


def test_without_a_cache_the_command_line_does_not_promise_one(tmp_path: Path) -> None:
    program = (
        CHANGES["the class of libraries is gone"]
        + """
from trivium.cli.common import compile_notice
with compile_notice():
    from trivium.kernel.chance import seeded
    seeded(1)
"""
    )
    _, said = run(program, tmp_path)
    assert "with this version of Numba nothing can be kept" in said


def test_where_arrays_cannot_be_borrowed_a_search_counts_them(tmp_path: Path) -> None:
    program = WITH_UNKNOWN_ARRAYS.format(problem="AttributeError('meminfo')") + SEARCHING
    found, warned = run(program, tmp_path, NUMBA_NRT_STATS="1")
    assert found == [str(search()), str(search()), "0"]
    assert warned.count("RuntimeWarning") == 1
    assert "searches are slower than usual; pyproject.toml names the versions" in warned


@pytest.mark.parametrize("problem", ["AttributeError", "KeyError", "TypeError"])
def test_arrays_that_cannot_be_borrowed_are_counted_right(problem: str, tmp_path: Path) -> None:
    _, warned = run(WITH_UNKNOWN_ARRAYS.format(problem=problem) + COUNTING, tmp_path)
    assert warned.count("RuntimeWarning") == 1


def test_a_warning_is_given_once() -> None:
    with pytest.warns(RuntimeWarning, match=f"Numba {numba.__version__} has no wings") as given:
        warn_that_numba("has no wings", "it walks")
        warn_that_numba("has no wings", "it walks")
    assert len(given) == 1
