"""Packages that are not always there: who lacks one is told what brings it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def brought_by(what: str) -> Iterator[None]:
    """Say of a package that cannot be imported within this context how it is installed.

    >>> with brought_by("trivium[rl]"):
    ...     import nowhere
    Traceback (most recent call last):
        ...
    ModuleNotFoundError: nowhere is not installed; pip install 'trivium[rl]' brings it.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            f"{error.name} is not installed; pip install '{what}' brings it.", name=error.name
        ) from None
