"""Players: agents by the text that describes them, wherever they come from."""

from __future__ import annotations

from trivium.agents.agent import Agent
from trivium.agents.catalogue import make_agent


def make_player(description: str, game: str, seed: int) -> Agent:
    """Return the agent that a text like ``stages:timeout=2`` describes, to play `game`.

    Raises `TriviumError` if there is none. `seed` is used unless the text sets one.
    """
    return make_agent(description, game, seed)
