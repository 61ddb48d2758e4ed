"""Whoever goes through a door of the manual word by word gets what it promises.

The commands of each door are run in their order, in an empty folder with the examples of the
documentation, with what the page says to write. Those that wait for a person or serve for ever
are left out; they are named here.
"""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from trivium.cli.main import run

ROOT = Path(__file__).parents[1]
Follow = Callable[[str], str]
WAITING = re.compile(r"trivium|trivium (play|serve)\b.*")
"""Commands that wait for a person; the page and games in the terminal have tests of their own."""


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder with the examples, and a database of its own."""
    shutil.copytree(ROOT / "docs" / "examples", tmp_path / "docs" / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TRIVIUM_DATA_DIR", str(tmp_path / "data"))
    return tmp_path


def page(name: str) -> str:
    return (ROOT / "docs" / f"{name}.md").read_text()


def commands(name: str) -> list[str]:
    """The commands of a door that can be run, in their order."""
    blocks = re.findall(r"^```sh\n(.*?)^```", page(name), re.DOTALL | re.M)
    lines = [line for block in blocks for line in block.splitlines()]
    return [line for line in lines if not WAITING.fullmatch(line)]


@pytest.fixture
def follow(capsys: pytest.CaptureFixture[str]) -> Follow:
    """Runs the commands of a door and returns all that they print; understands ``>file``."""

    def run_all(name: str) -> str:
        printed = []
        for line in commands(name):
            command, _, file = line.partition(" >")
            assert run(shlex.split(command, comments=True)[1:]) == 0, line
            printed.append(capsys.readouterr().out)
            if file:
                Path(file).write_text(printed[-1])
        return "".join(printed)

    return run_all


def test_the_door_of_players(desk: Path, follow: Follow) -> None:
    assert "cachex-" in follow("play")


def test_the_door_of_those_who_write_an_agent(desk: Path, follow: Follow) -> None:
    source = re.search(r">>> SOURCE = '''\n(.*?)\n\.\.\. '''", page("write-an-agent"), re.DOTALL)
    assert source is not None
    (desk / "random_agent").mkdir()
    text = "\n".join(line[4:] for line in source[1].splitlines())
    (desk / "random_agent" / "random_agent.py").write_text(text)
    assert "mine" in follow("write-an-agent")


def test_the_door_of_those_who_run_a_class(desk: Path, follow: Follow) -> None:
    plan = re.search(r"```toml\n(.*?)```", page("run-a-class"), re.DOTALL)
    assert plan is not None
    (desk / "week-7.toml").write_text(plan[1])
    (desk / "agents" / "team_42").mkdir(parents=True)
    agent = "from trivium.bridges.cachex_player import Player  # noqa: F401\n"
    (desk / "agents" / "team_42" / "team_42.py").write_text(agent)
    follow("run-a-class")
    assert "team 42" in (desk / "marks.csv").read_text()
    assert "<svg" in (desk / "report.html").read_text()


def test_the_door_of_researchers(desk: Path, follow: Follow) -> None:
    assert '"value": -3' in follow("research")
