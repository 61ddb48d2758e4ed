"""Versions: the same files have the same one wherever they are, and any change gives another."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.arena.external.playing import CACHEX, write_agent
from trivium.agents.descriptions import PlayerDescription
from trivium.agents.weight_files import shipped
from trivium.arena import versions
from trivium.arena.fixtures import play_fixture
from trivium.arena.match import Match
from trivium.arena.openings import Openings
from trivium.arena.players import check_player

NAMES = st.sampled_from(["team.py", "eval.py", "weights.json", "deep/search.py", "deep/x/y.py"])
TREES = st.dictionaries(NAMES, st.binary(max_size=8), min_size=1)


def version(text: str, game: str = "cachex") -> str:
    return versions.version_of(PlayerDescription.read(text), game)


def of_folder(folder: Path) -> str:
    return version(f"cachex-py:{folder}#team")


def write(folder: Path, tree: dict[str, bytes]) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    for name, content in tree.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


@given(one=TREES, other=TREES)
def test_two_folders_have_the_same_version_if_and_only_if_they_have_the_same_files(
    tmp_path_factory: pytest.TempPathFactory, one: dict[str, bytes], other: dict[str, bytes]
) -> None:
    home = tmp_path_factory.getbasetemp()
    first, second = write(home / "one", one), write(home / "other" / "two", other)
    assert (of_folder(first) == of_folder(second)) == (one == other)
    assert of_folder(first) == of_folder(first)


def test_the_packages_that_an_agent_brings_are_a_part_of_it_and_their_place_is_not(
    tmp_path: Path,
) -> None:
    write(tmp_path / "team", {"team.py": CACHEX.encode()})
    agent = f"cachex-py:{tmp_path / 'team'}#team"
    found = []
    for place, content in (("libs", b"1"), ("other/libs", b"1"), ("libs", b"2")):
        libs = write(tmp_path / place, {"scypi.py": content})
        found.append(version(f"{agent},packages={libs}"))
    assert found[0] == found[1] != found[2]
    assert version(f"{agent},python=python3") not in (version(agent), *found)


def test_what_comes_and_goes_beside_an_agent_is_no_part_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write(tmp_path / "team", {"team.py": CACHEX.encode()})
    before = of_folder(folder)
    monkeypatch.setenv("TRIVIUM_CACHE_DIR", str(folder / "cache"))
    for name in (
        "__pycache__/team.cpython-311.pyc",
        ".git/HEAD",
        ".idea/x.xml",
        "deep/__pycache__/x.pyc",
        "old.pyc",
        "game.log",
        "games.sqlite",
        "games.sqlite-wal",
        "cache/java/abc/Team.class",
    ):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x")
    (folder / "empty").mkdir()
    (folder / "team.py").touch()
    assert of_folder(folder) == before
    (folder / "cache.py").write_text("x")
    assert of_folder(folder) != before


def test_odd_files_neither_stop_nor_fool_it(tmp_path: Path) -> None:
    folder = write(tmp_path / "team", {"team.py": b"1"})
    os.mkfifo(folder / "pipe")
    (folder / "round").symlink_to(folder)
    (folder / "nowhere").symlink_to(folder / "missing")
    (folder / os.fsdecode(b"\xff")).mkdir()
    (folder / os.fsdecode(b"\xff") / "x").write_text("")
    before = of_folder(folder)
    assert of_folder(folder) == before
    (folder / "team.py").write_bytes(b"2")
    assert of_folder(folder) != before


def test_it_looks_at_so_many_files_and_bytes_and_not_at_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write(tmp_path / "team", {f"{n}.py": b"12345678" for n in range(6)})
    monkeypatch.setattr(versions, "MOST_FILES", 4)
    monkeypatch.setattr(versions, "MOST_BYTES", 20)
    before = of_folder(folder)
    for beyond in ("3.py", "5.py"):  # too many bytes, too many files
        (folder / beyond).write_bytes(b"87654321")
    (folder / "4.py").write_bytes(b"")
    assert of_folder(folder) == before
    (folder / "3.py").write_bytes(b"1")
    assert of_folder(folder) != before, "the size of a large file counts"


def test_what_a_description_says_besides_the_folder_counts(tmp_path: Path) -> None:
    folder = write(tmp_path / "team", {"team.py": b"1"})
    assert version(f"cachex-py:{folder}#team") != version(f"cachex-py:{folder}#team:Other")
    assert version(f"cachex-py:{folder}#team") != version(f"wyb-py:{folder}#team")


def test_every_place_of_a_class_path_counts(tmp_path: Path) -> None:
    bin, jar = write(tmp_path / "bin", {"Team.class": b"1"}), tmp_path / "lib.jar"
    jar.write_bytes(b"jar")
    text = f"hexifence-java:{bin}:{jar}#Team"
    before = version(text, "hexifence")
    jar.write_bytes(b"jar 2")
    changed = version(text, "hexifence")
    (bin / "Team.class").write_bytes(b"2")
    assert len({before, changed, version(text, "hexifence")}) == 3


def test_of_a_program_what_its_command_names_counts(tmp_path: Path) -> None:
    program, data = tmp_path / "engine", tmp_path / "weights.txt"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    data.write_text("1")
    before = version(f"gtp:{program} --load {data}")
    moved = program.rename(tmp_path / "motor")
    assert version(f"gtp:{moved} --load {data}") == before
    assert version(f"gtp:{moved} --save {data}") != before
    data.write_text("2")
    changed = version(f"gtp:{moved} --load {data}")
    moved.write_text("#!/bin/sh\n# new\n")
    assert len({before, changed, version(f"gtp:{moved} --load {data}")}) == 3


def test_a_built_in_agent_has_the_version_of_trivium_its_parameters_and_its_weights(
    tmp_path: Path,
) -> None:
    weights = tmp_path / "own.toml"
    shutil.copy(shipped("cachex-five-factors"), weights)
    plain = version("random")
    assert plain and "-" not in plain
    assert version("random:seed=4").startswith(f"{plain}-")
    assert version("mcts:seed=4,megabytes=1") == version("mcts:megabytes=1,seed=4")
    assert version("five-factors").startswith(f"{plain}-")
    own = f"five-factors:weights={weights}"
    assert version(own) == version("five-factors"), "they are the same weights"
    check_player(PlayerDescription.read(own), "cachex", Openings("none"), "")
    weights.write_text(weights.read_text() + "# changed\n")
    assert version(own) != version("five-factors")


def test_the_record_of_a_game_tells_the_version_of_both(tmp_path: Path) -> None:
    team = write_agent(tmp_path / "team", "def other(self): pass")
    match = Match("cachex", team, "random", "3", openings=Openings("none"))
    record = play_fixture(match.fixtures()[0])
    assert [player.version for player in record.players] == [version(team), version("random")]
