"""Puzzles of Cachex: one move wins by force, and each of the others loses by force."""

from __future__ import annotations

from collections.abc import Iterable

from trivium.agents.cachex.champion import champion_searcher
from trivium.agents.proof import Proof, Prover, after_others, opponent_of, played_on
from trivium.games.cachex.position import Cachex
from trivium.games.position import Position
from trivium.kernel.verbs import DECIDED, WIN
from trivium.search.engine import Searcher
from trivium.search.limits import Limit, Report

_NODES = 60_000


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
            _theme(position, best, replies.values()),
            f"{position.move(move)} wins by turn {last} at the latest, "
            f"and after every other move {opponent_of(position)} wins by force.",
            played_on(searcher, position, move, limit),
            {other: reply.line[0] for other, reply in replies.items()},
        )

    def _searcher(self, position: Cachex) -> Searcher:
        size = position.board.size
        if size not in self._searchers:
            self._searchers[size] = champion_searcher(position.board)
        return self._searchers[size]


def _theme(position: Cachex, best: Report, replies: Iterable[Report]) -> str:
    board = position.copy()
    board.push(board.move(best.line[0]))
    if len(board.stones) <= len(position.stones):
        return "capture"
    if board.is_over:
        return "connect"
    at_once = [WIN - reply.score.value == position.turns + 2 for reply in replies]
    return "block and win" if sum(at_once) > len(at_once) / 2 else "only way to connect"
