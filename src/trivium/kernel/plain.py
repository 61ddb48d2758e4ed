"""Compiled functions as plain Python, in a process that compiles: their plain twins.

Under ``NUMBA_DISABLE_JIT=1`` everything is plain Python. A twin is that for one function, and for
all that it calls, while the same functions run compiled elsewhere. It serves until the machine
code is there. A twin never calls compiled code, which would hand it Python's numbers where it
expects words of 64 bits.
"""

from __future__ import annotations

import threading
from types import FunctionType
from typing import Any

from trivium.kernel.sources import is_ours

_lock = threading.RLock()
_twins: dict[Any, Any] = {}
_worlds: dict[int, dict[str, Any]] = {}
"""The globals of twins, by where those of the functions are."""


def plain(function: Any) -> Any:
    """Return the twin of a compiled function, of a verb or of one that may call such.

    Anything else is its own.
    """
    if hasattr(function, "plain_twin"):
        return function.plain_twin
    own = getattr(function, "py_func", function)
    if not isinstance(own, FunctionType) or not is_ours(own):
        return function
    with _lock:
        if own not in _twins:
            twin = FunctionType(
                own.__code__,
                _world_of(own.__globals__),
                own.__name__,
                own.__defaults__,
                own.__closure__,
            )
            _twins[own] = twin
        return _twins[own]


def _world_of(names: dict[str, Any]) -> dict[str, Any]:
    """Return the same globals with twins in the place of functions."""
    if id(names) not in _worlds:
        world = _worlds[id(names)] = dict(names)
        for name, value in names.items():
            if callable(value):
                world[name] = plain(value)
    return _worlds[id(names)]
