"""Puzzles of Cachex: one move wins by force, and each of the others loses by force."""

from __future__ import annotations

from collections.abc import Iterable

from trivium.agents.cachex.champion import champion_searcher
from trivium.agents.proof import Proof, Prover, after_others, opponent_of, played_on
from trivium.games.cachex.geometry import STEPS
from trivium.games.cachex.position import Cachex
from trivium.games.position import Position
from trivium.kernel.verbs import DECIDED, WIN
from trivium.search.engine import Searcher
from trivium.search.limits import Limit, Report

_NODES = 60_000

CAPTURE, TOUCHING, APART = "capture", "capture two that touch", "capture two apart"
CONNECT, BLOCK = "connect at once", "block and win"
FORCE, BRIDGE, GUARD = "connect by force", "bridge", "guard against a capture"

THEMES = {
    CAPTURE: "The winning stone completes a diamond and takes two stones off the board.",
    TOUCHING: "The two stones that are captured touch each other: a wall is broken.",
    APART: "The two stones that are captured lie on either side of your own two.",
    CONNECT: "One stone completes the path. Find the gap.",
    BLOCK: "They are about to connect: the stone that stops them wins.",
    FORCE: "One stone from which they cannot keep you from your other side any more.",
    BRIDGE: "The stone forms a bridge with one of yours: two empty cells, of which one is enough.",
    GUARD: "Whatever else you play, they capture and win.",
}

_BRIDGES = tuple(
    ((here[0] + there[0], here[1] + there[1]), (here, there))
    for here, there in zip(STEPS, (*STEPS[1:], STEPS[0]), strict=True)
)
"""Where a stone may stand that forms a bridge with another, and the two cells between them."""


class CachexProver(Prover):
    """Finds forced wins and losses by the champion's search, which proves what it finds decided."""

    def __init__(self) -> None:
        self._searchers: dict[int, Searcher] = {}

    def prove(self, position: Position) -> Proof | None:
        assert isinstance(position, Cachex)
        searcher = self._searcher(position)
        searcher.forget()
        limit = Limit(nodes=_NODES)
        briefly = Limit(nodes=_NODES // 4)
        best = searcher.search(position.kernel, position.colours, briefly)
        if best.score.value < DECIDED:
            return None
        move, last = best.line[0], WIN - best.score.value
        others = searcher.search(position.kernel, position.colours, limit, banned=(move,))
        if others.score.value > -DECIDED:
            return None
        replies = after_others(searcher, position, move, limit)
        return Proof(
            move,
            "win",
            _themes(position, best, replies),
            f"{position.move(move)} wins by turn {last} at the latest, "
            f"and after every other move {opponent_of(position)} wins by force.",
            played_on(searcher, position, move, limit),
            {other: reply.line[0] for other, reply in replies.items()},
            settled=last == position.turns + 1,
        )

    def _searcher(self, position: Cachex) -> Searcher:
        size = position.board.size
        if size not in self._searchers:
            self._searchers[size] = champion_searcher(position.board)
        return self._searchers[size]


def _themes(position: Cachex, best: Report, replies: dict[int, Report]) -> tuple[str, ...]:
    move = best.line[0]
    found = _captures(position, move) or [_quiet_theme(position, move, replies.values())]
    if _makes_bridge(position, move):
        found.append(BRIDGE)
    if sum(_is_captured(position, other, replies[other]) for other in replies) > len(replies) / 2:
        found.append(GUARD)
    return tuple(found)


def _captures(position: Cachex, move: int) -> list[str]:
    """Return the themes of a move that captures."""
    board = position.copy()
    board.push(board.move(move))
    gone = [cell for cell in position.stones if cell not in board.stones]
    if not gone:
        return []
    (row, column), *others = gone
    near = {(row + step[0], column + step[1]) for step in STEPS}
    return [TOUCHING if near & set(others) else APART, CAPTURE]


def _quiet_theme(position: Cachex, move: int, replies: Iterable[Report]) -> str:
    """Return the main theme of a move that captures nothing."""
    board = position.copy()
    board.push(board.move(move))
    if board.is_over:
        return CONNECT
    at_once = [WIN - reply.score.value == position.turns + 2 for reply in replies]
    return BLOCK if sum(at_once) > len(at_once) / 2 else FORCE


def _is_captured(position: Cachex, move: int, reply: Report) -> bool:
    """Return whether the answer to a move captures."""
    board = position.copy()
    board.push(board.move(move))
    return bool(_captures(board, reply.line[0]))


def _makes_bridge(position: Cachex, cell: int) -> bool:
    """Return whether a stone forms a bridge with another of the same colour."""
    board = position.board
    if cell == board.steal:
        return False
    row, column = divmod(cell, board.size)
    inside = range(board.size)

    def standing(step: tuple[int, int]) -> str | None:
        """Return the colour at a distance from the cell; off the board, nobody's."""
        r, q = row + step[0], column + step[1]
        return position.stones.get((r, q), "") if r in inside and q in inside else None

    return any(
        standing(far) == position.turn and [standing(step) for step in between] == ["", ""]
        for far, between in _BRIDGES
    )
