"""Where everything on a board lies: the same drawing as in notebooks, as numbers for the page."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from trivium.games.catalogue import find_game
from trivium.games.game import Game
from trivium.games.layout import Layout
from trivium.games.svg import Spot
from trivium.saying import ENGLISH, Saying
from trivium.web import messages as m

_MARGIN = 18
"""Pixels around everything, for the thickness of what stands at the border."""


def board(game: str, size: str, language: str = ENGLISH) -> m.Board:
    """Return where everything lies on the board of a game and size."""
    return _board(find_game(game), size, language)


@functools.lru_cache(maxsize=64)
def _board(game: Game, size: str, language: str) -> m.Board:
    position = game.start(size)
    layout = position.layout()
    cells = _cells(layout)
    return m.Board(
        game=position.game,
        size=position.size,
        clickable="edges" if layout.edges else "cells",
        view=_view([*layout.labels, *(spot for cell in cells for spot in cell.outline)]),
        cells=cells,
        edges=_edges(layout),
        dots=_rounded(layout.dots),
        labels=[m.Label(text=text, at=_round(spot)) for spot, text in layout.labels.items()],
        guides=[_pair(guide) for guide in layout.guides],
        sides=[m.Side(colour=side.colour, path=_rounded(side.path)) for side in layout.sides],
        specials=_specials(layout, language),
        style=game.look.style,
        turning=m.Turning(
            step=game.look.turn_step,
            behind=dict(game.look.behind),
            when_narrow=game.look.when_narrow,
        ),
        stages=[
            m.Stage(title=stage.title, corners=list(stage.corners), gone=list(stage.gone))
            for stage in layout.stages
        ],
    )


def _cells(layout: Layout) -> list[m.Cell]:
    return [
        m.Cell(
            id=number,
            name=cell.name,
            centre=_round(cell.centre),
            outline=_rounded(cell.outline),
        )
        for number, cell in enumerate(layout.cells)
    ]


def _edges(layout: Layout) -> list[m.Edge]:
    return [
        m.Edge(id=number, name=edge.name, ends=_pair(edge.ends), cells=list(edge.cells))
        for number, edge in enumerate(layout.edges)
    ]


def _specials(layout: Layout, language: str) -> list[m.SpecialMove]:
    return [
        m.SpecialMove(
            code=special.move.code,
            text=special.move.text,
            title=Saying(special.title).said(language),
            words=Saying(special.words).said(language),
        )
        for special in layout.specials
    ]


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
