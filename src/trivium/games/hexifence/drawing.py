"""Pictures of Hexifence and Dots-and-Boxes.

Both boards are grids of points that hold cells, edges and, on the square board, dots. A `Shape`
says where the points lie on paper; the rest is the same for both. On the hexagonal board each
grid row stands half a column to the left of the row above it, so columns are slanted, and a
column's letter stands above its topmost point in the direction of the slant.

On request a picture also marks the features of the position: each has a letter, which stands in
its cells, and a line below the board that says what it is.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from trivium.games import svg as paper
from trivium.games.hexifence.features import Feature, features
from trivium.games.hexifence.geometry import EdgeBoard, Point
from trivium.games.hexifence.rules import NOBODY, UNKNOWN
from trivium.games.moves import column_name
from trivium.games.svg import Spot, terminal_style

if TYPE_CHECKING:
    from rich.text import Text

    from trivium.games.hexifence.position import FencesPosition

_UNIT = 26
"""Pixels from one column of the grid to the next."""
_DOT = 4
_FREE = "·"
_FEATURE_STYLES = {"chain": "green", "loop": "magenta", "junction": "dim", "open": "bold yellow"}
"""How a terminal shows the letter of a feature."""


class Stroke(NamedTuple):
    """What an edge looks like."""

    end: Spot
    """From the edge's middle to one of its ends, in columns of the grid."""
    characters: str
    """What a terminal shows for a claimed edge."""


@dataclass(frozen=True)
class Shape:
    """How the points of a grid are laid out, in columns of the grid as the unit of length."""

    slant: float
    """How far each row stands to the left of the row above it."""
    row_height: float
    corners: tuple[Spot, ...]
    """The corners of a cell, seen from its point."""
    strokes: dict[Point, Stroke]
    """The stroke of an edge, by whether its row and its column are odd."""
    dots: tuple[Point, ...]
    """The dots around a cell, as grid offsets from its point."""
    characters: int
    """Width of a column of the grid in a terminal."""

    def spot(self, point: tuple[float, float]) -> Spot:
        """Return where a grid point, or a place between grid points, lies on paper."""
        row, column = point
        return (column - self.slant * row, row * self.row_height)

    def stroke(self, edge: Point) -> Stroke:
        """Return the stroke of the edge at a grid point."""
        return self.strokes[(edge[0] % 2, edge[1] % 2)]

    def terminal_column(self, point: Point) -> int:
        """Return the column of characters in which a terminal shows a grid point."""
        return round(self.characters * self.spot(point)[0])


HEXAGONAL = Shape(
    slant=0.5,
    row_height=math.sqrt(3) / 2,
    corners=tuple(paper.hexagon((0, 0), 2)),
    strokes={
        (0, 0): Stroke((0.5, -math.sqrt(3) / 6), "/"),
        (0, 1): Stroke((0.5, math.sqrt(3) / 6), "\\"),
        (1, 0): Stroke((0, math.sqrt(3) / 3), "|"),
    },
    dots=(),
    characters=2,
)

SQUARE = Shape(
    slant=0,
    row_height=1,
    corners=((-1, -1), (1, -1), (1, 1), (-1, 1)),
    strokes={(0, 1): Stroke((1, 0), "-----"), (1, 0): Stroke((0, 1), "|")},
    dots=((-1, -1), (-1, 1), (1, -1), (1, 1)),
    characters=3,
)


def svg(position: FencesPosition, marked: bool = False) -> str:
    """Draw the position as SVG, its features `marked` or not."""
    shape, board = position.shape, position.board
    labels = label_spots(shape, board)
    corners = [corner for cell in board.cells for corner in outline(shape, cell)]
    legend = _legend(position, corners) if marked else {}
    return paper.document(
        f"{position.game.capitalize()} {position.size}",
        position.status(),
        [*corners, *labels, *legend],
        [
            *_cells(position),
            *(_marks(position) if marked else ()),
            *_edges(position),
            paper.group("dot", (paper.disc(spot, _DOT) for spot in dot_spots(shape, board))),
            paper.group("guide", (paper.line(*guide) for guide in guides(shape, board))),
            paper.labels({**labels, **legend}),
        ],
    )


