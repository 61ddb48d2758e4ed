"""Files that people write, read with a sentence for them if that does not work."""

from __future__ import annotations

from pathlib import Path

from trivium.errors import TriviumError


def read_text(path: Path) -> str:
    """Return the text of a file; raises `TriviumError` if it cannot be read or is no text."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise TriviumError(f"{path} cannot be read: {error.strerror}.") from None
    return decoded(content, str(path))


def decoded(content: bytes, name: str) -> str:
    """Return the text in the bytes of a file of this name; raises `TriviumError` if it is none."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise TriviumError(f"{name} is no text in UTF-8 (byte {error.start} is wrong).") from None
