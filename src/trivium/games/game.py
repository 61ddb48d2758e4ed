"""What a game has to say about itself, and may say about how it is shown.

This is the contract of a game with everything above the rules: each game's folder has a module
``game`` with its `Game`, and the catalogue lists them. docs/adding-a-game.md goes through it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from trivium.errors import BadSize
from trivium.games.position import Position
from trivium.games.scene import PhaseName


@dataclass(frozen=True)
class Look:
    """How the page shows a game. What is left out suits a grid of cells, one for each move."""

    style: str = "plain"
    """The drawing of the board: ``fences``, ``rhombus``, ``squares`` or ``plain``."""
    picture: str = "plain"
    """The miniature on cards and tiles: ``hexagons``, ``boxes``, ``rhombus``, ``squares``
    or ``plain``."""
    turn_step: int = 90
    """Degrees by which the board can be turned."""
    behind: Mapping[str, int] = field(default_factory=dict)
    """Degrees clockwise by which the board is turned for who plays a colour; 0 for the others."""
    when_narrow: int = 0
    """Degrees by which it is turned on a narrow screen."""
    shows_score: bool = False
    """Whether the score stands beside the players while they play."""
    features: str | None = None
    """What the layer is called that shows what can be seen in a position; None for no layer."""
    phases: tuple[PhaseName, ...] = ()
    """The phases that a position can be set up in; none if there is only one."""


@dataclass(frozen=True, eq=False)
class Game:
    """One game: all facts that are true of it alone, and how to get a position."""

    name: str
    """What the command line, files and addresses call it: small letters and hyphens."""
    title: str
    """What people call it."""
    summary: str
    """One sentence about what one does."""
    rules: str
    """The rules in two sentences."""
    ends: str
    """How it ends, in a few words."""
    sizes: str
    """Which sizes there are, in a few words."""
    offered_sizes: tuple[str, ...]
    """The sizes to choose from; there may be more."""
    default_size: str
    thing: str
    """What is counted or taken, one of it: cell, stone, piece …"""
    things: str
    """The same, several of it."""
    position: type[Position]
    look: Look = Look()
    text_begins: str | None = None
    """A regular expression for the first line of a position's text, by which a pasted text is
    taken for one of this game; Python and browsers must both understand it."""
    margins: bool = False
    """Whether a game ends with a margin of things rather than with a mere win: then the exact
    values of moves can be shown."""

    @property
    def colours(self) -> tuple[str, str]:
        """The players, first the one who begins."""
        return self.position.colours

    @property
    def editable(self) -> bool:
        """Whether a board can be put together by hand."""
        return self.position.edited_text is not Position.edited_text

    def start(self, size: str | None = None) -> Position:
        """Return the start position of the given or the default size."""
        if size is not None and not isinstance(size, str):
            raise BadSize(f"A size is written as a text here: '{size}', not {size!r}.")
        return self.position.of_size(self.default_size if size is None else size)

    def read(self, text: str) -> Position:
        """Return the position that a text describes."""
        return self.position.from_text(text)
