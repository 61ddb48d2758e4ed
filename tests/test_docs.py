"""What the documentation shows is what happens."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest
from benchmarks import solved

from trivium.cli.main import run
from trivium.games.catalogue import GAMES, find_game

ROOT = Path(__file__).parents[1]
PAGES = ["README.md", *(f"docs/{path.name}" for path in sorted((ROOT / "docs").glob("*.md")))]


@pytest.mark.parametrize("page", PAGES)
def test_python_examples_run(page: str) -> None:
    failed, _ = doctest.testfile(str(ROOT / page), module_relative=False)
    assert failed == 0


def console_examples() -> list[tuple[str, str, str]]:
    """Every ``$ trivium …`` in the pages with the output shown below it."""
    examples = []
    for page in PAGES:
        for block in re.findall(r"```console\n(.*?)```", (ROOT / page).read_text(), re.DOTALL):
            for command, shown in re.findall(r"^\$ trivium (.*)\n((?:(?!\$ ).*\n)*)", block, re.M):
                examples.append((page, command, shown))
    return examples


@pytest.mark.parametrize(("page", "command", "shown"), console_examples())
def test_console_examples_print_what_is_shown(
    page: str,
    command: str,
    shown: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(ROOT)
    assert run(shlex.split(command)) == 0
    assert capsys.readouterr().out == shown


def test_the_readme_has_console_examples() -> None:
    assert len([page for page, _, _ in console_examples() if page == "README.md"]) >= 4


@pytest.mark.parametrize("game", GAMES)
def test_pictures_show_the_example_positions(game: str) -> None:
    picture = ROOT / "docs" / "images" / f"{game}.svg"
    example = next((ROOT / "docs" / "examples").glob(f"{game}.*"))
    position = find_game(game).read(example.read_text())
    assert picture.read_text() == position.svg()


def test_the_picture_of_what_is_solved_shows_the_table() -> None:
    assert solved.PICTURE.read_text(encoding="utf-8") == solved.picture()


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text()
    links = re.findall(r"\]\(([^)#]+)\)", text) + re.findall(r'src="([^"]+)"', text)
    for link in links:
        if not link.startswith("https://"):
            assert ((ROOT / page).parent / link).exists(), link
