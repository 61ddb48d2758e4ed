"""Archives are taken for what they are, and hostile ones are refused before they are unpacked."""

from __future__ import annotations

import contextlib
import gzip
import io
import struct
import tarfile
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.league.bots import HONEST, tarred, zipped
from trivium.league.entry.archives import (
    LARGEST_ARCHIVE,
    MOST_BYTES,
    BadArchive,
    packed,
    read_archive,
    unpack,
)


def link(kind: bytes) -> tarfile.TarInfo:
    info = tarfile.TarInfo("inside")
    info.type, info.linkname = kind, "/etc/passwd"
    return info


def zip_link() -> bytes:
    content = io.BytesIO()
    info = zipfile.ZipInfo("link")
    info.external_attr = 0o120777 << 16
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr(info, "/etc/passwd")
    return content.getvalue()


def zip_bomb() -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("bomb", bytes(MOST_BYTES + 1))
    return content.getvalue()


def lying_zip() -> bytes:
    """A bomb whose directory says that its file is small."""
    content = bytearray(zip_bomb())
    size = struct.pack("<L", MOST_BYTES + 1)
    while (place := content.find(size)) >= 0:
        content[place : place + 4] = struct.pack("<L", 10)
    return bytes(content)


def zip_of_two() -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("same.py", "a")
        archive.writestr("same.py", "b")
    return content.getvalue()


def wrong_letters() -> bytes:
    """A tar file with a name that is no UTF-8."""
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        info = tarfile.TarInfo("nazve.py")
        archive.addfile(info)
    content = bytearray(plain.getvalue())
    content[2] = 0xEF
    checksum = sum(content[:148]) + 8 * 32 + sum(content[156:512])
    content[148:156] = f"{checksum:06o}\0 ".encode()
    return gzip.compress(bytes(content))


HOSTILE: dict[str, tuple[Callable[[], bytes], str]] = {
    "zip slip": (lambda: zipped({"../escape.py": "x"}), "leads out"),
    "absolute": (lambda: zipped({"/etc/cron.d/x": "x"}), "leads out"),
    "deep slip": (lambda: zipped({"a/../../b": "x"}), "leads out"),
    "windows": (lambda: zipped({"a\\..\\b": "x"}), "backslash"),
    "tar slip": (lambda: tarred(("../escape.py", b"x")), "leads out"),
    "symbolic link": (lambda: tarred(link(tarfile.SYMTYPE)), "links"),
    "hard link": (lambda: tarred(link(tarfile.LNKTYPE)), "links"),
    "device": (lambda: tarred(link(tarfile.CHRTYPE)), "links"),
    "pipe": (lambda: tarred(link(tarfile.FIFOTYPE)), "links"),
    "link in a zip": (zip_link, "links"),
    "bomb": (zip_bomb, "MB"),
    "unusual packing": (lambda: zipped({"a": "x"}, zipfile.ZIP_LZMA), "ordinary zip"),
    "bomb that lies": (lying_zip, "MB|damaged"),
    "gzip bomb": (lambda: gzip.compress(b"a" * 512 + bytes(MOST_BYTES), 1), "MB|damaged"),
    "tar bomb": (lambda: tarred(("bomb", bytes(MOST_BYTES + 1))), "MB"),
    "twice the same": (zip_of_two, "twice"),
    "file and folder": (lambda: tarred(("a", b"x"), ("a/b", b"x")), "twice"),
    "wrong letters": (wrong_letters, "UTF-8|letters"),
    "control letters": (lambda: tarred(("a\nb", b"x")), "letters"),
    "turned letters": (lambda: tarred(("a\u202eyp.b", b"x")), "letters"),
    "long name": (lambda: tarred(("a" * 300, b"x")), "long"),
    "deep": (lambda: tarred(("/".join("a" * 40), b"x")), "too many folders"),
    "nothing": (lambda: zipped({}), "no file"),
    "no archive": (lambda: b"#!/bin/sh\n", "neither"),
    "cut": (lambda: zipped(team=HONEST)[:-30], "damaged"),
    "cut tar": (lambda: tarred(("a", bytes(range(256)) * 99))[:60], "damaged"),
    "too large": (lambda: bytes(LARGEST_ARCHIVE + 1), "10 MB"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_hostile_is_refused_with_a_sentence(name: str) -> None:
    make, words = HOSTILE[name]
    with pytest.raises(BadArchive, match=words):
        read_archive(make())


def test_a_hundred_thousand_files_are_refused_soon() -> None:
    entry = b"PK\x01\x02" + bytes(24) + b"\x01\x00" + bytes(16) + b"a"
    count = 100_000
    directory = entry * count
    end = b"PK\x05\x06" + bytes(4) + struct.pack("<HHLLH", 0xFFFF, 0xFFFF, len(directory), 0, 0)
    began = time.process_time()
    with pytest.raises(BadArchive, match=r"files|damaged|twice"):
        read_archive(directory + end)
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w") as archive:
        for number in range(8_100):
            archive.addfile(tarfile.TarInfo(f"{number}"))
    with pytest.raises(BadArchive, match="files"):
        read_archive(gzip.compress(plain.getvalue()))
    assert time.process_time() - began < 60


@given(
    st.binary(max_size=400), st.sampled_from([b"PK\x03\x04", b"PK\x05\x06", b"\x1f\x8b\x08", b""])
)
def test_whatever_the_bytes_are_they_are_an_archive_or_refused(data: bytes, head: bytes) -> None:
    try:
        assert read_archive(head + data).files
    except BadArchive as refusal:
        assert str(refusal).endswith(".")


@settings(max_examples=50)
@given(st.data())
def test_an_archive_with_wrong_bytes_is_read_or_refused(data: st.DataObject) -> None:
    whole = bytearray(data.draw(st.sampled_from([zipped(team=HONEST), tarred(("a.py", b"1"))])))
    for place in data.draw(st.lists(st.integers(0, len(whole) - 1), max_size=4)):
        whole[place] = data.draw(st.integers(0, 255))
    with contextlib.suppress(BadArchive):
        read_archive(bytes(whole))


def test_an_honest_archive_is_unpacked_for_everybody_to_read(unpacked_elsewhere: Path) -> None:
    content = zipped({"bot": "#!/bin/sh\n", "parts/eval.py": "1", "__MACOSX/._bot": "junk"})
    archive = read_archive(content)
    home = unpack(archive, "bot")
    assert unpack(archive, "bot") == home
    found = {str(path.relative_to(home)) for path in home.rglob("*") if path.is_file()}
    assert found == {"bot", "parts/eval.py"}
    assert (home / "bot").stat().st_mode & 0o777 == 0o755
    assert (home / "parts/eval.py").stat().st_mode & 0o777 == 0o644
    assert read_archive(tarred(("./team.py", b"1"))).files == {"team.py": b"1"}


def test_a_folder_is_packed_as_it_is_and_always_alike(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "__pycache__").mkdir()
    for name in ("team.py", "parts/eval.py", "__pycache__/team.pyc"):
        (tmp_path / name).write_text(name)
    content = packed(tmp_path)
    assert read_archive(content).files == {"team.py": b"team.py", "parts/eval.py": b"parts/eval.py"}
    (tmp_path / "team.py").touch()
    assert packed(tmp_path) == content
    (tmp_path / "passwords").symlink_to("/etc/passwd")
    with pytest.raises(BadArchive, match="passwords is no file"):
        packed(tmp_path)
