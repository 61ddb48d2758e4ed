"""The board of Watch Your Back! on paper, for the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trivium.games.layout import Cell, Layout, Special, Stage
from trivium.games.moves import square_name
from trivium.games.watch_your_back import drawing
from trivium.games.watch_your_back.geometry import (
    FORFEIT,
    SQUARES,
    STAGES,
    square_index,
    square_of,
    stage_corners,
    stage_span,
)

if TYPE_CHECKING:
    from trivium.games.watch_your_back.position import WatchYourBack


def layout_of(position: WatchYourBack) -> Layout:
    """Return where everything lies."""
    squares = [square_of(number) for number in range(SQUARES)]
    forfeit = Special(position.move(FORFEIT), "Pass", "You have no move and must pass.")
    return Layout(
        tuple(
            Cell(square_name(*at), drawing.spot_of(at), tuple(drawing.outline(at)))
            for at in squares
        ),
        drawing.label_spots(),
        specials=(forfeit,),
        stages=tuple(stage_of(stage) for stage in range(STAGES)),
    )


def stage_of(stage: int) -> Stage:
    """Return the board after so many shrinks."""
    span = stage_span(stage)
    there = {(x, y) for x in span for y in span}
    return Stage(
        f"{len(span)} × {len(span)}",
        tuple(square_index(x, y) for x, y in stage_corners(stage)),
        tuple(number for number in range(SQUARES) if square_of(number) not in there),
    )
