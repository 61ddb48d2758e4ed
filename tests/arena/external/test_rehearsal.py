"""A set-up that is not there is found before the first game, and is nobody's loss."""

from __future__ import annotations

import contextlib
import json
import shutil
import subprocess
import venv
from pathlib import Path

import pytest

from tests.arena.external.playing import CACHEX, write_agent
from tests.arena.external.test_gtp_agent import SCRIPT, engine
from tests.arena.external.test_hexifence_java import source
from trivium.agents.agent import Forfeit
from trivium.arena.bulk import Here
from trivium.arena.database.storage import Database
from trivium.arena.external.jail import sandbox_trouble
from trivium.arena.external.java_classes import SOURCES
from trivium.arena.external.limits import AgentLimits
from trivium.arena.external.troubles import is_missing_something
from trivium.arena.fixtures import Entrant
from trivium.arena.players import make_player
from trivium.arena.rehearsal import Candidate, rehearse
from trivium.cli.main import run


def trouble(
    description: str, game: str = "cachex", size: str = "5", limits: AgentLimits | None = None
) -> str | None:
    """Say what a rehearsal finds wrong with an agent."""
    one = Candidate(Entrant("team", description), game, size, limits or AgentLimits())
    ((_, found),) = rehearse([one], Here())
    return found


def package(folder: Path, **files: str) -> str:
    """Write a package of these modules; return the description of the agent that it is."""
    home = folder / "team"
    home.mkdir()
    for name, text in files.items():
        (home / f"{name}.py").write_text(text)
    return f"cachex-py:{folder}#team"


def test_an_honest_agent_can_play(tmp_path: Path) -> None:
    assert trouble(write_agent(tmp_path, "")) is None
    assert trouble("greedy") is None


@pytest.mark.parametrize(
    ("code", "before", "words"),
    [
        ("", "import scypi", "ModuleNotFoundError: No module named 'scypi'\n  Traceback"),
        ("", "open('weights.json')", "No such file or directory: 'weights.json'"),
        ("", "from numpy import Sponge", "ImportError: cannot import name 'Sponge'"),
        ("", "def f(:", "SyntaxError"),
        ("", "import os; os._exit(7)", "it ended with exit code 7"),
        ("def __init__(self, player, n): open('weights.json')", "", "'weights.json'"),
        ("def action(self): import scypi", "", "No module named 'scypi'"),
        ("def action(self): open('book.txt')", "", "'book.txt'"),
        ("def turn(self, player, action): import scypi", "", "No module named 'scypi'"),
    ],
)
def test_what_is_missing_is_told_with_the_traceback(
    tmp_path: Path, code: str, before: str, words: str
) -> None:
    found = trouble(write_agent(tmp_path, code, before)) or ""
    assert words in found
    assert "agent.py" in found or "exit code" in found
    assert "python_host" not in found


@pytest.mark.parametrize(
    ("code", "before"),
    [
        ("def action(self): return 1 / 0", ""),
        ("def __init__(self, player, n): {'red': 0}[player]", ""),
        ("def __init__(self, player): pass", ""),
        ("def action(self): return ('PLACE', 99, 99)", ""),
        ("def action(self): return 'a1'", ""),
        ("def action(self): import time; time.sleep(600)", ""),
        ("", "hoard = bytearray(150 << 20)"),
    ],
)
def test_what_is_a_matter_of_play_is_left_to_the_games(
    tmp_path: Path, code: str, before: str
) -> None:
    assert trouble(write_agent(tmp_path, code, before), limits=AgentLimits(memory=100)) is None


@pytest.mark.parametrize(
    ("detail", "missing"),
    [
        ("OSError: [Errno 30] Read-only file system: 'log.txt'", True),
        ("PermissionError: [Errno 13] Permission denied: 'log.txt'", True),
        ("java.io.FileNotFoundException: log.txt (Read-only file system)", True),
        ("OSError: [Errno 24] Too many open files", False),
        ("KeyError: 'FileNotFoundError'", False),
    ],
)
def test_what_the_sandbox_does_not_allow_is_a_matter_of_the_set_up(
    detail: str, missing: bool
) -> None:
    assert is_missing_something(Forfeit("crash", detail)) == missing
    assert not is_missing_something(Forfeit("nonsense", detail))


def test_an_agent_that_takes_longer_to_start_than_it_may_is_told(tmp_path: Path) -> None:
    slow = write_agent(tmp_path, "", "import time; time.sleep(600)")
    assert "no answer after" in (trouble(slow, limits=AgentLimits(start=0.5)) or "")


