"""What proof-number search remembers, in a file (see `trivium.solve.kept`).

What leans on a way is left out: it would be of no use to another search. The file may be written
while a search goes on: an entry that is torn by that has a key that no position has.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from trivium.errors import BadText
from trivium.kernel.compiling import compiled
from trivium.solve.kept import (
    MOST_ENTRIES,
    about_something_else,
    of_another_version,
    read_about,
    read_entries,
    write_kept,
)
from trivium.solve.proof_numbers.memory import (
    NOTHING,
    SLOTS,
    Memory,
    detail_of,
    disproof_of,
    put,
)

_FORMAT = "trivium proof numbers 1"
_ENTRY = np.dtype([("key", "<u8"), ("entry", "<u8")])
_BLOCK = MOST_ENTRIES // SLOTS
"""So many buckets are written at a time."""


@dataclass(frozen=True)
class Work:
    """What a file is about, and what it took."""

    board: str
    keys: str
    """Changes whenever the same position would get another key."""
    nodes: int = 0
    seconds: float = 0.0


def save(path: Path, memory: Memory, work: Work) -> None:
    """Write what is remembered, whole or not at all."""
    write_kept(path, {"format": _FORMAT} | asdict(work), _blocks(memory))


def _blocks(memory: Memory) -> Iterator[NDArray[np.void]]:
    for first in range(0, len(memory), _BLOCK):
        block = memory[first : first + _BLOCK].copy()
        entries = np.zeros(SLOTS * len(block), _ENTRY)
        entries["entry"] = block[:, 1::2].ravel()
        entries["key"] = block[:, 0::2].ravel() ^ entries["entry"]
        stays = np.zeros(len(entries), np.bool_)
        choose(entries["entry"].copy(), stays)
        yield entries[stays]


@compiled
def choose(entries: NDArray[np.uint64], stays: NDArray[np.bool_]) -> None:
    """Note of each entry whether it is one that leans on no way."""
    for index in range(len(entries)):
        entry = entries[index]
        independent = disproof_of(entry) > 0 or detail_of(entry) == NOTHING
        stays[index] = entry != 0 and independent


@compiled
def put_back(memory: Memory, keys: NDArray[np.uint64], entries: NDArray[np.uint64]) -> None:
    """Remember entries of another memory; what has little work in it gives way."""
    for index in range(len(entries)):
        put(memory, keys[index], entries[index])


def read_work(path: Path) -> Work:
    """Return what a file is about."""
    try:
        return Work(**read_about(path, _FORMAT))
    except TypeError:
        raise of_another_version(path) from None


def restore(path: Path, memory: Memory, here: Work) -> tuple[Work, int]:
    """Remember what a file knows about the same board as `here`.

    Returns what the file is about and how many entries it holds. If it is damaged, the memory is
    left empty.
    """
    before, count = read_work(path), 0
    if (before.board, before.keys) != (here.board, here.keys):
        raise about_something_else(path, before.board, here.board)
    try:
        for entries in read_entries(path, _ENTRY):
            put_back(memory, entries["key"].copy(), entries["entry"].copy())
            count += len(entries)
    except BadText:
        memory[:] = 0
        raise
    return before, count
