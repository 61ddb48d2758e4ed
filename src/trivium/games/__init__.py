"""The games: one folder each, with geometry, rules, notation, drawing and position.

`GAMES` lists them by name; nothing here knows of search.
"""

from __future__ import annotations

from trivium.games.catalogue import GAMES, Game, find_game

__all__ = ["GAMES", "Game", "find_game"]
