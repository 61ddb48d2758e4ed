"""Players of a match by description: built-in agents and external ones.

======================================  ===================================================
``champion``, ``stages:timeout=2``      an agent of the catalogue
``cachex-py:folder#module``             a Cachex module of the original course
``wyb-py:folder#module``                a Watch Your Back! module of the original course
``hexifence-java:classpath#Class``      a Hexifence class of the original course
``gtp:COMMAND``                         a program that speaks the Go Text Protocol
======================================  ===================================================
"""

from __future__ import annotations

import re

from trivium.agents.agent import Agent
from trivium.agents.catalogue import agents_of, make_agent, unknown
from trivium.agents.descriptions import PlayerDescription, described
from trivium.arena.clocks import DEFAULT_MARGIN, TimeControl
from trivium.arena.external.agent import ExternalAgent
from trivium.arena.external.gtp import GtpAgent
from trivium.arena.external.kinds import EXTERNAL
from trivium.arena.external.limits import AgentLimits
from trivium.arena.external.recalled import RecalledAgent
from trivium.arena.listed import LISTED
from trivium.arena.openings import Openings
from trivium.errors import TriviumError
from trivium.games.catalogue import GAMES


def make_player(
    description: str | PlayerDescription,
    game: str,
    seed: int = 0,
    limits: AgentLimits | None = None,
) -> Agent:
    """Return the player that a text describes, for one game.

    Raises `TriviumError` for every mistake that can be seen without running the agent's code.
    `limits` are for external agents.
    """
    wanted = described(description)
    kind = EXTERNAL.get(wanted.name)
    if kind is None:
        if wanted.name not in agents_of(game):
            raise TriviumError(_unknown(wanted, game))
        return make_agent(wanted, game, seed)
    if game not in kind.games:
        titles = " and ".join(GAMES[other].title for other in kind.games)
        raise TriviumError(f"{kind.name} agents play {titles}, not {GAMES[game].title}.")
    return kind(
        seed=seed,
        description=wanted.rest or "",
        home=wanted.home,
        limits=limits or AgentLimits(),
    )


def make_companion(
    description: str | PlayerDescription,
    game: str,
    seed: int = 0,
    limits: AgentLimits | None = None,
) -> Agent:
    """Return a player that can be asked about any position, also if moves are taken back.

    It may be named as for a match, or by the name that a file lists it under.
    """
    wanted = described(description)
    listed = LISTED.get((game, wanted.name))
    title = wanted.name
    if listed is not None:
        wanted = listed.description
    player = make_player(wanted, game, seed, limits)
    if not isinstance(player, ExternalAgent):
        return player

    def again() -> ExternalAgent:
        made = make_player(wanted, game, seed, limits)
        assert isinstance(made, ExternalAgent)
        return made

    return RecalledAgent(again, title if listed else str(wanted))


def _unknown(wanted: PlayerDescription, game: str) -> str:
    """Say that there is no such player, and what there is: of what has a path, external ones."""
    where = f" for {GAMES[game].title}"
    here = [kind.name for kind in EXTERNAL.values() if game in kind.games]
    if not (re.search(r"[#/]", wanted.rest or "") or re.search(r"[/ ]|\.\w+$", wanted.name)):
        return unknown("agent", wanted.name, [*agents_of(game), *here], where)
    others = ", ".join(kind for kind in EXTERNAL if kind not in here)
    return (
        f"There is no agent '{wanted.name}'{where}; one that is not part of Trivium is written "
        f"{' or '.join(f'{kind}:{EXTERNAL[kind].form}' for kind in here)} "
        f"(for other games: {others})."
    )


def takes_openings(player: PlayerDescription) -> bool:
    """Tell whether a player can be told of opening moves made in its name."""
    kind = EXTERNAL.get(player.name)
    return kind is None or kind.takes_openings


def usual_control(
    player: PlayerDescription, size: str, margin: float = DEFAULT_MARGIN
) -> TimeControl | None:
    """Return the clock of a player that nobody has set one for; None for that of everybody.

    An agent of a course has what its course gave, or it would lose by a clock that it cannot
    know of. (Hexifence had no limit.)
    """
    kind = EXTERNAL.get(player.name)
    if kind is None or kind is GtpAgent:
        return None
    return TimeControl(game=kind.course_clock(size), margin=margin)


def check_player(player: PlayerDescription, game: str, openings: Openings, cure: str) -> None:
    """Raise `TriviumError` for whatever would stop a player at its first game.

    `cure` says how to ask for games without openings.
    """
    make_player(player, game)
    if openings.makes_moves and not takes_openings(player):
        raise TriviumError(f"{player} cannot be told of opening moves made in its name; {cure}.")
