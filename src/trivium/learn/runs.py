"""A run of learning is a folder: its configuration, its log, its checkpoint and its results.

The configuration is a dataclass, written once as ``run.toml``. Whoever starts the same run in the
same folder again goes on where it was stopped; another configuration in that folder is refused.
Every file is written whole or not at all, so that nothing is lost if the program is killed.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from trivium.errors import TriviumError
from trivium.files import draft_of, write_whole
from trivium.text_files import read_text
from trivium.toml_text import toml_lines

Plan = TypeVar("Plan")

CONFIGURATION = "run.toml"
WEIGHTS = "weights.toml"
REPORT = "report.html"
_LOG = "log.jsonl"
_CHECKPOINT = "checkpoint.npz"
_CHECKPOINT_BEFORE = "checkpoint-before.npz"
_ESCAPE = re.compile(r"\\u(?P<high>d[89ab][0-9a-f]{2})\\u(?P<low>d[c-f][0-9a-f]{2})|\\.")


class Run:
    """The folder of one run."""

    def __init__(self, folder: Path, kind: str, plan: Any) -> None:
        """Open the folder for a run of this kind and plan, a dataclass, or go on with it."""
        self.folder = folder
        wanted = plan_text(kind, plan)
        path = folder / CONFIGURATION
        with _told(folder):
            folder.mkdir(parents=True, exist_ok=True)
            if path.exists() and _read(path) != tomllib.loads(wanted):
                raise TriviumError(
                    f"{folder} holds another run, as its {CONFIGURATION} says; "
                    "choose another folder, or the same options to go on with it."
                )
            write_whole(path, wanted)

    @classmethod
    @contextlib.contextmanager
    def begun(cls, folder: Path, kind: str, plan: Any) -> Iterator[Self]:
        """Within this context, the run is open; one that cannot begin leaves no folder behind."""
        is_new = not folder.exists()
        run = cls(folder, kind, plan)
        try:
            yield run
        except TriviumError:
            if is_new and list(folder.iterdir()) == [folder / CONFIGURATION]:
                (folder / CONFIGURATION).unlink()
                folder.rmdir()
            raise

    def log(self, **facts: Any) -> None:
        """Add a line to the log."""
        with _told(self.folder), (self.folder / _LOG).open("a", encoding="utf-8") as file:
            file.write(json.dumps(facts) + "\n")

    def logged(self, counter: str, *facts: str) -> list[dict[str, Any]]:
        """Return the lines of the log with a whole number called `counter`, and these facts.

        Others are damaged, or were not finished, and left out.
        """
        path = self.folder / _LOG
        if not path.exists():
            return []
        found = []
        with _told(self.folder):
            lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
        for text in lines:
            with contextlib.suppress(json.JSONDecodeError, RecursionError):
                line = json.loads(text)
                is_counted = isinstance(line, dict) and isinstance(line.get(counter), int)
                if is_counted and all(fact in line for fact in facts):
                    found.append(line)
        return found

    def relog(self, lines: list[dict[str, Any]]) -> None:
        """Make these the lines of the log."""
        text = "".join(json.dumps(line) + "\n" for line in lines)
        with _told(self.folder):
            write_whole(self.folder / _LOG, text)

    def save(self, **arrays: NDArray[Any]) -> None:
        """Keep a checkpoint; the one before stays beside it."""
        path = self.folder / _CHECKPOINT
        with _told(self.folder), draft_of(path) as draft:
            with draft.open("wb") as file:
                np.savez(file, **arrays)  # type: ignore[arg-type]  # its stub forgets keywords
            if path.exists():
                path.replace(self.folder / _CHECKPOINT_BEFORE)

    def saved(self, *names: str) -> dict[str, NDArray[Any]] | None:
        """Return the last checkpoint that is whole and has arrays of these names.

        None if there is no checkpoint. One that is damaged is told of on standard error if the
        one before it is good, and else a `TriviumError`.
        """
        problem: TriviumError | None = None
        for file in (_CHECKPOINT, _CHECKPOINT_BEFORE):
            path = self.folder / file
            if path.exists():
                try:
                    arrays = _load(path, names)
                except TriviumError as error:
                    problem = problem or error
                    continue
                if problem is not None:
                    print(f"trivium: {problem} Going on from {path}.", file=sys.stderr)
                return arrays
        if problem is not None:
            raise TriviumError(f"{problem} Remove it to begin the run anew.")
        return None

    def __truediv__(self, name: str) -> Path:
        return self.folder / name


def _load(path: Path, names: tuple[str, ...]) -> dict[str, NDArray[Any]]:
    """Return the arrays of a checkpoint; raises `TriviumError` if it is no whole one."""
    try:
        with path.open("rb") as handle, np.load(handle, allow_pickle=False) as file:
            arrays = dict(file)
    except Exception as error:  # an archive can be damaged in more ways than can be named
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise TriviumError(f"The checkpoint {path} is damaged ({reason}).") from None
    if missing := [name for name in names if name not in arrays]:
        raise TriviumError(f"The checkpoint {path} is damaged: it lacks {', '.join(missing)}.")
    return arrays


def plan_text(kind: str, plan: Any) -> str:
    """Return the configuration of a run as TOML; options that are None are left out."""
    lines = [
        f"# trivium learn again {CONFIGURATION} --to FOLDER repeats this run.",
        "",
        *toml_lines({"kind": kind} | dataclasses.asdict(plan)),
    ]
    return "\n".join(lines) + "\n"


def read_plan(path: Path) -> tuple[str, dict[str, Any]]:
    """Return the kind of run that a configuration describes, and its options."""
    if path.is_dir():
        path = path / CONFIGURATION
    content = _read(path)
    kind = content.pop("kind", None)
    if not isinstance(kind, str):
        raise TriviumError(f"{path} does not say what kind of run it is.")
    return kind, content


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(_with_whole_letters(read_text(path)))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise TriviumError(f"The configuration {path} is not TOML: {error}.") from None


def _with_whole_letters(text: str) -> str:
    """Mend what earlier versions wrote as two escapes: a letter beyond U+FFFF, such as an emoji."""

    def mended(escape: re.Match[str]) -> str:
        if escape["high"] is None:
            return escape[0]
        pair = bytes.fromhex(escape["high"] + escape["low"])
        return pair.decode("utf-16-be")

    return _ESCAPE.sub(mended, text)


def make_plan(path: Path, content: dict[str, Any], plan: type[Plan]) -> Plan:
    """Return the plan with the options of a configuration."""
    fields = {field.name for field in dataclasses.fields(plan)}  # type: ignore[arg-type]
    if unknown := sorted(set(content) - fields):
        raise TriviumError(f"{path}: there is no option '{unknown[0]}' for this kind of run.")
    given = {name: tuple(v) if isinstance(v, list) else v for name, v in content.items()}
    try:
        return plan(**given)
    except TypeError as error:
        raise TriviumError(f"{path}: {error}.") from None


@contextlib.contextmanager
def _told(folder: Path) -> Iterator[None]:
    """Say in one sentence why a folder cannot be used."""
    try:
        yield
    except OSError as error:
        raise TriviumError(f"{folder} cannot be used for a run: {error.strerror}.") from None
