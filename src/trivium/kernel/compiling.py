"""Compilation: the decorators for compiled functions, and who is told of it while it happens.

What was compiled is kept on disk for the next process by `trivium.kernel.code_cache`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba.core import event

from trivium.kernel.doing_without import warn_that_numba
from trivium.kernel.sources import is_ours

try:
    from trivium.kernel import code_cache
except (AttributeError, ImportError, TypeError) as _problem:
    warn_that_numba(
        f"lacks what the compile cache needs ({_problem})", "every process compiles anew"
    )
    code_cache = None  # type: ignore[assignment]

Function = TypeVar("Function", bound=Callable[..., Any])

COMPILING = not numba.config.DISABLE_JIT
"""False under ``NUMBA_DISABLE_JIT=1``: then everything runs as plain Python, for a debugger."""


def code_directory() -> Path | None:
    """The directory where machine code is kept for later processes, None where it is not kept."""
    return code_cache.code_directory() if code_cache else None


def compiled(function: Function) -> Function:
    """Compile `function` on first call, or load what an earlier process compiled.

    The GIL is released while it runs. Use it on module-level functions only: a closure
    would be compiled again in every process. So is a function outside this package, because
    the hash of the sources does not cover it.
    """
    return _compiled(function)


def inlined(function: Function) -> Function:
    """Compile `function` into every compiled function that calls it.

    For small functions in the innermost loops that take a position or a tree: those are many
    arrays, and passing them on costs more than the work.
    """
    return _compiled(function, forceinline=True, _nrt=False)


def uncounted(function: Function) -> Function:
    """Compile `function`, which makes no arrays and returns none, without counting references.

    For recursive functions that take many arrays: whoever called the first of them keeps the
    arrays, and the counting, which is atomic, would take a third of the time.
    """
    return _compiled(function, _nrt=False)


def _compiled(function: Function, **options: bool) -> Function:
    if not COMPILING:
        return function
    dispatcher = numba.njit(nogil=True, error_model="numpy", **options)(function)
    if code_cache and is_ours(function):
        code_cache.keep_code_of(dispatcher, function)
    return dispatcher


@contextlib.contextmanager
def on_compile(notice: Callable[[str], None]) -> Iterator[None]:
    """Within this context, call ``notice(function_name)`` before each real compilation.

    Loading from the cache is no compilation: a warm start calls nothing.
    """

    class Listener(event.Listener):  # type: ignore[misc]  # numba is untyped
        def on_start(self, event: Any) -> None:
            notice(event.data["dispatcher"].py_func.__name__)

        def on_end(self, event: Any) -> None:
            pass

    with event.install_listener("numba:compile", Listener()):
        yield


class CompileClock:
    """Adds up the time spent on compiling while it runs, so that nobody has to pay for it.

    Use it as a context; `seconds` may be read at any time in it.
    """

    def __init__(self) -> None:
        self._timer = event.TimingListener()
        self._listening = event.install_listener("numba:compile", self._timer)

    @property
    def seconds(self) -> float:
        """The seconds so far, without a compilation that is still going on."""
        return float(self._timer.duration) if self._timer.done else 0.0

    def __enter__(self) -> CompileClock:
        self._listening.__enter__()
        return self

    def __exit__(self, *problem: object) -> None:
        self._listening.__exit__(*problem)
