"""Parsers of foreign bytes: what has been found is mended, and a fuzzer looks for more."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.fuzzing.session import CORPUS
from tests.fuzzing.targets import TARGETS

CHECKOUT = Path(__file__).parents[2]
SECONDS = 0.5
"""For each target."""

needs_the_fuzzer = pytest.mark.skipif(
    importlib.util.find_spec("atheris") is None,
    reason="nothing is fuzzed: atheris is not installed, or there is none for this Python",
)


@pytest.mark.parametrize("name", TARGETS)
def test_what_is_kept_is_read_or_refused(name: str) -> None:
    kept = sorted((CORPUS / name).iterdir())
    assert kept
    for path in kept:
        TARGETS[name](path.read_bytes())


def test_nothing_is_kept_for_a_parser_that_is_gone() -> None:
    assert {path.name for path in CORPUS.iterdir()} == set(TARGETS)


@needs_the_fuzzer
def test_a_short_session_finds_nothing(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.fuzzing.session", str(SECONDS), str(tmp_path)]
    done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False)
    results = results_in(done.stdout)
    assert [result["target"] for result in results] == list(TARGETS), done.stderr
    assert "\n\n".join(filter(None, (result["finding"] for result in results))) == ""
    assert done.returncode == 0


FAILING = """
import sys
from tests.fuzzing import session

def fails(data):
    if len(data) > 3:
        raise KeyError("four")

session.TARGETS["fails"] = fails
sys.exit(session.main(["20", sys.argv[1], "fails"]))
"""


@needs_the_fuzzer
def test_bytes_that_make_a_parser_fail_are_kept_and_the_failure_is_told(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", FAILING, str(tmp_path)],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=False,
    )
    (result,) = results_in(done.stdout)
    assert done.returncode == 1
    assert "KeyError: 'four'" in result["finding"]
    (file,) = (tmp_path / "findings" / "fails").iterdir()
    assert [str(file)] == result["files"]
    assert len(file.read_bytes()) > 3


def results_in(output: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in output.splitlines() if line.startswith("{")]
