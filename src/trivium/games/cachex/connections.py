"""The shortest connection of each side: what a player still lacks, and where.

A path may use the player's own stones for nothing and empty cells at the price of one move
each; the opponent's stones block it.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from trivium.games.cachex.geometry import STEPS
from trivium.games.cachex.notation import Cell

if TYPE_CHECKING:
    from trivium.games.cachex.position import Cachex


@dataclass(frozen=True)
class Connection:
    """A cheapest path from one of a player's sides to the other."""

    cells: tuple[Cell, ...]
    missing: tuple[Cell, ...]
    """Those of its cells that are empty."""


def shortest_connection(position: Cachex, colour: str) -> Connection | None:
    """Return a path of the fewest missing stones; None if the player is cut off."""
    size, stones = position.board.size, position.stones
    across = position.colours.index(colour)
    before: dict[Cell, Cell | None] = {}
    waiting: deque[tuple[Cell, Cell | None]] = deque()

    def reach(cell: Cell, origin: Cell | None) -> None:
        if min(cell) < 0 or max(cell) >= size or cell in before:
            return
        owner = stones.get(cell)
        if owner == colour:
            waiting.appendleft((cell, origin))
        elif owner is None:
            waiting.append((cell, origin))

    for along in range(size):
        reach((0, along) if across == 0 else (along, 0), None)
    while waiting:
        cell, origin = waiting.popleft()
        if cell in before:
            continue
        before[cell] = origin
        if cell[across] == size - 1:
            return _traced(cell, before, stones)
        r, q = cell
        for dr, dq in STEPS:
            reach((r + dr, q + dq), cell)
    return None


def _traced(end: Cell, before: dict[Cell, Cell | None], stones: dict[Cell, str]) -> Connection:
    path: list[Cell] = []
    cell: Cell | None = end
    while cell is not None:
        path.append(cell)
        cell = before[cell]
    path.reverse()
    return Connection(tuple(path), tuple(cell for cell in path if cell not in stones))
