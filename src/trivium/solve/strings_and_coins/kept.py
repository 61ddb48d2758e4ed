"""The solver's table in a file (see `trivium.solve.kept`).

An entry is written with the part of its place that the lock does not tell, so it can be read into
a table of any size; a smaller one keeps what is worth most. The file may be written while the
search goes on: an entry that is torn by that has a lock that no state has.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from trivium.errors import BadText, TriviumError
from trivium.solve.kept import of_another_version, read_about, read_entries, write_kept
from trivium.solve.strings_and_coins.bounds import PLACE_BITS, Bounds, put_back

LEAST_MEGABYTES = 64
"""A smaller table does not know enough of its places to be kept."""

_FORMAT = "trivium solver 1"
_BLOCK = 1 << 16
"""So many buckets are written at a time."""
_ENTRY = np.dtype([("place", "<u4"), ("lock", "<u8"), ("entry", "<u8")])


@dataclass(frozen=True)
class Work:
    """What a file is about, and what it took."""

    board: str
    keys: str
    """Changes whenever the same state would get another key."""
    folds: bool
    """Whether images share an entry."""
    nodes: int = 0
    seconds: float = 0.0


def save(path: Path, table: Bounds, work: Work) -> None:
    """Write what a table knows, whole or not at all."""
    if len(table) < 1 << PLACE_BITS:
        raise TriviumError(f"Only a table of {LEAST_MEGABYTES} MB or more can be kept.")
    write_kept(path, {"format": _FORMAT} | asdict(work), _blocks(table))


def _blocks(table: Bounds) -> Iterator[NDArray[np.void]]:
    for first in range(0, len(table), _BLOCK):
        block = table[first : first + _BLOCK].copy()
        used = block[:, 1::2] != 0
        entries = np.zeros(int(used.sum()), _ENTRY)
        buckets = np.arange(first, first + len(block)) & ((1 << PLACE_BITS) - 1)
        entries["place"] = np.broadcast_to(buckets[:, None], used.shape)[used]
        entries["entry"] = block[:, 1::2][used]
        entries["lock"] = block[:, 0::2][used] ^ entries["entry"]
        yield entries


def read_work(path: Path) -> Work:
    """Return what a file is about."""
    try:
        return Work(**read_about(path, _FORMAT))
    except TypeError:
        raise of_another_version(path) from None


def restore(path: Path, table: Bounds) -> int:
    """Put what a file knows into a table; return how many entries it holds.

    If the file is damaged, the table is left empty.
    """
    count = 0
    try:
        for entries in read_entries(path, _ENTRY):
            columns = [entries[name].astype(np.uint64) for name in ("place", "lock", "entry")]
            put_back(table, *columns)
            count += len(entries)
    except BadText:
        table[:] = 0
        raise
    return count
