"""Whoever follows a page of the documentation word by word gets what it promises.

The commands in a page's ``sh`` blocks are run in their order, in an empty folder with the examples
of the documentation, after what the page says to write has been written. A block that is not run
says why in a comment above it: ``<!-- not run by the tests: takes an hour -->``. Commands that
serve for ever are left out as well; the page in the browser has tests of its own. Whoever plays in
the terminal makes a move, saves the game and leaves.
"""

from __future__ import annotations

import io
import re
import shlex
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import trivium
from trivium.cli.main import run
from trivium.games.record import write_record

ROOT = Path(__file__).parents[1]
PAGES = ["README.md", *sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("docs/**/*.md"))]
BLOCK = re.compile(
    r"^(?:<!-- (?:not run by the tests: (?P<why>[^\n]+)|tested by (?P<by>\S+)) -->\n)?"
    r"(?P<fence>```+|~~~+)(?P<language>[^\n`]*)\n(?P<lines>.*?)^(?P=fence)$",
    re.DOTALL | re.MULTILINE,
)
DIRECTIVES = {"{eval-rst}", "{toctree}"}
"""What Sphinx makes of a block: nothing that a reader could run."""
SERVES = re.compile(r"trivium( serve\b.*)?")
AT_THE_TERMINAL = "d4\nsave game.json\nquit\n"


def text(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def commands(page: str) -> list[str]:
    """The commands of a page that are to be run, in their order, without remarks behind them."""
    shown = BLOCK.finditer(text(page))
    blocks = [block["lines"] for block in shown if block["language"] == "sh" and not block["why"]]
    lines = [re.sub(r"\s+#.*", "", line) for block in blocks for line in block.splitlines()]
    return [line for line in lines if line and not SERVES.fullmatch(line)]


def write_an_agent(folder: Path) -> None:
    """Write what the page about agents tells to write."""
    told = re.search(r">>> SOURCE = '''\n(.*?)\n\.\.\. '''", text("docs/write-an-agent.md"), re.S)
    assert told is not None
    (folder / "random_agent").mkdir()
    source = "\n".join(line[4:] for line in told[1].splitlines())
    (folder / "random_agent" / "random_agent.py").write_text(source)


def gather_a_class(folder: Path) -> None:
    """Write the tournament of the page for tutors, and the agent that takes part in it."""
    plan = re.search(r"```toml\n(.*?)```", text("docs/run-a-class.md"), re.DOTALL)
    assert plan is not None
    (folder / "week-7.toml").write_text(plan[1])
    (folder / "agents" / "team_42").mkdir(parents=True)
    agent = "from trivium.bridges.cachex_player import Player  # noqa: F401\n"
    (folder / "agents" / "team_42" / "team_42.py").write_text(agent)


def play_some_games(folder: Path) -> None:
    """Fill the database with the games of the example's tournament, and of a team that fails."""
    assert run(["tournament", "docs/examples/tournament.toml"]) == 0
    (folder / "team_42.py").write_text("class Player:\n    def __init__(self, player, n): pass\n")
    match = ["match", "cachex", "cachex-py:.#team_42", "random", "--a-name", "team_42"]
    assert run([*match, "--size", "4", "--games", "2"]) == 0


def keep_a_game(folder: Path) -> None:
    """Save a game as ``game.json``."""
    position = trivium.Cachex(4)
    for move in ("b1", "c2", "b3", "c3", "d3"):
        position.push(move)
    (folder / "game.json").write_text(write_record(position))


def list_a_class(folder: Path) -> None:
    """Write the names of a class."""
    (folder / "class.csv").write_text("team 7\nteam 43,member\n")


BEFOREHAND: dict[str, Callable[[Path], None]] = {
    "docs/arena.md": play_some_games,
    "docs/league.md": list_a_class,
    "docs/notebooks.md": keep_a_game,
    "docs/review-and-puzzles.md": keep_a_game,
    "docs/run-a-class.md": gather_a_class,
    "docs/write-an-agent.md": write_an_agent,
}
PROMISED: dict[str, str] = {
    "docs/play.md": "cachex-",
    "docs/research.md": '"value": -3',
    "docs/write-an-agent.md": "mine",
}
"""What stands somewhere in what the commands of a page print."""
MADE: dict[str, dict[str, str]] = {
    "README.md": {"board.svg": "<svg", "report.html": "<svg", "game.json": "cachex"},
    "docs/run-a-class.md": {"marks.csv": "team 42", "report.html": "<svg"},
}
"""The files that they leave, and what is in them."""


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder with the examples, and a database of its own."""
    shutil.copytree(ROOT / "docs" / "examples", tmp_path / "docs" / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TRIVIUM_DATA_DIR", str(tmp_path / "data"))
    return tmp_path


@pytest.mark.parametrize("page", [page for page in PAGES if commands(page)])
def test_a_page_can_be_followed(
    page: str, desk: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if prepare := BEFOREHAND.get(page):
        prepare(desk)
    capsys.readouterr()
    printed = ""
    for line in commands(page):
        command, _, file = line.partition(" >")
        assert command.startswith("trivium "), f"only commands of Trivium can be run: {line}"
        monkeypatch.setattr("sys.stdin", io.StringIO(AT_THE_TERMINAL))
        code = run(shlex.split(command)[1:])
        told = capsys.readouterr()
        assert code == 0, f"{line}\n{told.err}"
        printed += told.out
        if file:
            Path(file).write_text(told.out)
    assert PROMISED.get(page, "") in printed
    for name, content in MADE.get(page, {}).items():
        assert content in (desk / name).read_text(encoding="utf-8")


def test_what_is_not_run_says_why() -> None:
    reasons = [block["why"] for page in PAGES for block in BLOCK.finditer(text(page))]
    told = "".join(text(page) for page in PAGES).count("<!-- not run by the tests:")
    assert told == sum(reason is not None for reason in reasons), "a remark stands above no block"


def is_run(block: re.Match[str]) -> bool:
    """Whether a test of all pages runs a block of this kind."""
    language, lines = block["language"], block["lines"].splitlines()
    if language == "console":
        return lines[0].startswith("$ trivium ")
    return language == "sh" or (language == "python" and lines[0].startswith(">>> "))


@pytest.mark.parametrize("page", PAGES)
def test_every_block_is_run_or_says_why_not_or_who_tests_it(page: str) -> None:
    assert text(page).count("```") == 2 * len(list(BLOCK.finditer(text(page)))), "a hidden block"
    for block in BLOCK.finditer(text(page)):
        if block["by"]:
            assert page.rpartition("/")[2] in (ROOT / block["by"]).read_text(encoding="utf-8")
        elif block["language"] not in DIRECTIVES:
            assert is_run(block) or block["why"], block[0]
