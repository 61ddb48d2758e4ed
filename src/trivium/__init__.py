"""Plays, solves, teaches and referees Hexifence, Cachex, Watch Your Back! and Dots-and-Boxes.

A position is played on by its moves' names, and taken back:

>>> import trivium
>>> position = trivium.Hexifence(2)
>>> position.push("d1"), position.turn
(Move(code=3, text='d1', action=(0, 3)), 'red')
>>> print(position.pop(), len(position.legal_moves), position.outcome())
d1 30 None

It is read from a text by `from_text` and written by `to_text`; a notebook draws it. A mistake, a
move that is not possible say, raises a `TriviumError` whose message says what would be right.

Where the rest is:

trivium.agents.catalogue        make_agent: players, from beginners to the champions
trivium.arena.match             play_match: matches, with error bars in trivium.arena.ratings
trivium.solve.fences, .cachex   exact values; solve_many solves many positions
trivium.search.engine           alpha-beta, and mcts_engine: Monte Carlo, on any game
trivium.study                   review, hints, puzzles, lessons
trivium.envs, trivium.notebook  environments for learning; boards and tables in notebooks
trivium.kernel.verbs            what compiled algorithms of your own are written against

Each of these has an `__all__` that says what is public, and is in the manual: ``trivium`` on the
command line opens the page, which has it under /docs. ``trivium.__version__`` is the version.
"""

from __future__ import annotations

from importlib import import_module, metadata
from types import ModuleType
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


# These names are imported when they are first used: the engine behind them takes half a second to
# load, which ``trivium --help`` should not cost.
def __getattr__(name: str) -> object:
    if name == "__version__":
        return metadata.version("trivium")
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'trivium' has no attribute '{name}'")


def __dir__() -> list[str]:
    modules = (name for name, value in globals().items() if _is_own(value))
    hidden = (name for name in globals() if name.startswith("__"))
    return sorted({*__all__, *modules, *hidden, "__version__"})


def _is_own(value: object) -> bool:
    """Return whether a value is a module of this package."""
    return isinstance(value, ModuleType) and value.__name__.startswith("trivium.")