def test_an_import_that_fails_inside_a_package_is_not_hidden(tmp_path: Path) -> None:
    found = trouble(package(tmp_path, __init__="", player=f"import team.helpers\n{CACHEX}"))
    assert "No module named 'team.helpers'" in (found or "")
    assert "no attribute" not in (found or "")


def test_a_missing_part_of_the_agent_itself_is_no_package_to_install(tmp_path: Path) -> None:
    found = trouble(package(tmp_path, __init__="from team.helper import best", player=CACHEX)) or ""
    assert f"team.helper would be a part of the agent itself, and is not in {tmp_path}." in found
    assert "pip install" not in found


def test_who_imports_from_a_package_that_was_not_named_is_told_how_to_name_it(
    tmp_path: Path,
) -> None:
    description = package(tmp_path, part="", agent="from . import part\n" + CACHEX)
    found = trouble(description.replace("#team", "/team#agent"))
    assert found is not None and found.endswith(f"write {tmp_path}/team#team.agent"), found
    assert trouble(f"cachex-py:{tmp_path}/team#team.agent") is None


def test_sources_that_no_parser_can_read_are_the_agents_own_matter(tmp_path: Path) -> None:
    (tmp_path / "agent.py").write_text(f"x = {'-' * 200_000}1\n")
    assert make_player(f"cachex-py:{tmp_path}#agent", "cachex") is not None


def test_a_folder_may_have_braces_in_its_name(tmp_path: Path) -> None:
    found = trouble(write_agent(tmp_path / "a {b} {0}", "", "open('weights.json')")) or ""
    assert f"It is started in {tmp_path / 'a {b} {0}'}, where its paths begin." in found


def test_a_wrong_class_is_told_with_those_there_are(tmp_path: Path) -> None:
    found = trouble(package(tmp_path, __init__="", player=CACHEX) + ":Plyer")
    assert "the module team.player has no class Plyer; it has Player" in (found or "")


def test_what_is_told_is_told_once(tmp_path: Path) -> None:
    found = trouble(package(tmp_path, __init__="", player="") + ":Player")
    assert found == "AttributeError: the module team.player has no class Player; it has none at all"


def test_where_an_agent_is_started_and_how_it_gets_packages_is_said(tmp_path: Path) -> None:
    found = trouble(write_agent(tmp_path, "", "import scypi")) or ""
    assert "'pip install --target DIR scypi', and ',packages=DIR' after its" in found
    found = trouble(write_agent(tmp_path, "", "open('weights.json')")) or ""
    assert f"It is started in {tmp_path}, where its paths begin." in found


def test_an_agent_may_bring_packages(tmp_path: Path) -> None:
    (tmp_path / "libs").mkdir()
    (tmp_path / "libs/scypi.py").write_text("FINE = True")
    description = write_agent(tmp_path / "team", "", "import scypi; assert scypi.FINE")
    assert trouble(description) is not None
    assert trouble(f"{description},packages={tmp_path / 'libs'}") is None


def test_packages_may_lie_in_the_folder_of_the_agent(tmp_path: Path) -> None:
    (tmp_path / "libs").mkdir()
    (tmp_path / "libs/scypi.py").write_text("FINE = True")
    description = write_agent(tmp_path, "", "import scypi; open('log', 'w')")
    assert trouble(f"{description},packages={tmp_path / 'libs'}") is None


@pytest.mark.skipif(sandbox_trouble() is not None, reason="there is no sandbox")
def test_what_an_agent_brings_is_read_only(tmp_path: Path) -> None:
    (tmp_path / "libs").mkdir()
    description = write_agent(tmp_path / "team", "", f"open('{tmp_path}/libs/log', 'w')")
    found = trouble(f"{description},packages={tmp_path / 'libs'}") or ""
    assert "Read-only file system" in found
    assert "it can write to the copy of its own files and to TMPDIR" in found


@pytest.mark.parametrize("named", ["own", "own/bin/python"])
def test_an_agent_may_bring_an_interpreter(tmp_path: Path, named: str) -> None:
    venv.create(tmp_path / "own", symlinks=True)
    (site,) = (tmp_path / "own").glob("lib/python*/site-packages")
    (site / "scypi.py").write_text("FINE = True")
    before = f"import scypi, sys; assert sys.prefix == {str(tmp_path / 'own')!r}, sys.prefix"
    description = write_agent(tmp_path / "team", "", before)
    assert trouble(description) is not None
    assert trouble(f"{description},python={tmp_path / named}") is None


