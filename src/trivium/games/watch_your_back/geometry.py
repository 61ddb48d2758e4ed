"""The Watch Your Back! board: squares as bits, shrink stages, and the numbering of moves.

Square (x, y) is bit 8y + x of a 64-bit word, and also the move that places a piece there.
Moving a piece is numbered by its square, direction and kind; see `move_code`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import NDArray

from trivium.games.moves import Move, square_name
from trivium.games.symmetry import Symmetry

SIDE = 8
SQUARES = SIDE * SIDE

Square = tuple[int, int]

DIRECTIONS: tuple[Square, ...] = ((-1, 0), (1, 0), (0, 1), (0, -1))
"""Left, right, below, above, as (dx, dy): the order in which neighbours are eliminated."""

FIRST_STEP = SQUARES
"""Moves below this number are placements."""
WAY_BITS = 3
WAYS = 1 << WAY_BITS
"""A piece goes in one of so many ways: in four directions, a step or a jump."""
FORFEIT = FIRST_STEP + SQUARES * WAYS
"""The move of a player who has none."""

SHRINK_TURNS = (128, 192)
"""After these turns of the moving phase the outermost ring goes."""

WHITE_ROWS = range(6)
BLACK_ROWS = range(2, 8)
"""The rows on which each player may place."""


def square_index(x: int, y: int) -> int:
    """Return the bit of square (x, y)."""
    return SIDE * y + x


def square_of(index: int) -> Square:
    """Return the square (x, y) of a bit."""
    return (index % SIDE, index // SIDE)


def word_of(squares: Iterable[Square]) -> np.uint64:
    """Return the word with the bits of the given squares."""
    return np.uint64(sum(1 << square_index(x, y) for x, y in squares))


def squares_of(word: np.uint64) -> list[Square]:
    """Return the squares whose bits are set."""
    return [square_of(index) for index in range(SQUARES) if int(word) >> index & 1]


def _frozen(words: list[np.uint64]) -> NDArray[np.uint64]:
    array = np.array(words, np.uint64)
    array.flags.writeable = False
    return array


def stage_span(stage: int) -> range:
    """Return the columns, and rows, that are still there after `stage` shrinks."""
    return range(stage, SIDE - stage)


def stage_corners(stage: int) -> tuple[Square, ...]:
    """Return the corners after `stage` shrinks, in the order in which they fall into place."""
    low, high = stage, SIDE - 1 - stage
    return ((low, low), (low, high), (high, high), (high, low))


STAGES = len(SHRINK_TURNS) + 1

CORNERS = _frozen([word_of(stage_corners(stage)) for stage in range(STAGES)])
"""The corner squares of each stage."""

PLAYABLE = _frozen(
    [
        word_of((x, y) for x in stage_span(stage) for y in stage_span(stage)) & ~CORNERS[stage]
        for stage in range(STAGES)
    ]
)
"""The squares of each stage that a piece can stand on."""

ZONES = _frozen(
    [word_of((x, y) for x in range(SIDE) for y in rows) for rows in (WHITE_ROWS, BLACK_ROWS)]
)
"""The squares on which White and Black may place, corners included."""

# Squares that have a neighbour (or second neighbour) on the left or right at all. Shifting a
# word by one column would otherwise carry pieces around the edge of the board.
NOT_LEFT = word_of((x, y) for x in range(1, SIDE) for y in range(SIDE))
NOT_RIGHT = word_of((x, y) for x in range(SIDE - 1) for y in range(SIDE))


def move_code(origin: int, direction: int, jump: bool) -> int:
    """Return the number of the move of the piece on `origin`, a step or a jump."""
    return FIRST_STEP + origin * WAYS + direction * 2 + jump


@functools.cache
def all_moves() -> dict[int, Move]:
    """Return every move that any position can have, by number."""
    moves = {}
    for index in range(SQUARES):
        x, y = square_of(index)
        moves[index] = Move(index, square_name(x, y), (x, y))
        for direction, (dx, dy) in enumerate(DIRECTIONS):
            for jump in (False, True):
                to_x, to_y = x + dx * (1 + jump), y + dy * (1 + jump)
                if 0 <= to_x < SIDE and 0 <= to_y < SIDE:
                    code = move_code(index, direction, jump)
                    text = f"{square_name(x, y)}-{square_name(to_x, to_y)}"
                    moves[code] = Move(code, text, ((x, y), (to_x, to_y)))
    moves[FORFEIT] = Move(FORFEIT, "pass", None)
    return moves


@functools.cache
def symmetries(phase: str) -> tuple[Symmetry, ...]:
    """Return the symmetries of the board in a phase, ``"placing"`` or ``"moving"``.

    Placing keeps the zones apart: only the left-right mirror, and the same with top and bottom
    and the players exchanged. Moving has all eight of the square. They hold exactly once the
    board has shrunk twice. Before that they hold up to one detail: the new corners of the
    second shrink fall into place one after the other, so of two opposed pieces between two new
    corners the one nearer the earlier corner goes, whichever way the board is turned.
    """
    turns: dict[str, Callable[[int, int], Square]] = {
        "identity": lambda x, y: (x, y),
        "left-right": lambda x, y: (7 - x, y),
        "top-bottom": lambda x, y: (x, 7 - y),
        "half turn": lambda x, y: (7 - x, 7 - y),
        "main diagonal": lambda x, y: (y, x),
        "other diagonal": lambda x, y: (7 - y, 7 - x),
        "quarter turn right": lambda x, y: (7 - y, x),
        "quarter turn left": lambda x, y: (y, 7 - x),
    }
    if phase == "placing":
        return tuple(
            _symmetry(name, turns[name], swaps_players=name in ("top-bottom", "half turn"))
            for name in ("identity", "left-right", "top-bottom", "half turn")
        )
    return tuple(_symmetry(name, turn, swaps_players=False) for name, turn in turns.items())


def _symmetry(name: str, turn: Callable[[int, int], Square], swaps_players: bool) -> Symmetry:
    by_action = {move.action: move.code for move in all_moves().values()}
    images = list(range(FORFEIT + 1))
    for move in all_moves().values():
        match move.action:
            case ((int(), int()) as origin, (int(), int()) as target):
                images[move.code] = by_action[(turn(*origin), turn(*target))]
            case (int(x), int(y)):
                images[move.code] = by_action[turn(x, y)]
    return Symmetry(name, tuple(images), swaps_players)
