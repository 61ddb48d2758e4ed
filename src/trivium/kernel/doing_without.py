"""What is said when a version of Numba lacks a private part that is used here."""

from __future__ import annotations

import functools
import warnings

import numba


@functools.cache
def warn_that_numba(lacks: str, consequence: str) -> None:
    """Warn, once, of what this Numba lacks and what follows from it."""
    warnings.warn(
        f"Numba {numba.__version__} {lacks}, so {consequence}; "
        "pyproject.toml names the versions that are known to work.",
        RuntimeWarning,
        stacklevel=3,
    )
