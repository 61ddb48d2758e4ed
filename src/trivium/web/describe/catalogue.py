"""The games as the page offers them: rules in two sentences, sizes, opponents."""

from __future__ import annotations

import inspect
from importlib.metadata import version

from trivium.agents.agent import Agent
from trivium.agents.catalogue import agents_of
from trivium.agents.experts import expert_of
from trivium.agents.levels import LEVELS, describe, level_name, level_rating
from trivium.arena.listed import ListedAgent, listed_agents
from trivium.games import pictures
from trivium.games.catalogue import GAMES
from trivium.games.game import Game
from trivium.saying import Saying
from trivium.study.puzzles import is_puzzled
from trivium.study.tutorials import is_taught
from trivium.web import messages as m
from trivium.web.room.table import settable
from trivium.web.settings import ServerSettings

ANALYST = "champion"


def catalogue(settings: ServerSettings, language: str) -> m.Catalogue:
    """Return all games, and what the server allows."""
    return m.Catalogue(
        version=version("trivium"),
        reachable=settings.reachable,
        games=[_entry(game, language) for game in GAMES.values()],
        limits=m.Bounds(
            analysis_seconds=settings.analysis_seconds,
            analysis_lines=10,
            agent_seconds=settings.agent_seconds,
            review_seconds=settings.review_seconds,
            request_bytes=settings.request_bytes,
            gifs=pictures.is_possible(),
            embeds=bool(settings.embedders),
        ),
    )


def _entry(game: Game, language: str) -> m.GameEntry:
    def said(words: str) -> str:
        return Saying(words).said(language)

    first, second = (m.Player(colour=c, name=said(c.capitalize())) for c in game.colours)
    agents = agents_of(game.name)
    levels = [level_name(level) for level in LEVELS]
    return m.GameEntry(
        name=game.name,
        title=game.title,
        rules=said(game.rules),
        sizes=list(game.offered_sizes),
        size_range=game.sizes,
        default_size=game.default_size,
        players=(first, second),
        counts=said(game.things),
        levels=[
            m.LevelEntry(
                level=level,
                agent=level_name(level),
                title=said(describe(game.name, level)),
                rating=level_rating(game.name, level),
            )
            for level in LEVELS
            if level_name(level) in agents
        ],
        agents=[
            _agent_entry(agent)
            for name, agent in agents.items()
            if name != "human" and name not in levels
        ]
        + [_listed_entry(agent) for agent in listed_agents(game.name)],
        analyst=ANALYST if ANALYST in agents else None,
        thing=said(game.thing),
        picture=game.look.picture,
        shows_score=game.look.shows_score,
        margins=game.margins,
        nimbers=expert_of(game.name).nimbers is not None,
        features=game.look.features and said(game.look.features),
        phases=list(game.look.phases),
        editable=game.editable,
        puzzled=is_puzzled(game.name),
        taught=is_taught(game.name),
        text_begins=game.text_begins,
    )


def _listed_entry(agent: ListedAgent) -> m.AgentEntry:
    return m.AgentEntry(
        name=agent.name,
        summary=agent.about or "An agent of the person who runs this server.",
        parameters=[],
        listed=True,
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
