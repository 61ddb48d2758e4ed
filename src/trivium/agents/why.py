"""What can be said about moves, by rules: the idea behind a good one, and what any of them does.

What there is to say of a game is found by ``agents/<game>/why.py`` and asked for through its
expert. Everything said is true of the position and needs no search; what only a search or a proof
knows, `trivium.study` adds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from trivium.games.catalogue import GAMES
from trivium.games.moves import Move
from trivium.games.position import Position
from trivium.saying import Saying, colour_word, number_of, say


class Explainer(Protocol):
    """Finds the words for moves of one game."""

    @property
    def harmless(self) -> frozenset[str]:
        """The words that are never a reason against a move, or for an answer to it."""

    @property
    def praise(self) -> frozenset[str]:
        """The words that speak for an answer, but never against a move."""

    def idea(self, position: Position, best: Move) -> Saying:
        """Return what to look for in a position, without naming its best move."""

    def deeds(self, position: Position, move: Move) -> list[Saying]:
        """Return what a legal move does, the most important first; nothing if it does nothing
        that there are words for."""


@dataclass(frozen=True)
class PlainExplainer:
    """Knows no more than whether a move ends the game."""

    harmless: frozenset[str] = frozenset()
    praise: frozenset[str] = frozenset()

    def idea(self, position: Position, best: Move) -> Saying:
        if after(position, best).is_over:
            return say("The game can be ended now.")
        return say("Look at what the last move has changed.")

    def deeds(self, position: Position, move: Move) -> list[Saying]:
        return ending(after(position, move))


def after(position: Position, move: Move) -> Position:
    """Return the position that a move leads to."""
    board = position.copy()
    board.push(move)
    return board


def ending(position: Position) -> list[Saying]:
    """Return how a game has ended, if it has."""
    outcome = position.outcome()
    if outcome is None:
        return []
    if outcome.winner is None:
        return [say("The game is drawn.")]
    return [say("{colour} wins the game with it.", colour=colour_word(outcome.winner))]


def things(position: Position, n: int) -> Saying:
    """Return so many of what the game counts: two cells, one stone."""
    game = GAMES[position.game]
    return number_of(n, f"one {game.thing}", f"{{n}} {game.things}")


def other_colour(position: Position) -> str:
    """Return the colour that is not to move."""
    return position.colours[1 - position.mover]
