"""Evaluation weights for Watch Your Back! from readable files.

A file has a table for each phase, ``[placing]`` and ``[moving]``, with one number for each
feature of the evaluation, in pieces. A top-level ``origin`` may say where the numbers are from.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from trivium.errors import TriviumError
from trivium.games.watch_your_back.evaluation import FEATURES, PHASES

Weights = dict[str, dict[str, float]]

DEFAULT_WEIGHTS = Path(__file__).parent / "weights" / "watch-your-back.toml"
_MOST = 100.0
"""No weight is further from 0: a feature then counts for a hundred pieces."""


def read_weights(path: Path | str = DEFAULT_WEIGHTS) -> Weights:
    """Return the weights in a file by phase and feature; raises `TriviumError` if it is wrong."""
    try:
        content = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise TriviumError(f"The weights {path} cannot be read: {error}.") from None
    except tomllib.TOMLDecodeError as error:
        raise TriviumError(f"The weights {path} are not TOML: {error}.") from None
    for name in content:
        if name not in (*PHASES, "origin"):
            raise TriviumError(f"{path}: there is no phase '{name}'; there are {_listed(PHASES)}.")
    return {phase: _read_phase(path, phase, content.get(phase)) for phase in PHASES}


def _read_phase(path: Path | str, phase: str, table: Any) -> dict[str, float]:
    if not isinstance(table, dict):
        raise TriviumError(f"{path}: the table [{phase}] is missing.")
    for feature, weight in table.items():
        if feature not in FEATURES:
            known = _listed(FEATURES)
            problem = f"there is no feature '{feature}' in [{phase}]; there are {known}."
            raise TriviumError(f"{path}: {problem}")
        if not _is_weight(weight):
            problem = f"{feature} in [{phase}] must be a number from -100 to 100, not {weight!r}."
            raise TriviumError(f"{path}: {problem}")
    if missing := [feature for feature in FEATURES if feature not in table]:
        raise TriviumError(f"{path}: [{phase}] lacks {_listed(missing)}; 0 leaves a feature out.")
    return {feature: float(table[feature]) for feature in FEATURES}


def _is_weight(thing: Any) -> bool:
    number = isinstance(thing, int | float) and not isinstance(thing, bool)
    return number and -_MOST <= thing <= _MOST


def _listed(names: Any) -> str:
    return ", ".join(names)
