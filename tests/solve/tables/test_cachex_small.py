"""The tables of Cachex 3 and 4 are right: they agree with an independent analysis of all positions
of size 3, with themselves by the oracle's moves on size 4, and with the rules about draws."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from tests.oracles.cachex import Board, CachexOracle
from tests.oracles.cachex_endings import best_of, one_turn_earlier, solve_all, successors
from trivium import Cachex
from trivium.agents.cachex.opening import worth_stealing
from trivium.errors import BadSize
from trivium.games.cachex.geometry import rhombus
from trivium.games.cachex.rules import REPETITIONS, TURN_LIMIT, Stones, set_up
from trivium.solve.cachex import CachexTable, most_occurrences, table_at_hand
from trivium.solve.tables import cachex_small, kept
from trivium.solve.tables.cachex_retrograde import OVER, Values, small_board, stones_of
from trivium.solve.tables.cachex_small import move_turns, table, turns_to_end

MIDDLE = 20
"""A turn after which only the board matters."""


def kernel_of(size: int, board: Board, turn: str, turns: int = MIDDLE) -> Stones:
    """The position with a board and a side to move."""
    stones = {r * size + q: ("red", "blue").index(colour) for (r, q), colour in board}
    return set_up(rhombus(size), stones, turns + (turn == "blue"))


def boards_of(size: int, count: int, wanted: int | None = None) -> list[tuple[Board, int]]:
    """Boards drawn from the table with Red to move, and their values; all those of a value."""
    values, shape, dice = table(size), small_board(size), random.Random(size)
    found: list[tuple[Board, int]] = []
    pool = [] if wanted is None else np.flatnonzero(np.asarray(values) == wanted).tolist()
    while len(found) < count:
        number = dice.choice(pool) if pool else dice.randrange(len(values))
        if values[number] == OVER:
            continue
        own, enemies = stones_of(shape, number)
        stones = {
            divmod(cell, size): colour
            for cell in range(size * size)
            for colour, held in (("red", own), ("blue", enemies))
            if held >> cell & 1
        }
        found.append((frozenset(stones.items()), int(values[number])))
    return found


# The values


def test_all_of_size_3_agree_with_an_independent_analysis() -> None:
    expected = solve_all(3)
    values = table(3)
    found = {
        (board, turn): int(values[cachex_small.place(kernel_of(3, board, turn))])
        for board, turn in expected
    }
    assert found == expected
    assert np.count_nonzero(values != OVER) * 2 == len(expected)


@pytest.mark.parametrize(
    ("wanted", "count"), [(None, 300), (0, 60), (37, 4), (-36, 4), (30, 10), (-14, 30)]
)
def test_of_size_4_every_value_is_the_best_of_its_successors(
    wanted: int | None, count: int
) -> None:
    values = table(4)
    for board, value in boards_of(4, count, wanted):
        children = [
            1 if won else one_turn_earlier(int(values[cachex_small.place(kernel_of(4, *after))]))
            for after, won in successors(4, board, "red")
        ]
        assert value == best_of(children)


def test_of_size_4_no_board_is_over_but_those_with_a_connection() -> None:
    values, dice = table(4), random.Random(1)
    for _ in range(300):
        cells = {(r, q): dice.choice(["red", "blue", ""]) for r in range(4) for q in range(4)}
        board = frozenset((cell, colour) for cell, colour in cells.items() if colour)
        oracle = CachexOracle(4)
        oracle.stones = dict(board)
        over = oracle.connects("red") or oracle.connects("blue")
        assert over == (values[cachex_small.place(kernel_of(4, board, "blue"))] == OVER)


def test_no_win_takes_longer_than_a_byte_can_tell() -> None:
    assert [int(table(size).max()) for size in (3, 4)] == [11, 37]
    sound = table(4)[np.asarray(table(4)) != OVER]
    assert np.count_nonzero(sound == 0) == 7854


# The first two turns


@pytest.mark.parametrize("size", [3, 4])
def test_blue_wins_whatever_red_begins_with(size: int) -> None:
    found = CachexTable(size).solve(Cachex(size).kernel)
    assert (found.low, found.high) == (-1, -1)
    assert found.by_turn == {3: 8, 4: 22}[size]


@pytest.mark.parametrize("size", [3, 4])
def test_what_is_worth_stealing_is_what_agents_believe(size: int) -> None:
    for first in Cachex(size).legal_moves:
        position = Cachex(size)
        position.push(first)
        turns = move_turns(position.copy().kernel, table(size))
        steal = turns.pop(position.board.steal)
        assert worth_stealing(position) == (steal > 0) == (max(turns.values()) < 0)


def test_the_centre_is_no_first_stone() -> None:
    assert 4 not in move_turns(Cachex(3).kernel, table(3))
    assert len(move_turns(Cachex(4).kernel, table(4))) == 16


@pytest.mark.parametrize("size", [3, 4])
def test_best_play_ends_the_game_when_the_table_says(size: int) -> None:
    source = CachexTable(size)
    for first in Cachex(size).legal_moves[:4]:
        position = Cachex(size)
        position.push(first)
        found = source.solve(position.copy().kernel)
        for move in source.line(position.copy().kernel):
            position.push(position.move(move))
        outcome = position.outcome()
        assert outcome is not None and outcome.winner == "blue"
        assert position.turns == found.by_turn


# Draws by the rules


def exact_value(oracle: CachexOracle) -> int:
    """The result for the mover by all the rules, by trying everything."""
    if oracle.over:
        return 0 if oracle.winner is None else -1
    best = -1
    for move in oracle.legal_moves():
        after = oracle.copy()
        after.play(move)
        best = max(best, -exact_value(after))
        if best == 1:
            break
    return best


def test_what_it_tells_close_to_the_turn_limit_is_true() -> None:
    source, told = CachexTable(3), {True: 0, False: 0}
    for board, _ in boards_of(3, 150):
        for left in (1, 2, 3):
            turns = TURN_LIMIT - left
            turn = ("red", "blue")[turns % 2]
            if turn == "blue":  # as seen by Blue, the board reflected
                swap = {"red": "blue", "blue": "red"}
                board = frozenset(((q, r), swap[colour]) for (r, q), colour in board)
            kernel = set_up(
                rhombus(3),
                {r * 3 + q: ("red", "blue").index(colour) for (r, q), colour in board},
                turns,
            )
            oracle = CachexOracle(3)
            oracle.stones, oracle.turn, oracle.turns = dict(board), turn, turns
            found, truth = source.solve(kernel), exact_value(oracle)
            assert found.low <= truth <= found.high
            told[found.exact] += 1
    assert told[True] > 250 and told[False] > 50


def game_that_comes_back() -> tuple[Cachex, list[str]]:
    """A game of size 3 whose last moves lead back to the position before them, and these moves."""
    dice = random.Random(4)
    while True:
        position = Cachex(3)
        seen: dict[tuple[Board, str], int] = {}
        while not position.is_over:
            here = frozenset(position.stones.items()), position.turn
            if here in seen:
                return position, [str(move) for move in position.moves[seen[here] :]]
            seen[here] = len(position.moves)
            position.push(dice.choice(position.legal_moves))


def test_boards_that_have_been_there_often_make_it_cautious() -> None:
    position, loop = game_that_comes_back()
    source = CachexTable(3)
    told = []
    while not position.is_over:
        boards = [frozenset(position.stones.items())]
        earlier = position.copy()
        while earlier.moves:
            earlier.pop()
            boards.append(frozenset(earlier.stones.items()))
        kernel = position.copy().kernel
        assert most_occurrences(kernel) == max(map(boards.count, boards))
        found, turns = source.solve(kernel), turns_to_end(kernel, table(3))
        told.append(found.exact)
        assert found.exact == (abs(turns) <= 1 or most_occurrences(kernel) <= REPETITIONS - 3)
        assert found.low <= np.sign(turns) <= found.high
        position.push(loop[(len(told) - 1) % len(loop)])
    assert told[0] and False in told


# The files


@pytest.fixture
def sound() -> Values:
    return np.array(table(4))


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TRIVIUM_CACHE_DIR", str(tmp_path))
    return tmp_path / "tables"


def test_a_large_table_that_is_not_there_is_not_built_by_the_way(elsewhere: Path) -> None:
    assert table_at_hand(4) is None
    assert table_at_hand(5) is None
    assert table_at_hand(3) is not None


def test_a_table_is_found_as_soon_as_it_is_there(sound: Values, elsewhere: Path) -> None:
    assert table_at_hand(4) is None
    kept.keep(elsewhere / "cachex-4", sound)
    assert table_at_hand(4) is not None


@pytest.mark.parametrize("damage", ["cut off", "one byte changed", "empty", "longer"])
def test_a_damaged_file_counts_as_none(elsewhere: Path, damage: str) -> None:
    elsewhere.mkdir()
    sound = bytes(3**16)
    (elsewhere / "cachex-4").write_bytes(
        {
            "cut off": sound[:-1],
            "one byte changed": sound[:1000] + b"x" + sound[1001:],
            "empty": b"",
            "longer": sound + b"x",
        }[damage]
    )
    assert table_at_hand(4) is None


def test_nobody_can_change_a_table() -> None:
    for size in (3, 4):
        with pytest.raises(ValueError, match="read-only"):
            table(size)[0] = 1


def test_other_sizes_are_refused() -> None:
    with pytest.raises(BadSize, match="tables of Cachex 3 and 4 only"):
        table(5)


def test_a_position_of_another_size_is_refused() -> None:
    with pytest.raises(BadSize, match="the table of Cachex 3, and a position of another size"):
        CachexTable(3).solve(Cachex(4).kernel)
