"""The fast rules and the slow ones side by side."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.oracles import Oracle
from tests.oracles.boxes import BoxesOracle
from tests.oracles.cachex import CachexOracle
from tests.oracles.watch_your_back import WatchYourBackOracle
from trivium import Cachex, DotsAndBoxes, Hexifence, Position, WatchYourBack
from trivium.kernel.verbs import allowed, move_codes


@dataclass(frozen=True)
class Pair:
    """A game in both versions, and how to read the board of each into the same form."""

    position: Callable[[], Any]
    oracle: Callable[[], Any]
    facts: Callable[[Any], object]
    oracle_facts: Callable[[Any], object]


def fences_facts(position: Hexifence | DotsAndBoxes) -> object:
    board, state = position.board, position.kernel
    edges = dict(zip(board.edges, state.edge_owner.tolist(), strict=True))
    cells = dict(zip(board.cells, state.cell_owner.tolist(), strict=False))
    return (
        {edge: position.colours[owner] for edge, owner in edges.items() if owner >= 0},
        {cell: position.colours[owner] for cell, owner in cells.items() if owner >= 0},
        position.cells,
    )


def boxes_facts(oracle: BoxesOracle) -> object:
    cells = {(2 * i + 1, 2 * j + 1): colour for (i, j), colour in oracle.cell_owner.items()}
    return oracle.edge_owner, cells, oracle.score()


def back_facts(position: WatchYourBack) -> object:
    return position.pieces, position.phase, position.turns, position.stage


def back_oracle_facts(oracle: WatchYourBackOracle) -> object:
    return oracle.pieces, oracle.phase, oracle.turns, min(x for x, _ in oracle.corners)


def hexifence(size: int) -> Pair:
    return Pair(
        lambda: Hexifence(size), lambda: BoxesOracle.hexifence(size), fences_facts, boxes_facts
    )


def dots_and_boxes(height: int, width: int) -> Pair:
    return Pair(
        lambda: DotsAndBoxes(height, width),
        lambda: BoxesOracle.dots_and_boxes(height, width),
        fences_facts,
        boxes_facts,
    )


def cachex(size: int) -> Pair:
    return Pair(
        lambda: Cachex(size),
        lambda: CachexOracle(size),
        lambda position: (position.stones, position.turns),
        lambda oracle: (oracle.stones, oracle.turns),
    )


def watch_your_back(move_limit: int | None = None) -> Pair:
    return Pair(
        lambda: WatchYourBack(move_limit),
        lambda: WatchYourBackOracle(move_limit),
        back_facts,
        back_oracle_facts,
    )


def assert_agree(pair: Pair, position: Position, oracle: Oracle[Any]) -> None:
    """Fail unless both versions say the same about everything that can be seen."""
    outcome = position.outcome()
    assert pair.facts(position) == pair.oracle_facts(oracle)
    assert position.is_over == oracle.over
    assert (outcome.winner if outcome else None) == oracle.winner
    assert (outcome.reason if outcome else None) == oracle.reason
    actions = [move.action for move in position.legal_moves]
    assert len(set(actions)) == len(actions)
    assert set(actions) == set(oracle.legal_moves())
    legal = {move.code for move in position.legal_moves}
    assert all(
        bool(allowed(position.kernel, code)) == (code in legal)
        for code in range(move_codes(position.kernel))
    )
    if not oracle.over:
        assert position.turn == oracle.turn
