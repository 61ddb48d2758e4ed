"""Levels 1 to 8 of every game, from a beginner to the champion: ``level1`` … ``level8``.

A level is another agent with a limit of its own. The lowest look a move ahead and misjudge it,
the middle ones search a little, the highest is the champion. What each of them is stands in
`SKILLS`; ``trivium bench levels`` plays neighbours against each other, so that the steps between
them are of about the same size.
"""

from __future__ import annotations

import functools
import tomllib
from dataclasses import dataclass, field
from importlib import resources
from typing import Any, ClassVar

from trivium.agents.agent import Agent, Choice
from trivium.agents.cachex.champion import CachexChampion
from trivium.agents.hasty import HastyAgent
from trivium.agents.hexifence.champion import FencesChampion
from trivium.agents.hexifence.classic import DoubleAgent, StagesAgent
from trivium.agents.watch_your_back.champion import ChampionAgent
from trivium.errors import TriviumError
from trivium.games.catalogue import GAMES
from trivium.games.position import Position
from trivium.search.limits import UNLIMITED, Limit, Report

LEVELS = range(1, 9)

_SECONDS = 1.0
"""What the champion takes for a move if the clock allows it."""


@dataclass(frozen=True)
class Skill:
    """How one level plays one game."""

    says: str
    """What to expect, in a sentence for the person who plays against it."""
    agent: type[Agent]
    settings: dict[str, Any] = field(default_factory=dict)
    """The parameters of that agent which differ from their defaults."""
    nodes: int | None = None
    """How many nodes it may search for a move."""
    seconds: float | None = None

    def player(self, seed: int) -> Agent:
        """Return somebody who plays like this."""
        return self.agent(seed=seed, **self.settings)

    def limit(self, given: Limit) -> Limit:
        """Return how long to think about a move where `given` is what the clock allows."""
        if self.nodes is not None:
            return given.at_most(nodes=self.nodes)
        return given if self.seconds is None else given.with_timeout(self.seconds)

    def __str__(self) -> str:
        """The agent as the command line writes it, and its limit."""
        settings = ",".join(f"{name}={value}" for name, value in self.settings.items())
        text = f"{self.agent.name}:{settings}" if settings else self.agent.name
        if self.nodes is not None:
            return f"{text}, {self.nodes:,} nodes"
        return text if self.seconds is None else f"{text}, {self.seconds:g} s"


def _hasty(says: str, error: float, depth: int = 1) -> Skill:
    return Skill(says, HastyAgent, {"depth": depth, "error": error})


def _stages(says: str, middle: int) -> Skill:
    return Skill(says, StagesAgent, {"middle": middle}, nodes=20_000)


def _fences(
    errors: tuple[float, float], near: int, middle: int, far: int, further: int
) -> tuple[Skill, ...]:
    """Return the skills of Hexifence or Dots-and-Boxes: two errors, four horizons in safe edges."""
    much, little = errors
    return (
        _hasty("Takes a cell when it sees one, and often gives some away.", error=much),
        _hasty("Takes what there is, and rarely gives a cell away for nothing.", error=little),
        Skill("Knows that two cells left behind may win the rest.", DoubleAgent),
        _stages("Counts the chains when the last safe edges are near.", near),
        _stages(f"Sees the end of the game from {middle} safe edges away.", middle),
        _stages(f"Sees the end of the game from {far} safe edges away.", far),
        _stages("Steers for the right number of chains from the middle of the game.", further),
        Skill(
            "The champion: proves the result as soon as it can.", FencesChampion, seconds=_SECONDS
        ),
    )


SKILLS: dict[str, tuple[Skill, ...]] = {
    "hexifence": _fences((1.2, 0.2), 5, 12, 18, 26),
    "dots-and-boxes": _fences((2.0, 0.4), 7, 13, 19, 28),
    "cachex": (
        _hasty("Plays where it looks good, and misjudges a lot.", error=0.45),
        _hasty("Builds towards its sides, and misjudges now and then.", error=0.33),
        _hasty("Has an eye for good shapes, but does not look ahead.", error=0.12),
        _hasty("Considers your answer, but not always well.", error=0.17, depth=2),
        Skill("Looks two or three moves ahead.", CachexChampion, nodes=400),
        Skill("Looks ahead and knows good shapes well.", CachexChampion, nodes=800),
        Skill("Plans its connections, and rarely errs.", CachexChampion, nodes=2_500),
        Skill("The champion: looks far ahead.", CachexChampion, seconds=_SECONDS),
    ),
    "watch-your-back": (
        _hasty("Moves about, and does not always look who stands behind.", error=1.0),
        _hasty("Takes a piece when it can, and loses some carelessly.", error=0.65),
        _hasty("Guards its pieces, but does not look ahead.", error=0.3),
        _hasty("Considers your answer, but often misjudges it.", error=0.7, depth=2),
        _hasty("Considers your answer, and misjudges it now and then.", error=0.45, depth=2),
        _hasty("Sees what your next move can do.", error=0.2, depth=2),
        Skill("Looks a few turns ahead.", ChampionAgent, nodes=300),
        Skill(
            "The champion: looks far ahead, and ends perfectly.", ChampionAgent, seconds=_SECONDS
        ),
    ),
}
"""The skills of levels 1, 2, … by game."""


def level_name(level: int) -> str:
    """Return the name of a level as an agent."""
    return f"level{level}"


def skill_of(game: str, level: int) -> Skill:
    """Return how a level plays a game."""
    if level not in LEVELS:
        raise TriviumError(f"There is no level {level}; they go from {LEVELS[0]} to {LEVELS[-1]}.")
    return SKILLS[game][level - 1]


def describe(game: str, level: int) -> str:
    """Say in a sentence what to expect of a level in a game."""
    return skill_of(game, level).says


def level_rating(game: str, level: int) -> int:
    """Return the Elo of a level as measured, level 1 of the game being 0; see docs/levels.md."""
    skill_of(game, level)
    return _ratings()[game][level - 1]


@functools.cache
def _ratings() -> dict[str, list[int]]:
    file = resources.files("trivium.agents") / "level-ratings.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


@dataclass
class LevelAgent(Agent):
    """Plays every game at one level; the level is what subclasses differ in."""

    games = tuple(GAMES)
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
            self._players[position.game] = skill.player(self.seed)
        return self._players[position.game]


def _level_agent(level: int) -> type[LevelAgent]:
    first, last = LEVELS[0], LEVELS[-1]
    purpose = f"Level {level}, where {first} is a beginner and {last} the champion."
    namespace = {"name": level_name(level), "level": level, "__doc__": purpose}
    return dataclass(type(f"Level{level}", (LevelAgent,), namespace))


LEVEL_AGENTS: tuple[type[LevelAgent], ...] = tuple(_level_agent(level) for level in LEVELS)
