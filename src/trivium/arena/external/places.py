"""Where the files of an agent are that a description names.

A relative path is looked for in the *home* of the description, which is the folder of the file that
it is from, if it is from one; where there is nothing, it begins in the working directory.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from trivium.errors import TriviumError

_LONGEST, _LONGEST_STEP = 4000, 255
"""Bytes of a path, and of a name in it, that systems know."""


def place_of(text: str, home: Path | None) -> Path:
    """Return the place that a text means, with its whole path; there may be nothing.

    Links are left alone: an interpreter is another one by another name.
    """
    return base_of(text, home) / _path(text)


def base_of(text: str, home: Path | None) -> Path:
    """Return the folder that the path in a text begins in, if it is a relative one."""
    path = _path(text)
    if home is not None and not path.is_absolute() and (home / path).exists():
        return home
    return Path.cwd()


def _path(text: str) -> Path:
    """Return the path that a text means; raises `TriviumError` for what can be none."""
    path = Path(text)
    with contextlib.suppress(RuntimeError):  # there is no such user: then it is a name like others
        path = path.expanduser()
    steps = [len(os.fsencode(step)) for step in path.parts]
    if "\0" in text or sum(steps) > _LONGEST or any(step > _LONGEST_STEP for step in steps):
        raise TriviumError(f"'{text[:60]}{'…' * (len(text) > 60)}' cannot be the path of a file.")
    return path
