"""Files are written whole or not at all."""

from __future__ import annotations

import multiprocessing
import os
import stat
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from trivium.files import cache_directory, draft_of, write_whole


@pytest.fixture
def umask() -> Iterator[int]:
    """A umask that is not the usual one."""
    before = os.umask(0o037)
    yield 0o037
    os.umask(before)


def entries(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("content", ["Größe 3\n", "a\r\nb\n", b"\x00\xff", ""])
def test_what_is_written_can_be_read(tmp_path: Path, content: str | bytes) -> None:
    path = tmp_path / "file"
    path.write_text("before")
    write_whole(path, content)
    assert path.read_bytes() == (content.encode() if isinstance(content, str) else content)
    assert entries(tmp_path) == ["file"]


def test_a_writer_that_fails_half_way_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("before")
    with pytest.raises(ZeroDivisionError), draft_of(path) as draft:
        draft.write_text("half of")
        assert path.read_text() == "before"
        raise ZeroDivisionError
    assert path.read_text() == "before"
    assert entries(tmp_path) == ["file"]


def test_what_cannot_be_encoded_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("before")
    with pytest.raises(UnicodeEncodeError):
        write_whole(path, "a lone \ud800")
    assert path.read_text() == "before"
    assert entries(tmp_path) == ["file"]


def test_a_writer_that_fails_makes_no_new_file(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), draft_of(tmp_path / "file") as draft:
        draft.write_text("half of")
        raise ZeroDivisionError
    assert entries(tmp_path) == []


def test_a_writer_that_writes_nothing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), draft_of(tmp_path / "file"):
        pass
    assert entries(tmp_path) == []


def test_a_folder_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        write_whole(tmp_path / "nowhere" / "file", "text")
    (tmp_path / "obstacle").write_text("a file")
    with pytest.raises(NotADirectoryError):
        write_whole(tmp_path / "obstacle" / "file", "text")
    with pytest.raises(IsADirectoryError):
        write_whole(tmp_path, "text")
    assert entries(tmp_path) == ["obstacle"]


def test_the_name_of_a_file_may_be_as_long_as_the_system_allows(tmp_path: Path) -> None:
    for letter, count in (("x", 255), ("ß", 127), ("𝄞", 63)):
        path = tmp_path / (count * letter)
        write_whole(path, letter)
        assert path.read_text(encoding="utf-8") == letter


def _write_many(path: Path, letter: str, times: int) -> None:
    for _ in range(times):
        write_whole(path, 50_000 * letter)


def test_a_reader_sees_a_whole_file_while_processes_write(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_whole(path, 50_000 * "a")
    spawning = multiprocessing.get_context("spawn")
    writers = [spawning.Process(target=_write_many, args=(path, letter, 200)) for letter in "bc"]
    for writer in writers:
        writer.start()
    seen = set()
    while any(writer.is_alive() for writer in writers):
        text = path.read_text()
        assert len(text) == 50_000 and len(set(text)) == 1
        seen.add(text[0])
    for writer in writers:
        writer.join()
        assert writer.exitcode == 0
    assert seen & {"b", "c"}
    assert path.read_text()[0] in "bc"
    assert entries(tmp_path) == ["file"]


def test_a_file_that_is_replaced_gets_the_permissions_of_a_new_one(
    tmp_path: Path, umask: int
) -> None:
    path = tmp_path / "file"
    path.write_text("before")
    path.chmod(0o600)
    write_whole(path, "after")
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~umask


def test_a_link_stays_and_what_it_leads_to_is_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("before")
    (tmp_path / "link").symlink_to("file")
    write_whole(tmp_path / "link", "after")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_text() == "after"
    (tmp_path / "dangling").symlink_to("new")
    write_whole(tmp_path / "dangling", "new")
    assert (tmp_path / "new").read_text() == "new"


def test_a_pipe_stays_and_is_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()))
    reader.start()
    write_whole(pipe, "through it")
    reader.join(timeout=10)
    assert read == ["through it"]
    assert pipe.is_fifo()


def test_the_cache_is_where_the_environment_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRIVIUM_CACHE_DIR", str(tmp_path))
    assert cache_directory() == tmp_path


@pytest.mark.parametrize("said", [None, ""])
def test_the_cache_is_the_users_by_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str | None
) -> None:
    if said is None:
        monkeypatch.delenv("TRIVIUM_CACHE_DIR", raising=False)
    else:
        monkeypatch.setenv("TRIVIUM_CACHE_DIR", said)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_directory() == tmp_path / "trivium"