@pytest.mark.parametrize(
    ("setting", "sentence"),
    [
        ("python=nowhere", "There is no interpreter or virtual environment nowhere"),
        ("packages=nowhere", "There is no folder nowhere with packages"),
        ("packages", "There is no folder  with packages"),
        ("pakages=x", "A module has no setting 'pakages', only python and packages"),
    ],
)
def test_mistakes_in_what_an_agent_brings_are_explained(
    tmp_path: Path, setting: str, sentence: str
) -> None:
    assert sentence in (trouble(f"{write_agent(tmp_path, '')},{setting}") or "")


def test_a_java_class_without_its_helpers_is_told(tmp_path: Path) -> None:
    if shutil.which("javac") is None:
        pytest.skip("needs a Java development kit")
    for place in ("init", "makeMove"):
        folder = tmp_path / place
        folder.mkdir()
        (folder / "Helper.java").write_text("class Helper { static int level = 3; }")
        (folder / "Team.java").write_text(source("Team", **{place: "n += Helper.level;"}))
        sources = [str(folder / f"{name}.java") for name in ("Team", "Helper")]
        path = f"{folder}:{SOURCES}"
        subprocess.run(["javac", "-sourcepath", path, "-d", str(folder), *sources], check=True)
        description = f"hexifence-java:{folder}#Team"
        if place == "init":
            assert trouble(description, "hexifence", "2") is None
        (folder / "Helper.class").unlink()
        assert "NoClassDefFoundError: Helper" in (trouble(description, "hexifence", "2") or "")


@pytest.mark.parametrize(
    ("script", "words"),
    [
        (SCRIPT.replace("boardsize", "bordsize"), "it refuses 'boardsize 5'"),
        ("import sys; sys.exit('no licence')", "no licence"),
        ("import scypi", "No module named 'scypi'"),
    ],
)
def test_an_engine_that_cannot_play_here_is_told(tmp_path: Path, script: str, words: str) -> None:
    found = trouble(engine(tmp_path, [], script)) or ""
    assert words in found and "pip install" not in found
    assert trouble(engine(tmp_path, ["resign"], SCRIPT)) is None


def stored(database: Path) -> tuple[int, int]:
    """Return how many events and games a database has."""
    with contextlib.closing(Database(database)) as kept:
        return len(kept.events()), kept.count()


def test_a_match_is_not_begun_if_an_agent_cannot_be_started(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = tmp_path / "games.sqlite"
    bad = write_agent(tmp_path, "", "import scypi")
    assert run(["match", "cachex", bad, "random", "--size", "3", "--db", str(database)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert "on cachex 3 cannot be started: ModuleNotFoundError: No module named" in told.err
    assert "Traceback (most recent call last)" in told.err
    assert "No game has been played or counted." in told.err
    assert stored(database) == (0, 0)


TOURNAMENT = """
agents = ["random", "cachex-py:.#good", "cachex-py:.#agent"]
[[board]]
game = "cachex"
size = 3
openings = "none"
"""


def test_a_tournament_is_not_begun_either_and_the_check_lists_everybody(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, database = tmp_path / "cup.toml", tmp_path / "games.sqlite"
    file.write_text(TOURNAMENT)
    write_agent(tmp_path, "", name="good")
    write_agent(tmp_path, "", "import scypi")
    assert run(["tournament", str(file), "--check"]) == 2
    told = capsys.readouterr()
    lines = told.out.splitlines()
    assert lines[1:3] == ["random on cachex 3: ok", "cachex-py:.#good on cachex 3: ok"]
    assert lines[3] == (
        "cachex-py:.#agent on cachex 3: ModuleNotFoundError: No module named 'scypi'"
    )
    assert "1 of 3 cannot be started." in told.err
    assert run(["tournament", str(file), "--check", "--json"]) == 2
    agents = json.loads(capsys.readouterr().out)["agents"]
    assert [one["trouble"] is None for one in agents] == [True, True, False]
    assert run(["tournament", str(file), "--db", str(database)]) == 2
    assert "No game has been played or counted." in capsys.readouterr().err
    assert stored(database) == (0, 0)
    write_agent(tmp_path, "")
    assert run(["tournament", str(file), "--check"]) == 0
    assert run(["tournament", str(file), "--db", str(database)]) == 0
    assert stored(database) == (1, 6)


def test_nobody_is_started_again_when_everything_has_been_played(tmp_path: Path) -> None:
    file, database = tmp_path / "cup.toml", tmp_path / "games.sqlite"
    file.write_text(TOURNAMENT)
    for name in ("good", "agent"):
        write_agent(tmp_path, "", name=name)
    assert run(["tournament", str(file), "--db", str(database)]) == 0
    write_agent(tmp_path, "", "import scypi")
    assert run(["tournament", str(file), "--db", str(database)]) == 0
