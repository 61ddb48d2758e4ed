"""Proofs that outlive the process: what the table knows, in a file.

The file says which board and which keys it is about, how much work is in it, and then holds the
entries in use, block by block, each with the part of its place that the lock does not tell. So it
can be read into a table of any size; a smaller one keeps what is worth most. A checksum at the end
tells a whole file from a damaged one. It may be written while the search goes on: an entry that is
torn by that has a lock that no state has.
"""

from __future__ import annotations

import json
import time
import zlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from trivium.errors import BadText, TriviumError
from trivium.files import draft_of
from trivium.solve.strings_and_coins.bounds import PLACE_BITS, Bounds, put_back

LEAST_MEGABYTES = 64
"""A smaller table does not know enough of its places to be kept."""

_FORMAT = "trivium solver 1"
_LONGEST_HEADER = 10_000
_BLOCK = 1 << 16
"""So many buckets are written at a time."""
_ENTRY = np.dtype([("place", "<u4"), ("lock", "<u8"), ("entry", "<u8")])
_STALE = 3600.0
"""Seconds after which an unfinished file is one that nobody will finish."""


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
    try:
        with draft_of(path) as draft, draft.open("wb") as file:
            checksum = 0
            for part in _parts(table, work):
                checksum = zlib.crc32(part, checksum)
                file.write(part)
            file.write(_number(0) + _number(checksum))
    except OSError as problem:
        raise TriviumError(f"Cannot write {path}: {problem.strerror or problem}.") from None


def _parts(table: Bounds, work: Work) -> Iterator[bytes]:
    yield json.dumps({"format": _FORMAT} | asdict(work)).encode() + b"\n"
    for first in range(0, len(table), _BLOCK):
        block = table[first : first + _BLOCK].copy()
        used = block[:, 1::2] != 0
        entries = np.zeros(int(used.sum()), _ENTRY)
        buckets = np.arange(first, first + len(block)) & ((1 << PLACE_BITS) - 1)
        entries["place"] = np.broadcast_to(buckets[:, None], used.shape)[used]
        entries["entry"] = block[:, 1::2][used]
        entries["lock"] = block[:, 0::2][used] ^ entries["entry"]
        if len(entries):
            yield _number(len(entries)) + entries.tobytes()


def _number(number: int) -> bytes:
    return number.to_bytes(8, "little")


def read_work(path: Path) -> Work:
    """Return what a file is about."""
    try:
        with path.open("rb") as file:
            return _read_header(path, file.readline(_LONGEST_HEADER))
    except OSError as problem:
        raise TriviumError(f"Cannot read {path}: {problem.strerror or problem}.") from None


def _read_header(path: Path, line: bytes) -> Work:
    try:
        fields = json.loads(line)
        if fields.pop("format") != _FORMAT:
            raise ValueError
        return Work(**fields)
    except (AttributeError, KeyError, TypeError, ValueError):
        raise BadText(
            f"{path} was not written by this version of trivium solve: name another file, or "
            "delete it to begin anew."
        ) from None


def restore(path: Path, table: Bounds) -> int:
    """Put what a file knows into a table; return how many entries it holds.

    If the file is damaged, the table is left empty.
    """
    count = 0
    try:
        for entries in _read_entries(path):
            columns = [entries[name].astype(np.uint64) for name in ("place", "lock", "entry")]
            put_back(table, *columns)
            count += len(entries)
    except BadText:
        table[:] = 0
        raise
    return count


def _read_entries(path: Path) -> Iterator[NDArray[np.void]]:
    with path.open("rb") as file:
        line = file.readline(_LONGEST_HEADER)
        checksum = zlib.crc32(line)
        while count := int.from_bytes(_read(path, file, 8), "little"):
            block = _read(path, file, count * _ENTRY.itemsize)
            checksum = zlib.crc32(block, zlib.crc32(_number(count), checksum))
            yield np.frombuffer(block, _ENTRY)
        if int.from_bytes(_read(path, file, 8), "little") != checksum:
            raise _damaged(path)


def _read(path: Path, file: BinaryIO, size: int) -> bytes:
    if size > _BLOCK * _ENTRY.itemsize * 4:
        raise _damaged(path)
    content = file.read(size)
    if len(content) != size:
        raise _damaged(path)
    return content


def _damaged(path: Path) -> BadText:
    return BadText(f"{path} is damaged: delete it to begin anew, or put a copy in its place.")


def remove_drafts(path: Path) -> None:
    """Remove what a process left behind that was killed while it wrote the file."""
    for draft in path.parent.glob(f".{path.name[:40]}.*.draft"):
        if time.time() - draft.stat().st_mtime > _STALE:
            draft.unlink(missing_ok=True)
