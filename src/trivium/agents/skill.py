"""How one level plays one game: another agent, with a limit of its own."""

from __future__ import annotations

from dataclasses import dataclass

from trivium.agents.agent import Agent
from trivium.search.limits import Limit


@dataclass(frozen=True)
class Skill:
    """How one level plays one game."""

    says: str
    """What to expect, in a sentence for the person who plays against it."""
    agent: str
    """Who plays, as the command line describes agents: ``hasty:depth=2,error=0.2``."""
    nodes: int | None = None
    """How many nodes it may search for a move."""
    seconds: float | None = None

    def player(self, game: str, seed: int) -> Agent:
        """Return somebody who plays like this."""
        # The catalogue has the levels among its agents, and so cannot be imported before them.
        from trivium.agents.catalogue import make_agent

        return make_agent(self.agent, game, seed)

    def limit(self, given: Limit) -> Limit:
        """Return how long to think about a move where `given` is what the clock allows."""
        if self.nodes is not None:
            return given.at_most(nodes=self.nodes)
        return given if self.seconds is None else given.with_timeout(self.seconds)

    def __str__(self) -> str:
        """The agent as the command line writes it, and its limit."""
        if self.nodes is not None:
            return f"{self.agent}, {self.nodes:,} nodes"
        return self.agent if self.seconds is None else f"{self.agent}, {self.seconds:g} s"
