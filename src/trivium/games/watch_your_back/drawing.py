"""Pictures of Watch Your Back!

A picture marks where the last move went from and to and the pieces it eliminated, and while
pieces are being placed also the squares that are open to the player to move.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from trivium.games import svg as paper
from trivium.games.moves import column_name, square_name
from trivium.games.svg import Spot, terminal_style
from trivium.games.watch_your_back.geometry import (
    PLAYABLE,
    SIDE,
    SQUARES,
    ZONES,
    Square,
    square_of,
    squares_of,
    stage_corners,
)

if TYPE_CHECKING:
    from rich.text import Text

    from trivium.games.watch_your_back.position import WatchYourBack

_WIDTH = 44
"""Width of a square in pixels."""
_PIECE = 0.36 * _WIDTH
_CROSS = 0.2 * _WIDTH

_SYMBOLS = {"white": "O", "black": "@"}


def svg(position: WatchYourBack) -> str:
    """Draw the position as SVG."""
    labels = label_spots()
    return paper.document(
        "Watch Your Back!",
        position.status(),
        [*labels, spot_of((SIDE - 0.5, SIDE - 0.5))],
        [*_squares(position), *_pieces(position), paper.labels(labels)],
    )


def text(position: WatchYourBack) -> Text:
    """Draw the position with characters: ``O`` White, ``@`` Black, ``-`` empty, ``X`` a corner."""
    from rich.text import Text

    pieces, marked = position.pieces, last_squares(position)
    symbols = dict.fromkeys(squares_of(PLAYABLE[position.stage]), "-")
    symbols |= dict.fromkeys(stage_corners(position.stage), "X")
    symbols |= {square: _SYMBOLS[colour] for square, colour in pieces.items()}
    letters = " ".join(column_name(x) for x in range(SIDE))
    lines = [Text.assemble("  ", (letters, terminal_style(None)))]
    for y in range(SIDE):
        line = Text.assemble((str(y + 1), terminal_style(None)))
        for square in ((x, y) for x in range(SIDE)):
            is_marked = square in marked and square in symbols
            style = terminal_style(pieces.get(square), is_marked)
            line.append(" ").append(symbols.get(square, " "), style)
        line.rstrip()
        lines.append(line)
    return Text("\n").join(lines)


def last_squares(position: WatchYourBack) -> list[Square]:
    """Return the squares that the last move placed on, or went from and to; none for a pass."""
    for move in position.moves[-1:]:
        match move.action:
            case ((int(x), int(y)), (int(to_x), int(to_y))):
                return [(x, y), (to_x, to_y)]
            case (int(x), int(y)):
                return [(x, y)]
    return []


def label_spots() -> dict[Spot, str]:
    """Return the names of columns and rows, each at its spot."""
    letters = {spot_of((x, -0.75)): column_name(x) for x in range(SIDE)}
    return letters | {spot_of((-0.75, y)): str(y + 1) for y in range(SIDE)}


def outline(square: Square) -> list[Spot]:
    """Return the corners of a square."""
    x, y = square
    corners = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
    return [spot_of((x + dx, y + dy)) for dx, dy in corners]


def spot_of(square: tuple[float, float]) -> Spot:
    """Return where the middle of a square lies."""
    return (square[0] * _WIDTH, square[1] * _WIDTH)


def _squares(position: WatchYourBack) -> Iterator[str]:
    playable = squares_of(PLAYABLE[position.stage])
    corners = stage_corners(position.stage)
    there = {*playable, *corners}
    gone = (square_of(number) for number in range(SQUARES) if square_of(number) not in there)
    yield paper.group("gone", _drawn(gone))
    yield paper.group("cell", _drawn(sorted(there)))
    if position.phase == "placing":
        zone = squares_of(ZONES[position.mover] & PLAYABLE[0])
        yield paper.group("zone", _drawn(zone))
    yield paper.group("last", _drawn(last_squares(position)))
    yield paper.group("cross", (stroke for corner in corners for stroke in _cross(corner)))


def _pieces(position: WatchYourBack) -> Iterator[str]:
    last = last_squares(position)
    gone = paper.taken_off(position, lambda at: at.pieces)
    for colour in position.colours:
        ghosts = (at for at, owner in gone.items() if owner == colour and at not in last)
        own = (at for at, owner in position.pieces.items() if owner == colour)
        yield paper.group(f"ghost {colour}", _discs(ghosts))
        yield paper.group(f"stone {colour}", _discs(own))


def _discs(squares: Iterable[Square]) -> Iterator[str]:
    return (paper.disc(spot_of(square), _PIECE, square_name(*square)) for square in squares)


def _drawn(squares: Iterable[Square]) -> Iterator[str]:
    return (paper.square(spot_of(square), _WIDTH, square_name(*square)) for square in squares)


def _cross(corner: Square) -> tuple[str, str]:
    x, y = spot_of(corner)
    return (
        paper.line((x - _CROSS, y - _CROSS), (x + _CROSS, y + _CROSS)),
        paper.line((x - _CROSS, y + _CROSS), (x + _CROSS, y - _CROSS)),
    )
