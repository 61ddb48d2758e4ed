"""The rhombus of Cachex on paper, for the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trivium.games.cachex import drawing
from trivium.games.layout import Cell, Layout, Side, Special
from trivium.games.moves import square_name

if TYPE_CHECKING:
    from trivium.games.cachex.position import Cachex


def layout_of(position: Cachex) -> Layout:
    """Return where everything lies."""
    size = position.board.size
    places = [divmod(number, size) for number in range(size * size)]
    steal = Special(
        position.move(position.board.steal),
        "Steal the stone",
        "You may take Red’s stone: it becomes yours, mirrored, and Red moves again.",
    )
    return Layout(
        tuple(
            Cell(square_name(q, r), drawing.spot_of((r, q)), tuple(drawing.outline((r, q))))
            for r, q in places
        ),
        drawing.label_spots(size),
        sides=tuple(Side(colour, tuple(path)) for colour, path in drawing.side_lines(size)),
        specials=(steal,),
    )
