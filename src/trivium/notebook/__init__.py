"""Trivium in notebooks (extra ``notebook``): an interactive board, and results as tables.

>>> from trivium.notebook import Board    # doctest: +SKIP
>>> Board("hexifence", "2", values=True)  # doctest: +SKIP
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from trivium.notebook.board import Board
    from trivium.notebook.tables import analysis_table, games_table, moves_table

__all__ = ["Board", "analysis_table", "games_table", "moves_table"]

_HOMES = {"Board": "board"}


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def __getattr__(name: str) -> object:
    if name in __all__:
        home = _HOMES.get(name, "tables")
        return getattr(import_module(f"trivium.notebook.{home}"), name)
    raise AttributeError(f"module 'trivium.notebook' has no attribute '{name}'")
