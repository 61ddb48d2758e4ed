"""The search of the Cachex champion: what it calls proven is what brute force finds."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.search.brute import best_value, value_after
from tests.search.positions import random_position
from trivium import Cachex, Position
from trivium.agents.cachex import selective_search
from trivium.agents.weight_files import read_shipped
from trivium.games.cachex.geometry import rhombus
from trivium.games.cachex.shape_evaluation import EVALUATION, new_shape_evaluation
from trivium.kernel.verbs import WIN
from trivium.search.engine import Options, Searcher
from trivium.search.limits import Limit, Report


def searcher(size: int, reduce: int = 3) -> Searcher:
    evaluator = new_shape_evaluation(rhombus(size), read_shipped("cachex-champion", EVALUATION))
    return Searcher(evaluator, Options(reduce=reduce), megabytes=1, search=selective_search.search)


def search(position: Position, limit: Limit, reduce: int = 3) -> Report:
    assert isinstance(position, Cachex)
    found = searcher(position.board.size, reduce)
    return found.search(position.kernel, position.colours, limit)


def sign(value: int) -> int:
    return (value > 0) - (value < 0)


@settings(max_examples=150)
@given(seed=st.integers(0, 10**6), reduce=st.sampled_from((0, 1, 3)))
def test_what_is_proven_is_what_brute_force_finds(seed: int, reduce: int) -> None:
    position = random_position("cachex", seed)
    before = position.to_text()
    report = search(position, Limit(), reduce)
    assert position.to_text() == before
    expected = best_value(position)
    assert report.score.exact or reduce > 0
    if report.score.exact:
        assert sign(report.score.value) == sign(expected)
        assert sign(value_after(position, report.move)) == sign(expected)


def wins_within(position: Cachex, plies: int) -> bool:
    """Whether the mover can force a win in so many plies, by trying everything."""
    for move in position.legal_moves:
        position.push(move)
        outcome = position.outcome()
        if outcome is not None:
            won = outcome.winner is not None
        else:
            won = plies > 2 and loses_within(position, plies - 1)
        position.pop()
        if won:
            return True
    return False


def loses_within(position: Cachex, plies: int) -> bool:
    """Whether the mover has lost in so many plies, whatever the mover does."""
    for move in position.legal_moves:
        position.push(move)
        saved = position.is_over or not wins_within(position, plies - 1)
        position.pop()
        if saved:
            return False
    return True


@settings(max_examples=40)
@given(seed=st.integers(0, 10**6))
def test_a_win_is_forced_by_the_turn_that_is_announced(seed: int) -> None:
    dice = random.Random(seed)
    position = Cachex(3)
    while position.turns < 3 and not position.is_over:
        position.push(dice.choice(position.legal_moves))
    if position.is_over:
        return
    report = search(position, Limit(depth=5))
    plies = WIN - abs(report.score.value) - position.turns
    if report.score.exact and report.score.value > 0 and plies <= 5:
        assert wins_within(position, plies)
    if report.score.exact and report.score.value < 0 and plies <= 4:
        assert loses_within(position, plies)


@pytest.mark.parametrize("size", [3, 5, 9, 15])
def test_the_same_nodes_give_the_same_report(size: int) -> None:
    position = Cachex(size)
    for name in ("a2", "b3", "c2"):
        position.push(name)
    first, second = (search(position, Limit(nodes=2000)) for _ in range(2))
    assert (first.line, first.score, first.nodes) == (second.line, second.score, second.nodes)


@pytest.mark.parametrize("size", [4, 7, 15])
def test_the_best_line_is_a_legal_game_and_banned_moves_do_not_begin_it(size: int) -> None:
    position = Cachex(size)
    position.push("a1")
    steal = position.board.steal
    report = searcher(size).search(
        position.kernel, position.colours, Limit(nodes=2000), banned=(steal,)
    )
    assert report.move != steal
    for code in report.line:
        position.push(position.move(code))


def test_any_move_can_be_searched_alone_even_one_that_overlooks_a_win() -> None:
    position = Cachex(4)
    for text in ("b1", "a4", "b2", "d4", "b3", "c4"):
        position.push(text)
    wins = {"a4", "b4"} & {str(move) for move in position.legal_moves}
    assert wins == {"b4"}
    for move in position.legal_moves:
        others = tuple(other.code for other in position.legal_moves if other != move)
        report = searcher(4).search(position.kernel, position.colours, Limit(depth=2), None, others)
        assert report.move == move.code
        assert (report.score.value >= WIN - 10) == (str(move) in wins)
