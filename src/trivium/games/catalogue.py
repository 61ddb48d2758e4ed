"""The catalogue: every game by its name."""

from __future__ import annotations

import contextlib
import difflib
from collections.abc import Iterator

from trivium.entries import Entries
from trivium.errors import TriviumError
from trivium.games.game import Game

__all__ = [
    "GAMES",
    "find_game",
]

OWN = ("hexifence", "cachex", "watch-your-back", "dots-and-boxes")
"""The names of those that come along."""

GAMES = Entries[Game]("trivium.games.{}.game", OWN)
"""Those, and the ones that are registered."""


def find_game(name: str) -> Game:
    """Return the game called `name`; capitals, spaces and underscores do not matter."""
    plain = name.strip().lower().rstrip("!").replace("_", "-").replace(" ", "-")
    if plain in GAMES:
        return GAMES[plain]
    close = difflib.get_close_matches(plain, GAMES, n=1)
    hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(GAMES)}."
    raise TriviumError(f"There is no game '{name}'; {hint}")


@contextlib.contextmanager
def registered(game: Game) -> Iterator[Game]:
    """List a game that lives elsewhere, for as long as the context lasts."""
    if game.name in GAMES:
        raise TriviumError(f"There is already a game '{game.name}'.")
    GAMES[game.name] = game
    try:
        yield game
    finally:
        del GAMES[game.name]
