"""The exercises that came with the games, in their own input and output formats."""

from __future__ import annotations

from collections.abc import Callable

from trivium.study.exercises import cachex_path, hexifence_board, watch_your_back
from trivium.study.exercises.answer import ExerciseAnswer

EXERCISES: dict[str, Callable[[str], ExerciseAnswer]] = {
    "hexifence-board": hexifence_board.answer,
    "cachex-path": cachex_path.answer,
    "watch-your-back": watch_your_back.answer,
}

__all__ = ["EXERCISES", "ExerciseAnswer"]
