"""The disk cache of machine code, in the shape that Numba asks for one.

Numba's own cache notices an edit in the file of a function, but not one in a file it calls
into, and two processes that compile at once can mix up its index. This cache has neither
trouble: every compiled function with its argument types is a file of its own, named after a
hash of all the sources that shape it (`trivium.kernel.sources`), written whole or not at all.
What is not in it may be among the portable code that came along (`trivium.kernel.portable_code`).

Only this module knows the private parts of Numba that a cache needs. Where a version of Numba
does not have them all, importing this fails, and `trivium.kernel.compiling` does without a cache.
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
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite
import numba
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from trivium.files import cache_directory, write_whole
from trivium.kernel import portable_code
from trivium.kernel.sources import digest, digest_of_everything, is_ours, named_tuples

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


def is_complete() -> bool:
    """Return whether all machine code for the present sources is kept, or none can be."""
    directory = code_directory()
    if directory is None or not os.access(directory, os.W_OK):
        return True
    homes = (directory, portable_code.directory())
    return any(home is not None and (home / _stamp()).exists() for home in homes)


def note_complete() -> None:
    """Note in the directory that all machine code for the present sources is kept."""
    if (directory := code_directory()) is not None:
        with contextlib.suppress(OSError):
            (directory / _stamp()).touch()
            forget_old_versions(directory / _stamp())


def _stamp() -> str:
    return f"complete-{digest_of_everything()[:16]}"


def is_kept(dispatcher: Any, arguments: tuple[Any, ...]) -> bool | None:
    """Return whether the machine code for a call is on disk; None if it never will be."""
    cache = dispatcher._cache
    if not isinstance(cache, _FunctionCache):
        return None
    signature = tuple(map(dispatcher.typeof_pyval, arguments))
    places = cache.places(signature, dispatcher.targetctx.codegen())
    return any(place.exists() for place in places) if places else None


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
        for place in self.places(signature, target.codegen()):
            if (payload := _read(place)) is not None:
                return _rebuild(target, *pickle.loads(payload))
        return None

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep the machine code; where that fails, the next process compiles again."""
        if (directory := code_directory()) is None:
            return
        name = self._file_name(signature, result.codegen.magic_tuple())
        if name is None:
            return
        path = directory / name
        payload = dumps(_write_down(result))
        with contextlib.suppress(OSError):
            write_whole(path, hashlib.sha256(payload).digest() + payload)
        forget_old_versions(path)

    def places(self, signature: Any, codegen: Any) -> list[Path]:
        """Return the files in which the code for a signature may be, the best one first."""
        homes = (
            (code_directory(), codegen.magic_tuple()),
            (portable_code.directory(), portable_code.target()),
        )
        return [
            directory / name
            for directory, target in homes
            if directory is not None and (name := self._file_name(signature, target)) is not None
        ]

    def _file_name(self, signature: Any, target: tuple[Any, ...]) -> str | None:
        """Return the name of the file for a signature and a target; None if it must not be kept.

        What is specialised for somebody else's position type is not kept: two such types may
        have the same name, and their sources are not hashed.
        """
        if not all(map(is_ours, named_tuples(signature))):
            return None
        types = hashlib.sha256(repr((signature, target)).encode()).hexdigest()
        sources = digest(self._module, signature)
        return f"{self._name}-{types[:24]}-{sources[:16]}" if sources else None

    def enable(self) -> None:
        """Part of Numba's interface; this cache is always on."""

    def disable(self) -> None:
        """Part of Numba's interface; this cache is always on."""

    def flush(self) -> None:
        """Part of Numba's interface; there is no index to forget."""


def _read(place: Path) -> bytes | None:
    """Return what was kept in a file, None if it is not there or damaged."""
    try:
        content = place.read_bytes()
    except OSError:
        return None
    digest, payload = content[:_DIGEST_SIZE], content[_DIGEST_SIZE:]
    return payload if payload and hashlib.sha256(payload).digest() == digest else None


def _check_numba() -> None:
    """Raise AttributeError or TypeError, now and not at the first use, if Numba lacks a part."""
    dispatcher = numba.njit(_check_numba)
    target = dispatcher.targetctx
    _ = dispatcher._cache, target.refresh, target.codegen().magic_tuple, CompileResult.codegen
    keep_code_of(dispatcher, _check_numba)


if not numba.config.DISABLE_JIT:
    _check_numba()
