"""Files that Trivium keeps: where, and written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Iterator
from pathlib import Path

import platformdirs

_KEPT_OF_NAME = 40
"""Letters of a file's name in that of its draft, which might get too long with more."""


def cache_directory() -> Path:
    """Where Trivium keeps what it can make again; ``TRIVIUM_CACHE_DIR`` overrides it."""
    if chosen := os.environ.get("TRIVIUM_CACHE_DIR"):
        return Path(chosen)
    return platformdirs.user_cache_path("trivium", appauthor=False)


@contextlib.contextmanager
def draft_of(path: Path) -> Iterator[Path]:
    """Give a path beside `path` to write to; it takes the place of `path` if all goes well.

    Whoever reads `path` sees the old file or the new one, never a part, and so it stays if the
    program is killed. Several processes may write the same file at once: the last one wins.
    What is no file of its own, such as a link, a pipe or a device, stays and is written into.
    """
    if path.is_symlink() or (path.exists() and not path.is_file()):
        yield path
        return
    draft = path.with_name(f".{path.name[:_KEPT_OF_NAME]}.{secrets.token_hex(4)}.draft")
    try:
        yield draft
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file, text as UTF-8, whole or not at all."""
    with draft_of(path) as draft:
        draft.write_bytes(content.encode() if isinstance(content, str) else content)
