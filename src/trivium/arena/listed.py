"""Agents that somebody lists by name in a file, so that they can be named like those of Trivium.

    [agents.my-bot]
    game = "cachex"
    agent = "cachex-py:my_bot#my_bot"
    about = "Connects first, thinks later."

Paths begin in the folder of the file. ``trivium serve --agents FILE`` offers them on the page.
"""

from __future__ import annotations

import contextlib
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from trivium.agents.catalogue import agents_of
from trivium.agents.descriptions import PlayerDescription
from trivium.arena.external.kinds import EXTERNAL
from trivium.errors import TriviumError
from trivium.games.catalogue import find_game
from trivium.text_files import read_text

_NAME = re.compile(r"[a-z][a-z0-9-]{0,29}")
_KEYS = {"game", "agent", "about"}


@dataclass(frozen=True)
class ListedAgent:
    """An external agent under a name."""

    name: str
    game: str
    description: PlayerDescription
    about: str = ""


LISTED: dict[tuple[str, str], ListedAgent] = {}
"""Those that are listed now, by game and name."""


def listed_agents(game: str) -> list[ListedAgent]:
    """Return the agents that are listed for a game."""
    return [agent for (where, _), agent in LISTED.items() if where == game]


@contextlib.contextmanager
def listing(agents: list[ListedAgent]) -> Iterator[None]:
    """List agents for as long as the context lasts."""
    LISTED.update({(agent.game, agent.name): agent for agent in agents})
    try:
        yield
    finally:
        for agent in agents:
            LISTED.pop((agent.game, agent.name), None)


def read_agents_file(path: Path) -> list[ListedAgent]:
    """Return the agents of a file; raises `TriviumError` that says what is wrong in it."""
    try:
        content = tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as error:
        raise TriviumError(f"{path} is no TOML: {error}.") from None
    tables = content.get("agents")
    if not isinstance(tables, dict) or not tables or set(content) != {"agents"}:
        raise TriviumError(f"{path} must have a table [agents.NAME] for each agent, nothing else.")
    return [_read(path, name, table) for name, table in tables.items()]


def _read(path: Path, name: str, table: object) -> ListedAgent:
    where = f"{path}, [agents.{name}]"
    if not _NAME.fullmatch(name):
        raise TriviumError(f"{where}: a name is small letters, digits and hyphens, up to 30.")
    if not isinstance(table, dict) or not {"game", "agent"} <= set(table) <= _KEYS:
        raise TriviumError(f"{where}: it has 'game' and 'agent', and may have 'about'.")
    if not all(isinstance(value, str) for value in table.values()):
        raise TriviumError(f"{where}: all values are texts.")
    try:
        game = find_game(table["game"]).name
    except TriviumError as error:
        raise TriviumError(f"{where}: {error}") from None
    if name in agents_of(game):
        raise TriviumError(f"{where}: there is already an agent '{name}'; choose another name.")
    description = PlayerDescription.read(table["agent"], path.absolute().parent)
    kind = EXTERNAL.get(description.name)
    if kind is None or game not in kind.games:
        known = ", ".join(f"{other}:" for other, kind in EXTERNAL.items() if game in kind.games)
        raise TriviumError(f"{where}: an agent for {game} begins with one of {known}.")
    return ListedAgent(name, game, description, table.get("about", ""))
