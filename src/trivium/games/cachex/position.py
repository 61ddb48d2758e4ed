"""Cachex for people."""

from __future__ import annotations

import re
from numbers import Integral
from typing import TYPE_CHECKING, ClassVar, Self

import numpy as np

import trivium.games.cachex.playout  # noqa: F401 (implements a verb)
from trivium.errors import BadSize, BadText
from trivium.games.cachex import drawing, editing, geometry, notation, rules
from trivium.games.cachex.layout import layout_of
from trivium.games.cachex.scene import places_of, scene_of
from trivium.games.editing import EditedBoard
from trivium.games.layout import Layout
from trivium.games.moves import Move
from trivium.games.position import Position
from trivium.games.scene import Places, Scene

if TYPE_CHECKING:
    from rich.text import Text

    from trivium.games.observation import Observation

__all__ = [
    "Cachex",
]

_REASONS = {
    rules.CONNECTION: "connection",
    rules.REPETITION: "repetition",
    rules.LIMIT: "turn limit",
}


class Cachex(Position):
    """A game of Cachex.

    >>> position = Cachex(5)
    >>> for move in ("b4", "steal"):
    ...     _ = position.push(move)
    >>> position.stones
    {(1, 3): 'blue'}
    """

    game = "cachex"
    colours: ClassVar[tuple[str, str]] = notation.COLOURS

    def __init__(self, size: int = 9, state: rules.Stones | None = None) -> None:
        check_size(size)
        self.board = geometry.rhombus(size)
        super().__init__(state or rules.start(self.board), self.board.moves)

    @property
    def size(self) -> str:
        return str(self.board.size)

    @property
    def turns(self) -> int:
        """The number of turns played."""
        return int(self.kernel.tally[rules.TURNS])

    @property
    def stones(self) -> dict[tuple[int, int], str]:
        """The colour of the stone on each cell (r, q) that has one."""
        return {cell: self.colours[player] for cell, player in self._players().items()}

    @classmethod
    def of_size(cls, text: str) -> Self:
        return cls(read_size(text))

    @classmethod
    def from_text(cls, text: str) -> Self:
        size, stones, turns = notation.read_board(text)
        by_number = {r * size + q: player for (r, q), player in stones.items()}
        position = cls(size, rules.set_up(geometry.rhombus(size), by_number, turns))
        cells = (cell for cell, player in by_number.items() if player == position.mover)
        if any(rules.connects(position.kernel, cell, position.mover) for cell in cells):
            raise BadText(
                f"{position.turn.capitalize()} is to move after turn {turns}, but is already "
                'connected; another number of "turns" would be right.'
            )
        return position

    def to_text(self) -> str:
        return notation.write_board(self.board.size, self._players(), self.turns)

    def status(self) -> str:
        if outcome := self.outcome():
            return f"{outcome} after turn {self.turns}"
        return f"{self.turn.capitalize()} to move, turn {self.turns + 1}"

    def svg(self, features: bool = False) -> str:
        return drawing.svg(self)

    def terminal(self, features: bool = False) -> Text:
        return drawing.text(self)

    def layout(self) -> Layout:
        return layout_of(self)

    def places(self, move: Move) -> Places:
        return places_of(self, move)

    def scene(self) -> Scene:
        return scene_of(self)

    def observation(self) -> Observation:
        from trivium.games.cachex.observation import observation_of

        return observation_of(self.board.size)

    def edited_text(self, board: EditedBoard) -> str:
        return editing.edited_text(self, board)

    def _players(self) -> dict[tuple[int, int], int]:
        size = self.board.size
        owners = self.kernel.board[self.board.places]
        cells = np.flatnonzero(owners != rules.EMPTY).tolist()
        return {divmod(cell, size): int(owners[cell]) for cell in cells}

    def _reason(self) -> str:
        return _REASONS[int(self.kernel.tally[rules.END])]

    def _objection(self, move: Move) -> str:
        if self.is_over:
            return "the game is over"
        if move.code == self.board.steal:
            return "only Blue may steal, on turn 2"
        if self.turns == 0:
            return "Red may not begin in the centre"
        return "the cell is taken"


def check_size(size: int) -> None:
    """Raise `BadSize` unless there is a Cachex board of this size."""
    if not isinstance(size, Integral):
        raise _no_size(size)
    if not geometry.SMALLEST <= size <= geometry.LARGEST:
        raise BadSize(
            f"Cachex has no size {size}; it goes from {geometry.SMALLEST} to {geometry.LARGEST}."
        )


def read_size(text: str) -> int:
    """Return the size that `text` means, or raise `BadSize`."""
    if not re.fullmatch(r"\d{1,9}", text):
        raise _no_size(text)
    check_size(int(text))
    return int(text)


def _no_size(size: object) -> BadSize:
    return BadSize(
        f"{size!r} is no size of Cachex; "
        f"it must be a whole number from {geometry.SMALLEST} to {geometry.LARGEST}."
    )
