"""The disk cache of machine code, in the shape that Numba asks for one.

Numba's own cache notices an edit in the file of a function, but not one in a file it calls
into, and two processes that compile at once can mix up its index. This cache has neither
trouble: every compiled function with its argument types is a file of its own, named after a
hash of all the sources that shape it (`trivium.kernel.sources`), written whole or not at all.

Only this module knows the private parts of Numba that a cache needs. Where a version of Numba
does not have them all, importing this fails, and `trivium.kernel.compiling` does without a cache.
"""

from __future__ import annotations

import contextlib
import functools
import glob
import hashlib
import pickle
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite
import numba
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from trivium.files import cache_directory, write_whole
from trivium.kernel.sources import digest, is_ours, named_tuples

_KEPT_VERSIONS = 5
"""Machine code of this many states of its sources stays on disk for a function."""

_DIGEST_SIZE = hashlib.sha256().digest_size

_write_down, _rebuild = CompileResult._reduce, CompileResult._rebuild


@functools.cache
def code_directory() -> Path | None:
    """The directory for machine code of this Python and Numba, None where there can be none.

    One that can only be read, as in a sandbox, still saves the compiling.
    """
    versions = repr((sys.version, numba.__version__, llvmlite.__version__))
    name = hashlib.sha256(versions.encode()).hexdigest()[:16]
    directory = cache_directory() / "compiled" / name
    try:
        directory.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=directory):
            return directory
    except OSError:
        return directory if directory.is_dir() else None


def keep_code_of(dispatcher: Any, function: Callable[..., Any]) -> None:
    """Let a dispatcher of Numba's keep the machine code of `function` on disk."""
    dispatcher._cache = _FunctionCache(function)


def forget_old_versions(newest: Path) -> None:
    """Remove old machine code of the same function and argument types as in `newest`."""
    function = newest.name.rpartition("-")[0]
    with contextlib.suppress(OSError):
        siblings = newest.parent.glob(f"{glob.escape(function)}-*")
        by_age = sorted(siblings, key=lambda path: path.stat().st_mtime, reverse=True)
        for old in by_age[_KEPT_VERSIONS:]:
            old.unlink(missing_ok=True)


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
        return _rebuild(target, *pickle.loads(payload))

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep the machine code; where that fails, the next process compiles again."""
        path = self._path(signature, result.codegen)
        if path is None:
            return
        payload = dumps(_write_down(result))
        with contextlib.suppress(OSError):
            write_whole(path, hashlib.sha256(payload).digest() + payload)
        forget_old_versions(path)

    def _path(self, signature: Any, codegen: Any) -> Path | None:
        """Return the file for a signature; None if it must not or cannot be kept.

        What is specialised for somebody else's position type is not kept: two such types may
        have the same name, and their sources are not hashed.
        """
        directory = code_directory()
        if directory is None or not all(map(is_ours, named_tuples(signature))):
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


def _check_numba() -> None:
    """Raise AttributeError or TypeError, now and not at the first use, if Numba lacks a part."""
    dispatcher = numba.njit(_check_numba)
    target = dispatcher.targetctx
    _ = dispatcher._cache, target.refresh, target.codegen().magic_tuple, CompileResult.codegen
    keep_code_of(dispatcher, _check_numba)


if not numba.config.DISABLE_JIT:
    _check_numba()
