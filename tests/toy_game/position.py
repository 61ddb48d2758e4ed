"""Noughts and Crosses for people: its text, and its position."""

from __future__ import annotations

import functools
import re
from typing import ClassVar, Self

import numpy as np

from tests.toy_game import rules
from tests.toy_game.rules import EMPTY, Marks
from trivium.errors import BadSize, BadText
from trivium.games.game import Game
from trivium.games.moves import Move, square_name
from trivium.games.position import Position
from trivium.games.text import complain, split_symbols

_SIZES = ("3", "4")
_SYMBOLS = {"-": EMPTY, "O": 0, "X": 1}


class NoughtsAndCrosses(Position):
    """A game of Noughts and Crosses."""

    game = "noughts-and-crosses"
    colours: ClassVar[tuple[str, str]] = ("blue", "red")

    def __init__(self, size: int = 3, state: Marks | None = None) -> None:
        super().__init__(state or rules.start(size), _moves(size))
        self._size = size

    @property
    def size(self) -> str:
        return str(self._size)

    @classmethod
    def of_size(cls, text: str) -> Self:
        if text not in _SIZES:
            raise BadSize(f"'{text}' is no size of Noughts and Crosses; it is 3 or 4.")
        return cls(int(text))

    @classmethod
    def from_text(cls, text: str) -> Self:
        lines = text.splitlines()
        header = re.fullmatch(r"(\d+) in a row", lines[0].strip()) if lines else None
        if header is None or header[1] not in _SIZES:
            raise BadText("line 1: a board begins with '3 in a row' or '4 in a row'.")
        size = int(header[1])
        if len(lines) != size + 1:
            raise BadText(f"The board has {len(lines) - 1} rows; it must have {size}.")
        board = np.full(size * size, EMPTY, np.int64)
        for row, line in enumerate(lines[1:]):
            for column, symbol in enumerate(split_symbols(line, row + 2, size)):
                if symbol not in _SYMBOLS:
                    complain(row + 2, column + 1, f"'{symbol}' is none of - O X")
                board[row * size + column] = _SYMBOLS[symbol]
        noughts, crosses = (int(np.count_nonzero(board == player)) for player in (0, 1))
        if noughts - crosses not in (0, 1):
            raise BadText(f"{noughts} noughts and {crosses} crosses: noughts begin, then in turn.")
        return cls(size, rules.set_up(size, board))

    def to_text(self) -> str:
        symbols = {player: symbol for symbol, player in _SYMBOLS.items()}
        marks = [symbols[player] for player in self.kernel.board.tolist()]
        rows = [marks[begin : begin + self._size] for begin in range(0, len(marks), self._size)]
        return "\n".join([f"{self.size} in a row", *(" ".join(row) for row in rows)]) + "\n"

    def status(self) -> str:
        outcome = self.outcome()
        return str(outcome) if outcome else f"{self.turn.capitalize()} to move"

    def _reason(self) -> str:
        return "line" if self.kernel.tally[rules.WINNER] != EMPTY else "full board"

    def _objection(self, move: Move) -> str:
        return "the game is over" if self.is_over else "the cell is taken"


@functools.cache
def _moves(size: int) -> dict[int, Move]:
    cells = [divmod(code, size) for code in range(size * size)]
    return {
        code: Move(code, square_name(column, row), (row, column))
        for code, (row, column) in enumerate(cells)
    }


NOUGHTS_AND_CROSSES = Game(
    name="noughts-and-crosses",
    title="Noughts and Crosses",
    summary="Mark cells in turn; a line of your own marks wins.",
    rules="Players mark a cell of the grid in turn. A row, column or diagonal of one player's "
    "marks wins, and a full board without one is a draw.",
    ends="a line, or a full board",
    sizes="3 or 4",
    offered_sizes=_SIZES,
    default_size="3",
    thing="mark",
    things="marks",
    position=NoughtsAndCrosses,
    text_begins=r"^\d+ in a row\s*$",
)
