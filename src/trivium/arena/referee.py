"""The referee: one game between two agents, whatever they do."""

from __future__ import annotations

import time
from dataclasses import dataclass

from trivium.agents.agent import Agent
from trivium.games.position import Outcome, Position
from trivium.search.limits import Limit


@dataclass(frozen=True)
class Game:
    """A game that has been played."""

    outcome: Outcome
    moves: tuple[str, ...]
    """All moves, the opening's included."""
    seconds: tuple[float, float]
    """The time that the first and the second player have used."""
    slowest: tuple[float, float]
    """The longest time that each player has taken for one move."""


def play_game(position: Position, players: tuple[Agent, Agent], limit: Limit) -> Game:
    """Let two agents play from `position` to the end; `players` are in the order of colours.

    `limit` is for each move. A player who fails or chooses an illegal move has lost, and the
    outcome says why.
    """
    seconds, slowest = [0.0, 0.0], [0.0, 0.0]
    outcome = position.outcome()
    while outcome is None:
        mover = position.mover
        began = time.perf_counter()
        failure = _move(position, players[mover], limit)
        taken = time.perf_counter() - began
        seconds[mover] += taken
        slowest[mover] = max(slowest[mover], taken)
        if failure is not None:
            outcome = Outcome(position.colours[1 - mover], failure)
        else:
            outcome = position.outcome()
    return Game(
        outcome,
        tuple(str(move) for move in position.moves),
        (seconds[0], seconds[1]),
        (slowest[0], slowest[1]),
    )


def _move(position: Position, player: Agent, limit: Limit) -> str | None:
    """Let a player move; return what went wrong, or None. Ctrl-C is not the player's fault."""
    try:
        position.push(player.choose(position, limit).move)
    except Exception as error:
        return f"{player.name} failed: {type(error).__name__}: {error}"
    return None
