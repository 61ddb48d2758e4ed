"""The compile cache: hit by the next process, keyed by the sources, harmless when damaged.

And what runs while there is no machine code yet."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import trivium
from trivium.kernel import code_cache, compiling
from trivium.kernel.compiler import COMPILING
from trivium.kernel.portable_code import PARTS

PROGRAM = """
import sys
from trivium.kernel.compiling import on_compile
compiled = []
with on_compile(compiled.append):
    from trivium.kernel.chance import below, seeded
    print([int(below(seeded(seed), 100)) for seed in range(5)], len(compiled))
"""


def run(cache: Path, program: str = PROGRAM, *arguments: str, **settings: str) -> tuple[str, int]:
    """Run the program in a process of its own; return what it drew, and what it compiled."""
    output = start(cache, program, *arguments, **settings).communicate(timeout=600)[0]
    numbers, count = output.rsplit(" ", 1)
    return numbers, int(count)


def start(
    cache: Path, program: str = PROGRAM, *arguments: str, **settings: str
) -> subprocess.Popen[str]:
    environment = os.environ | {"TRIVIUM_CACHE_DIR": str(cache)} | settings
    command = [sys.executable, "-c", program, *arguments]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)


def code_files(cache: Path) -> list[Path]:
    return [path for path in cache.rglob("*") if path.is_file()]


def test_the_second_process_compiles_nothing(tmp_path: Path) -> None:
    first, compiled = run(tmp_path)
    assert compiled > 0
    assert run(tmp_path) == (first, 0)


def test_plain_python_draws_the_same_numbers(tmp_path: Path) -> None:
    compiled, _ = run(tmp_path)
    plain, count = run(tmp_path / "other", NUMBA_DISABLE_JIT="1")
    assert plain == compiled
    assert count == 0


def test_what_was_kept_as_a_whole_returns_arrays_also_beside_a_new_whole_with_it(
    tmp_path: Path,
) -> None:
    program = """
import sys
from trivium import DotsAndBoxes
from trivium.games.hexifence.edge_sets import rings_of
from trivium.games.hexifence.features import find_features
position = DotsAndBoxes(2, 2).kernel
if "more" in sys.argv:
    find_features(position)
print(rings_of(position).tolist(), 0)
"""
    assert run(tmp_path, program) == run(tmp_path, program, "more")


def test_damaged_files_are_compiled_again(tmp_path: Path) -> None:
    expected, _ = run(tmp_path)
    for number, path in enumerate(code_files(tmp_path)):
        content = path.read_bytes()
        path.write_bytes([b"", content[:50], content[:-1] + b"x"][number % 3])
    again, compiled = run(tmp_path)
    assert again == expected and compiled > 0
    assert run(tmp_path) == (expected, 0)


def test_several_processes_may_compile_at_once(tmp_path: Path) -> None:
    processes = [start(tmp_path) for _ in range(3)]
    answers = {process.communicate(timeout=120)[0].rsplit(" ", 1)[0] for process in processes}
    assert len(answers) == 1
    assert run(tmp_path) == (answers.pop(), 0)
    assert not list(tmp_path.rglob("*.draft"))


def test_without_a_writable_directory_everything_still_runs(tmp_path: Path) -> None:
    obstacle = tmp_path / "file"
    obstacle.write_text("in the way")
    expected, _ = run(tmp_path / "fine")
    again, compiled = run(obstacle / "cache")
    assert again == expected and compiled > 0


def test_only_the_latest_versions_of_a_function_are_kept(tmp_path: Path) -> None:
    for age in range(9):
        old = tmp_path / f"trivium.games.play-types-sources{age}"
        old.touch()
        os.utime(old, (10_000 - age, 10_000 - age))
    other = tmp_path / "trivium.games.playing-types-sources"
    other.touch()
    code_cache.forget_old_versions(tmp_path / "trivium.games.play-types-sources0")
    kept = [f"trivium.games.play-types-sources{age}" for age in range(5)]
    assert sorted(path.name for path in tmp_path.iterdir()) == [*kept, other.name]


def test_code_of_others_is_not_kept(tmp_path: Path) -> None:
    program = """
from tests.kernel.toy import Doubling, run_twice
from trivium.kernel.compiling import code_directory
import numpy as np
run_twice(Doubling(np.array([1])))
print([path.name for path in code_directory().iterdir()])
"""
    answer = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"TRIVIUM_CACHE_DIR": str(tmp_path)},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "toy" not in answer.stdout and "Doubling" not in answer.stdout


def test_the_package_is_typed() -> None:
    assert (Path(trivium.__file__).parent / "py.typed").exists()


def test_a_clock_tells_the_time_of_compiling_alone() -> None:
    def double(number: int) -> int:
        return 2 * number

    with compiling.CompileClock() as clock:
        function = compiling.compiled(double)
        assert clock.seconds == 0
        function(1)
        first = clock.seconds
        function(2)
        assert clock.seconds == first
    assert (first > 0) == COMPILING
    compiling.compiled(double)(1)
    assert clock.seconds == first


READ_ONLY = """
import errno, pathlib, tempfile

