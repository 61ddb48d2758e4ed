"""Foreign bytes for as long as one likes: a fuzzer looks for bytes that make a parser fail.

``trivium bench fuzz --minutes 60`` shares the time among all parsers that read what others have
written (`tests.fuzzing.targets`); ``--target record`` spends it on one. It goes on from what
earlier runs have found worth trying. Bytes that make a parser fail are added to the corpus of the
tests, which then fail until it is mended. ``--keep`` adds some that reach something new there too.
"""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from tests.fuzzing.session import CORPUS
from tests.fuzzing.targets import TARGETS

from benchmarks.progress import Steps
from trivium.errors import TriviumError
from trivium.files import cache_directory

MINUTES = 5.0
_SESSION = [sys.executable, "-m", "tests.fuzzing.session"]


def main(
    as_json: bool,
    minutes: Annotated[float, typer.Option(min=0.01, help="For all parsers together.")] = MINUTES,
    target: Annotated[
        list[str] | None, typer.Option(help="A parser, like record; by default all of them.")
    ] = None,
    keep: Annotated[bool, typer.Option(help="Add inputs that reach something new.")] = False,
) -> None:
    """Fuzz, and print what came of it; leave with an error if there is a finding."""
    names = target or list(TARGETS)
    if unknown := [name for name in names if name not in TARGETS]:
        raise TriviumError(f"There is no parser '{unknown[0]}'; there are {', '.join(TARGETS)}.")
    if importlib.util.find_spec("atheris") is None:
        raise TriviumError(
            "The fuzzer atheris is not installed; pip install atheris brings it, where there is "
            "one for this machine's Python."
        )
    work = cache_directory() / "fuzzing"
    results: list[dict[str, Any]] = []

    def show(complete: bool) -> None:
        _show(results, complete, as_json)

    with Steps(len(names), show) as steps:
        for name in names:
            steps.begin(name)
            results.append(_fuzz(name, 60 * minutes / len(names), work))
    if keep:
        subprocess.run([*_SESSION, "keep", work, *names], cwd=_checkout(), check=True)
    if any(result["finding"] for result in results):
        sys.exit(1)


def _fuzz(name: str, seconds: float, work: Path) -> dict[str, Any]:
    """Try one parser for so long; add what makes it fail to the corpus."""
    command = [*_SESSION, str(seconds), str(work), name]
    done = subprocess.run(command, cwd=_checkout(), capture_output=True, text=True, check=False)
    lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
    if not lines:
        raise TriviumError(f"The fuzzer has not begun: {done.stderr.strip()[-500:]}")
    result: dict[str, Any] = json.loads(lines[-1])
    for file in result["files"]:
        shutil.copy(file, CORPUS / name)
    return result


def _checkout() -> Path:
    return Path(__file__).parents[1]


def _show(results: list[dict[str, Any]], complete: bool, as_json: bool) -> None:
    for result in results:
        told = f"{result['executions']:,} inputs, coverage {result['coverage']:,}"
        print(f"{result['target']}: {told}")
        if result["finding"]:
            print(f"  FINDING, kept in {CORPUS / result['target']}:\n{result['finding']}")
    if as_json:
        facts = {"benchmark": "fuzz", "complete": complete}
        print(json.dumps(facts | {"results": results}))
