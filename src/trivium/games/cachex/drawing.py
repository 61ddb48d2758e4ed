"""Pictures of Cachex.

The rhombus leans to the right: each row stands half a cell to the right of the row above it.
A picture marks the last move, the stones it took off, and the path that won.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from trivium.games import svg as paper
from trivium.games.cachex.geometry import STEPS
from trivium.games.cachex.notation import Cell
from trivium.games.moves import column_name, square_name
from trivium.games.svg import Spot, terminal_style

if TYPE_CHECKING:
    from rich.text import Text

    from trivium.games.cachex.position import Cachex

_WIDTH = 40
"""Width of a cell in pixels."""
_STONE = 0.36 * _WIDTH
_RING = 0.6 * _STONE


def svg(position: Cachex) -> str:
    """Draw the position as SVG. Red stones carry a ring, blue ones do not."""
    size = position.board.size
    labels = label_spots(size)
    corner_cells = [(r, q) for r in (0, size - 1) for q in (0, size - 1)]
    return paper.document(
        f"Cachex {size}",
        position.status(),
        [*labels, *(spot for cell in corner_cells for spot in outline(cell))],
        [*_sides(size), *_cells(position), *_stones(position), paper.labels(labels)],
    )


def text(position: Cachex) -> Text:
    """Draw the position with characters; letters and numbers have the colours of the sides."""
    from rich.text import Text

    stones, size = position.stones, position.board.size
    marked = winning_path(position) or last_cells(position)
    letters = " ".join(column_name(q) for q in range(size))
    lines = [Text.assemble("   ", (letters, terminal_style("red")))]
    for r in range(size):
        line = Text.assemble(" " * r, (f"{r + 1:2}", terminal_style("blue")))
        for cell in ((r, q) for q in range(size)):
            colour = stones.get(cell)
            symbol = colour[0].upper() if colour else "."
            line.append(" ").append(symbol, terminal_style(colour, cell in marked))
        lines.append(line)
    return Text("\n").join(lines)


def last_cells(position: Cachex) -> list[Cell]:
    """Return the cell of the stone that the last move set; none if there was no move."""
    for move in position.moves[-1:]:
        match move.action:
            case ("PLACE", int(r), int(q)):
                return [(r, q)]
            case ("STEAL",):
                return list(position.stones)
    return []


def winning_path(position: Cachex) -> list[Cell]:
    """Return a shortest connection of the winner's two sides; none unless there is a winner."""
    outcome = position.outcome()
    if outcome is None or outcome.winner is None:
        return []
    across = position.colours.index(outcome.winner)
    own = {cell for cell, colour in position.stones.items() if colour == outcome.winner}
    paths = [[cell] for cell in sorted(own) if cell[across] == 0]
    own.difference_update(cell for path in paths for cell in path)
    for path in paths:  # grows at its end: a breadth-first search
        if path[-1][across] == position.board.size - 1:
            return path
        r, q = path[-1]
        for beside in ((r + dr, q + dq) for dr, dq in STEPS):
            if beside in own:
                own.remove(beside)
                paths.append([*path, beside])
    return []


def label_spots(size: int) -> dict[Spot, str]:
    """Return the names of columns and rows, each at its spot."""
    letters = {(q * _WIDTH, -1.05 * _WIDTH): column_name(q) for q in range(size)}
    return letters | {spot_of((r, -1)): str(r + 1) for r in range(size)}


def side_lines(size: int) -> Iterator[tuple[str, list[Spot]]]:
    """Yield the four borders with their owners. Where two share an edge, each has half of it."""
    top = [spot for q in range(size) for spot in (outline((0, q))[-1], outline((0, q))[0])]
    right = [spot for r in range(size) for spot in outline((r, size - 1))[1:3]]
    (x1, y1), (x2, y2) = top[-1], right[0]
    shared = ((x1 + x2) / 2, (y1 + y2) / 2)
    across, down = spot_of((size - 1, size - 1))
    for colour, side in (("red", [*top, shared]), ("blue", [shared, *right])):
        yield colour, side
        yield colour, [(across - x, down - y) for x, y in side]


def spot_of(cell: Cell) -> Spot:
    """Return where the middle of a cell lies."""
    r, q = cell
    return ((q + r / 2) * _WIDTH, r * math.sqrt(3) / 2 * _WIDTH)


def outline(cell: Cell) -> list[Spot]:
    """Return the corners of a cell."""
    return paper.hexagon(spot_of(cell), _WIDTH)


def _sides(size: int) -> Iterator[str]:
    lines = list(side_lines(size))
    for colour in ("red", "blue"):
        own = (paper.polyline(side) for owner, side in lines if owner == colour)
        yield paper.group(f"side {colour}", own)


def _cells(position: Cachex) -> Iterator[str]:
    cells = [divmod(number, position.board.size) for number in range(position.board.steal)]
    yield paper.group("cell", (paper.polygon(outline(cell), _name(cell)) for cell in cells))
    yield paper.group("last", (paper.polygon(outline(cell)) for cell in last_cells(position)))


def _stones(position: Cachex) -> Iterator[str]:
    if path := winning_path(position):
        winner = position.stones[path[0]]
        yield paper.group(f"path {winner}", [paper.polyline(spot_of(cell) for cell in path)])
    taken = paper.taken_off(position, lambda at: at.stones)
    for colour in position.colours:
        ghosts = (cell for cell, owner in taken.items() if owner == colour)
        yield paper.group(f"ghost {colour}", _discs(ghosts))
        own = [cell for cell, owner in position.stones.items() if owner == colour]
        yield paper.group(f"stone {colour}", _discs(own))
        if colour == "red":
            yield paper.group("ring", (paper.disc(spot_of(cell), _RING) for cell in own))


def _discs(cells: Iterable[Cell]) -> Iterator[str]:
    return (paper.disc(spot_of(cell), _STONE, _name(cell)) for cell in cells)


def _name(cell: Cell) -> str:
    r, q = cell
    return square_name(q, r)
