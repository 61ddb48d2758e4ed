"""The table of endings is right: it agrees with itself, with the rules and with search."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trivium import TriviumError, WatchYourBack
from trivium.games.watch_your_back.endings import ENDINGS, NO_ENDINGS, ending_number
from trivium.games.watch_your_back.evaluation import weighed
from trivium.games.watch_your_back.geometry import STAGES
from trivium.games.watch_your_back.rules import PLACING_TURNS, Pieces, set_up
from trivium.kernel.bits import popcount
from trivium.kernel.verbs import (
    DECIDED,
    UNKNOWN,
    WIN,
    final,
    known,
    legal,
    over,
    play,
    undo,
)
from trivium.search.engine import Options, Searcher
from trivium.search.limits import Limit
from trivium.solve.tables.watch_your_back_endings import (
    move_results,
    pieces_of,
    read_endings,
    solve_endings,
)

TURN = 220
"""Any even turn after the last shrink: White is to move."""

EVALUATOR = weighed({"moving": {"pieces": 1.0}}, read_endings())


def board(number: int, move_limit: int | None = None) -> Pieces:
    """The board with a number; White is to move."""
    white, black = pieces_of(number)
    return set_up(white, black, STAGES - 1, TURN, move_limit)


def children(position: Pieces) -> list[int]:
    """The distance after each move, for its player: as in the table, and 1000 for the end."""
    moves = np.zeros(64, np.int64)
    found = []
    for move in moves[: legal(position, moves)].tolist():
        play(position, move)
        if over(position):
            found.append(1000 * (int(final(position) < 0) - int(final(position) > 0)))
        else:
            number = ending_number(position.sides[1], position.sides[0])
            found.append(-int(read_endings()[number]))
        undo(position)
    return found


def fewest(number: int) -> int:
    return min(int(popcount(word)) for word in pieces_of(number))


boards = st.integers(0, ENDINGS - 1).filter(lambda number: fewest(number) >= 2)


def test_the_file_holds_what_the_command_works_out() -> None:
    assert (solve_endings() == read_endings()).all()


@given(boards)
def test_numbers_and_boards_belong_to_each_other(number: int) -> None:
    assert ending_number(*pieces_of(number)) == number


@given(boards)
def test_every_distance_follows_from_those_one_turn_later(number: int) -> None:
    after = children(board(number))
    distance = int(read_endings()[number])
    wins = [1 if value == 1000 else value + 1 for value in after if value > 0]
    if wins:
        assert distance == min(wins)
    elif all(value < 0 for value in after):
        assert distance == min(-1 if value == -1000 else value - 1 for value in after)
    else:
        assert distance == 0


@settings(max_examples=40, deadline=None)
@given(boards.filter(lambda number: 0 < abs(int(read_endings()[number])) <= 7))
def test_search_without_the_table_finds_the_same_wins(number: int) -> None:
    distance = int(read_endings()[number])
    searcher = Searcher(EVALUATOR._replace(endings=NO_ENDINGS), Options(), megabytes=1)
    report = searcher.search(board(number), WatchYourBack.colours, Limit(depth=abs(distance)))
    assert abs(report.score.value) == WIN - TURN - abs(distance)
    assert (report.score.value > 0) == (distance > 0)


def test_what_search_remembers_of_a_win_does_not_age() -> None:
    # The same board again some turns later: the win is as far away as before, not past.
    number = int(np.flatnonzero(read_endings() == 5)[0])
    searcher = Searcher(EVALUATOR._replace(endings=NO_ENDINGS), Options(), megabytes=1)
    for turn in (TURN, TURN + 10, TURN + 2):
        white, black = pieces_of(number)
        position = set_up(white, black, STAGES - 1, turn)
        report = searcher.search(position, WatchYourBack.colours, Limit(depth=7))
        assert report.score.value == WIN - turn - 5


def test_a_win_that_comes_after_the_move_limit_is_none() -> None:
    number = int(np.argmax(read_endings()))
    distance = int(read_endings()[number])
    now = TURN - PLACING_TURNS
    assert known(EVALUATOR, board(number)) == WIN - TURN - distance
    assert known(EVALUATOR, board(number, now + distance)) == WIN - TURN - distance
    assert abs(known(EVALUATOR, board(number, now + distance - 1))) < DECIDED


def test_nor_is_it_a_result_of_the_moves_that_lead_to_it() -> None:
    number = int(np.argmax(read_endings()))
    distance = int(read_endings()[number])
    now = TURN - PLACING_TURNS
    assert max(move_results(board(number)).values()) == 1
    assert max(move_results(board(number, now + distance)).values()) == 1
    assert max(move_results(board(number, now + distance - 1)).values()) == 0


def test_nothing_is_known_without_the_table_or_before_the_last_shrink() -> None:
    number = int(np.argmax(read_endings()))
    assert known(EVALUATOR._replace(endings=NO_ENDINGS), board(number)) == UNKNOWN
    assert known(EVALUATOR, WatchYourBack().kernel) == UNKNOWN


def test_a_file_that_is_no_table_is_named(tmp_path: Path) -> None:
    for name in ("missing.npz", "nonsense.npz", "short.npz"):
        path = tmp_path / name
        if name == "nonsense.npz":
            path.write_text("nonsense")
        elif name == "short.npz":
            np.savez(path, endings=np.zeros(3, np.int8))
        with pytest.raises(TriviumError, match=name):
            read_endings(path)
