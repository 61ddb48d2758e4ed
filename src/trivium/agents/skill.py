"""How one level plays one game: another agent, with a limit of its own, that may hurry."""

from __future__ import annotations

from dataclasses import dataclass

from trivium.agents.agent import Agent, Choice
from trivium.games.position import Position
from trivium.kernel.chance import below
from trivium.search.limits import UNLIMITED, Limit, Report

_STEPS = 1 << 30


@dataclass(frozen=True)
class Skill:
    """How one level plays one game."""

    says: str
    """What to expect, in a sentence for the person who plays against it."""
    agent: str
    """Who plays, as the command line describes agents: ``novice:depth=2,overlooks=0.2``."""
    nodes: int | None = None
    """How many nodes it may search for a move."""
    seconds: float | None = None
    hurries: float = 0.0
    """The share of its moves that it makes in a hurry …"""
    hurried: str = "novice:depth=0"
    """… and who plays then."""

    def player(self, game: str, seed: int) -> Agent:
        """Return somebody who plays like this."""
        # The catalogue has the levels among its agents, and so cannot be imported before them.
        from trivium.agents.catalogue import make_agent

        calm = make_agent(self.agent, game, seed)
        if not self.hurries:
            return calm
        return SometimesHurried(seed, calm, make_agent(self.hurried, game, seed), self.hurries)

    def limit(self, given: Limit) -> Limit:
        """Return how long to think about a move where `given` is what the clock allows."""
        if self.nodes is not None:
            return given.at_most(nodes=self.nodes)
        return given if self.seconds is None else given.with_timeout(self.seconds)

    def __str__(self) -> str:
        """The agent as the command line writes it, its limit, and how it hurries."""
        parts = [self.agent]
        if self.nodes is not None:
            parts.append(f"{self.nodes:,} nodes")
        elif self.seconds is not None:
            parts.append(f"{self.seconds:g} s")
        if self.hurries:
            parts.append(f"{self.hurries:.0%} {self.hurried}")
        return "; ".join(parts)


class SometimesHurried(Agent):
    """Plays like one agent, and a share of its moves like another, who takes less care."""

    name = "sometimes hurried"

    def __init__(self, seed: int, calm: Agent, hurried: Agent, share: float) -> None:
        super().__init__(seed)
        self._calm, self._hurried, self._share = calm, hurried, share

    def choose(self, position: Position, limit: Limit = UNLIMITED) -> Choice:
        hurries = int(below(self.chance, _STEPS)) < self._share * _STEPS
        return (self._hurried if hurries else self._calm).choose(position, limit)

    def analyse(self, position: Position, limit: Limit, lines: int = 1) -> list[Report]:
        return self._calm.analyse(position, limit, lines)

    def prepare(self, position: Position) -> None:
        for agent in (self._calm, self._hurried):
            agent.prepare(position)
