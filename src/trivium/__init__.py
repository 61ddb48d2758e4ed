"""Plays, solves, teaches and referees Hexifence, Cachex, Watch Your Back! and Dots-and-Boxes.

>>> import trivium
>>> position = trivium.Hexifence(2)
>>> position.push("d1"), position.turn
(Move(code=3, text='d1', action=(0, 3)), 'red')

The names below are imported when first used: the engine behind them takes half a second to
load, which ``trivium --help`` should not cost.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from trivium.arena.solving import solve_many
    from trivium.errors import TriviumError
    from trivium.games.cachex.position import Cachex
    from trivium.games.dots_and_boxes.position import DotsAndBoxes
    from trivium.games.hexifence.position import Hexifence
    from trivium.games.moves import Move
    from trivium.games.position import Outcome, Position
    from trivium.games.watch_your_back.position import WatchYourBack

__all__ = [
    "Cachex",
    "DotsAndBoxes",
    "Hexifence",
    "Move",
    "Outcome",
    "Position",
    "TriviumError",
    "WatchYourBack",
    "solve_many",
]

_HOMES = {
    "Cachex": "trivium.games.cachex.position",
    "DotsAndBoxes": "trivium.games.dots_and_boxes.position",
    "Hexifence": "trivium.games.hexifence.position",
    "Move": "trivium.games.moves",
    "Outcome": "trivium.games.position",
    "Position": "trivium.games.position",
    "TriviumError": "trivium.errors",
    "WatchYourBack": "trivium.games.watch_your_back.position",
    "solve_many": "trivium.arena.solving",
}


def __getattr__(name: str) -> object:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'trivium' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
