"""Compilation: the decorators for compiled functions, and who is told of it while it happens.

What was compiled is kept on disk for the next process by `trivium.kernel.code_cache`.
"""

from __future__ import annotations

import contextlib
import functools
import time
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from pathlib import Path
from typing import Any, TypeVar, cast

from trivium.kernel.compiler import COMPILING, event, numba
from trivium.kernel.doing_without import warn_that_numba
from trivium.kernel.plain import plain
from trivium.kernel.sources import is_ours

__all__ = [
    "code_directory",
    "compiled",
    "compiled_only",
    "inlined",
    "inlined_uncounted",
    "on_compile",
    "plain_while",
    "uncounted",
]

code_cache: Any = None
linking: Any = None
if COMPILING:
    try:
        from trivium.kernel import code_cache, linking
    except (AttributeError, ImportError, TypeError) as _problem:
        warn_that_numba(
            f"lacks what the compile cache needs ({_problem})", "every process compiles anew"
        )

Function = TypeVar("Function", bound=Callable[..., Any])


_LOOK_AGAIN = 0.25
"""Seconds after which machine code that was not there is looked for again."""

_code_is_coming: ContextVar[Callable[[], bool]] = ContextVar("code_is_coming")


@contextlib.contextmanager
def plain_while(code_is_coming: Callable[[], bool]) -> Iterator[None]:
    """Within this context, what is not compiled yet runs as plain Python instead of waiting.

    That is as long as `code_is_coming`: as another process compiles. The results are the same, a
    hundred times slower. A thread that is begun within knows of it if it runs in a copy of the
    context.
    """
    before = _code_is_coming.set(code_is_coming)
    try:
        yield
    finally:
        _code_is_coming.reset(before)


def compiled_only() -> contextlib.AbstractContextManager[None]:
    """Within this context, everything is compiled after all: it would take Python too long."""
    return plain_while(_never)


def _never() -> bool:
    return False


def everything_is_kept() -> bool:
    """Return whether `note_that_everything_is_kept` was called for the sources as they are.

    Also if it will never be, because nothing can be kept.
    """
    return code_cache is None or bool(code_cache.is_complete())


def note_that_everything_is_kept() -> None:
    """Note that all there is to compile has been."""
    if code_cache is not None:
        code_cache.note_complete()


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
    return _compiled(function, inline=True)


def inlined_uncounted(function: Function) -> Function:
    """Compile `function`, which makes no arrays nor parts of any, inlined and uncounted."""
    return _compiled(function, inline=True, count=False)


def uncounted(function: Function) -> Function:
    """Compile `function`, which makes no arrays or parts of them, without counting references.

    For recursive functions that take many arrays: whoever called the first of them keeps the
    arrays, and the counting, which is atomic, would take a third of the time.
    """
    return _compiled(function, count=False)


def _compiled(function: Function, inline: bool = False, count: bool = True) -> Function:
    if not COMPILING:
        return function
    # All are said, because Numba takes what is not from the function that is compiled around it.
    options = {
        "nopython": True,
        "nogil": True,
        "error_model": "numpy",
        "fastmath": False,
        "forceinline": inline,
        "_nrt": count,
    }
    if not code_cache:
        return cast(Function, numba.jit(**options)(function))
    dispatcher = linking.Dispatcher(function, targetoptions=options)
    if is_ours(function):
        code_cache.keep_code_of(dispatcher, function)
        # Numba asks this when Python calls the function with types that it has no code for yet.
        compile_now = dispatcher._compile_for_args
        dispatcher._compile_for_args = functools.partial(_code_for, dispatcher, compile_now, {})
    return cast(Function, dispatcher)


def _code_for(
    dispatcher: Any,
    compile_now: Callable[..., Any],
    missed: dict[tuple[type, ...], float],
    *arguments: Any,
) -> Any:
    """Return the machine code for a call, or the plain twin if that is wanted meanwhile."""
    if _code_is_coming.get(_never)():
        types, now = tuple(map(type, arguments)), time.monotonic()
        if now < missed.get(types, 0.0):
            return plain(dispatcher)
        if code_cache.is_kept(dispatcher, arguments) is False:
            missed[types] = now + _LOOK_AGAIN
            return plain(dispatcher)
    return compile_now(*arguments)


@contextlib.contextmanager
def on_compile(notice: Callable[[str], None]) -> Iterator[None]:
    """Within this context, call ``notice(function_name)`` before each real compilation.

    Loading from the cache is no compilation: a warm start calls nothing.
    """
    if not COMPILING:
        yield
        return

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
        self._timer = event.TimingListener() if COMPILING else None
        self._listening: contextlib.AbstractContextManager[Any] = contextlib.nullcontext()
        if COMPILING:
            self._listening = event.install_listener("numba:compile", self._timer)

    @property
    def seconds(self) -> float:
        """The seconds so far, without a compilation that is still going on."""
        return float(self._timer.duration) if self._timer and self._timer.done else 0.0

    def __enter__(self) -> CompileClock:
        self._listening.__enter__()
        return self

    def __exit__(self, *problem: Any) -> None:
        self._listening.__exit__(*problem)
