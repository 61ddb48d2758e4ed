"""What of an archive is run: what its manifest says, or the one thing that it can be."""

from __future__ import annotations

import pytest

from tests.league.bots import HONEST, zipped
from trivium.league.entry.archives import read_archive
from trivium.league.entry.manifest import BadManifest, Manifest, manifest_of

JAVA = "package aiproj.hexifence.team;\npublic class Team7 implements Player, Piece { }\n"


def of(game: str, files: dict[str, str]) -> Manifest:
    return manifest_of(read_archive(zipped(dict(files))), game)


def with_run(run: str, **files: str) -> Manifest:
    manifest = f"run = {run!r}\n".replace("'", '"')
    return of("cachex", {"bot.toml": manifest, "bot": "#!/bin/sh", **files})


@pytest.mark.parametrize(
    ("files", "agent", "folder"),
    [
        ({"team.py": HONEST}, "cachex-py:.#team", ""),
        ({"work/team.py": HONEST, "work/data.json": "1"}, "cachex-py:.#team", "work"),
        ({"team/player.py": HONEST, "team/other.py": "1"}, "cachex-py:.#team", ""),
        ({"x/team/__init__.py": "", "x/team/player.py": HONEST}, "cachex-py:.#team", "x"),
        ({"a/b/__init__.py": HONEST}, "cachex-py:.#b", "a"),
    ],
)
def test_the_one_module_with_a_player_is_found(
    files: dict[str, str], agent: str, folder: str
) -> None:
    assert of("cachex", files) == Manifest(agent, folder, None)


def test_the_one_java_class_that_is_a_player_is_found() -> None:
    told = of("hexifence", {"src/aiproj/hexifence/team/Team7.java": JAVA})
    assert told == Manifest("hexifence-java:.#aiproj.hexifence.team.Team7", "src", None)


def test_a_manifest_names_a_program_in_the_archive() -> None:
    assert with_run("gtp: ./bot --level 3") == Manifest("gtp:./bot --level 3", "", "bot")
    inner = {"x/y/bot.toml": '\ufeffrun = "gtp: ./bot"', "x/y/bot": "#!/bin/sh", "x/y/z/a": ""}
    assert of("hexifence", inner) == Manifest("gtp:./bot", "x/y", "x/y/bot")
    assert with_run("cachex-py: sub#team,packages=libs", **{"sub/team.py": "", "libs/a.py": ""})


@pytest.mark.parametrize(
    "run",
    [
        "gtp: ../bot",
        "gtp: /bin/sh",
        "gtp: ./bot ../../other",
        "gtp: ./bot --file=/etc/passwd",
        "gtp: ./bot ~/secret",
        "gtp: ./bot --paths=a:/etc",
        "gtp: python3 bot",
        "gtp: ./missing",
        "gtp: ./bot '",
        "champion",
        "champion: x",
        "wyb-py: .#bot",
        "cachex-py: ..#bot",
        "cachex-py: /etc#bot",
        "cachex-py: .#bot,python=/usr/bin/python3",
        "cachex-py: .#bot,packages=../x",
        "cachex-py: nowhere#bot",
    ],
)
def test_what_leads_out_of_the_archive_is_refused(run: str) -> None:
    with pytest.raises(BadManifest):
        with_run(run)


@pytest.mark.parametrize(
    "files",
    [
        {"a.py": HONEST, "b.py": HONEST},
        {"a.py": "class Other: pass"},
        {"bot.toml": "run = 3"},
        {"bot.toml": "run = "},
        {"bot.toml": 'run = "gtp: ./a"\nmore = 1'},
        {"with space.py": HONEST},
    ],
)
def test_what_cannot_be_run_is_told_with_an_example(files: dict[str, str]) -> None:
    with pytest.raises(BadManifest):
        of("cachex", files)


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({"README.md": "hello"}, "One module is to have a class Player, and there is none"),
        ({"bot.toml.txt": 'run = "gtp: ./bot"'}, "is called bot.toml .* there is bot.toml.txt"),
        ({"Bot.toml": 'run = "gtp: ./bot"', "a/b": ""}, "is called bot.toml .* there is Bot.toml"),
        ({"work/bot.toml": 'run = "gtp: ./bot"', "a": ""}, "beside everything else"),
        ({"bot.toml": 'runs = "gtp: ./bot"'}, "has one line, run = .*, and says runs"),
        ({"bot.toml": 'run = "gtp: ./a"', "a": "#!/bin/sh\r\nexit"}, "line ends of Windows"),
        ({"bot.toml": 'run = "gtp: ./a"', "a": "\ufeff#!/bin/sh"}, "mark of its encoding"),
        ({"bot.toml": 'run = "gtp: ./a.py"', "a.py": "import sys"}, "no program for Linux"),
        ({"bot.toml": 'run = "gtp: ./a.exe"', "a.exe": "MZ"}, "no program for Linux"),
    ],
)
def test_common_mistakes_are_told_for_what_they_are(files: dict[str, str], words: str) -> None:
    with pytest.raises(BadManifest, match=words):
        of("cachex", files)


def test_a_game_without_a_course_needs_a_manifest() -> None:
    with pytest.raises(BadManifest, match=r"bot\.toml"):
        of("dots-and-boxes", {"a.py": HONEST})
