"""A session of fuzzing: ``python -m tests.fuzzing.session SECONDS WORK [TARGET …]``.

Every target is tried for so many seconds in a process of its own, beginning with what is kept in
the corpus and in the folder WORK/TARGET, where inputs are added that reach something new. Bytes
that make a target fail go to WORK/findings/TARGET. There is a line of JSON for each target.

``python -m tests.fuzzing.session keep WORK [TARGET …]`` adds a few of the inputs in WORK to the
corpus: short ones that reached something new.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import shutil
import signal
import sys
import tempfile
import threading
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType
from typing import Any, NoReturn

from tests.fuzzing.targets import TARGETS, Target

CORPUS = Path(__file__).parent / "corpus"
LONGEST_INPUT = 4096
SECONDS_FOR_ONE = 30
"""An input that takes longer is a finding, also on a machine with much else to do."""
MEGABYTES = 3000
"""So is one that takes the process beyond this."""
MOST_KEPT = 20
"""Inputs that the corpus of a target has; findings come on top."""
LONGEST_KEPT = 500
_FAILED = "=== a target has failed ===\n"
_FAILURE = 77

GUIDING = (
    *(
        f"trivium.games.{game}.{part}"
        for game in ("hexifence", "dots_and_boxes", "cachex", "watch_your_back")
        for part in ("notation", "position", "editing")
    ),
    *(f"trivium.games.{part}" for part in ("record", "moves", "position", "editing", "catalogue")),
    *(f"trivium.arena.{part}" for part in ("records", "tournament_file", "clocks", "openings")),
    *(f"trivium.arena.external.{part}" for part in ("gtp", "course_python", "hosted")),
    *(f"trivium.agents.{part}" for part in ("weight_files", "descriptions", "catalogue")),
    "trivium.agents.watch_your_back.book",
    *(f"trivium.bridges.{part}" for part in ("gtp", "regression")),
    "trivium.learn.runs",
    *(f"trivium.study.exercises.{part}" for part in ("cachex_path", "hexifence_board")),
    "trivium.text_files",
    *(f"trivium.web.room.{part}" for part in ("table", "records")),
    *(f"trivium.web.describe.{part}" for part in ("positions", "editor")),
    "tomllib._parser",
    "json.decoder",
)
"""Modules whose coverage guides the fuzzer; what is compiled in them is left as it is."""


def main(arguments: list[str]) -> int:
    """Try all targets that are asked for, or all there are; return 1 if one has failed."""
    import atheris

    seconds, work, *names = arguments
    if seconds == "keep":
        for name in names or TARGETS:
            _keep_some(name, Path(work))
        return 0
    for module in GUIDING:
        for function in set(_functions_of(sys.modules.get(module))):
            atheris.instrument_func(function)
    failed = 0
    for name in names or TARGETS:
        result = _try_one(name, TARGETS[name], float(seconds), Path(work))
        failed |= bool(result["finding"])
        print(json.dumps(result), flush=True)
    return failed


def _functions_of(scope: Any) -> Iterator[FunctionType]:
    """Yield the functions and methods that are written in a module, or in a class of it."""
    for part in vars(scope).values() if scope is not None else ():
        inner = getattr(part, "fget", None) or getattr(part, "__func__", None)
        inner = inner or getattr(part, "__wrapped__", None) or part
        where = getattr(inner, "__module__", None)
        if where != getattr(scope, "__module__", scope.__name__):
            continue
        if isinstance(inner, FunctionType):
            yield inner
        elif isinstance(inner, type) and not isinstance(scope, type):
            yield from _functions_of(inner)


def _try_one(name: str, target: Target, seconds: float, work: Path) -> dict[str, Any]:
    """Fuzz a target in a child process, because the fuzzer ends its own."""
    found, findings = work / name, work / "findings" / name
    for folder in (found, findings):
        folder.mkdir(parents=True, exist_ok=True)
    before = set(findings.iterdir())
    _load(name, target)
    with tempfile.TemporaryFile() as log:
        child = os.fork()
        if child == 0:
            os.dup2(log.fileno(), 1)
            os.dup2(log.fileno(), 2)
            folders = [path for path in (found, CORPUS / name) if path.is_dir()]
            _fuzz(_watched(target, findings), _options(findings), folders)
        time_is_up = threading.Timer(seconds, os.kill, (child, signal.SIGUSR1))
        time_is_up.start()
        _, status = os.waitpid(child, 0)
        time_is_up.cancel()
        log.seek(0)
        text = log.read().decode("utf-8", "replace")
    return _result(name, status, text, sorted(set(findings.iterdir()) - before))


def _load(name: str, target: Target) -> None:
    """Read what is kept, so that all that is compiled for its first use is there for the child."""
    for path in sorted((CORPUS / name).glob("*")):
        with contextlib.suppress(Exception):  # the child meets it too, and tells
            target(path.read_bytes())


def _options(findings: Path) -> list[str]:
    return [
        f"-max_len={LONGEST_INPUT}",
        f"-timeout={SECONDS_FOR_ONE}",
        f"-rss_limit_mb={MEGABYTES}",
        f"-artifact_prefix={findings}/",
        "-print_final_stats=1",
    ]


def _fuzz(target: Target, options: list[str], folders: list[Path]) -> NoReturn:
    """Fuzz until there is a finding, or `SIGUSR1` ends it; what is found goes to the first."""
    import atheris

    atheris.Setup(["fuzz", *options, *map(str, folders)], target)
    atheris.Fuzz()
    os._exit(0)


def _keep_some(name: str, work: Path) -> None:
    """Add to the corpus of a target some of what has reached something new: the last, if short.

    What comes late has gone where nothing before it went.
    """
    corpus = CORPUS / name
    corpus.mkdir(exist_ok=True)
    short = [path for path in (work / name).glob("*") if path.stat().st_size <= LONGEST_KEPT]
    short.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for path in short[: max(0, MOST_KEPT - len(list(corpus.iterdir())))]:
        shutil.copy(path, corpus)


def _watched(target: Target, findings: Path) -> Target:
    """Return a target that keeps the bytes that it fails on, and tells how it failed."""

    def try_it(data: bytes) -> None:
        try:
            target(data)
        except BaseException:
            (findings / f"crash-{hashlib.sha1(data).hexdigest()}").write_bytes(data)
            print(_FAILED + traceback.format_exc(), flush=True)
            os._exit(_FAILURE)

    return try_it


def _result(name: str, status: int, text: str, new: list[Path]) -> dict[str, Any]:
    executions = re.search(r"stat::number_of_executed_units:\s*(\d+)", text)
    steps = re.findall(r"^#(\d+)\s", text, re.MULTILINE)
    coverage = re.findall(r"cov: (\d+)", text)
    told = text.partition(_FAILED)[2] or text[-2000:]
    return {
        "target": name,
        "executions": int(executions[1] if executions else (steps or ["0"])[-1]),
        "coverage": int(coverage[-1]) if coverage else 0,
        "finding": told if status != 0 else None,
        "files": [str(path) for path in new],
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