def text(position: FencesPosition, marked: bool = False) -> Text:
    """Draw the position with characters.

    A free edge is a ``·``, a claimed one a line in its owner's colour; a captured cell shows
    its owner's initial, or ``?`` if a loaded board did not tell the owner. If its features are
    `marked`, an open cell shows the small letter of its feature.
    """
    shape, board = position.shape, position.board
    last = _last_edge(position)
    pieces: dict[Point, tuple[str, str]] = {}

    def put(point: Point, characters: str, style: str, before: int = 0) -> None:
        pieces[(point[0], shape.terminal_column(point) - before)] = (characters, style)

    for point, name in _column_labels(shape, board):
        put(point, name, terminal_style(None))
    for point, name in _row_labels(shape, board):
        put(point, name, terminal_style(None), len(name) - 1)
    for point in _dots(shape, board):
        put(point, "+", terminal_style(None))
    for cell, owner in _captured(position):
        put(cell, _initial(owner), terminal_style(owner))
    for letter, feature in named_features(position) if marked else ():
        for number in feature.cells:
            style = _FEATURE_STYLES[feature.kind]
            put(board.cells[number], letter, style, len(letter) - 1)
    for edge, claimant in _claims(position):
        characters = shape.stroke(edge).characters if claimant else _FREE
        put(edge, characters, terminal_style(claimant, edge in last), len(characters) // 2)
    drawing = _assembled(pieces)
    for line in _legend_lines(position) if marked else ():
        drawing.append(f"\n{line}")
    return drawing


def named_features(position: FencesPosition) -> list[tuple[str, Feature]]:
    """Return the features with the letters that mark them: a, b, …, z, aa, ab, …"""
    found = features(position.kernel)
    return [(column_name(number), feature) for number, feature in enumerate(found)]


def label_spots(shape: Shape, board: EdgeBoard) -> dict[Spot, str]:
    """Return the names of columns and rows, each at its spot."""
    names = (*_column_labels(shape, board), *_row_labels(shape, board))
    return {scaled(shape.spot(point)): name for point, name in names}


def dot_spots(shape: Shape, board: EdgeBoard) -> list[Spot]:
    """Return where the dots are, on a board that has them."""
    return [scaled(shape.spot(point)) for point in _dots(shape, board)]


def guides(shape: Shape, board: EdgeBoard) -> Iterator[tuple[Spot, Spot]]:
    """Yield the ends of short lines from the letters to their columns."""
    for (row, column), _ in _column_labels(shape, board):
        yield scaled(shape.spot((row + 0.4, column))), scaled(shape.spot((row + 0.75, column)))


def outline(shape: Shape, cell: Point) -> list[Spot]:
    """Return the corners of the cell at a grid point."""
    x, y = shape.spot(cell)
    return [scaled((x + dx, y + dy)) for dx, dy in shape.corners]


def ends(shape: Shape, edge: Point) -> tuple[Spot, Spot]:
    """Return the ends of the edge at a grid point."""
    x, y = shape.spot(edge)
    dx, dy = shape.stroke(edge).end
    return scaled((x - dx, y - dy)), scaled((x + dx, y + dy))


def scaled(spot: Spot) -> Spot:
    """Return a spot in pixels that is given in columns of the grid."""
    return (spot[0] * _UNIT, spot[1] * _UNIT)


def _legend_lines(position: FencesPosition) -> list[str]:
    """Return a line for each kind of feature there is, with the letters of those of that kind."""
    kinds: dict[str, list[str]] = {}
    for letter, feature in named_features(position):
        kinds.setdefault(str(feature), []).append(letter)
    return [f"{', '.join(letters)}: {kind}" for kind, letters in kinds.items()]


def _legend(position: FencesPosition, corners: list[Spot]) -> dict[Spot, str]:
    """Return the lines of the legend, each at its spot below the board."""
    middle = (min(x for x, _ in corners) + max(x for x, _ in corners)) / 2
    bottom = max(y for _, y in corners)
    lines = _legend_lines(position)
    return {(middle, bottom + _UNIT * (1 + 0.7 * row)): line for row, line in enumerate(lines)}


def _marks(position: FencesPosition) -> Iterator[str]:
    """Yield the tint and the letter of every feature's cells."""
    shape, board = position.shape, position.board
    for letter, feature in named_features(position):
        cells = [board.cells[number] for number in feature.cells]
        tints = (paper.polygon(outline(shape, cell), str(feature)) for cell in cells)
        letters = (paper.words(scaled(shape.spot(cell)), letter) for cell in cells)
        yield paper.group(f"tint {feature.kind}", tints)
        yield paper.group(f"letter {feature.kind}", letters)


def _cells(position: FencesPosition) -> Iterator[str]:
    shape = position.shape
    owners = dict(_captured(position))
    free = (cell for cell in position.board.cells if cell not in owners)
    yield paper.group("plain", (paper.polygon(outline(shape, cell)) for cell in free))
    for colour in sorted(set(owners.values())):
        cells = [cell for cell, owner in owners.items() if owner == colour]
        tints = (paper.polygon(outline(shape, cell)) for cell in cells)
        letters = (paper.words(scaled(shape.spot(cell)), _initial(colour)) for cell in cells)
        yield paper.group(f"tint {colour}", tints)
        yield paper.group(f"letter {colour}", letters)


def _edges(position: FencesPosition) -> Iterator[str]:
    """Yield the free edges, then the claimed ones with a halo below the last move."""
    shape = position.shape
    lines: dict[str | None, list[str]] = {owner: [] for owner in (None, *position.colours)}
    for number, (edge, claimant) in enumerate(_claims(position)):
        name = position.board.moves[number].text
        lines[claimant].append(paper.line(*ends(shape, edge), name))
    yield paper.group("free", lines[None])
    yield paper.group("halo", (paper.line(*ends(shape, edge)) for edge in _last_edge(position)))
    for colour in position.colours:
        yield paper.group(f"line {colour}", lines[colour])


def _claims(position: FencesPosition) -> Iterator[tuple[Point, str | None]]:
    """Yield each edge with the colour that has claimed it; None for a free one."""
    owners = position.kernel.edge_owner.tolist()
    for edge, owner in zip(position.board.edges, owners, strict=True):
        yield edge, None if owner == NOBODY else position.colours[owner]


def _captured(position: FencesPosition) -> Iterator[tuple[Point, str]]:
    """Yield each captured cell with its owner's colour."""
    colours = {**dict(enumerate(position.colours)), UNKNOWN: "unknown"}
    owners = position.kernel.cell_owner[: len(position.board.cells)].tolist()
    for cell, owner in zip(position.board.cells, owners, strict=True):
        if owner != NOBODY:
            yield cell, colours[owner]


def _last_edge(position: FencesPosition) -> list[Point]:
    return [position.board.edges[move.code] for move in position.moves[-1:]]


def _dots(shape: Shape, board: EdgeBoard) -> list[Point]:
    return sorted({(row + dr, column + dc) for row, column in board.cells for dr, dc in shape.dots})


def _column_labels(shape: Shape, board: EdgeBoard) -> Iterator[tuple[Point, str]]:
    """Yield the point just above each column with the column's name."""
    points = [*board.edges, *_dots(shape, board)]
    for column in range(board.columns):
        top = min(row for row, other in points if other == column)
        yield (top - 1, column), column_name(column)


def _row_labels(shape: Shape, board: EdgeBoard) -> Iterator[tuple[Point, str]]:
    """Yield the point just before each row with the row's name."""
    points = [*board.edges, *_dots(shape, board)]
    for row in range(board.rows):
        first = min(column for other, column in points if other == row)
        yield (row, first - 1), str(row + 1)


def _initial(owner: str) -> str:
    return "?" if owner == "unknown" else owner[0].upper()


def _assembled(pieces: dict[Point, tuple[str, str]]) -> Text:
    """Return the styled pieces, each at its line and column, as one text."""
    from rich.text import Text

    left = min(column for _, column in pieces)
    lines: dict[int, Text] = {}
    for (row, column), (characters, style) in sorted(pieces.items()):
        line = lines.setdefault(row, Text())
        line.append(" " * (column - left - len(line)))
        line.append(characters, style)
    return Text("\n").join(lines.values())
