"""Levels 1 to 10 of every game, from a beginner to the champion: ``level1`` … ``level10``.

A level is another agent with a limit of its own. The lowest overlook and hurry as beginners do,
the middle ones search a little, the highest is the champion. What each of them is, the expert of
the game says; ``trivium bench levels`` plays neighbours against each other, so that the steps
between them are of about the same size.
"""

from __future__ import annotations

import functools
import tomllib
from dataclasses import dataclass
from importlib import resources
from typing import ClassVar

from trivium.agents.agent import Agent, Choice
from trivium.agents.experts import expert_of
from trivium.agents.skill import Skill
from trivium.errors import TriviumError
from trivium.games.position import Position
from trivium.search.limits import UNLIMITED, Limit, Report

__all__ = [
    "LEVELS",
    "describe",
    "level_name",
    "level_rating",
]

LEVELS = range(1, 11)
"""The levels that there are, the weakest first."""


def level_name(level: int) -> str:
    """Return the name of a level as an agent."""
    return f"level{level}"


def skill_of(game: str, level: int) -> Skill:
    """Return how a level plays a game."""
    if level not in LEVELS:
        raise TriviumError(f"There is no level {level}; they go from {LEVELS[0]} to {LEVELS[-1]}.")
    return expert_of(game).skills[level - 1]


def describe(game: str, level: int) -> str:
    """Say in a sentence what to expect of a level in a game."""
    return skill_of(game, level).says


def level_rating(game: str, level: int) -> int | None:
    """Return the Elo of a level as measured, level 1 of the game being 0; see docs/levels.md.

    None if nobody has measured the levels of the game.
    """
    skill_of(game, level)
    ratings = _ratings().get(game)
    return None if ratings is None else ratings[level - 1]


@functools.cache
def _ratings() -> dict[str, list[int]]:
    file = resources.files("trivium.agents") / "level-ratings.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


@dataclass
class LevelAgent(Agent):
    """Plays every game at one level; the level is what subclasses differ in."""

    level: ClassVar[int]

    def __post_init__(self) -> None:
        super().__post_init__()
        self._players: dict[str, Agent] = {}

    def choose(self, position: Position, limit: Limit = UNLIMITED) -> Choice:
        limit = skill_of(position.game, self.level).limit(limit)
        return self._player(position).choose(position, limit)

    def analyse(self, position: Position, limit: Limit, lines: int = 1) -> list[Report]:
        limit = skill_of(position.game, self.level).limit(limit)
        return self._player(position).analyse(position, limit, lines)

    def prepare(self, position: Position) -> None:
        self._player(position).prepare(position)

    def _player(self, position: Position) -> Agent:
        """Return the agent behind this level in the game at hand."""
        if position.game not in self._players:
            skill = skill_of(position.game, self.level)
            self._players[position.game] = skill.player(position.game, self.seed)
        return self._players[position.game]


def _level_agent(level: int) -> type[LevelAgent]:
    first, last = LEVELS[0], LEVELS[-1]
    purpose = f"Level {level}, where {first} is a beginner and {last} the champion."
    namespace = {"name": level_name(level), "level": level, "__doc__": purpose}
    return dataclass(type(f"Level{level}", (LevelAgent,), namespace))


LEVEL_AGENTS: tuple[type[LevelAgent], ...] = tuple(_level_agent(level) for level in LEVELS)
