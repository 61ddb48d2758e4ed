"""The answer to an exercise."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ExerciseAnswer:
    """What an exercise prints, and a remark that is not part of its format."""

    lines: tuple[str, ...]
    remark: str | None = None
