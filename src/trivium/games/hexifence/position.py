"""Hexifence for people, and what Dots-and-Boxes shares with it."""

from __future__ import annotations

import re
from numbers import Integral
from typing import TYPE_CHECKING, ClassVar, Self

import trivium.games.hexifence.playout  # noqa: F401 (implements a verb)
from trivium.errors import BadSize
from trivium.games.editing import EditedBoard
from trivium.games.hexifence import drawing, editing, geometry, notation, rules
from trivium.games.hexifence.geometry import EdgeBoard
from trivium.games.hexifence.layout import layout_of
from trivium.games.hexifence.scene import places_of, scene_of
from trivium.games.layout import Layout
from trivium.games.moves import Move
from trivium.games.position import Position
from trivium.games.scene import Places, Scene

if TYPE_CHECKING:
    from rich.text import Text

    from trivium.games.observation import Observation

__all__ = [
    "FencesPosition",
    "Hexifence",
]


class FencesPosition(Position):
    """A game of claiming edges: what Hexifence and Dots-and-Boxes have in common."""

    colours: ClassVar[tuple[str, str]] = notation.COLOURS
    marks_features = True
    shape: ClassVar[drawing.Shape]
    """How the board is laid out on paper."""

    def __init__(self, board: EdgeBoard, state: rules.Fences | None = None) -> None:
        super().__init__(state or rules.start(board), board.moves)
        self.board = board

    @property
    def cells(self) -> dict[str, int]:
        """The number of cells that each colour has captured."""
        tally = self.kernel.tally.tolist()
        return dict(zip(self.colours, tally[rules.CELLS :], strict=True))

    @property
    def can_be_drawn(self) -> bool:
        """Whether both can end with the same number of cells: all that are somebody's in the end
        must be an even number."""
        owners: list[int] = self.kernel.cell_owner[: len(self.board.cells)].tolist()
        return sum(owner != rules.UNKNOWN for owner in owners) % 2 == 0

    def to_text(self) -> str:
        return notation.write_board(self.size, self.board, self.kernel)

    def status(self) -> str:
        blue, red = self.cells.values()
        if outcome := self.outcome():
            return f"{outcome}, Blue {blue} : {red} Red"
        return f"{self.turn.capitalize()} to move, Blue {blue} : {red} Red"

    def svg(self, features: bool = False) -> str:
        return drawing.svg(self, features)

    def terminal(self, features: bool = False) -> Text:
        return drawing.text(self, features)

    def layout(self) -> Layout:
        return layout_of(self)

    def places(self, move: Move) -> Places:
        return places_of(move)

    def scene(self) -> Scene:
        return scene_of(self)

    def observation(self) -> Observation:
        from trivium.games.hexifence.observation import observation_of

        return observation_of(self.board)

    def edited_text(self, board: EditedBoard) -> str:
        return editing.edited_text(self, board)

    def _reason(self) -> str:
        return "cells"

    def _objection(self, move: Move) -> str:
        return "the game is over" if self.is_over else "the edge is already claimed"


class Hexifence(FencesPosition):
    """A game of Hexifence.

    >>> position = Hexifence(2)
    >>> position.push("d1")
    Move(code=3, text='d1', action=(0, 3))
    >>> position.turn
    'red'
    """

    game = "hexifence"
    shape = drawing.HEXAGONAL

    def __init__(self, size: int = 3, state: rules.Fences | None = None) -> None:
        check_size(size)
        super().__init__(geometry.hexagon(size), state)
        self._size = size

    @property
    def size(self) -> str:
        return str(self._size)

    @classmethod
    def of_size(cls, text: str) -> Self:
        return cls(read_size(text))

    @classmethod
    def from_text(cls, text: str) -> Self:
        header, state = notation.read_board(text, lambda line: geometry.hexagon(read_size(line)))
        return cls(read_size(header), state)


def check_size(size: int) -> None:
    """Raise `BadSize` unless there is a Hexifence board of this size."""
    if not isinstance(size, Integral):
        raise _no_size(size)
    if not 1 <= size <= geometry.LARGEST:
        raise BadSize(f"Hexifence has no size {size}; it goes from 1 to {geometry.LARGEST}.")


def read_size(text: str) -> int:
    """Return the size that `text` means, or raise `BadSize`."""
    if not re.fullmatch(r"\d{1,9}", text):
        raise _no_size(text)
    check_size(int(text))
    return int(text)


def _no_size(size: object) -> BadSize:
    return BadSize(
        f"{size!r} is no size of Hexifence; it must be a whole number from 1 to {geometry.LARGEST}."
    )
