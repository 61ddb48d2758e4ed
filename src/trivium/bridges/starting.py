"""Starter kits: a folder with an agent of one's own that plays at once (``trivium new-agent``)."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from trivium.errors import TriviumError
from trivium.games.catalogue import GAMES, find_game
from trivium.games.game import Game

__all__ = [
    "KITS",
    "Kit",
    "NewAgent",
    "new_agent",
]

_NAME = re.compile(r"[a-z][a-z0-9-]{0,29}")


@dataclass(frozen=True)
class Kit:
    """What a starter kit in one language is made of."""

    language: str
    file: str
    """Where the agent is written."""
    agent: str
    """How it is described; FOLDER stands for its folder."""
    hand_in: str
    """What a league is to run of its folder."""
    build: str | None = None
    """What has to be run in its folder first."""
    games: tuple[str, ...] | None = None
    """The games that it is for; None for all."""


KITS = {
    kit.language: kit
    for kit in (
        Kit("python", "agent.py", "gtp:python FOLDER/agent.py", "gtp: ./agent.py"),
        Kit(
            "java",
            "MyAgent.java",
            "hexifence-java:FOLDER#MyAgent",
            "hexifence-java: .#MyAgent",
            games=("hexifence",),
        ),
        Kit(
            "gtp-c",
            "engine.c",
            "gtp:FOLDER/engine",
            "gtp: ./engine",
            build="cc -O2 -o engine engine.c",
        ),
        Kit("gtp-js", "engine.js", "gtp:node FOLDER/engine.js", "gtp: ./engine.js"),
    )
}
"""The starter kits by their languages."""


@dataclass(frozen=True)
class NewAgent:
    """A kit that has been unpacked."""

    folder: Path
    description: str
    """How the agent is named in a match, from where the folder was made."""
    built: bool
    """Whether it can play already: not if a compiler is missing."""


def new_agent(game: str, name: str, language: str = "python", parent: Path = Path()) -> NewAgent:
    """Make the folder of a new agent; raises `TriviumError` if that is not possible."""
    entry = find_game(game)
    kit = _kit(language, entry)
    if not _NAME.fullmatch(name):
        raise TriviumError(
            f"'{name}' is no name for an agent: small letters, digits and hyphens, 30 at most."
        )
    folder = parent / name
    if folder.exists():
        raise TriviumError(f"There is already something at {folder}; choose another name.")
    place = folder.as_posix() if "/" in folder.as_posix() else f"./{folder.as_posix()}"
    description = kit.agent.replace("FOLDER", shlex.quote(place))
    folder.mkdir(parents=True)
    for file, text in _files(kit, entry, name, place, description).items():
        (folder / file).write_text(text, encoding="utf-8")
    return NewAgent(folder, description, _build(kit, folder))


def _kit(language: str, game: Game) -> Kit:
    there = [kit for kit in KITS.values() if kit.games is None or game.name in kit.games]
    if language not in [kit.language for kit in there]:
        known = ", ".join(kit.language for kit in there)
        only = KITS.get(language)
        why = (
            f"{language} is for {' and '.join(GAMES[name].title for name in only.games or ())}"
            if only
            else f"There is no starter kit for '{language}'"
        )
        raise TriviumError(f"{why}; for {game.title} there are {known}.")
    return KITS[language]


def _files(kit: Kit, game: Game, name: str, place: str, description: str) -> dict[str, str]:
    """Return the files of a kit by name, made out for a game and an agent's name."""
    here = kit.agent.replace("FOLDER", ".")
    words = {
        "BUILD": f"\nBuild it with `{kit.build}` in this folder.\n" if kit.build else "",
        "AGENT_HERE": json.dumps(here),
        "HAND_IN": json.dumps(kit.hand_in),
        "AGENT": description,
        "TITLE": game.title,
        "FOLDER": place,
        "FILE": kit.file,
        "GAME": game.name,
        "NAME": name,
    }
    files = {}
    test = f"test_{name.replace('-', '_')}.py"  # pytest wants different names
    home = resources.files("trivium.bridges") / "starters"
    for file in (kit.file, "README.md", "test_agent.py", "agents.toml", "bot.toml"):
        kept = home / kit.language / file if file == kit.file else home / f"{file}.txt"
        text = kept.read_text(encoding="utf-8")
        made = re.sub(rf"\b({'|'.join(words)})\b", lambda found: words[found[1]], text)
        files[test if file == "test_agent.py" else file] = made
    return files


def _build(kit: Kit, folder: Path) -> bool:
    """Build the agent, if it has to be and there is a compiler; return whether it can play."""
    if kit.build is None:
        return True
    command = shlex.split(kit.build)
    if shutil.which(command[0]) is None:
        return False
    return subprocess.run(command, cwd=folder, check=False).returncode == 0
