"""Tables that are kept in the user's cache directory.

There is only one right content for each of them, so its hash is part of the program: a file with
another one is damaged, and is made again. A file that is sound is mapped into memory, which all
processes share.
"""

from __future__ import annotations

import contextlib
import hashlib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from trivium.files import cache_directory, write_whole

Bytes = NDArray[np.int8]


def kept_at(name: str) -> Path:
    """Return where the table of a name is kept."""
    return cache_directory() / "tables" / name


def load(path: Path, sha256: str) -> Bytes | None:
    """Return the content of a file, read-only; None if it is missing or damaged."""
    try:
        content = np.memmap(path, np.int8, "r")
    except (OSError, ValueError):  # ValueError: nothing is in it
        return None
    return content if hashlib.sha256(content.data).hexdigest() == sha256 else None


def keep(path: Path, values: Bytes) -> None:
    """Leave a table in a file, if that is possible, and let nobody change it any more."""
    values.flags.writeable = False
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, values.tobytes())
