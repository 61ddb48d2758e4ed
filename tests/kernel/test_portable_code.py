"""Machine code that travels: used where it fits, as if it were not there where it does not."""

from __future__ import annotations

from pathlib import Path

import numba
import pytest

from tests.kernel.test_compiling import code_files, run
from trivium.kernel import portable_code

PROCESSOR = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}
"""Another one than any machine that runs the tests is taken for."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """Code of a small program for the named processor, and what the program prints."""
    cache, directory = tmp_path_factory.mktemp("cache"), tmp_path_factory.mktemp("portable")
    numbers, _ = run(cache, **portable_code.settings())
    portable_code.keep_all(cache / "compiled", directory)
    return directory, numbers


def test_nothing_is_compiled_where_the_code_is_already_there(
    made: tuple[Path, str], tmp_path: Path
) -> None:
    directory, numbers = made
    before = sorted(code_files(directory))
    assert run(tmp_path, TRIVIUM_CODE_DIR=str(directory)) == (numbers, 0)
    assert not code_files(tmp_path) and sorted(code_files(directory)) == before


def test_who_chooses_a_processor_gets_code_for_that_one(
    made: tuple[Path, str], tmp_path: Path
) -> None:
    directory, numbers = made
    again, compiled = run(tmp_path, TRIVIUM_CODE_DIR=str(directory), **PROCESSOR)
    assert again == numbers and compiled > 0


def test_a_cache_that_another_processor_has_filled_is_not_used(
    made: tuple[Path, str], tmp_path: Path
) -> None:
    _, numbers = made
    run(tmp_path, **PROCESSOR)
    again, compiled = run(tmp_path)
    assert again == numbers and compiled > 0


@pytest.fixture
def directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TRIVIUM_CODE_DIR", str(tmp_path))
    portable_code.directory.cache_clear()
    monkeypatch.setattr(numba.config, "CPU_NAME", None)
    return tmp_path / portable_code.version_name()


def test_a_processor_that_lacks_something_does_without(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    directory.mkdir()
    monkeypatch.setattr(portable_code, "processor", lambda: "x86-64-v3")
    monkeypatch.setattr(portable_code, "version_name", lambda: directory.name)
    able = {"avx", "avx2", "bmi", "bmi2", "cx16", "f16c", "fma", "lzcnt", "movbe", "popcnt"}
    able |= {"sahf", "sse3", "sse4.1", "sse4.2", "ssse3", "xsave", "avx512f"}
    monkeypatch.setattr(portable_code, "_host_features", lambda: able)
    assert portable_code.directory() == directory
    portable_code.directory.cache_clear()
    monkeypatch.setattr(portable_code, "_host_features", lambda: able - {"bmi2"})
    assert portable_code.directory() is None
    portable_code.directory.cache_clear()


def test_code_of_another_numba_is_not_used(
    directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    directory.mkdir()
    monkeypatch.setattr(numba, "__version__", "0.1")
    assert portable_code.directory() is None
    portable_code.directory.cache_clear()


def test_the_wheel_is_for_the_machines_that_numba_is_for() -> None:
    python, interface, platforms = portable_code.wheel_tag().split("-")
    assert python.startswith("cp") and interface and platforms
