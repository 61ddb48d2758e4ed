"""Watch Your Back! boards as text.

Eight lines of eight symbols separated by single spaces: ``O`` White, ``@`` Black, ``-`` empty,
``X`` a corner, a blank a square that is gone. The board does not tell the phase and the turn:
an empty board is taken for the start of the placing phase, any other for a moving phase with
no turns since the last shrink, unless lines like ``phase: placing`` and ``turns: 7`` follow.
``turns`` counts the turns of the phase; White moves at even counts. A last line ``Moves`` or
``Massacre``, as in the exercises, is passed over.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from trivium.errors import BadText
from trivium.games.text import chosen, complain, counted, split_notes
from trivium.games.watch_your_back.geometry import (
    BLACK_ROWS,
    CORNERS,
    PLAYABLE,
    SHRINK_TURNS,
    SIDE,
    STAGES,
    WHITE_ROWS,
    Square,
    squares_of,
    stage_corners,
    stage_span,
    word_of,
)
from trivium.games.watch_your_back.rules import PLACING_TURNS
from trivium.words import how_many

COLOURS = ("white", "black")
PHASES = ("placing", "moving")
EXERCISES = ("moves", "massacre")

_PIECES = {"O": 0, "@": 1}


@dataclass(frozen=True)
class BoardText:
    """What a text tells of a position."""

    white: np.uint64
    black: np.uint64
    stage: int
    phase: str
    turns: int

    @property
    def all_turns(self) -> int:
        """The turns of both phases."""
        return self.turns + (PLACING_TURNS if self.phase == "moving" else 0)


def write_board(board: BoardText) -> str:
    """Return the text of a board."""
    lines = ["".join(row).rstrip() for row in _grid(board)]
    assumed_phase, assumed_turns = _assumed(board.white | board.black, board.stage)
    if board.phase != assumed_phase:
        lines.append(f"phase: {board.phase}")
    if board.phase != assumed_phase or board.turns != assumed_turns:
        lines.append(f"turns: {board.turns}")
    return "\n".join(lines) + "\n"


def _grid(board: BoardText) -> list[str]:
    symbols = dict.fromkeys(squares_of(PLAYABLE[board.stage]), "-")
    symbols |= dict.fromkeys(squares_of(CORNERS[board.stage]), "X")
    symbols |= dict.fromkeys(squares_of(board.white), "O")
    symbols |= dict.fromkeys(squares_of(board.black), "@")
    return [" ".join(symbols.get((x, y), " ") for x in range(SIDE)) for y in range(SIDE)]


def read_board(text: str) -> BoardText:
    """Read a board and check that it can stand in its phase."""
    lines, notes = split_notes(text.splitlines(), ("phase", "turns"))
    if lines and lines[-1].strip().lower() in EXERCISES:
        lines.pop()
    rows = [_split_row(line, y + 1) for y, line in enumerate(lines)]
    if len(rows) > SIDE:
        complain(SIDE + 1, None, f"more than {SIDE} rows")
    rows += [" " * SIDE] * (SIDE - len(rows))  # rows that are gone may be left out at the end
    stage = _read_stage(rows)
    if len(lines) < SIDE - stage:
        complain(len(lines) + 1, None, f"the board ends after {len(lines)} of {SIDE} rows")
    _check_squares(rows, stage)
    words = [
        word_of((x, y) for y in range(SIDE) for x in range(SIDE) if rows[y][x] == symbol)
        for symbol in _PIECES
    ]
    assumed_phase, assumed_turns = _assumed(words[0] | words[1], stage)
    phase = chosen(notes, "phase", PHASES) or assumed_phase
    most = PLACING_TURNS - 1 if phase == "placing" else None
    turns = counted(notes, "turns", most)
    if turns is None:
        turns = assumed_turns if phase == assumed_phase else 0
    board = BoardText(words[0], words[1], stage, phase, turns)
    _check(board)
    return board


def _assumed(pieces: np.uint64, stage: int) -> tuple[str, int]:
    """Return the phase and turn that a board is taken for if nothing else is said."""
    if stage == 0 and not pieces:
        return "placing", 0
    return "moving", SHRINK_TURNS[stage - 1] if stage else 0


def _split_row(line: str, number: int) -> str:
    """Return the eight symbols of a row. Blanks count, so every symbol has its column."""
    if "\t" in line:
        complain(number, line.index("\t") // 2 + 1, "a tab; separate the symbols by single spaces")
    line = line.rstrip()
    for column, character in enumerate(line):
        if column % 2 == 1 and character != " ":
            complain(number, column // 2 + 1, f"'{character}' follows without a space")
    symbols = line[::2]
    if len(symbols) > SIDE:
        complain(number, SIDE + 1, f"an extra symbol; the row must have {SIDE}")
    return symbols.ljust(SIDE)


def _read_stage(rows: list[str]) -> int:
    """Return how often the board has shrunk."""
    for stage in range(STAGES):
        if rows[stage][stage] == "X":
            return stage
    complain(1, 1, "no corner X here, nor where a shrunk board has one")
    return None


def _check_squares(rows: list[str], stage: int) -> None:
    """Check that every symbol fits its square."""
    corners, span = stage_corners(stage), stage_span(stage)
    for y in range(SIDE):
        for x in range(SIDE):
            _check_symbol(rows[y][x], (x, y), (x, y) in corners, x in span and y in span)


def _check_symbol(symbol: str, square: Square, is_corner: bool, is_there: bool) -> None:
    line, number = square[1] + 1, square[0] + 1
    if symbol not in "O@X- ":
        complain(line, number, f"'{symbol}' is unknown; the symbols are O @ - X and a blank")
    if is_corner and symbol != "X":
        complain(line, number, f"'{symbol}' on a corner; write X")
    if not is_corner and symbol == "X":
        complain(line, number, "a corner X on a square that is none")
    if is_there and symbol == " ":
        complain(line, number, "a blank on a square that is there; write O or @ or -")
    if not is_there and symbol != " ":
        complain(line, number, f"'{symbol}' on a square that is gone; leave it blank")


def _check(board: BoardText) -> None:
    """Check that no player has more pieces than possible, nor any on the wrong side."""
    for player, (word, rows) in enumerate(((board.white, WHITE_ROWS), (board.black, BLACK_ROWS))):
        colour = COLOURS[player].capitalize()
        placed = (min(board.all_turns, PLACING_TURNS) + 1 - player) // 2
        count = len(squares_of(word))
        if count > placed:
            stand = how_many(count, "piece")
            raise BadText(f"{colour} has {stand} on the board, but has placed {placed}.")
        if board.phase == "placing":
            for x, y in squares_of(word):
                if y not in rows:
                    complain(y + 1, x + 1, f"{colour} cannot have placed a piece here")
    least = SHRINK_TURNS[board.stage - 1] if board.stage else 0
    if board.turns < least:
        raise BadText(f"'turns: {board.turns}' is too few: the board shrank at turn {least}.")
    if board.phase == "placing" and board.stage:
        raise BadText("The board has shrunk, so the phase cannot be placing.")
    if board.stage < len(SHRINK_TURNS) and board.turns > SHRINK_TURNS[board.stage]:
        raise BadText(
            f"'turns: {board.turns}' is too many: the board shrinks "
            f"at turn {SHRINK_TURNS[board.stage]}."
        )
