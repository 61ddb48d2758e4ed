"""Boards in a word of bits follow the rules, and what is seen on them without a search is true."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from trivium import Cachex
from trivium.games.cachex.geometry import rhombus, symmetries
from trivium.games.cachex.rules import CONNECTION, END, set_up
from trivium.kernel.verbs import (
    UNKNOWN,
    WIN,
    key,
    known,
    legal,
    most_moves,
    mover,
    over,
    play,
    score,
    undo,
)
from trivium.solve.cachex import CachexTable
from trivium.solve.proof_numbers.cachex_board import KEYS, LINE, Board, new_board, read_board
from trivium.solve.proof_numbers.cachex_sight import new_sight
from trivium.solve.proof_numbers.search import candidates

POSITIONS = 4000


def moves_of(board: Board) -> list[int]:
    moves = np.zeros(int(most_moves(board)) + 1, np.int64)
    return [int(move) for move in moves[: int(legal(board, moves))]]


def stones_on(board: Board) -> list[int]:
    """The owner of each cell, -1 if it is empty."""
    red, blue = board.lines[board.tally[LINE], :KEYS].tolist()
    bits = board.bits.tolist()
    return [0 if red & bit else 1 if blue & bit else -1 for bit in bits]


@pytest.mark.parametrize("size", [3, 4, 5, 6, 7])
def test_random_games_go_as_the_rules_have_it(size: int) -> None:
    dice = random.Random(size)
    for _ in range(20):
        position, board = Cachex(size), new_board(rhombus(size))
        while not position.is_over:
            assert moves_of(board) == [move.code for move in position.legal_moves]
            move = dice.choice(position.legal_moves)
            position.push(move)
            play(board, move.code)
            stones = position.kernel.board[position.board.places]
            assert stones_on(board) == stones.tolist()
            assert mover(board) == position.mover
            assert over(board) == (position.kernel.tally[END] == CONNECTION)
            assert score(board) == (-1 if over(board) else 0)
            again = read_board(position.kernel, new_board(rhombus(size)))
            assert key(again) == key(board)
        for _ in position.moves:
            undo(board)
        assert key(board) == key(new_board(rhombus(size)))


def test_images_share_a_key_and_nothing_else_does() -> None:
    size, dice = 4, random.Random(3)
    board = new_board(rhombus(size))
    plain = new_board(rhombus(size), folds=False)
    folded, unfolded = set(), set()
    positions = 0
    for _ in range(200):
        cells = dice.sample(range(size * size), 6)
        stones = {cell: index % 2 for index, cell in enumerate(cells)}
        keys = set()
        for symmetry in symmetries(size):
            image = {
                symmetry.images[cell]: player ^ symmetry.swaps_players
                for cell, player in stones.items()
            }
            position = set_up(rhombus(size), image, 6 + symmetry.swaps_players)
            keys.add(int(key(read_board(position, board))))
            unfolded.add(int(key(read_board(position, plain))))
        assert len(keys) == 1
        folded |= keys
        positions += 1
    assert len(folded) == positions
    assert len(unfolded) > 3.9 * positions


def test_before_the_third_turn_a_position_is_another_one_than_later() -> None:
    board, plain = new_board(rhombus(5)), rhombus(5)
    for stones, turns in (({}, 0), ({3: 0}, 1)):
        early = key(read_board(set_up(plain, stones, turns), board))
        assert early != key(read_board(set_up(plain, stones, turns + 2), board))


@pytest.mark.parametrize("size", [3, 4])
def test_what_is_seen_is_what_the_table_has(size: int) -> None:
    table, sight = CachexTable(size), new_sight()
    dice, board = random.Random(size), new_board(rhombus(size))
    moves = np.zeros(size * size + 1, np.int64)
    values: Counter[int] = Counter()
    left_out: Counter[int] = Counter()
    for _ in range(POSITIONS):
        position = Cachex(size)
        for _ in range(dice.randrange(1, size * size)):
            if not position.is_over:
                position.push(dice.choice(position.legal_moves))
        if position.is_over:
            continue
        read_board(position.kernel, board)
        found = table.solve(position.kernel)
        turns = 99 if found.by_turn is None else found.by_turn - position.turns
        value = int(known(sight, board))
        if value != UNKNOWN:
            assert value == found.low * (WIN - turns)
            values[found.low * turns] += 1
            continue
        assert turns > 2
        count, within = candidates(sight, board, moves)
        listed = set(moves[: int(count)].tolist())
        for move, after in table.move_values(position.kernel):
            if move not in listed:
                assert after.low == -1 and after.by_turn is not None
                assert after.by_turn - position.turns <= within
                left_out[int(within)] += 1
    assert values.keys() == {1, -2, 3}
    assert left_out.keys() == {2, 4}
