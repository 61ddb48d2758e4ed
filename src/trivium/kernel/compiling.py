"""Compilation: the one decorator for compiled functions, and the disk cache behind it.

Numba's own cache notices an edit in the file of a function, but not one in a file it calls
into, and two processes that compile at once can mix up its index. This cache has neither
trouble: every compiled function with its argument types is a file of its own, named after a
hash of all the sources that shape it (`trivium.kernel.sources`), written whole or not at all.
"""

from __future__ import annotations

import contextlib
import functools
import glob
import hashlib
import os
import pickle
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import llvmlite
import numba
from numba.core import event
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from trivium.kernel.sources import digest, named_tuples

Function = TypeVar("Function", bound=Callable[..., Any])

COMPILING = not numba.config.DISABLE_JIT
"""False under ``NUMBA_DISABLE_JIT=1``: then everything runs as plain Python, for a debugger."""

_KEPT_VERSIONS = 5
"""Machine code of this many states of its sources stays on disk for a function."""

_DIGEST_SIZE = hashlib.sha256().digest_size


def compiled(function: Function) -> Function:
    """Compile `function` on first call, or load what an earlier process compiled.

    The GIL is released while it runs. Use it on module-level functions only: a closure
    would be compiled again in every process. So is a function outside this package, because
    the hash of the sources does not cover it.
    """
    return _compiled(function, forceinline=False)


def inlined(function: Function) -> Function:
    """Compile `function` into every compiled function that calls it.

    For small functions in the innermost loops that take a position or a tree: those are many
    arrays, and passing them on costs more than the work.
    """
    return _compiled(function, forceinline=True)


def _compiled(function: Function, forceinline: bool) -> Function:
    if not COMPILING:
        return function
    dispatcher = numba.njit(nogil=True, error_model="numpy", forceinline=forceinline)(function)
    if _is_ours(function):
        dispatcher._cache = _FunctionCache(function)
    return dispatcher


def _is_ours(thing: Any) -> bool:
    return str(thing.__module__).startswith("trivium.")


def user_cache_directory() -> Path:
    """Where Trivium keeps what it can make again; ``TRIVIUM_CACHE_DIR`` overrides it."""
    if chosen := os.environ.get("TRIVIUM_CACHE_DIR"):
        return Path(chosen)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "trivium"


def write_whole(path: Path, content: bytes) -> None:
    """Write a file of the cache whole or not at all; that it is not there does not matter."""
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(dir=path.parent, prefix="draft-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            Path(draft).replace(path)
        finally:
            Path(draft).unlink(missing_ok=True)


@functools.cache
def code_directory() -> Path | None:
    """The directory for machine code of this Python and Numba, None where there can be none.

    One that can only be read, as in a sandbox, still saves the compiling.
    """
    versions = repr((sys.version, numba.__version__, llvmlite.__version__))
    name = hashlib.sha256(versions.encode()).hexdigest()[:16]
    directory = user_cache_directory() / "compiled" / name
    try:
        directory.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=directory):
            return directory
    except OSError:
        return directory if directory.is_dir() else None


def _forget_old_versions(newest: Path) -> None:
    """Remove old machine code of the same function and argument types as in `newest`."""
    function = newest.name.rpartition("-")[0]
    with contextlib.suppress(OSError):
        siblings = newest.parent.glob(f"{glob.escape(function)}-*")
        by_age = sorted(siblings, key=lambda path: path.stat().st_mtime, reverse=True)
        for old in by_age[_KEPT_VERSIONS:]:
            old.unlink(missing_ok=True)


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


class _FunctionCache(_Cache):  # type: ignore[misc]  # numba is untyped
    """Numba's interface for a function's disk cache, kept as one file for each signature."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._module = function.__module__
        self._name = f"{function.__module__}.{function.__qualname__}"

    @property
    def cache_path(self) -> str:
        return str(code_directory() or "")

    def load_overload(self, signature: Any, target: Any) -> Any:
        """The compiled function, or None if it is not there or damaged."""
        target.refresh()
        path = self._path(signature, target.codegen())
        try:
            content = path.read_bytes() if path else b""
        except OSError:
            return None
        digest, payload = content[:_DIGEST_SIZE], content[_DIGEST_SIZE:]
        if not payload or hashlib.sha256(payload).digest() != digest:
            return None
        return CompileResult._rebuild(target, *pickle.loads(payload))

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep the machine code; where that fails, the next process compiles again."""
        path = self._path(signature, result.codegen)
        if path is None:
            return
        payload = dumps(result._reduce())
        write_whole(path, hashlib.sha256(payload).digest() + payload)
        _forget_old_versions(path)

    def _path(self, signature: Any, codegen: Any) -> Path | None:
        """Return the file for a signature; None if it must not or cannot be kept.

        What is specialised for somebody else's position type is not kept: two such types may
        have the same name, and their sources are not hashed.
        """
        directory = code_directory()
        if directory is None or not all(map(_is_ours, named_tuples(signature))):
            return None
        types = hashlib.sha256(repr((signature, codegen.magic_tuple())).encode()).hexdigest()
        sources = digest(self._module, signature)
        return directory / f"{self._name}-{types[:24]}-{sources[:16]}" if sources else None

    def enable(self) -> None:
        """Part of Numba's interface; this cache is always on."""

    def disable(self) -> None:
        """Part of Numba's interface; this cache is always on."""

    def flush(self) -> None:
        """Part of Numba's interface; there is no index to forget."""
