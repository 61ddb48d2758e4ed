"""A small disk of its own, which can be filled up and cleared again."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator
from pathlib import Path

SIZE = 96
"""Megabytes."""
_BALLAST = 1 << 16


class Disk:
    """A small file system in memory; a plain folder where nobody lets us mount one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.trouble: str | None = None
        """Why it is a plain folder, which cannot be filled up."""

    def __enter__(self) -> Disk:
        self.folder.mkdir(parents=True)
        options = ["-t", "tmpfs", "-o", f"size={SIZE}m", "trivium-soak", str(self.folder)]
        try:
            made = subprocess.run(["mount", *options], capture_output=True, text=True, check=False)
            self.trouble = made.stderr.strip() or None if made.returncode else None
        except OSError as error:
            self.trouble = str(error)
        return self

    def __exit__(self, *_: object) -> None:
        if self.trouble is None:
            unmount(self.folder)

    @contextlib.contextmanager
    def full(self) -> Iterator[None]:
        """Leave no room for anything while this lasts."""
        ballast = self.folder / "ballast"
        with contextlib.suppress(OSError), ballast.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(_BALLAST))
        try:
            yield
        finally:
            ballast.unlink(missing_ok=True)


def unmount(folder: Path) -> None:
    """Take a disk away, also one of a soak that was killed."""
    if folder.is_mount():
        subprocess.run(["umount", "--lazy", str(folder)], check=False, capture_output=True)
