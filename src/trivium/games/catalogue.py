"""The catalogue: every game with its facts, and how to start or read one."""

from __future__ import annotations

import difflib
from dataclasses import dataclass

from trivium.errors import TriviumError
from trivium.games.cachex.position import Cachex
from trivium.games.dots_and_boxes.position import DotsAndBoxes
from trivium.games.hexifence.position import Hexifence
from trivium.games.position import Position
from trivium.games.watch_your_back.position import WatchYourBack


@dataclass(frozen=True)
class Game:
    """One game: what to call it, what sizes it has, and how to get a position."""

    name: str
    title: str
    summary: str
    sizes: str
    default_size: str
    ends: str
    position: type[Position]

    @property
    def colours(self) -> tuple[str, str]:
        """The players, first the one who begins."""
        return self.position.colours

    def start(self, size: str | None = None) -> Position:
        """Return the start position of the given or the default size."""
        return self.position.of_size(self.default_size if size is None else size)

    def read(self, text: str) -> Position:
        """Return the position that a text describes."""
        return self.position.from_text(text)


GAMES: dict[str, Game] = {
    game.name: game
    for game in (
        Game(
            name="hexifence",
            title="Hexifence",
            summary="Claim edges of a hexagonal board; who closes a cell owns it and moves again.",
            sizes="1 to 12",
            default_size="3",
            ends="all edges claimed; more cells win, no draws",
            position=Hexifence,
        ),
        Game(
            name="cachex",
            title="Cachex",
            summary="Join your two sides of a rhombus; two stones opposite two in a diamond "
            "capture them.",
            sizes="3 to 15",
            default_size="9",
            ends="connection; drawn by a board's 7th occurrence or after 343 turns",
            position=Cachex,
        ),
        Game(
            name="watch-your-back",
            title="Watch Your Back!",
            summary="Place twelve pieces, then move and jump; two hostile squares around a piece "
            "eliminate it, and the board shrinks.",
            sizes="8",
            default_size="8",
            ends="a player has fewer than 2 pieces",
            position=WatchYourBack,
        ),
        Game(
            name="dots-and-boxes",
            title="Dots-and-Boxes",
            summary="The square classic under the same rules as Hexifence, with published values "
            "to check against.",
            sizes="1x1 to 32x32",
            default_size="3x3",
            ends="all edges claimed; more boxes win",
            position=DotsAndBoxes,
        ),
    )
}


def find_game(name: str) -> Game:
    """Return the game called `name`; capitals, spaces and underscores do not matter."""
    plain = name.strip().lower().rstrip("!").replace("_", "-").replace(" ", "-")
    if plain in GAMES:
        return GAMES[plain]
    close = difflib.get_close_matches(plain, GAMES, n=1)
    hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(GAMES)}."
    raise TriviumError(f"There is no game '{name}'; {hint}")
