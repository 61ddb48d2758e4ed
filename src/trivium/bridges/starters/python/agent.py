#!/usr/bin/env python3
"""NAME: an agent for GAME. Change `MyAgent.choose`; the rest lets it speak the text protocol."""

from __future__ import annotations

import random
import sys

from trivium.agents.agent import Agent, Choice
from trivium.bridges.gtp import Engine, serve
from trivium.games.moves import Move
from trivium.games.position import Position
from trivium.kernel.verbs import promise
from trivium.search.limits import UNLIMITED, Limit


class MyAgent(Agent):
    """Looks one move ahead, and takes what pays at once."""

    name = "NAME"

    def prepare(self, position: Position) -> None:
        """Get ready before the clock runs: here, what gets compiled is compiled."""
        for move in position.legal_moves[:1]:
            self.worth(position, move)

    def choose(self, position: Position, limit: Limit = UNLIMITED) -> Choice:
        """Return a legal move. `limit.seconds` is the time for it, if there is one."""
        best = max(self.worth(position, move) for move in position.legal_moves)
        good = [move for move in position.legal_moves if self.worth(position, move) == best]
        print(f"{len(good)} of the moves are worth {best}", file=sys.stderr)
        return Choice(random.choice(good), f"worth {best}")

    def worth(self, position: Position, move: Move) -> int:
        """Return what a move brings at once: captures less what it gives away.

        To look further: copy = position.copy(); copy.push(move); then look at copy.legal_moves,
        copy.turn and copy.outcome().
        """
        return int(promise(position.kernel, move.code))


if __name__ == "__main__":
    serve(Engine("GAME", None, MyAgent, seconds=1.0), sys.stdin, sys.stdout)
