"""Games with external agents for the tests: agents written on the spot, and a small referee."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

from trivium.agents.agent import Agent, Forfeit
from trivium.agents.simple import RandomAgent
from trivium.arena.external.limits import AgentLimits
from trivium.arena.players import make_player
from trivium.games.catalogue import GAMES
from trivium.games.position import Position
from trivium.search.limits import Limit

PATIENT = Limit(forfeit_after=30.0)

CACHEX = """
class Player:
    def __init__(self, player, n):
        self.colour, self.n, self.board = player, n, {}

    def action(self):
        return self.place()

    def place(self):
        free = [(r, q) for r in range(self.n) for q in range(self.n) if (r, q) not in self.board]
        return ("PLACE", *free[0])

    def turn(self, player, action):
        if action[0] == "PLACE":
            self.board[action[1:]] = player
        else:
            self.board = {(q, r): player for r, q in self.board}
"""
"""An honest agent for short games: it forgets about captures."""


@dataclass
class Result:
    """What came of a game."""

    position: Position
    fault: Forfeit | None
    loser: str | None
    """The colour at fault."""
    player: Agent

    @property
    def kind(self) -> str | None:
        return None if self.fault is None else self.fault.kind

    @property
    def detail(self) -> str:
        return "" if self.fault is None else self.fault.detail


def write_agent(folder: Path, code: str, before: str = "", name: str = "agent") -> str:
    """Write an honest agent with other methods and return its description.

    `code` are methods that replace those of the honest one; `before` comes first in the file.
    """
    folder.mkdir(exist_ok=True)
    methods = "".join(f"    {line}\n" for line in dedent(code).strip().splitlines())
    (folder / f"{name}.py").write_text(f"{dedent(before)}\n{CACHEX}\n{methods}")
    return f"cachex-py:{folder}#{name}"


def play(
    description: str,
    game: str = "cachex",
    size: str | None = "5",
    limits: AgentLimits | None = None,
    limit: Limit = PATIENT,
    other: Agent | None = None,
    external_first: bool = True,
) -> Result:
    """Play an external agent against a built-in one, as a referee does."""
    position = GAMES[game].start(size)
    player = make_player(description, game, 1, limits)
    players = [player, other or RandomAgent(1)]
    if not external_first:
        players.reverse()
    player.prepare(position)
    fault = loser = None
    try:
        while not position.is_over:
            position.push(players[position.mover].choose(position, limit).move)
    except Forfeit as error:
        fault, loser = error, position.turn
    player.finish(position)
    return Result(position, fault, loser, player)
