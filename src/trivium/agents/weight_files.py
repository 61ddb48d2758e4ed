"""Weights of evaluations in readable files, checked against what the evaluation is made of.

A TOML file has a table for each table of the evaluation (for each phase of the game, say) with
one number for each name. Where the tables are phases, one table ``[weights]`` may stand for all
of them. The key ``evaluation`` names the evaluation that the weights are for, and ``origin``, a
text or a table, says where they come from.

The same may be written as XML: ``<weights><placing><pieces>1.0</pieces>…</placing>…</weights>``.
"""

from __future__ import annotations

import difflib
import functools
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from trivium.errors import TriviumError
from trivium.files import write_whole
from trivium.games.weights import FOR_ALL, Evaluation, Weights, WeightTable
from trivium.text_files import read_text
from trivium.toml_text import toml_key, toml_lines

__all__ = [
    "FOLDER",
    "read_evaluation",
    "read_origin",
    "read_shipped",
    "read_weights",
    "shipped",
    "write_weights",
]

FOLDER = Path(__file__).parent / "weights"
"""Where the weights are that come along."""

_DESCRIBED_AT_MOST = 40
"""Tables with no more names than this are written with what each of them counts."""


def shipped(name: str) -> Path:
    """Return the file of weights called `name` that comes along."""
    return FOLDER / f"{name}.toml"


def read_weights(path: Path | str, evaluation: Evaluation) -> Weights:
    """Return the weights in a file; raises `TriviumError` that says what is wrong with it."""
    content = _read(Path(path))
    meant = content.pop("evaluation", evaluation.name)
    if meant != evaluation.name:
        raise TriviumError(f"{path}: these weights are for {meant}, not for {evaluation.name}.")
    content.pop("origin", None)
    names = [table.name for table in evaluation.tables]
    if evaluation.phased and FOR_ALL in content and not set(names) & set(content):
        content |= dict.fromkeys(names, content.pop(FOR_ALL))
    for name in content:
        if name not in names:
            what = "phase" if evaluation.phased else "table"
            raise TriviumError(f"{path}: there is no {what} '{name}'; {_hint(name, names)}")
    return {
        table.name: _read_table(path, evaluation, table, content.get(table.name))
        for table in evaluation.tables
    }


@functools.cache
def read_shipped(name: str, evaluation: Evaluation) -> Weights:
    """Return weights that come along. They are read once and shared: nobody may change them."""
    return read_weights(shipped(name), evaluation)


def read_origin(path: Path | str) -> dict[str, Any]:
    """Return what a file tells about where its weights come from."""
    origin = _read(Path(path)).get("origin", {})
    return origin if isinstance(origin, dict) else {"note": str(origin).strip()}


def read_evaluation(path: Path | str) -> str | None:
    """Return the name of the evaluation that a file says its weights are for, if it does."""
    name = _read(Path(path)).get("evaluation")
    return None if name is None else str(name)


def write_weights(
    path: Path, evaluation: Evaluation, weights: Weights, origin: Mapping[str, Any], digits: int = 4
) -> None:
    """Write a file that `read_weights` reads back, whole or not at all."""
    lines = [
        f"# Weights of the evaluation `{evaluation.name}`, in {evaluation.unit},",
        "# from the point of view of the player to move.",
        "",
        *toml_lines({"evaluation": evaluation.name}),
        "",
        "[origin]",
        *toml_lines(origin),
    ]
    for table in evaluation.tables:
        row = weights.get(table.name, {})
        if not row and not table.required:
            continue
        lines += ["", f"[{toml_key(table.name)}]"]
        lines += [_line(table, name, row[name], digits) for name in table.entries if name in row]
    write_whole(path, "\n".join(lines) + "\n")


def _line(table: WeightTable, name: str, weight: float, digits: int) -> str:
    key = toml_key(name)
    number = f"{round(weight, digits) + 0:.{digits}f}" if digits else f"{round(weight)}"
    if len(table.entries) > _DESCRIBED_AT_MOST:
        return f"{key} = {number}"
    return f"{f'{key} = {number}':<24} # {table.entries[name]}"


def _read(path: Path) -> dict[str, Any]:
    text = read_text(path)
    if text.lstrip().startswith("<"):
        return _read_xml(path, text)
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise TriviumError(f"The weights {path} are not TOML: {error}.") from None


def _read_xml(path: Path, text: str) -> dict[str, Any]:
    """Return what the same file would hold if it were TOML."""
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise TriviumError(f"The weights {path} are not XML: {error}.") from None
    content: dict[str, Any] = {}
    for child in root:
        if len(child):
            content[child.tag] = {entry.tag: _number(entry.text) for entry in child}
        elif child.tag in ("evaluation", "origin"):
            content[child.tag] = (child.text or "").strip()
        else:
            content.setdefault(FOR_ALL, {})[child.tag] = _number(child.text)
    return content


def _number(text: str | None) -> float | str:
    try:
        return float(text or "")
    except ValueError:
        return (text or "").strip()


def _read_table(
    path: Path | str, evaluation: Evaluation, table: WeightTable, content: Any
) -> dict[str, float]:
    if content is None and not table.required:
        return {}
    if not isinstance(content, dict):
        raise TriviumError(f"{path}: the table [{table.name}] is missing.")
    for name, weight in content.items():
        if name not in table.entries:
            hint = _hint(name, table.entries)
            raise TriviumError(f"{path}: there is no feature '{name}' in [{table.name}]; {hint}")
        if not _is_weight(weight, evaluation.most):
            problem = (
                f"{name} in [{table.name}] must be a number from -{evaluation.most:g} to "
                f"{evaluation.most:g}, not {weight!r}."
            )
            raise TriviumError(f"{path}: {problem}")
    missing = [name for name in table.entries if name not in content]
    if missing and table.required:
        listed = ", ".join(missing)
        raise TriviumError(f"{path}: [{table.name}] lacks {listed}; 0 leaves a feature out.")
    return {name: float(weight) for name, weight in content.items()}


def _is_weight(thing: Any, most: float) -> bool:
    number = isinstance(thing, int | float) and not isinstance(thing, bool)
    return number and -most <= thing <= most


def _hint(name: str, known: Iterable[str]) -> str:
    known = list(known)
    if len(known) <= _DESCRIBED_AT_MOST:
        return f"there are {', '.join(known)}."
    close = difflib.get_close_matches(name, known, n=1)
    return f"did you mean {close[0]}?" if close else f"names are like {known[0]}."
