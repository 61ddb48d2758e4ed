"""Doing without: without the compiler where nothing has to be fast, or without parts of it."""

from __future__ import annotations

import functools
import sys
import warnings

_compiler_is_wanted = True


def do_without_compiler() -> None:
    """Let everything in this process be plain Python, and Numba not even be loaded.

    For short commands that do not search. It is too late once the engine is loaded.
    """
    global _compiler_is_wanted
    if "trivium.kernel.compiler" not in sys.modules:
        _compiler_is_wanted = False


def compiler_is_wanted() -> bool:
    """Return whether nobody has said that this process does without it."""
    return _compiler_is_wanted


@functools.cache
def warn_that_numba(lacks: str, consequence: str) -> None:
    """Warn, once, of what this Numba lacks and what follows from it."""
    import numba

    warnings.warn(
        f"Numba {numba.__version__} {lacks}, so {consequence}; "
        "pyproject.toml names the versions that are known to work.",
        RuntimeWarning,
        stacklevel=3,
    )
