"""The page knows drawings and messages, and no game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from trivium.games.catalogue import GAMES
from trivium.games.game import Game
from trivium.web.messages.typescript import FILE, typescript
from trivium.web.shell import PAGE

FILES = [
    path
    for path in sorted(PAGE.parent.rglob("*"))
    if path.suffix in (".py", ".js", ".ts", ".css", ".html")
]


def test_the_types_of_the_page_are_those_of_the_messages() -> None:
    told = "python -m trivium.web.messages.typescript writes it anew"
    assert FILE.read_text(encoding="utf-8") == typescript(), told


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_what_is_true_of_one_game_is_not_said_here(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    words = [*GAMES, *(game.title for game in GAMES.values())]
    words += [game.position.__module__.rpartition(".")[0] for game in GAMES.values()]
    assert [word for word in words if word in text] == []


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_page_has_the_drawing_and_the_picture_of_every_game(game: Game) -> None:
    assert game.look.style in _names("parts/stage.js", "STYLES")
    assert game.look.picture in _names("parts/pictures.js", "DRAWN")


def _names(script: str, table: str) -> list[str]:
    """Return the names in a table of a script."""
    content = re.search(rf"const {table} = {{(.*?)}};", (PAGE / script).read_text(), re.DOTALL)
    assert content is not None
    return [entry.partition(":")[0].strip() for entry in content[1].split(",")]
