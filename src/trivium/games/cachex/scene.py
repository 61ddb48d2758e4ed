"""Positions of Cachex as they are shown."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from trivium.games import svg as paper
from trivium.games.cachex import drawing
from trivium.games.cachex.connections import shortest_connection
from trivium.games.cachex.notation import Cell
from trivium.games.moves import Move
from trivium.games.scene import Effect, Link, Places, Scene, Taken

if TYPE_CHECKING:
    from trivium.games.cachex.position import Cachex


def places_of(position: Cachex, move: Move) -> Places:
    """Return where a move is: the steal has no place."""
    return Places(None if move.code == position.board.steal else move.code)


def scene_of(position: Cachex) -> Scene:
    """Return the stones, the path that won, and the shortest connections."""
    stones = position.stones
    standing = list(stones.values())
    return Scene(
        owners={_number(position, cell): colour for cell, colour in stones.items()},
        score={colour: standing.count(colour) for colour in position.colours},
        effect=_effect(position),
        path=_numbers(position, drawing.winning_path(position)),
        links=_links(position),
        may_steal=any(move.code == position.board.steal for move in position.legal_moves),
    )


def _effect(position: Cachex) -> Effect | None:
    """Return what the last move did; its place is where it set a stone, also by the steal."""
    if not position.moves:
        return None
    place, *_ = _numbers(position, drawing.last_cells(position))
    taken = paper.taken_off(position, lambda at: at.stones)
    removed = tuple(Taken(_number(position, cell), colour) for cell, colour in taken.items())
    return Effect(Places(place), removed=removed)


def _links(position: Cachex) -> dict[str, Link]:
    found = {colour: shortest_connection(position, colour) for colour in position.colours}
    return {
        colour: Link(_numbers(position, connection.cells), _numbers(position, connection.missing))
        for colour, connection in found.items()
        if connection is not None
    }


def _numbers(position: Cachex, cells: Iterable[Cell]) -> tuple[int, ...]:
    return tuple(_number(position, cell) for cell in cells)


def _number(position: Cachex, cell: Cell) -> int:
    return cell[0] * position.board.size + cell[1]
