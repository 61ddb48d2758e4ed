"""Proofs that outlive the process: what a solver's table knows, in a file.

The file says in its first line what it is about and how much work is in it, and then holds the
entries in use, block by block. A checksum at the end tells a whole file from a damaged one. What is
wrong with a file is said in words for who named it.
"""

from __future__ import annotations

import json
import time
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from trivium.errors import BadText, TriviumError
from trivium.files import draft_of

MOST_ENTRIES = 1 << 18
"""So many entries there are in a block at most."""

_LONGEST_HEADER = 10_000
PAUSE = 180.0
"""Seconds between two times that what is proven is saved; more if saving takes long."""
SAVING_SHARE = 20
"""Saving may take one part in so many of the time."""
_STALE = 3600.0
"""Seconds after which an unfinished file is one that nobody will finish."""


class Pauses:
    """Tells when it is time to save what has been proven."""

    def __init__(self) -> None:
        self._seconds = PAUSE
        self._began = time.monotonic()

    @property
    def are_over(self) -> bool:
        """Whether the last time was long ago."""
        return time.monotonic() - self._began > self._seconds

    @contextmanager
    def saving(self) -> Iterator[None]:
        """Save within this; then the next pause begins."""
        began = time.monotonic()
        yield
        self._began = time.monotonic()
        self._seconds = max(PAUSE, SAVING_SHARE * (self._began - began))


def write_kept(path: Path, about: dict[str, Any], blocks: Iterable[NDArray[np.void]]) -> None:
    """Write what the file is about, its format included, and its entries: whole or not at all."""
    try:
        with draft_of(path) as draft, draft.open("wb") as file:
            checksum = 0
            for part in _parts(about, blocks):
                checksum = zlib.crc32(part, checksum)
                file.write(part)
            file.write(_number(0) + _number(checksum))
    except OSError as problem:
        raise TriviumError(f"Cannot write {path}: {problem.strerror or problem}.") from None


def _parts(about: dict[str, Any], blocks: Iterable[NDArray[np.void]]) -> Iterator[bytes]:
    yield json.dumps(about).encode() + b"\n"
    for block in blocks:
        if len(block):
            yield _number(len(block)) + block.tobytes()


def _number(number: int) -> bytes:
    return number.to_bytes(8, "little")


def read_about(path: Path, written_as: str) -> dict[str, Any]:
    """Return what a file of a format is about."""
    try:
        with path.open("rb") as file:
            line = file.readline(_LONGEST_HEADER)
    except OSError as problem:
        raise TriviumError(f"Cannot read {path}: {problem.strerror or problem}.") from None
    try:
        about = json.loads(line)
        if about.pop("format") != written_as:
            raise ValueError
    except (AttributeError, KeyError, TypeError, ValueError):
        raise of_another_version(path) from None
    return dict(about)


def of_another_version(path: Path) -> BadText:
    """Return the error about a file that this version did not write."""
    return BadText(
        f"{path} holds no proofs of this game, or was not written by this version of trivium "
        "solve: name another file, or delete it to begin anew."
    )


def about_something_else(path: Path, board: str, here: str) -> BadText:
    """Return the error about a file of another board, or of the same one with other keys."""
    if board == here:
        return BadText(f"{path} is from another version of the solver: name another file.")
    return BadText(f"{path} is about another board ({board}; this is {here}): name another file.")


def read_entries(path: Path, entry: np.dtype[np.void]) -> Iterator[NDArray[np.void]]:
    """Yield the entries of a file, block by block; whether it is damaged shows only at the end."""
    with path.open("rb") as file:
        checksum = zlib.crc32(file.readline(_LONGEST_HEADER))
        while count := int.from_bytes(_read(path, file, 8), "little"):
            if count > MOST_ENTRIES:
                raise _damaged(path)
            block = _read(path, file, count * entry.itemsize)
            checksum = zlib.crc32(block, zlib.crc32(_number(count), checksum))
            yield np.frombuffer(block, entry)
        if int.from_bytes(_read(path, file, 8), "little") != checksum:
            raise _damaged(path)


def _read(path: Path, file: BinaryIO, size: int) -> bytes:
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