def refuse(*arguments, **options):
    raise OSError(errno.EROFS, "Read-only file system")

tempfile.TemporaryFile = pathlib.Path.write_bytes = refuse
"""


def test_a_cache_that_can_only_be_read_saves_the_compiling(tmp_path: Path) -> None:
    expected, _ = run(tmp_path)
    kept = sorted(code_files(tmp_path))
    assert run(tmp_path, READ_ONLY + PROGRAM) == (expected, 0)
    (part, whole) = [path for path in kept if path.name.startswith("trivium.kernel.chance.below-")]
    assert part.parent == whole.parent / PARTS
    part.unlink()
    assert run(tmp_path, READ_ONLY + PROGRAM) == (expected, 0), "parts are for who compiles"
    whole.unlink()
    again, compiled = run(tmp_path, READ_ONLY + PROGRAM)
    assert again == expected and compiled > 0
    assert sorted({*kept} - {*code_files(tmp_path)}) == [part, whole]


BACKWARDS = """
from trivium.kernel.bits import list_ones
import numpy
list_ones(numpy.ones(1, numpy.uint64), numpy.ones(64, numpy.int64))
from trivium.kernel.chance import mix
print([int(mix(numpy.uint64(1)))], 1)
"""


def test_parts_of_several_processes_fit_together(tmp_path: Path) -> None:
    """Numba numbers functions as a process meets them; ours are called the same in each."""
    expected, from_nothing = run(tmp_path / "one")
    run(tmp_path / "two", BACKWARDS)
    keep_only_parts(tmp_path / "two")
    again, compiled = run(tmp_path / "two")
    assert again == expected and 0 < compiled < from_nothing


ARRAYS = """
from trivium import Hexifence
from trivium.games.hexifence.edge_sets import rings_of
from trivium.kernel.compiling import on_compile
compiled = []
with on_compile(compiled.append):
    print(rings_of(Hexifence(1).kernel).tolist(), len(compiled))
"""


def keep_only_parts(cache: Path) -> None:
    for path in code_files(cache):
        if path.parent.name != PARTS:
            path.unlink()


def test_what_is_made_of_a_kept_part_returns_arrays_too(tmp_path: Path) -> None:
    expected, _ = run(tmp_path, ARRAYS)
    assert expected == "[[0, 1, 2, 3, 4, 5]]"
    keep_only_parts(tmp_path)
    again, compiled = run(tmp_path, ARRAYS)
    assert again == expected and compiled > 0
    assert run(tmp_path, ARRAYS) == (expected, 0)


PART_FIRST = ARRAYS.replace(
    "    print(",
    "    rings_of.compile(rings_of.signature_of((Hexifence(1).kernel,)))\n    print(",
)
"""Somebody has the part already, another process has kept the whole."""


def test_a_kept_whole_of_a_part_that_is_there_returns_arrays_too(tmp_path: Path) -> None:
    expected, _ = run(tmp_path, ARRAYS)
    assert run(tmp_path, PART_FIRST) == (expected, 0)


def test_a_compilation_that_is_killed_leaves_nothing_that_misleads(tmp_path: Path) -> None:
    process = start(tmp_path)
    while not code_files(tmp_path) and process.poll() is None:
        time.sleep(0.01)
    process.kill()
    process.communicate()
    expected, _ = run(tmp_path / "other")
    assert run(tmp_path)[0] == expected
    assert run(tmp_path) == (expected, 0)


LEVELS = """
import json, sys
from trivium.agents.catalogue import make_agent
from trivium.games.catalogue import GAMES
from trivium.kernel.compiling import on_compile, plain_while

def choices():
    for game in GAMES.values():
        position = game.start()
        for level, seed in [(1, 1), (2, 2), (3, 3), (4, 4)]:
            choice = make_agent(f"level{level}", game.name, seed).choose(position)
            yield choice.move.text, choice.reason
            position.push(choice.move)

compiled = []
with on_compile(compiled.append), plain_while(lambda: sys.argv[1] == "plain"):
    print(json.dumps(list(choices())), len(compiled))
"""


def test_a_level_without_machine_code_chooses_what_it_would_choose_with_it(tmp_path: Path) -> None:
    cache = compiling.code_directory()
    assert cache is not None
    usual = cache.parents[1]
    compiled, _ = run(usual, LEVELS, "compiled")
    plain, count = run(tmp_path, LEVELS, "plain")
    assert plain == compiled and count == 0
    kept = {path.name.partition("-")[0] for path in code_files(tmp_path)}
    assert kept <= {"trivium.kernel.chance.mix", "trivium.kernel.chance.next_word"}, kept  # imports
    mixed, count = run(usual, LEVELS, "plain")  # with machine code in some places or in all
    assert mixed == compiled and count == 0
