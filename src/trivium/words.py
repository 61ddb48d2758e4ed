"""Words that go with numbers."""

from __future__ import annotations


def how_many(number: int, one: str, several: str | None = None) -> str:
    """Return so many of a thing: 1 move, 2 moves, 1,000 boxes.

    `several` is what more than one are called, if that is not `one` with an s.
    """
    return f"{number:,} {one if number == 1 else several or f'{one}s'}"
