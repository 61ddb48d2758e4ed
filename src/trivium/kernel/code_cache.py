"""The disk cache of compiled functions: of the parts and the wholes of `trivium.kernel.linking`.

Numba's own cache notices an edit in the file of a function, but not one in a file it calls
into, and two processes that compile at once can mix up its index. This cache has neither
trouble: every compiled function with its argument types is a file of its own, named after a
hash of all the sources that shape it (`trivium.kernel.sources`), written whole or not at all.
A whole that is not in it may be among the portable code that came along
(`trivium.kernel.portable_code`). Parts are for who compiles more; who only runs needs none.

Where a version of Numba does not have what this needs, importing it fails, and
`trivium.kernel.compiling` does without a cache.
"""

from __future__ import annotations

import contextlib
import functools
import glob
import hashlib
import io
import os
import pickle
import sys
import tempfile
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import llvmlite
import numba
from numba.core.compiler import CompileResult
from numba.core.environment import Environment, _rebuild_env, lookup_environment
from numba.core.runtime import rtsys
from numba.core.serialize import dumps

from trivium.files import cache_directory, write_whole
from trivium.kernel import portable_code
from trivium.kernel.linking import Dispatcher, Name, Part, Signature, rebuilt_part
from trivium.kernel.sources import digest, digest_of_everything, is_ours, named_tuples

_KEPT_VERSIONS = 5
"""Machine code of this many states of its sources stays on disk for a function."""

_DIGEST_SIZE = hashlib.sha256().digest_size

_write_down, _rebuild = CompileResult._reduce, CompileResult._rebuild

_dispatchers: dict[tuple[str, str], Dispatcher] = {}
"""All functions whose code is kept, by module and name."""


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


def keep_code_of(dispatcher: Dispatcher, function: Callable[..., Any]) -> None:
    """Keep on disk what a dispatcher compiles of `function`."""
    dispatcher.kept = dispatcher._cache = _Kept(function)
    _dispatchers[function.__module__, function.__qualname__] = dispatcher


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


def is_kept(dispatcher: Dispatcher, arguments: tuple[Any, ...]) -> bool | None:
    """Return whether the machine code for a call is on disk; None if it never will be."""
    if dispatcher.kept is None:
        return None
    signature = dispatcher.signature_of(arguments)
    places = dispatcher.kept.places(signature, dispatcher.targetctx.codegen())
    return any(place.exists() for place in places) if places else None


def forget_old_versions(newest: Path) -> None:
    """Remove old machine code of the same function and argument types as in `newest`."""
    function = newest.name.rpartition("-")[0]
    with contextlib.suppress(OSError):
        siblings = newest.parent.glob(f"{glob.escape(function)}-*")
        by_age = sorted(siblings, key=lambda path: path.stat().st_mtime, reverse=True)
        for old in by_age[_KEPT_VERSIONS:]:
            old.unlink(missing_ok=True)


class _Kept:
    """What is kept of a function, for each signature: a part and a whole, a file each."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._module = function.__module__
        self._qualname = function.__qualname__
        self._name = f"{self._module}.{self._qualname}"

    def load_whole(self, signature: Signature, target: Any) -> Any:
        """Return the machine code that Python calls, or None if it is not there or damaged.

        Numba's knowledge of how to compile, which takes half a second to load, is not needed for
        that; its runtime is, which the code calls.
        """
        rtsys.initialize(target)
        for place in self.places(signature, target.codegen()):
            if (payload := _read(place)) is not None:
                return _rebuild(target, *_WholeReader(io.BytesIO(payload)).load())
        return None

    def save_whole(self, signature: Signature, result: CompileResult) -> None:
        """Keep such code; where that fails, the next process makes it again."""
        name = self._file_name(signature, result.codegen.magic_tuple())
        if name is not None:
            _write(name, _write_down(result._replace(type_annotation=None)))

    def places(self, signature: Signature, codegen: Any) -> list[Path]:
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

    def load_overload(self, signature: Signature, target: Any) -> Any:
        """Return the part, or None; the name is that of Numba's interface."""
        target.refresh()
        name = self._file_name(signature, target.codegen().magic_tuple())
        directory = code_directory()
        if (
            name is None
            or directory is None
            or (kept := _read(directory / portable_code.PARTS / name)) is None
        ):
            return None
        symbol, bitcode, called, *described = pickle.loads(kept)

        def find_called() -> list[Part]:
            return [_part_of(function) for function in called]

        part = Part.of_bitcode(target.codegen(), symbol, bitcode, find_called)
        part.name_of_function = self._module, self._qualname, signature
        return rebuilt_part(target, part, *described)

    def save_overload(self, signature: Signature, result: CompileResult) -> None:
        """Keep a part; the name is that of Numba's interface."""
        part, described = result.library, result.fndesc
        part.name_of_function = self._module, self._qualname, signature
        called = [other.name_of_function for other in part.called()]
        name = self._file_name(signature, result.codegen.magic_tuple())
        if name is None or None in called:
            return
        described.typemap = described.calltypes = None  # large, and may refer to anything
        content = (part.name, part.bitcode, called, described, result.environment, result.signature)
        _write(f"{portable_code.PARTS}/{name}", content)

    def _file_name(self, signature: Signature, target: tuple[Any, ...]) -> str | None:
        """Return the name of the file for a signature and a target; None if it must not be kept.

        What is specialised for somebody else's position type is not kept: two such types may
        have the same name, and their sources are not hashed.
        """
        if not all(map(is_ours, named_tuples(signature))):
            return None
        types = hashlib.sha256(repr((signature, target)).encode()).hexdigest()
        sources = digest(self._module, signature)
        return f"{self._name}-{types[:24]}-{sources[:16]}" if sources else None


class _WholeReader(pickle.Unpickler):
    """Reads a whole without loading the modules of Numba whose functions are in it.

    Machine code asks an environment for constants and never for globals: those are for code
    that is run by the interpreter. Loading them would take in half of Numba, and SciPy.
    """

    def find_class(self, module: str, name: str) -> Any:
        found = super().find_class(module, name)
        return _environment if found is _rebuild_env else found


def _environment(module: str, constants: list[Any], name: str) -> Environment:
    environment = lookup_environment(name)
    if environment is None:
        if module in sys.modules or not module.startswith("numba."):
            return _rebuild_env(module, constants, name)
        environment = Environment({"__name__": module})
        environment.env_name = name
        Environment._memo[name] = environment
    # That of a part is shorter: what only a call from Python needs comes last.
    environment.consts.extend(constants[len(environment.consts) :])
    return environment


def _part_of(name: Name) -> Part:
    """Return the part of a function that is called by one that was kept."""
    module, qualname, signature = name
    import_module(module)
    dispatcher = _dispatchers[module, qualname]
    dispatcher.compile(signature)
    part = dispatcher.overloads[signature].library
    assert isinstance(part, Part)
    return part


def _write(name: str, content: Any) -> None:
    """Write a file of the cache; where that fails, the next process compiles again."""
    if (directory := code_directory()) is None:
        return
    path = directory / name
    payload = dumps(content)
    with contextlib.suppress(OSError):
        path.parent.mkdir(exist_ok=True)
        write_whole(path, hashlib.sha256(payload).digest() + payload)
    forget_old_versions(path)


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
    dispatcher = Dispatcher(_check_numba)
    target = dispatcher.targetctx
    _ = dispatcher._cache, target.refresh, target.codegen().magic_tuple, CompileResult.codegen
    Part(target.codegen(), "nothing", list)


if not numba.config.DISABLE_JIT:
    _check_numba()
