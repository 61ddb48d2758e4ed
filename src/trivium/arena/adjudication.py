"""Adjudication: ending a game early because it is long enough, or its result is known."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from trivium.agents.experts import expert_of
from trivium.errors import TriviumError
from trivium.games.catalogue import find_game
from trivium.games.position import Outcome, Position
from trivium.solve.exact import ExactSource

MOST_SOLVED = 40
"""Free edges up to which a position may be solved for a verdict; more could take minutes."""


_MEGABYTES = 64


@dataclass(frozen=True)
class Adjudication:
    """When the referee ends a game; None means never."""

    move_limit: int | None = None
    """A game is drawn after so many moves of both players together, the opening's included."""
    solved_from: int | None = None
    """A game of a solver with at most so many legal moves, which are its free edges, is decided
    by its exact value; other games are not touched by this."""

    def __post_init__(self) -> None:
        if self.move_limit is not None and self.move_limit < 1:
            raise TriviumError(f"The move limit must be at least 1, not {self.move_limit}.")
        if self.solved_from is not None and not 1 <= self.solved_from <= MOST_SOLVED:
            raise TriviumError(
                f"Positions can be solved for a verdict with 1 to {MOST_SOLVED} free edges, "
                f"not {self.solved_from}."
            )

    def verdict(self, position: Position) -> Outcome | None:
        """Return the outcome of a game that is not over by its rules, or None to let it go on."""
        if self.solved_from is not None and len(position.legal_moves) <= self.solved_from:
            outcome = solved_outcome(position)
            if outcome is not None:
                return outcome
        if self.move_limit is not None and len(position.moves) >= self.move_limit:
            return Outcome(None, "move limit")
        return None


def solved_outcome(position: Position) -> Outcome | None:
    """Return how a game ends if both players make no more mistakes; None without exact values."""
    source = _exact_source(position.game, position.size)
    if source is None:
        return None
    sign = source.solve(position.copy().kernel).sign
    if sign is None:
        return None
    winner = position.mover if sign > 0 else 1 - position.mover
    return Outcome(None if sign == 0 else position.colours[winner], "solved")


@functools.lru_cache(maxsize=4)
def _exact_source(game: str, size: str) -> ExactSource | None:
    entry = find_game(game)
    return expert_of(game).new_exact(entry.start(size), _MEGABYTES) if entry.margins else None


NEVER = Adjudication()
