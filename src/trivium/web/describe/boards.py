"""Where everything on a board lies: the same drawing as in notebooks, as numbers for the page."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from trivium.games.cachex import drawing as cachex
from trivium.games.cachex.position import Cachex
from trivium.games.catalogue import find_game
from trivium.games.hexifence import drawing as fences
from trivium.games.hexifence.position import FencesPosition
from trivium.games.moves import square_name
from trivium.games.position import Position
from trivium.games.svg import Spot
from trivium.games.watch_your_back import drawing as watch_your_back
from trivium.games.watch_your_back.geometry import FORFEIT, SQUARES, square_of
from trivium.games.watch_your_back.position import WatchYourBack
from trivium.web import messages as m

_MARGIN = 18
"""Pixels around everything, for the thickness of what stands at the border."""


def board(game: str, size: str) -> m.Board:
    """Return where everything lies on the board of a game and size."""
    return _board(find_game(game).name, size)


@functools.lru_cache(maxsize=64)
def _board(game: str, size: str) -> m.Board:
    position = find_game(game).start(size)
    if isinstance(position, FencesPosition):
        return _of_fences(position)
    if isinstance(position, Cachex):
        return _of_cachex(position)
    assert isinstance(position, WatchYourBack)
    return _of_watch_your_back(position)


def _of_fences(position: FencesPosition) -> m.Board:
    shape, lines = position.shape, position.board
    outside = len(lines.cells)
    cells = [
        m.Cell(
            id=number,
            name=square_name(cell[1], cell[0]),
            centre=_round(fences.scaled(shape.spot(cell))),
            outline=_rounded(fences.outline(shape, cell)),
        )
        for number, cell in enumerate(lines.cells)
    ]
    edges = [
        m.Edge(
            id=number,
            name=lines.moves[number].text,
            ends=_pair(fences.ends(shape, edge)),
            cells=[cell for cell in lines.edge_cells[number].tolist() if cell != outside],
        )
        for number, edge in enumerate(lines.edges)
    ]
    return _assembled(
        position,
        cells,
        fences.label_spots(shape, lines),
        edges=edges,
        dots=_rounded(fences.dot_spots(shape, lines)),
        guides=[_pair(guide) for guide in fences.guides(shape, lines)],
    )


def _of_cachex(position: Cachex) -> m.Board:
    size = position.board.size
    places = [divmod(number, size) for number in range(size * size)]
    cells = [
        m.Cell(
            id=number,
            name=square_name(q, r),
            centre=_round(cachex.spot_of((r, q))),
            outline=_rounded(cachex.outline((r, q))),
        )
        for number, (r, q) in enumerate(places)
    ]
    return _assembled(
        position,
        cells,
        cachex.label_spots(size),
        sides=[
            m.Side(colour=colour, path=_rounded(path)) for colour, path in cachex.side_lines(size)
        ],
        specials=[m.SpecialMove(code=position.board.steal, text="steal")],
    )


def _of_watch_your_back(position: WatchYourBack) -> m.Board:
    squares = [square_of(number) for number in range(SQUARES)]
    cells = [
        m.Cell(
            id=number,
            name=square_name(*square),
            centre=_round(watch_your_back.spot_of(square)),
            outline=_rounded(watch_your_back.outline(square)),
        )
        for number, square in enumerate(squares)
    ]
    special = position.move(FORFEIT)
    return _assembled(
        position,
        cells,
        watch_your_back.label_spots(),
        specials=[m.SpecialMove(code=special.code, text=special.text)],
    )


def _assembled(
    position: Position,
    cells: list[m.Cell],
    labels: dict[Spot, str],
    *,
    edges: list[m.Edge] | None = None,
    dots: list[Spot] | None = None,
    guides: list[tuple[Spot, Spot]] | None = None,
    sides: list[m.Side] | None = None,
    specials: list[m.SpecialMove] | None = None,
) -> m.Board:
    return m.Board(
        game=position.game,
        size=position.size,
        clickable="edges" if edges else "cells",
        view=_view([*labels, *(spot for cell in cells for spot in cell.outline)]),
        cells=cells,
        edges=edges or [],
        dots=dots or [],
        labels=[m.Label(text=text, at=_round(spot)) for spot, text in labels.items()],
        guides=guides or [],
        sides=sides or [],
        specials=specials or [],
    )


def _view(spots: Iterable[Spot]) -> m.View:
    xs, ys = zip(*spots, strict=True)
    left, top = min(xs) - _MARGIN, min(ys) - _MARGIN
    return m.View(
        x=round(left, 2),
        y=round(top, 2),
        width=round(max(xs) + _MARGIN - left, 2),
        height=round(max(ys) + _MARGIN - top, 2),
    )


def _round(spot: Spot) -> Spot:
    return (round(spot[0], 2), round(spot[1], 2))


def _rounded(spots: Iterable[Spot]) -> list[Spot]:
    return [_round(spot) for spot in spots]


def _pair(spots: tuple[Spot, Spot]) -> tuple[Spot, Spot]:
    return (_round(spots[0]), _round(spots[1]))
