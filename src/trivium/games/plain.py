"""The drawing of a game that brings none of its own: a grid with a cell for each of its moves.

A cell has the name of its move, and belongs to the colour that last made that move.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from trivium.games import svg as paper
from trivium.games.layout import Cell, Layout
from trivium.games.moves import Move
from trivium.games.scene import Effect, Places, Scene
from trivium.games.svg import Spot, terminal_style

if TYPE_CHECKING:
    from rich.text import Text

    from trivium.games.position import Position

_LEAST_WIDTH = 44
_LETTER = 9
"""Pixels of a cell for each letter of the longest name."""
_PADDING = 18
_DISC = 0.16
"""The radius of an owner's mark, as a share of a cell's width."""


def layout_of(position: Position) -> Layout:
    """Return the grid."""
    names = [move.text for move in position.all_moves.values()]
    columns, width = _columns(len(names)), _width(names)
    return Layout(
        tuple(
            _cell(name, (number % columns * width, number // columns * width), width)
            for number, name in enumerate(names)
        )
    )


def places_of(position: Position, move: Move) -> Places:
    """Return the cell of a move."""
    return Places(list(position.all_moves).index(move.code))


def scene_of(position: Position) -> Scene:
    """Return which cells belong to whom."""
    places = [places_of(position, move) for move in position.moves]
    owners = {
        at.place: colour
        for at, colour in zip(places, position.movers(), strict=True)
        if at.place is not None
    }
    return Scene(owners, effect=Effect(places[-1]) if places else None)


def svg(position: Position) -> str:
    """Draw the grid as SVG."""
    cells = layout_of(position).cells
    scene = scene_of(position)
    return paper.document(
        f"{position.game.capitalize()} {position.size}",
        position.status(),
        [spot for cell in cells for spot in cell.outline],
        [
            paper.group("cell", (paper.polygon(cell.outline, cell.name) for cell in cells)),
            paper.group("last", (paper.polygon(cells[at].outline) for at in _last(scene))),
            *(_owned(cells, scene, colour) for colour in position.colours),
            paper.labels({_upper(cell): cell.name for cell in cells}),
        ],
    )


def text(position: Position) -> Text:
    """Draw the grid with characters: each name with the initial of its owner, or a point."""
    from rich.text import Text

    names = [move.text for move in position.all_moves.values()]
    columns, longest = _columns(len(names)), max(len(name) for name in names)
    scene = scene_of(position)
    drawing = Text()
    for number, name in enumerate(names):
        if number:
            drawing.append("  " if number % columns else "\n")
        owner = scene.owners.get(number)
        drawing.append(f"{name:<{longest}} ")
        mark = owner[0].upper() if owner else "."
        drawing.append(mark, terminal_style(owner, number in _last(scene)))
    return drawing


def _columns(cells: int) -> int:
    return math.ceil(math.sqrt(cells))


def _width(names: list[str]) -> float:
    return max(_LEAST_WIDTH, _LETTER * max(len(name) for name in names) + _PADDING)


def _cell(name: str, corner: Spot, width: float) -> Cell:
    (x, y), half = corner, width / 2
    outline = ((x, y), (x + width, y), (x + width, y + width), (x, y + width))
    return Cell(name, (x + half, y + half), outline)


def _owned(cells: tuple[Cell, ...], scene: Scene, colour: str) -> str:
    own = [cells[place] for place, owner in scene.owners.items() if owner == colour]
    return paper.group(
        f"stone {colour}", (paper.disc(_lower(cell), _DISC * _side(cell)) for cell in own)
    )


def _last(scene: Scene) -> list[int]:
    place = scene.effect.places.place if scene.effect else None
    return [] if place is None else [place]


def _side(cell: Cell) -> float:
    return cell.outline[1][0] - cell.outline[0][0]


def _upper(cell: Cell) -> Spot:
    return (cell.centre[0], cell.centre[1] - 0.2 * _side(cell))


def _lower(cell: Cell) -> Spot:
    return (cell.centre[0], cell.centre[1] + 0.2 * _side(cell))
