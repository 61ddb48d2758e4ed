"""Tournaments described in a TOML file, checked completely before the first game.

All mistakes of a file are collected and told together, each with its place and what would be
right. See ``docs/arena.md`` for the format.
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from trivium.arena.adjudication import Adjudication
from trivium.arena.clocks import DEFAULT_MARGIN, DEFAULT_SECONDS, TimeControl, read_time_control
from trivium.arena.external.limits import limits_of
from trivium.arena.fixtures import Entrant
from trivium.arena.openings import KINDS, Openings, read_openings
from trivium.arena.players import check_player, takes_openings, usual_control
from trivium.arena.ratings.strengths import Anchor, read_anchor
from trivium.arena.referee import Terms
from trivium.arena.tournament import FORMATS, Section, Tournament
from trivium.errors import TriviumError
from trivium.foreign_text import check_name
from trivium.games.catalogue import find_game
from trivium.games.game import Game
from trivium.text_files import read_text

__all__ = [
    "read_tournament",
]

_NUMBER = (int, float)
_TERMS: dict[str, tuple[type, ...]] = {
    "time": _NUMBER,
    "clock": (str, int, float),
    "nodes": (int,),
    "depth": (int,),
    "margin": _NUMBER,
    "move_limit": (int,),
    "solved": (int,),
    "info": (bool,),
    "openings": (str,),
    "opening_moves": (int,),
    "limits": (dict,),
}
"""What may be set for the whole tournament, and otherwise for a board."""
_CLOCKS = ("time", "clock", "nodes", "depth")
_AGENT: dict[str, tuple[type, ...]] = {
    "name": (str,),
    "use": (str,),
    "games": (list,),
    **{name: _TERMS[name] for name in _CLOCKS},
}
_TOP: dict[str, tuple[type, ...]] = {
    "name": (str,),
    "format": (str,),
    "games": (int,),
    "rounds": (int,),
    "seed": (int,),
    "heroes": (list,),
    "anchor": (str,),
    "agents": (list,),
    "agent": (list, dict),
    "board": (list, dict),
    **_TERMS,
}
_BOARD: dict[str, tuple[type, ...]] = {
    "game": (str,),
    "size": (str, int),
    "agents": (list,),
    **_TERMS,
}
_LIMITS: dict[str, tuple[type, ...]] = {
    "course": (bool,),
    "memory": _NUMBER,
    "processes": (int,),
    "cpu": _NUMBER,
    "output": _NUMBER,
    "start": _NUMBER,
    "move": _NUMBER,
    "patience": _NUMBER,
    "sandbox": (bool,),
    "ponder": (bool,),
    "wall_clock": (bool,),
}
"""What may be set for external agents; see `AgentLimits`, and `limits_of` for ``course``."""
_KINDS = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    list: "a list",
    dict: "a table",
}


def read_tournament(path: Path) -> Tournament:
    """Return the tournament that a file describes, or raise `TriviumError` with all mistakes."""
    try:
        content = tomllib.loads(read_text(path))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise TriviumError(f"{path} is not a TOML file: {error}.") from None
    reader = _Reader(path)
    tournament = reader.tournament(content)
    if reader.mistakes or tournament is None:
        mistakes = list(dict.fromkeys(reader.mistakes))
        if len(mistakes) == 1:
            raise TriviumError(f"{path}: {mistakes[0]}")
        lines = "".join(f"\n  - {mistake}" for mistake in mistakes)
        raise TriviumError(f"{path} has {len(mistakes)} mistakes:{lines}")
    return tournament


@dataclass(frozen=True)
class _Named:
    """An agent of the file, and the games it is for; None for all."""

    entrant: Entrant
    games: tuple[str, ...] | None
    clock: Mapping[str, Any] = field(default_factory=dict)
    """The settings of their own clock; none if it is that of everybody."""


class _Reader:
    """Reads one file and collects what is wrong with it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.mistakes: list[str] = []

    def tournament(self, content: dict[str, Any]) -> Tournament | None:
        """Return the tournament, as far as nothing was wrong."""
        content = self._known(content, _TOP, "")
        content["limits"] = self._known(content.get("limits", {}), _LIMITS, "limits: ")
        agents = self._agents(content)
        sections = [
            section
            for number, table in enumerate(self._tables(content, "board"), 1)
            if (section := self._section(table, content, agents, f"board {number}")) is not None
        ]
        if "board" not in content:
            self._complain("there is no [[board]] to play on; add one with game and size.")
        self._check_different(sections)
        format = self._format(content)
        games = self._whole(content, "games", 2)
        if games % 2:
            self._complain(f"games must be even, for both colours of a pair, not {games}.")
        rounds = self._whole(content, "rounds", 5 if format == "swiss" else 1)
        heroes = self._heroes(content, format, agents)
        anchor = self._anchor(content, agents)
        name = content.get("name", self.path.stem)
        self._check_name(name, "name")
        if self.mistakes:
            return None
        seed = content.get("seed", 0)
        return Tournament(
            name,
            format,
            tuple(sections),
            games=games,
            rounds=rounds,
            heroes=heroes,
            seed=seed,
            anchor=anchor,
        )

    def _complain(self, mistake: str) -> None:
        self.mistakes.append(mistake)

    def _known(
        self, table: Mapping[str, Any], kinds: Mapping[str, tuple[type, ...]], where: str
    ) -> dict[str, Any]:
        """Return the entries of a table that exist and are of the right kind."""
        known = {}
        for key, value in table.items():
            if key not in kinds:
                self._complain(f"{where}there is no setting '{key}'; {_hint(key, kinds)}")
            elif not isinstance(value, kinds[key]) or (
                isinstance(value, bool) and bool not in kinds[key]
            ):
                wanted = " or ".join(dict.fromkeys(_KINDS[kind] for kind in kinds[key]))
                self._complain(f"{where}{key} must be {wanted}, not {value!r}.")
            else:
                known[key] = value
        return known

    def _tables(self, content: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
        tables = content.get(key, [])
        if isinstance(tables, list) and all(isinstance(table, dict) for table in tables):
            return list(tables)
        self._complain(f"{key} must be written as tables that begin with [[{key}]].")
        return []

    def _whole(self, content: Mapping[str, Any], key: str, default: int) -> int:
        value = int(content.get(key, default))
        if not 1 <= value <= 1_000_000:
            self._complain(f"{key} must be from 1 to 1,000,000, not {value}.")
        return value

    def _format(self, content: Mapping[str, Any]) -> str:
        format = str(content.get("format", FORMATS[0]))
        if format not in FORMATS:
            self._complain(f"there is no format '{format}'; {_hint(format, FORMATS)}")
        return format

    def _agents(self, content: Mapping[str, Any]) -> list[_Named]:
        agents = []
        for text in content.get("agents", []):
            if isinstance(text, str):
                agents.append(_Named(self._described(text, text), None))
            else:
                hint = "; begin such a table with [[agent]]" if isinstance(text, dict) else ""
                self._complain(f"agents must be a list of texts, not of {text!r}{hint}.")
        for number, table in enumerate(self._tables(content, "agent"), 1):
            if (agent := self._agent(table, f"agent {number}: ")) is not None:
                agents.append(agent)
        names = [agent.entrant.name for agent in agents]
        for name in names:
            self._check_name(name, "an agent's name")
        for name in sorted({name for name in names if names.count(name) > 1}):
            self._complain(f"there are several agents '{name}'; give each a name of its own.")
        return agents

    def _check_name(self, name: str, what: str) -> None:
        try:
            check_name(name, what)
        except TriviumError as error:
            self._complain(str(error))

    def _agent(self, table: Mapping[str, Any], where: str) -> _Named | None:
        table = self._known(table, _AGENT, where)
        if "use" not in table:
            self._complain(f'{where}use is missing; write for example use = "champion".')
            return None
        games = None
        if "games" in table:
            found = [self._game(game, where) for game in table["games"]]
            games = tuple(game.name for game in found if game is not None)
        clock = {name: table[name] for name in _CLOCKS if name in table}
        entrant = self._described(table.get("name", table["use"]), table["use"])
        return _Named(entrant, games, clock)

    def _described(self, name: str, agent: str) -> Entrant:
        """Return an agent whose paths begin beside the file."""
        return Entrant(name, agent, home=self.path.parent.resolve())

    def _game(self, name: object, where: str) -> Game | None:
        try:
            return find_game(str(name))
        except TriviumError as error:
            self._complain(f"{where}{error}")
            return None

    def _section(
        self,
        table: Mapping[str, Any],
        content: Mapping[str, Any],
        agents: list[_Named],
        where: str,
    ) -> Section | None:
        where += ": "
        table = self._known(table, _BOARD, where)
        if "game" not in table:
            self._complain(f"{where}game is missing.")
            return None
        game = self._game(table["game"], where)
        if game is None:
            return None
        try:
            size = game.start(str(table["size"]) if "size" in table else None).size
            # A clock of the board replaces all of the tournament's, it does not add to them.
            own_clock = any(key in table for key in _CLOCKS)
            common = {k: v for k, v in content.items() if not (own_clock and k in _CLOCKS)}
            told = common | dict(table)
            # Limits of the board are added to the tournament's.
            told["limits"] = content.get("limits", {}) | self._known(
                table.get("limits", {}), _LIMITS, f"{where}limits: "
            )
            chosen = self._chosen(table, agents, game, where)
            agreed = self._terms(told)
            openings = self._openings(told, game.name, size, chosen)
        except TriviumError as error:
            self._complain(f"{where}{error}")
            return None
        entrants = [self._entrant(one, told, size, where) for one in chosen]
        self._check_entrants(entrants, game, openings, where)
        return Section(game.name, size, tuple(entrants), agreed, openings)

    def _terms(self, told: Mapping[str, Any]) -> Terms:
        return Terms(
            control=_control(told if _has_clock(told) else {"time": DEFAULT_SECONDS, **told}),
            adjudication=Adjudication(told.get("move_limit"), told.get("solved")),
            keep_info=told.get("info", False),
            agents=limits_of(**told["limits"]),
        )

    def _openings(
        self, told: Mapping[str, Any], game: str, size: str, agents: Iterable[_Named]
    ) -> Openings:
        possible = all(takes_openings(agent.entrant.player) for agent in agents)
        kind = told.get("openings", KINDS[0] if possible else "none")
        if kind in KINDS:
            return Openings(kind, told.get("opening_moves", 2))
        return read_openings(self.path.parent / kind, game, size)

    def _chosen(
        self, table: Mapping[str, Any], agents: list[_Named], game: Game, where: str
    ) -> list[_Named]:
        """Return the agents that play on a board."""
        if "agents" not in table:
            return [agent for agent in agents if agent.games is None or game.name in agent.games]
        by_name = {agent.entrant.name: agent for agent in agents}
        chosen = []
        for name in table["agents"]:
            if isinstance(name, str) and name in by_name:
                chosen.append(by_name[name])
            else:
                self._complain(f"{where}there is no agent '{name}'; {_hint(name, by_name)}")
        return chosen

    def _entrant(self, agent: _Named, told: Mapping[str, Any], size: str, where: str) -> Entrant:
        """Return an agent with the clock that it has on a board."""
        margin = told.get("margin", DEFAULT_MARGIN)
        if not agent.clock:
            usual = None if _has_clock(told) else usual_control(agent.entrant.player, size, margin)
            return replace(agent.entrant, control=usual)
        try:
            return replace(agent.entrant, control=_control({**agent.clock, "margin": margin}))
        except TriviumError as error:
            self._complain(f"{where}{agent.entrant.name}: {error}")
            return agent.entrant

    def _check_entrants(
        self, entrants: list[Entrant], game: Game, openings: Openings, where: str
    ) -> None:
        for entrant in entrants:
            try:
                check_player(entrant.player, game.name, openings, 'set openings = "none"')
            except TriviumError as error:
                named = "" if entrant.name == entrant.agent else f"{entrant.name}: "
                self._complain(f"{where}{named}{error}")
        if len(entrants) < 2:
            self._complain(f"{where}a tournament needs two agents, here are {len(entrants)}.")

    def _check_different(self, sections: Iterable[Section]) -> None:
        titles = [section.title for section in sections]
        for title in sorted({title for title in titles if titles.count(title) > 1}):
            self._complain(f"there are several boards {title}.")

    def _heroes(
        self, content: Mapping[str, Any], format: str, agents: list[_Named]
    ) -> tuple[str, ...]:
        names = [agent.entrant.name for agent in agents]
        if format != "gauntlet":
            if "heroes" in content:
                self._complain("heroes belong to the format gauntlet.")
            return ()
        heroes = tuple(str(hero) for hero in content.get("heroes", names[:1]))
        for hero in heroes:
            if hero not in names:
                self._complain(f"heroes: there is no agent '{hero}'; {_hint(hero, names)}")
        if not heroes or set(names) <= set(heroes):
            self._complain("a gauntlet needs a hero and somebody who is none.")
        return heroes

    def _anchor(self, content: Mapping[str, Any], agents: list[_Named]) -> Anchor | None:
        if "anchor" not in content:
            return None
        names = [agent.entrant.name for agent in agents]
        anchor = read_anchor(content["anchor"])
        if anchor.name not in names:
            self._complain(
                f"anchor: there is no agent '{anchor.name}'; {_hint(anchor.name, names)}"
            )
        return anchor


def _has_clock(told: Mapping[str, Any]) -> bool:
    return any(name in told for name in _CLOCKS)


def _control(told: Mapping[str, Any]) -> TimeControl:
    clock = told.get("clock")
    return read_time_control(
        told.get("time"),
        None if clock is None else str(clock),
        nodes=told.get("nodes"),
        depth=told.get("depth"),
        margin=told.get("margin", DEFAULT_MARGIN),
    )


def _hint(name: object, known: Iterable[str]) -> str:
    known = list(known)
    close = difflib.get_close_matches(str(name), known, n=1)
    return f"did you mean {close[0]}?" if close else f"there are {', '.join(known)}."
