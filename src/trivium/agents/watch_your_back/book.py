"""The opening book of Watch Your Back!: replies to the first placements.

The file names the squares of White and of Black, in any order, and the placement that follows:
``d3 e5 / d6: e4`` is read "with White on d3 and e5 and Black on d6, place on e4". A dash stands
for no piece. Each line also holds for the board mirrored left to right.
"""

from __future__ import annotations

from pathlib import Path

from trivium.errors import TriviumError
from trivium.games.moves import Move
from trivium.games.watch_your_back.geometry import SQUARES, all_moves, symmetries
from trivium.games.watch_your_back.position import WatchYourBack
from trivium.text_files import read_text

BOOK = Path(__file__).with_name("opening-book.txt")

Board = tuple[int, int]
"""The words of White's and of Black's pieces."""

_MIRROR = symmetries("placing")[1].images
_SQUARES_BY_NAME = {str(all_moves()[square]): square for square in range(SQUARES)}


def mirrored(word: int) -> int:
    """Return the squares of a word, exchanged left to right."""
    return sum(1 << _MIRROR[square] for square in range(SQUARES) if word >> square & 1)


class Book:
    """Replies by board; see `reply`."""

    def __init__(self, replies: dict[Board, int]) -> None:
        self._replies = dict(replies)
        for (white, black), square in replies.items():
            self._replies.setdefault((mirrored(white), mirrored(black)), _MIRROR[square])

    def boards(self) -> list[Board]:
        """Return all boards that it knows a reply to, mirror images included."""
        return list(self._replies)

    def reply(self, position: WatchYourBack) -> Move | None:
        """Return the book's move, which is legal; None if it has none."""
        white, black = (int(word) for word in position.kernel.sides)
        placed = white.bit_count() + black.bit_count()
        if position.phase != "placing" or placed != position.turns:
            return None  # with pieces lost, the same board is another position
        square = self._replies.get((white, black))
        move = None if square is None else position.move(square)
        return move if move in position.legal_moves else None


def read_book(path: Path | str = BOOK) -> Book:
    """Return the book in a file; raises `TriviumError` with the line of a mistake."""
    lines = read_text(Path(path)).splitlines()
    replies = {}
    for number, line in enumerate(lines, start=1):
        if content := line.partition("#")[0].strip():
            try:
                board, square = _read_line(content)
            except ValueError:
                problem = f"'{content}' is no line of a book; write it like 'd3 e5 / d6: e4'."
                raise TriviumError(f"{path}, line {number}: {problem}") from None
            replies[board] = square
    return Book(replies)


def _read_line(content: str) -> tuple[Board, int]:
    """Read one line; raises `ValueError`."""
    sides, reply = content.split(":")
    white, black = (_read_squares(side) for side in sides.split("/"))
    if reply.strip() not in _SQUARES_BY_NAME:
        raise ValueError
    return (white, black), _SQUARES_BY_NAME[reply.strip()]


def _read_squares(text: str) -> int:
    names = [] if text.strip() == "-" else text.split()
    if any(name not in _SQUARES_BY_NAME for name in names):
        raise ValueError
    return sum(1 << _SQUARES_BY_NAME[name] for name in set(names))


def write_line(board: Board, square: int) -> str:
    """Return the line of a book that `read_book` reads back."""
    sides = (
        " ".join(name for name, index in _SQUARES_BY_NAME.items() if word >> index & 1) or "-"
        for word in board
    )
    return f"{' / '.join(sides)}: {all_moves()[square]}"
