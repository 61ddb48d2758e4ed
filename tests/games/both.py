"""The fast rules and the slow ones side by side."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.oracles import Oracle
from tests.oracles.boxes import BoxesOracle
from tests.oracles.cachex import CachexOracle
from tests.oracles.watch_your_back import WatchYourBackOracle
from trivium import Cachex, DotsAndBoxes, Hexifence, Move, Position, WatchYourBack
from trivium.games.cachex.rules import times_occurred
from trivium.games.watch_your_back.geometry import (
    SHRINK_TURNS,
    SIDE,
    STAGES,
    stage_corners,
    stage_span,
    word_of,
)
from trivium.games.watch_your_back.rules import PLACING_TURNS, set_up
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
        lambda: WatchYourBack(move_limit=move_limit),
        lambda: WatchYourBackOracle(move_limit),
        back_facts,
        back_oracle_facts,
    )


def crowded_ending(dice: random.Random) -> Pair:
    """A board after the last shrink that is so full that turns are forfeited."""
    last = STAGES - 1
    span = stage_span(last)
    corners = set(stage_corners(last))
    free = [(x, y) for x in span for y in span if (x, y) not in corners]
    standing = dice.sample(free, dice.randint(len(free) - 3, len(free) - 1))
    whites = dice.randint(2, len(standing) - 2)
    sides = standing[:whites], standing[whites:]
    turns = SHRINK_TURNS[-1]

    def position() -> WatchYourBack:
        white, black = (word_of(side) for side in sides)
        return WatchYourBack(state=set_up(white, black, last, PLACING_TURNS + turns))

    def oracle() -> WatchYourBackOracle:
        empty = WatchYourBackOracle()
        colours = zip(("white", "black"), sides, strict=True)
        empty.pieces = {square: colour for colour, side in colours for square in side}
        empty.corners = set(corners)
        inside = {(x, y) for x in span for y in span}
        empty.gone = {(x, y) for x in range(SIDE) for y in range(SIDE)} - inside
        empty.phase, empty.turns = "moving", turns
        return empty

    return Pair(position, oracle, back_facts, back_oracle_facts)


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


Choice = Callable[[Position, random.Random], Move]


def anything(position: Position, dice: random.Random) -> Move:
    return dice.choice(position.legal_moves)


def nothing_that_wins(position: Position, dice: random.Random) -> Move:
    """A move that does not end the game, if there is one: so that it goes on and on."""
    moves = position.legal_moves
    dice.shuffle(moves)
    for move in moves:
        position.push(move)
        over = position.is_over
        position.pop()
        if not over:
            return move
    return moves[0]


def keeps_the_board_empty(position: Position, dice: random.Random) -> Move:
    """A move that leaves few stones and does not win: so that captures abound."""
    assert isinstance(position, Cachex)
    moves = position.legal_moves
    dice.shuffle(moves)

    def harm(move: Move) -> tuple[bool, int]:
        position.push(move)
        outcome, stones = position.outcome(), len(position.stones)
        position.pop()
        return outcome is not None and outcome.reason == "connection", stones

    return min(moves, key=harm)


def goes_round(position: Position, dice: random.Random) -> Move:
    """A move to the board that there was most often, else one that captures and does not win."""
    assert isinstance(position, Cachex)
    moves = position.legal_moves
    dice.shuffle(moves)

    def worth(move: Move) -> tuple[bool, int, int]:
        position.push(move)
        outcome, stones = position.outcome(), len(position.stones)
        times = int(times_occurred(position.kernel, position.turns))
        position.pop()
        return outcome is None or outcome.reason != "connection", times, -stones

    return max(moves, key=worth)


def hems_in(position: Position, dice: random.Random) -> Move:
    """A move that leaves the opponent the fewest moves, and does not end the game."""
    moves = position.legal_moves
    dice.shuffle(moves)

    def freedom(move: Move) -> tuple[bool, int]:
        position.push(move)
        found = position.is_over, len(position.legal_moves)
        position.pop()
        return found

    return min(moves, key=freedom)


def play_both(pair: Pair, seed: int, choose: Choice, most: int) -> str | None:
    """Play a game in both versions, then take it all back; return how it ended."""
    position, oracle = pair.position(), pair.oracle()
    dice = random.Random(seed)
    assert_agree(pair, position, oracle)
    texts = [position.to_text()]
    while not position.is_over and len(position.moves) < most:
        move = choose(position, dice)
        position.push(move)
        oracle.play(move.action)
        assert_agree(pair, position, oracle)
        texts.append(position.to_text())
    outcome = position.outcome()
    while position.moves:
        assert position.to_text() == texts.pop()
        position.pop()
    assert position == pair.position()
    return outcome.reason if outcome else None
