"""The games as the page offers them: rules in two sentences, sizes, opponents."""

from __future__ import annotations

import inspect
from importlib.metadata import version

from trivium.agents.agent import Agent
from trivium.agents.catalogue import agents_of
from trivium.agents.levels import LEVELS, describe, level_name
from trivium.games.cachex import geometry as cachex
from trivium.games.catalogue import GAMES, Game
from trivium.games.hexifence import geometry as hexifence
from trivium.web import messages as m
from trivium.web.room.table import settable
from trivium.web.settings import ServerSettings

_RULES = {
    "hexifence": "Players claim edges of a board of hexagons in turn; who claims the last edge "
    "of a cell owns the cell and must move again. When all edges are claimed, more cells win.",
    "cachex": "Red joins top and bottom of the rhombus, Blue joins left and right, a stone a "
    "turn. Two stones that face two enemy stones across a diamond capture them, and Blue may "
    "steal Red's first stone.",
    "watch-your-back": "Place twelve pieces each, then move or jump one a turn: a piece between "
    "two enemies, or an enemy and a corner, is eliminated. The board shrinks after 128 and 192 "
    "turns, and who has fewer than two pieces loses.",
    "dots-and-boxes": "Players draw lines between dots in turn; who draws the fourth side of a "
    "box owns the box and must move again. When all lines are drawn, more boxes win.",
}
_COUNTS = {
    "hexifence": "cells",
    "cachex": "stones",
    "watch-your-back": "pieces",
    "dots-and-boxes": "boxes",
}
_SIZES = {
    "hexifence": [str(size) for size in range(1, hexifence.LARGEST + 1)],
    "cachex": [str(size) for size in range(cachex.SMALLEST, cachex.LARGEST + 1)],
    "watch-your-back": ["8"],
    "dots-and-boxes": ["2x2", "3x3", "3x4", "4x4", "4x5", "5x5", "6x6", "8x8"],
}
ANALYST = "champion"


def catalogue(settings: ServerSettings) -> m.Catalogue:
    """Return all games, and what the server allows."""
    return m.Catalogue(
        version=version("trivium"),
        games=[_entry(game) for game in GAMES.values()],
        limits=m.Bounds(
            analysis_seconds=settings.analysis_seconds,
            analysis_lines=10,
            agent_seconds=settings.agent_seconds,
            review_seconds=settings.review_seconds,
            request_bytes=settings.request_bytes,
        ),
    )


def _entry(game: Game) -> m.GameEntry:
    first, second = (m.Player(colour=c, name=c.capitalize()) for c in game.colours)
    agents = agents_of(game.name)
    levels = [level_name(level) for level in LEVELS]
    return m.GameEntry(
        name=game.name,
        title=game.title,
        rules=_RULES[game.name],
        sizes=_SIZES[game.name],
        size_range=game.sizes,
        default_size=game.default_size,
        players=(first, second),
        counts=_COUNTS[game.name],
        levels=[
            m.LevelEntry(level=level, agent=level_name(level), title=describe(game.name, level))
            for level in LEVELS
        ],
        agents=[
            _agent_entry(agent)
            for name, agent in agents.items()
            if name != "human" and name not in levels
        ],
        analyst=ANALYST,
    )


def _agent_entry(agent: type[Agent]) -> m.AgentEntry:
    return m.AgentEntry(
        name=agent.name,
        summary=_summary(agent),
        parameters=[
            m.Parameter(
                name=field.name,
                kind=str(field.type),
                default=field.default,  # type: ignore[arg-type]  # parameters have defaults
                help=field.metadata["help"],
            )
            for field in settable(agent)
        ],
    )


def _summary(agent: type[Agent]) -> str:
    return (inspect.getdoc(agent) or "").partition("\n\n")[0]
