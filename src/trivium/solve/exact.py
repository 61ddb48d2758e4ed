"""What exact sources have in common: tables and solvers that know how a game ends.

Whoever wants exact values asks an `ExactSource`, and need not know whether they are looked up or
worked out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import numpy as np

from trivium.kernel.verbs import POINT, WIN
from trivium.search.limits import Limit, Score

__all__ = [
    "ExactSource",
    "KeepingSource",
    "PatientSource",
    "Solution",
]


@dataclass(frozen=True)
class Solution:
    """What is known of a position; margins are those of the player to move at the game's end."""

    low: int
    high: int
    best: int | None
    """A best move, or the best one known; None only if the game is over."""
    nodes: int = 0
    seconds: float = 0.0
    by_turn: int | None = None
    """The turn by which the game is won or lost, if that is known."""

    @property
    def exact(self) -> bool:
        """Whether the margin is proven."""
        return self.low == self.high

    @property
    def sign(self) -> int | None:
        """1 if the player to move wins, -1 if he loses, 0 for a draw, None if not known."""
        return int(np.sign(self.low)) if np.sign(self.low) == np.sign(self.high) else None

    def score(self, pov: str) -> Score:
        """Return the margin as the score of the player to move, whose colour is `pov`.

        Where only the winner is proven it is the margin that is sure at least.
        """
        if self.sign and self.by_turn is not None:
            return Score(self.sign * (WIN - self.by_turn), pov, exact=True)
        return Score(POINT * (self.low if self.low >= 0 else self.high), pov, self.exact)


class ExactSource(Protocol):
    """Knows or finds out the results of kernel positions on one board; leaves them as they are."""

    name: str
    """What it is called in a sentence: "the solver"."""
    instant: bool
    """Whether every answer is looked up, so that no limit is needed."""

    @property
    def nodes(self) -> int:
        """All nodes visited so far."""

    def solve(self, position: Any, limit: Limit = ..., win_loss: bool = False) -> Solution:
        """Return the value of a position, or what is known of it when the limit is reached.

        With `win_loss` it is enough to know who wins.
        """

    def move_values(self, position: Any, limit: Limit = ...) -> Iterable[tuple[int, Solution]]:
        """Return every legal move with what is known of it for the player to move."""

    def line(self, position: Any, limit: Limit = ...) -> list[int]:
        """Return best moves for both sides to the end, as far as the limit allows."""


class PatientSource(ExactSource, Protocol):
    """A source for long proofs: tells how far it is, and can be given up at any time."""

    @property
    def table_fill(self) -> float:
        """The share of its memory in use."""

    def solve(
        self,
        position: Any,
        limit: Limit = ...,
        win_loss: bool = False,
        listener: Callable[[Solution], None] | None = ...,
    ) -> Solution:
        """Return what `ExactSource.solve` returns; the listener hears every second what is known.

        After Ctrl-C it tells what is known too.
        """


@runtime_checkable
class KeepingSource(PatientSource, Protocol):
    """A source whose proofs can be saved to a file and taken up again."""

    @property
    def work(self) -> Any:
        """What its table is about, and the `nodes` and `seconds` it took, earlier runs included."""

    @property
    def question(self) -> Any:
        """What is being searched, and how far that is: `str` says it. None if nothing is."""

    def save(self, path: Path) -> None:
        """Write what is known to a file, also while a search is running."""

    def restore(self, path: Path) -> int:
        """Begin with what a file knows about the same board; return how many entries that are."""
