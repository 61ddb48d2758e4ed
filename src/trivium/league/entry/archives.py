"""Archives that members hand in: checked before anything of them is believed, then unpacked.

A zip or tar file can name places outside its folder, hold links, devices and names that no file
system knows, or unpack to a thousand times its size. Here a file is a name and some bytes, and all
else is refused. Sizes are counted while they are read: what an archive says of itself proves
nothing.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import lzma
import os
import re
import shutil
import stat
import tarfile
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from trivium.errors import TriviumError
from trivium.files import cache_directory

LARGEST_ARCHIVE = 10_000_000
MOST_FILES = 2_000
MOST_BYTES = 60_000_000
"""Of all files together, unpacked: the sandbox copies no more than that for every game."""
LONGEST_NAME = 240
_LONGEST_STEP = 120
_DEEPEST = 16
_MOST_ENTRIES = 4 * MOST_FILES
"""Files, folders and what is left out."""
_CHUNK = 1 << 16
_LEFT_OUT = re.compile(r"__MACOSX|\.DS_Store|__pycache__|\.git|Thumbs\.db")
"""What systems put into archives without being asked."""
_PLACE = re.compile(r"[^\s\"'(]*/league/[0-9a-f]{64}/")
_MEGABYTE = 1_000_000


class BadArchive(TriviumError):
    """An archive that is refused, and why."""


@dataclass(frozen=True)
class Archive:
    """An archive that has been checked: its files by their names."""

    digest: str
    """What tells it from all others."""
    content: bytes
    files: dict[str, bytes]

    @property
    def size(self) -> int:
        """What it takes to keep it: as it is, or unpacked, whichever is more."""
        return max(len(self.content), sum(map(len, self.files.values())))

    def text(self, name: str) -> str | None:
        """Return the text of a file, letters that cannot be read replaced; None without it."""
        found = self.files.get(name)
        return None if found is None else found.decode(errors="replace")


def read_archive(content: bytes) -> Archive:
    """Return the files of a zip or tar.gz archive; raise `BadArchive` for whatever is wrong."""
    if len(content) > LARGEST_ARCHIVE:
        raise BadArchive(
            f"An archive may have {LARGEST_ARCHIVE // _MEGABYTE} MB, not more; leave out what the "
            "bot does not need."
        )
    try:
        if content[:2] == b"PK":
            files = _collected(_in_zip(content))
        elif content[:2] == b"\x1f\x8b":
            files = _collected(_in_tar(content))
        else:
            raise BadArchive("This is neither a zip file nor a tar.gz file.")
    except BadArchive:
        raise
    except (
        *(zipfile.BadZipFile, tarfile.TarError, gzip.BadGzipFile, zlib.error, lzma.LZMAError),
        *(OSError, EOFError, ValueError, RuntimeError, NotImplementedError, OverflowError),
        *(MemoryError, RecursionError, UnicodeError, KeyError, IndexError),
    ) as error:
        raise BadArchive(
            f"The archive is damaged: {str(error)[:200] or 'it cannot be read'}."
        ) from None
    if not files:
        raise BadArchive("There is no file in the archive.")
    return Archive(hashlib.sha256(content).hexdigest(), content, files)


def _collected(found: Iterator[tuple[str, bytes]]) -> dict[str, bytes]:
    """Return files by their names; raise `BadArchive` if there are too many or too large ones."""
    files: dict[str, bytes] = {}
    folded: set[str] = set()
    folders: set[str] = set()
    total = 0
    for name, data in found:
        total += len(data)
        if len(files) >= MOST_FILES:
            raise _too_many()
        if total > MOST_BYTES:
            raise _too_large()
        parents = {"/".join(name.split("/")[:depth]) for depth in range(1, name.count("/") + 1)}
        if name.casefold() in folded or name in folders or parents & files.keys():
            raise BadArchive(f"{name!r} is in the archive twice.")
        files[name] = data
        folded.add(name.casefold())
        folders |= parents
    return files


def _in_zip(content: bytes) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        entries = archive.infolist()
        if len(entries) > _MOST_ENTRIES:
            raise _too_many()
        left = MOST_BYTES
        for entry in entries:
            mode = entry.external_attr >> 16
            if stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
                raise BadArchive(f"{entry.filename[:80]!r} is no file; links are not allowed.")
            if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                raise BadArchive("The archive is packed in an unusual way; make an ordinary zip.")
            if entry.flag_bits & 1:
                raise BadArchive("The archive has a password; hand in one without.")
            name = _checked_name(entry.orig_filename)
            if entry.is_dir() or _is_left_out(name):
                continue
            with archive.open(entry) as file:
                data = _read(file, left)
            left -= len(data)
            yield name, data


def _in_tar(content: bytes) -> Iterator[tuple[str, bytes]]:
    # Headers, padding and what is left out need some room beside the files.
    stream = _Limited(gzip.GzipFile(fileobj=io.BytesIO(content)), MOST_BYTES + 4096 * MOST_FILES)
    entries, left = 0, MOST_BYTES
    with tarfile.open(fileobj=stream, mode="r|", errorlevel=2) as archive:
        for entry in archive:
            entries += 1
            if entries > _MOST_ENTRIES:
                raise _too_many()
            name = _checked_name(entry.name)
            if entry.isdir() or _is_left_out(name):
                continue
            if not entry.isreg() or entry.issparse():
                raise BadArchive(f"{name[:80]!r} is no file; links are not allowed.")
            file = archive.extractfile(entry)
            assert file is not None
            data = _read(file, left)
            left -= len(data)
            yield name, data


def _read(file: IO[bytes], most: int) -> bytes:
    """Return what is in a file, but no more than `most` bytes."""
    parts, left = [], most
    while chunk := file.read(_CHUNK):
        left -= len(chunk)
        if left < 0:
            raise _too_large()
        parts.append(chunk)
    return b"".join(parts)


class _Limited(io.RawIOBase):
    """A stream of which no more than so many bytes are read, whoever asks for them."""

    def __init__(self, stream: IO[bytes] | gzip.GzipFile, most: int) -> None:
        self._stream = stream
        self._left = most

    def readable(self) -> bool:
        """It can be read."""
        return True

    def read(self, size: int | None = -1) -> bytes:
        """Return the next bytes."""
        wanted = self._left + 1 if size is None or size < 0 else min(size, self._left + 1)
        data = self._stream.read(wanted)
        self._left -= len(data)
        if self._left < 0:
            raise _too_large()
        return data


def _checked_name(name: str) -> str:
    """Return the name of a file or folder within its archive, if it is one of this folder."""
    plain = name.rstrip("/")
    while plain.startswith("./"):
        plain = plain[2:]
    steps = plain.split("/")
    wrong = (
        (not plain.isprintable() and "has letters that no name has")
        or (
            ("\\" in plain or ":" in plain)
            and "has a backslash or a colon; folders are told apart by /, so pack it anew, with "
            "another program or with 'trivium league submit'"
        )
        or ((plain.startswith("/") or ".." in steps) and "leads out of its folder")
        or (plain not in ("", ".") and any(step in ("", ".") for step in steps) and "is no name")
        or (len(steps) > _DEEPEST and "is in too many folders")
        or (
            (len(plain) > LONGEST_NAME or any(len(step) > _LONGEST_STEP for step in steps))
            and "is too long"
        )
    )
    if wrong:
        raise BadArchive(f"The name {name[:80]!r} in the archive {wrong}.")
    try:
        encoded = plain.encode()
    except UnicodeEncodeError:
        raise BadArchive(f"The name {name[:80]!r} in the archive is no text in UTF-8.") from None
    if len(encoded) > 2 * LONGEST_NAME or any(len(step.encode()) > 255 for step in steps):
        raise BadArchive(f"The name {name[:80]!r} in the archive is too long.")
    return plain


def _is_left_out(name: str) -> bool:
    return name in ("", ".") or any(map(_LEFT_OUT.fullmatch, name.split("/")))


def _too_many() -> BadArchive:
    return BadArchive(
        f"An archive may have {MOST_FILES:,} files, not more; leave out what the bot does not "
        "need, such as .venv or node_modules."
    )


def _too_large() -> BadArchive:
    return BadArchive(f"Unpacked, an archive may have {MOST_BYTES // _MEGABYTE} MB, not more.")


def packed(folder: Path) -> bytes:
    """Return a zip file of a folder, the same bytes for the same files; raises `BadArchive`."""
    places = [
        place
        for place in sorted(folder.rglob("*"))
        if not _is_left_out(place.relative_to(folder).as_posix())
        and (place.is_symlink() or not place.is_dir())
    ]
    if len(places) > MOST_FILES:
        raise BadArchive(f"{folder} has more than {MOST_FILES:,} files; leave some out.")
    content, left = io.BytesIO(), MOST_BYTES
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for place in places:
            if place.is_symlink() or not place.is_file():
                raise BadArchive(f"{place} is no file; links cannot be handed in.")
            try:
                with place.open("rb") as file:
                    data = _read(file, left)
            except OSError as error:
                raise BadArchive(f"{place} cannot be read: {error.strerror}.") from None
            left -= len(data)
            archive.writestr(zipfile.ZipInfo(place.relative_to(folder).as_posix()), data)
    return content.getvalue()


def unpacked_place(digest: str) -> Path:
    """Return the folder that an archive is unpacked to on this machine."""
    return cache_directory() / "league" / digest


def told_shortly(text: str) -> str:
    """Return what a bot has said, its files named as in its archive: not where they lie here."""
    return _PLACE.sub("", text)


def unpack(archive: Archive, runnable: str | None = None) -> Path:
    """Unpack an archive, unless that has been done, and return its folder.

    Others may read it and nobody may write; `runnable` names a file that may be run. Whoever is
    killed meanwhile leaves nothing that looks whole.
    """
    home = unpacked_place(archive.digest)
    if home.is_dir():
        return home
    home.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(dir=home.parent, prefix="draft-"))
    try:
        for name, data in archive.files.items():
            place = draft / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data)
            place.chmod(0o755 if name == runnable else 0o644)
        for folder, _, _ in os.walk(draft):
            Path(folder).chmod(0o755)
        draft.rename(home)
    except OSError as error:
        shutil.rmtree(draft, ignore_errors=True)
        if home.is_dir():  # another process was faster
            return home
        raise TriviumError(f"The archive cannot be unpacked here: {error.strerror}.") from None
    return home
