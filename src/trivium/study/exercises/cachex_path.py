"""A shortest path over empty cells of a Cachex board, by A*."""

from __future__ import annotations

import heapq

from trivium.errors import BadText
from trivium.games.cachex.geometry import STEPS
from trivium.games.cachex.notation import Cell, read_board, read_cell, read_object
from trivium.study.exercises.answer import ExerciseAnswer


def answer(text: str) -> ExerciseAnswer:
    """Return the number of cells of a shortest path and the cells in order, or 0 alone."""
    data = read_object(text)
    size, stones, _ = read_board(text)
    ends = []
    for key in ("start", "goal"):
        if key not in data:
            raise BadText(f'"{key}" is missing; it must be a cell such as [0, 1].')
        ends.append(read_cell(data[key], f'"{key}"', size))
    path = shortest_path(size, set(stones), ends[0], ends[1])
    return ExerciseAnswer((str(len(path)), *(f"({r},{q})" for r, q in path)))


def shortest_path(size: int, taken: set[Cell], start: Cell, goal: Cell) -> list[Cell]:
    """Return the cells of a shortest path from start to goal, both included; [] if none.

    Only empty cells count, start and goal among them.
    """
    if start in taken or goal in taken:
        return []
    came_from: dict[Cell, Cell | None] = {start: None}
    cost = {start: 1}
    waiting = [(distance(start, goal), start)]
    while waiting:
        _, cell = heapq.heappop(waiting)
        if cell == goal:
            return _trace(came_from, goal)
        for dr, dq in STEPS:
            beside = (cell[0] + dr, cell[1] + dq)
            if beside in taken or not all(0 <= part < size for part in beside):
                continue
            if cost[cell] + 1 < cost.get(beside, size * size + 1):
                cost[beside] = cost[cell] + 1
                came_from[beside] = cell
                heapq.heappush(waiting, (cost[beside] + distance(beside, goal), beside))
    return []


def distance(a: Cell, b: Cell) -> int:
    """Return the steps between two cells of an empty board, which no path can undercut."""
    dr, dq = b[0] - a[0], b[1] - a[1]
    return max(abs(dr), abs(dq), abs(dr + dq))


def _trace(came_from: dict[Cell, Cell | None], goal: Cell) -> list[Cell]:
    path: list[Cell] = []
    cell: Cell | None = goal
    while cell is not None:
        path.append(cell)
        cell = came_from[cell]
    return path[::-1]
