"""Where the files of an agent are that a description names.

A relative path is looked for in the *home* of the description, which is the folder of the file that
it is from, if it is from one; where there is nothing, it begins in the working directory.
"""

from __future__ import annotations

from pathlib import Path


def place_of(text: str, home: Path | None) -> Path:
    """Return the place that a text means, with its whole path; there may be nothing.

    Links are left alone: an interpreter is another one by another name.
    """
    return base_of(text, home) / Path(text).expanduser()


def base_of(text: str, home: Path | None) -> Path:
    """Return the folder that the path in a text begins in, if it is a relative one."""
    path = Path(text).expanduser()
    if home is not None and not path.is_absolute() and (home / path).exists():
        return home
    return Path.cwd()
