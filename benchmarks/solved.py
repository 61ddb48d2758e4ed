"""What the table of Hexifence 2 says: first moves, and who wins with how many free edges.

``trivium bench solved`` prints the figures of ``docs/solved.md``, with ``--json`` also the time
that the table takes; ``python -m benchmarks.solved`` draws the picture on that page anew.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from trivium.files import write_whole
from trivium.games import svg as paper
from trivium.games.hexifence.geometry import EdgeBoard
from trivium.games.hexifence.position import Hexifence
from trivium.games.symmetry import Symmetry
from trivium.solve.tables import hexifence_two as two

PICTURE = Path(__file__).parents[1] / "docs" / "images" / "hexifence-2-solved.svg"

_BORDER_EDGE_CHOICES = [
    math.comb(two.MOST_BORDER_EDGES, free) for free in range(two.MOST_BORDER_EDGES + 1)
]
"""In how many ways a cell can have so many of its border edges free."""


@dataclass(frozen=True)
class FirstMove:
    """A class of first moves that the symmetries of the board carry into each other."""

    kind: str
    edges: int
    example: str
    value: int
    """The margin of the player who makes it."""
    best_replies: int
    """Of the replies, those that are best."""
    replies: int


@dataclass(frozen=True)
class Verdicts:
    """How positions end for the player to move, counting the cells still to be captured."""

    positions: int
    """The folded ones: border edges of a cell are interchangeable."""
    wins: int
    draws: int
    losses: int
    mean: float
    """Of the value."""
    edge_sets: int
    """The positions before folding."""
    edge_sets_won: int


def main(as_json: bool) -> None:
    """Print the figures as tables, or as one JSON object."""
    if as_json:
        print(json.dumps(_facts()))
        return
    print(f"positions: {two.POSITIONS:,}, up to symmetry {positions_up_to_symmetry():,}")
    print(f"value of the start: {two.value(Hexifence(two.DIMENSION).kernel):+}\n")
    print("\n".join(_first_move_lines()))
    print()
    print("\n".join(_verdict_lines()))


def _facts() -> dict[str, object]:
    return {
        "benchmark": "solved",
        "positions": two.POSITIONS,
        "up_to_symmetry": positions_up_to_symmetry(),
        "value": two.value(Hexifence(two.DIMENSION).kernel),
        "first_moves": [asdict(move) for move in first_moves()],
        "by_free_edges": [
            {"free_edges": free, **asdict(here)} for free, here in verdicts_by_free_edges().items()
        ],
        "build_seconds": _seconds(two.build),
        "load_seconds": _seconds(two.table.__wrapped__),
    }


def _seconds(work: Callable[[], object]) -> float:
    """Return how long some work takes when it is done the second time."""
    work()
    began = time.perf_counter()
    work()
    return round(time.perf_counter() - began, 3)


def _first_move_lines() -> Iterator[str]:
    yield f"{'first move':<29}edges  such as  value  best replies"
    for move in first_moves():
        replies = f"{move.best_replies} of {move.replies}"
        yield f"{move.kind:<29}{move.edges:>5}  {move.example:>7}  {move.value:>+5}  {replies:>12}"


def _verdict_lines() -> Iterator[str]:
    yield "                      mover, folded positions            before folding"
    yield "free   positions    wins   draws  losses   mean       edge sets    wins"
    for free, here in verdicts_by_free_edges().items():
        yield f"{free:>4}{_shares(here)}"
    yield f" all{_shares(_verdicts(two.table(), _edge_sets()))}"


def _shares(here: Verdicts) -> str:
    counts = (here.wins, here.draws, here.losses)
    shares = "".join(f"{count / here.positions:>8.1%}" for count in counts)
    won = f"{here.edge_sets_won / here.edge_sets:>8.1%}"
    return f"{here.positions:>12,}{shares}{here.mean:>+7.2f}{here.edge_sets:>16,}{won}"


def first_moves() -> list[FirstMove]:
    """Return the classes of first moves."""
    position = Hexifence(two.DIMENSION)
    values = two.move_values(position.kernel)
    found = []
    for edges in _edge_classes(position.board):
        move = position.push(position.move(edges[0]))
        found.append(
            FirstMove(
                kind=_kind(position.board, edges),
                edges=len(edges),
                example=str(move),
                value=values[move.code],
                best_replies=len(two.best_moves(position.kernel)),
                replies=len(position.legal_moves),
            )
        )
        position.pop()
    return found


def _edge_classes(board: EdgeBoard) -> list[list[int]]:
    """Return the edges, those together that symmetries carry into each other."""
    classes = {
        frozenset(symmetry.images[edge] for symmetry in board.symmetries)
        for edge in range(len(board.edges))
    }
    return sorted(sorted(edges) for edges in classes)


def _kind(board: EdgeBoard, edges: list[int]) -> str:
    """Say where the edges of a class are."""
    beside = set(board.edge_cells[edges[0]].tolist())
    if len(board.cells) in beside:
        two_in_a_cell = len(edges) > two.OUTER_CELLS
        return "border, next to an inner edge" if two_in_a_cell else "border, in the middle"
    return "at the centre" if len(board.cells) // 2 in beside else "between outer cells"


def positions_up_to_symmetry() -> int:
    """Return how many positions differ in more than a turn or reflection (Burnside's lemma)."""
    symmetries = Hexifence(two.DIMENSION).board.symmetries
    return sum(_fixed_positions(symmetry) for symmetry in symmetries) // len(symmetries)


def _fixed_positions(symmetry: Symmetry) -> int:
    """Return how many positions are their own image.

    Edges of equal weight are interchangeable, so what the symmetry permutes are the weights.
    A position is its own image if it is the same all along every cycle of that.
    """
    weights = two.edge_weights()
    image = {weight: weights[symmetry.images[edge]] for edge, weight in enumerate(weights)}
    fixed = 1
    while image:
        first, following = image.popitem()
        while following != first:
            following = image.pop(following)
        fixed *= two.MOST_BORDER_EDGES + 1 if first < two.BORDERS else 2
    return fixed


def verdicts_by_free_edges() -> dict[int, Verdicts]:
    """Return how positions end, by the number of their free edges, ascending."""
    values, free_edges, edge_sets = two.table(), _free_edges(), _edge_sets()
    return {
        number: _verdicts(values[free_edges == number], edge_sets[free_edges == number])
        for number in range(int(free_edges.max()) + 1)
    }


def _verdicts(values: two.Values, edge_sets: NDArray[np.int32]) -> Verdicts:
    """Return how positions with these values end, of which each stands for so many edge sets."""
    return Verdicts(
        positions=len(values),
        wins=int(np.sum(values > 0)),
        draws=int(np.sum(values == 0)),
        losses=int(np.sum(values < 0)),
        mean=float(np.mean(values)),
        edge_sets=int(np.sum(edge_sets)),
        edge_sets_won=int(np.sum(edge_sets[values > 0])),
    )


def _border_counts() -> list[NDArray[np.int64]]:
    """Return for each outer cell its free border edges, for all ways to have border edges free."""
    ways = np.arange(two.BORDERS)
    return [
        ways >> (two.BORDER_BITS * cell) & two.MOST_BORDER_EDGES for cell in range(two.OUTER_CELLS)
    ]


def _free_edges() -> NDArray[np.int8]:
    """Return the number of free edges of the position at each place of the table."""
    border = np.sum(_border_counts(), axis=0).astype(np.int8)
    inner = np.bitwise_count(np.arange(1 << two.INNER_EDGES)).astype(np.int8)
    free: NDArray[np.int8] = np.add.outer(inner, border)
    return free.ravel()


def _edge_sets() -> NDArray[np.int32]:
    """Return how many sets of free edges are folded into the position at each place."""
    choices = np.array(_BORDER_EDGE_CHOICES, np.int32)[_border_counts()]
    return np.tile(np.prod(choices, axis=0, dtype=np.int32), 1 << two.INNER_EDGES)


# The picture

_COLUMN, _GAP, _HEIGHT = 18, 2, 220
_GUIDES = (0, 0.25, 0.5, 0.75, 1)
_CAPTION = "Hexifence 2, the rest of the game: the mover wins (blue), draws (grey), loses (orange)"


def picture() -> str:
    """Draw who wins, by the number of free edges."""
    rows = verdicts_by_free_edges()
    right = _COLUMN * len(rows)
    names: dict[paper.Spot, str] = {
        (_middle(free), _HEIGHT + 14): str(free) for free in rows if free % 2 == 0
    }
    names |= {(-25, _level(share)): f"{share:.0%}" for share in _GUIDES}
    names |= {(right / 2, _HEIGHT + 34): "free edges"}
    guides = (paper.line((-4, _level(share)), (right, _level(share))) for share in _GUIDES)
    return paper.document(
        "Hexifence 2: who wins",
        _CAPTION,
        [*names, (right, 0)],
        [*_columns(rows), paper.group("guide", guides), paper.labels(names)],
    )


def _columns(rows: dict[int, Verdicts]) -> Iterator[str]:
    """Yield the wins of all columns, the draws above them, and the losses on top."""
    below = dict.fromkeys(rows, 0.0)
    for verdict, colour in (("wins", "blue"), ("draws", "unknown"), ("losses", "red")):
        bars = []
        for free, here in rows.items():
            share = getattr(here, verdict) / here.positions
            if share:
                name = f"{free} free edges: {share:.1%} {verdict}"
                bars.append(_bar(free, below[free], below[free] + share, name))
            below[free] += share
        yield paper.group(f"tint {colour}", bars)


def _bar(free: int, bottom: float, top: float, name: str) -> str:
    left, right = (_middle(free) + side * (_COLUMN - _GAP) / 2 for side in (-1, 1))
    low, high = _level(bottom), _level(top)
    return paper.polygon([(left, low), (right, low), (right, high), (left, high)], name)


def _middle(free: int) -> float:
    return _COLUMN * (free + 0.5)


def _level(share: float) -> float:
    return _HEIGHT * (1 - share)


if __name__ == "__main__":
    write_whole(PICTURE, picture())
