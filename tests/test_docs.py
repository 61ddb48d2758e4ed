"""What the documentation shows is what happens."""

from __future__ import annotations

import ast
import doctest
import importlib
import re
import shlex
from pathlib import Path
from string import Template
from typing import Any

import pytest
from benchmarks import pictures, solved, solved_cachex
from typer.core import TyperGroup
from typer.main import get_command

import trivium
from trivium.agents.catalogue import make_agent
from trivium.arena.listed import read_agents_file
from trivium.bridges.gtp import Engine
from trivium.cli.main import command_line, run
from trivium.games.catalogue import GAMES, find_game
from trivium.league.entry.archives import Archive
from trivium.league.entry.manifest import manifest_of

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "trivium"
PAGES = [
    "README.md",
    "CONTRIBUTING.md",
    *(str(path.relative_to(ROOT)) for path in sorted((ROOT / "docs").rglob("*.md"))),
]
MADE_BY_TESTS = {"tests/web/browser/artefacts"}
"""Paths that are there only after something has been run."""


@pytest.mark.parametrize("page", PAGES)
def test_python_examples_run(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    failed, _ = doctest.testfile(str(ROOT / page), module_relative=False)
    assert failed == 0


def test_no_two_pages_have_the_same_title() -> None:
    titles = [(ROOT / page).read_text().partition("\n")[0] for page in PAGES]
    assert all(title.startswith("# ") for title in titles)
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("short", ["README.md", "pyproject.toml", "--help", "trivium"])
def test_what_trivium_is_names_every_game(
    short: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    if short == "--help":
        run([short])
        text = capsys.readouterr().out
    elif short == "trivium":
        text = str(trivium.__doc__)
    else:
        text = (ROOT / short).read_text()
    introduction = next(line for line in text.splitlines() if "Hexifence, Cachex" in bare(line))
    assert all(game.title in introduction for game in GAMES.values())


def bare(line: str) -> str:
    """A line without emphasis and what is in brackets."""
    return re.sub(r"\*\*| \([^)]*\)", "", line)


def console_examples() -> list[tuple[str, str, str]]:
    """Every ``$ trivium …`` in the pages with the output shown below it.

    There … stands for what is different each time, such as seconds.
    """
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
    expected = re.escape(shown).replace("…", ".+")
    assert re.fullmatch(expected, capsys.readouterr().out)


def shown_commands() -> list[tuple[str, str]]:
    """Every ``trivium …`` to be typed at a shell, and those in a sentence that are complete."""
    found = []
    for page in PAGES:
        text = (ROOT / page).read_text()
        variables: dict[str, str] = {}
        for block in re.findall(r"^```sh\n(.*?)^```", text, re.DOTALL | re.M):
            for line in block.splitlines():
                if assigned := re.fullmatch(r'(\w+)="?([^"]*)"?', line):
                    variables[assigned[1]] = assigned[2]
                elif line.startswith("trivium"):
                    command = line.partition(" >")[0]
                    found.append((page, Template(command).substitute(variables)))
        prose = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.M)
        # Shorter ones just name a command; capitals and brackets stand for something else.
        found += [(page, line) for line in re.findall(r"`(trivium(?: [^\sA-Z[…`]+){3,})`", prose)]
    return found


def shown_file(page: str, begins: str) -> str:
    """The file in a page that begins like this."""
    shown: list[str] = re.findall(
        r"^```\w*\n(.*?)^```", (ROOT / page).read_text(), re.DOTALL | re.M
    )
    return next(text for text in shown if text.startswith(begins))


def test_the_tournament_of_the_arena_is_the_example() -> None:
    shown = shown_file("docs/arena.md", "name")
    assert (ROOT / "docs/examples/tournament.toml").read_text().partition("\n")[2] == shown


def test_the_list_of_agents_of_the_page_about_external_ones_can_be_read(tmp_path: Path) -> None:
    (tmp_path / "my_bot").mkdir()
    (tmp_path / "my_bot" / "my_bot.py").write_text("class Player: pass\n")
    listed = tmp_path / "agents.toml"
    listed.write_text(shown_file("docs/external-agents.md", "[agents"))
    (agent,) = read_agents_file(listed)
    assert (agent.name, agent.game) == ("my-bot", "cachex")


def test_the_manifest_of_the_page_about_leagues_can_be_read() -> None:
    shown = shown_file("docs/league.md", "run").encode()
    archive = Archive("", b"", {"bot.toml": shown, "my-bot": b"#!/usr/bin/env node"})
    assert manifest_of(archive, "cachex").agent == "gtp:./my-bot --fast"


def test_the_dialogue_of_the_page_about_the_text_protocol_is_what_is_said() -> None:
    engine = Engine("cachex", None, lambda: make_agent("random", "cachex", 1), 0.05)
    shown = shown_file("docs/gtp.md", "1 boardsize")
    dialogue = re.findall(r"^(\d.*)\n([=?].*)\n\n", shown, re.M)
    assert len(dialogue) == 4
    for command, answer in dialogue:
        assert (engine.answer(command) or "").strip() == answer


@pytest.mark.parametrize(("page", "line"), shown_commands())
def test_commands_that_are_shown_exist_with_their_options(page: str, line: str) -> None:
    arguments = shlex.split(line, comments=True)[1:]
    command: Any = get_command(command_line([]))
    context = command.make_context("trivium", list(arguments))
    while isinstance(command, TyperGroup) and arguments:
        name, command, arguments = command.resolve_command(context, arguments)
        context = command.make_context(name, list(arguments), parent=context)


def test_the_readme_has_console_examples() -> None:
    assert len([page for page, _, _ in console_examples() if page == "README.md"]) >= 4


@pytest.mark.parametrize("game", GAMES)
def test_pictures_show_the_example_positions(game: str) -> None:
    picture = ROOT / "docs" / "images" / f"{game}.svg"
    example = next((ROOT / "docs" / "examples").glob(f"{game}.*"))
    position = find_game(game).read(example.read_text())
    assert picture.read_text() == position.svg()


def test_the_pictures_of_the_rules_are_current() -> None:
    drawn = {f"{name}.svg": pictures.pictured(name).svg() for name in pictures.PICTURES}
    assert {path.name: path.read_text() for path in pictures.FOLDER.iterdir()} == drawn


def test_a_picture_that_opens_in_the_analysis_shows_what_opens() -> None:
    shown = list(pictures.linked())
    assert len(shown) >= 15
    assert [path.name for path, position in shown if path.read_text() != position.svg()] == []


def test_every_link_to_the_analysis_opens_a_position() -> None:
    pages = "".join(page.read_text() for page in (ROOT / "docs").rglob("*.md"))
    addresses = re.findall(r'href="/#(/[^"]+)"', pages)
    assert len(addresses) > len(list(pictures.linked()))
    for address in addresses:
        assert pictures.opened(address).svg()


def test_every_picture_of_the_strategy_is_used() -> None:
    used = {path for path, _ in pictures.linked()}
    assert used == set((ROOT / "docs" / "images" / "strategy").iterdir())


def test_every_picture_and_board_of_the_rules_is_used() -> None:
    pages = "".join((ROOT / page).read_text() for page in PAGES if page.startswith("docs/rules/"))
    assert [name for name in pictures.PICTURES if f"/{name}.svg" not in pages] == []
    used = {board for board, _ in pictures.PICTURES.values()}
    boards = {path.name for path in pictures.BOARDS.iterdir()}
    assert {board for board in boards - used if f'"{board}"' not in pages} == set()


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_of_every_game_have_a_page(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert (ROOT / f"docs/rules/{game}.md").exists()
    for page in ("README.md", "docs/games.md"):
        assert f"rules/{game}.md)" in (ROOT / page).read_text()
    assert run(["games"]) == 0
    assert f"docs/rules/{game}.md" in capsys.readouterr().out


def test_the_picture_of_what_is_solved_shows_the_table() -> None:
    assert solved.PICTURE.read_text(encoding="utf-8") == solved.picture()
    assert solved_cachex.PICTURE.read_text(encoding="utf-8") == solved_cachex.picture()


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text()
    links = re.findall(r"\]\(([^)]+)\)", text) + re.findall(r'src="([^"]+)"', text)
    for link in links:
        if link.startswith(("https://", "/#/")):
            continue
        path, _, anchor = link.partition("#")
        target = (ROOT / page).parent / path if path else ROOT / page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target.read_text()), link


def anchors(text: str) -> list[str]:
    """What the headings of a page are linked by."""
    headings = re.findall(r"^#+ (.*)$", text, re.M)
    return [re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings]


def written_texts() -> dict[str, str]:
    """The pages, and the docstrings of all modules, by where they are."""
    texts = {page: (ROOT / page).read_text() for page in PAGES}
    for folder in ("src", "tests", "benchmarks"):
        for module in (ROOT / folder).rglob("*.py"):
            texts[str(module.relative_to(ROOT))] = "\n".join(docstrings(module))
    return texts


def docstrings(module: Path) -> list[str]:
    """The texts that stand by themselves in a module: those of attributes too."""
    statements = ast.walk(ast.parse(module.read_text()))
    expressions = [node.value for node in statements if isinstance(node, ast.Expr)]
    constants = [value.value for value in expressions if isinstance(value, ast.Constant)]
    return [text for text in constants if isinstance(text, str)]


def can_be_found(name: str) -> bool:
    """Whether a dotted name is a module, or leads to something in one."""
    parts = name.split(".")
    for count in range(len(parts), 0, -1):
        try:
            found: object = importlib.import_module(".".join(parts[:count]))
        except ModuleNotFoundError:
            continue
        for attribute in parts[count:]:
            found = getattr(found, attribute, None)
        return found is not None
    return False


def test_modules_and_names_that_are_mentioned_exist() -> None:
    mentioned = {
        (place, name)
        for place, text in written_texts().items()
        for name in re.findall(r"(?<![/\w])trivium(?:\.[A-Za-z_]\w*)+", text)
    }
    assert ("README.md", "trivium.errors.IllegalMove") in mentioned
    assert not can_be_found("trivium.errors.LegalMove")
    assert [(place, name) for place, name in mentioned if not can_be_found(name)] == []


def test_files_that_are_mentioned_exist() -> None:
    homes = (ROOT, PACKAGE)
    missing = [
        (place, path)
        for place, text in written_texts().items()
        for path in re.findall(r"`([\w.-]+(?:/[\w.-]+)+)/?`", text)
        if any((home / path.partition("/")[0]).is_dir() for home in homes)
        and not any((home / path).exists() for home in homes)
        and path not in MADE_BY_TESTS
        and "NAME" not in path
    ]
    assert missing == []
