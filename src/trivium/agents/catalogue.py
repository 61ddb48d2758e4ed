"""The agents by name, with their parameters: ``champion``, ``stages:timeout=2,seed=7``."""

from __future__ import annotations

import dataclasses
import difflib
from collections.abc import Iterable
from typing import Any

from trivium.agents.agent import Agent
from trivium.agents.descriptions import PlayerDescription, Setting, described
from trivium.agents.experts import expert_of
from trivium.agents.hasty import HastyAgent
from trivium.agents.levels import LEVEL_AGENTS
from trivium.agents.monte_carlo import MonteCarloAgent
from trivium.agents.novice import NoviceAgent
from trivium.agents.simple import HumanAgent, RandomAgent
from trivium.errors import TriviumError
from trivium.games.catalogue import GAMES, find_game

__all__ = [
    "agents_of",
    "make_agent",
    "parameters_of",
]

FOR_EVERY_GAME: tuple[type[Agent], ...] = (
    RandomAgent,
    HumanAgent,
    NoviceAgent,
    HastyAgent,
    MonteCarloAgent,
)
"""Those that play whatever there is; every game's expert has others of its own."""

_READERS = {"int": int, "float": float, "str": str}
_KINDS = {"int": "a whole number", "float": "a number", "bool": "yes or no"}
_TRUTHS = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}


def agents_of(game: str) -> dict[str, type[Agent]]:
    """Return the agents that play a game, by name; a name may stand for others elsewhere."""
    agents = (*FOR_EVERY_GAME, *expert_of(game).agents, *LEVEL_AGENTS)
    return {agent.name: agent for agent in agents}


def parameters_of(agent: type[Agent]) -> list[dataclasses.Field[Any]]:
    """Return what a user can set of an agent."""
    return [field for field in dataclasses.fields(agent) if "help" in field.metadata]


def make_agent(description: str | PlayerDescription, game: str, seed: int | None = None) -> Agent:
    """Return the agent that a text like ``stages:timeout=2`` describes.

    `seed` is used unless the text sets one.
    """
    wanted, known = described(description), agents_of(find_game(game).name)
    if wanted.name not in known:
        raise TriviumError(unknown("agent", wanted.name, known, f" for {GAMES[game].title}"))
    agent = known[wanted.name]
    values: dict[str, Any] = {} if seed is None else {"seed": seed}
    values |= {setting.key: _value_of(setting, agent) for setting in wanted.settings}
    return agent(**values)


def _value_of(setting: Setting, agent: type[Agent]) -> Any:
    fields = {field.name: field for field in parameters_of(agent)}
    if setting.value is None or setting.key not in fields:
        raise TriviumError(unknown("parameter", setting.key, fields, f" of {agent.name}"))
    kind = str(fields[setting.key].type)
    try:
        value = _TRUTHS[setting.value.lower()] if kind == "bool" else _READERS[kind](setting.value)
    except (ValueError, KeyError):
        raise TriviumError(
            f"{agent.name}:{setting.text} is wrong: {setting.key} must be {_KINDS[kind]}."
        ) from None
    _check_most(agent, setting, value, fields[setting.key].metadata["most"])
    return value


def check_for_guests(description: PlayerDescription, game: str) -> None:
    """Raise `TriviumError` for a setting that guests may not make, or not as far."""
    agent = agents_of(game).get(description.name)
    if agent is None:
        return  # `make_agent` says so
    limits = {field.name: field.metadata["guests"] for field in parameters_of(agent)}
    for setting in description.settings:
        most = limits.get(setting.key, 0)
        if most < 0:
            raise TriviumError(f"{setting.key} cannot be set here.")
        _check_most(agent, setting, _value_of(setting, agent), most)


def _check_most(agent: type[Agent], setting: Setting, value: Any, most: float) -> None:
    """Refuse a number that is further from 0 than it may be, or none at all."""
    if isinstance(value, int | float) and not abs(value) <= most:
        raise TriviumError(
            f"{agent.name}:{setting.text} is wrong: {setting.key} may be {most:,.0f} at most."
        )


def unknown(what: str, name: str, known: Iterable[str], where: str) -> str:
    """Say that there is no such thing, and what there is; `where` begins with a space."""
    known = list(known)
    close = difflib.get_close_matches(name, known, n=1)
    hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(known)}."
    return f"There is no {what} '{name}'{where}; {hint}"
