"""Proofs that one move is the only good one: what makes a position a puzzle.

What can be proven differs by game, and each game's own `Prover` stands with its agents
(``agents/<game>/proving.py``); `Proof.text` says exactly what was.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field

from trivium.games.position import Position
from trivium.search.engine import Searcher
from trivium.search.limits import Limit, Report

AIMS = ("win", "draw", "gain", "save")
"""To win the game, to draw it, to win a piece, to lose none."""

SHOWN = 12
"""Moves of a solution that are kept."""


@dataclass(frozen=True)
class Proof:
    """That a position has exactly one good move."""

    move: int
    aim: str
    """What only this move does: one of `AIMS`."""
    themes: tuple[str, ...]
    """What it is about, in the words that the expert of the game explains; the first says most."""
    text: str
    """What was proven."""
    line: tuple[int, ...]
    """How it goes on with best play; the move is the first."""
    refutations: dict[int, int] = field(default_factory=dict)
    """For each other move how the opponent answers it, if it is the opponent's turn then."""
    settled: bool = False
    """Whether the move itself reaches the aim, so that nothing is left to be found after it."""


class Prover(ABC):
    """Proves positions of one game; it may remember what it has proven of others."""

    @abstractmethod
    def prove(self, position: Position) -> Proof | None:
        """Return the proof that a position has exactly one good move, or None without one.

        The game must not be over, and there must be a choice of moves.
        """


def played_on(searcher: Searcher, position: Position, first: int, limit: Limit) -> tuple[int, ...]:
    """Return a move and the best moves of both sides after it, each found by its own search.

    The line of a single search may end early, where the table knew how it goes on.
    """
    board = position.copy()
    line = [first]
    board.push(board.move(first))
    while not board.is_over and len(line) < SHOWN:
        line.append(searcher.search(board.kernel, board.colours, limit).line[0])
        board.push(board.move(line[-1]))
    return tuple(line)


def after_others(
    searcher: Searcher, position: Position, best: int, limit: Limit
) -> dict[int, Report]:
    """Return what the opponent finds after every move but the best that does not end the game."""
    board = position.copy()
    reports: dict[int, Report] = {}
    for move in position.legal_moves:
        if move.code != best:
            board.push(move)
            if not board.is_over:
                reports[move.code] = searcher.search(board.kernel, board.colours, limit)
            board.pop()
    return reports


def opponent_of(position: Position) -> str:
    """Return the name of who is not to move, for a sentence."""
    return position.colours[1 - position.mover].capitalize()
