"""The search finds what brute force finds, whatever its options, and keeps its promises."""

from __future__ import annotations

import random
import threading
import time
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.search.brute import best_value, value_after
from tests.search.positions import random_position
from trivium import Cachex, DotsAndBoxes, Hexifence, Position, WatchYourBack
from trivium.games.catalogue import GAMES
from trivium.kernel.verbs import DECIDED, POINT
from trivium.search import engine
from trivium.search.engine import Options, Searcher
from trivium.search.evaluators import PointsOnly
from trivium.search.limits import Limit, Report, Score
from trivium.search.stopping import Stop

PLAIN = Options(
    table=False,
    scout=False,
    killers=False,
    history=False,
    promise=False,
    quiescence=0,
    aspiration=False,
)

options = st.builds(
    Options,
    table=st.booleans(),
    scout=st.booleans(),
    killers=st.booleans(),
    history=st.booleans(),
    promise=st.booleans(),
    quiescence=st.sampled_from((0, 1, 16)),
    fold=st.sampled_from((0, 1, 3)),
    aspiration=st.booleans(),
)


def search(position: Position, limit: Limit, chosen: Options | None = None) -> Report:
    return Searcher(PointsOnly(), chosen, megabytes=1).search(
        position.kernel, position.colours, limit
    )


@settings(max_examples=250)
@given(game=st.sampled_from(sorted(GAMES)), seed=st.integers(0, 10**6), chosen=options)
def test_every_combination_of_options_finds_the_value_of_brute_force(
    game: str, seed: int, chosen: Options
) -> None:
    position = random_position(game, seed)
    before = position.to_text()
    report = search(position, Limit(), chosen)
    assert position.to_text() == before
    expected = best_value(position)
    assert report.score.exact
    assert report.score.pov == position.turn
    if abs(expected) >= DECIDED:
        # Without looking for the fastest win, a search may stop at the first proof.
        assert (report.score.value > 0) == (expected > 0)
    else:
        assert report.score.value == expected
    chosen_value = value_after(position, report.move)
    assert (chosen_value > 0) - (chosen_value < 0) == (expected > 0) - (expected < 0)
    if game in ("hexifence", "dots-and-boxes"):
        assert chosen_value == expected


@settings(max_examples=60)
@given(game=st.sampled_from(sorted(GAMES)), seed=st.integers(0, 10**6))
def test_the_best_line_is_a_legal_game(game: str, seed: int) -> None:
    position = random_position(game, seed)
    report = search(position, Limit())
    for code in report.line:
        position.push(position.move(code))


@pytest.mark.parametrize(
    ("position", "margin"),
    [
        (DotsAndBoxes(1, 1), -1),
        (DotsAndBoxes(1, 2), 0),
        (DotsAndBoxes(1, 3), -1),
        (DotsAndBoxes(2, 2), 2),
        (DotsAndBoxes(2, 3), -2),
        (Hexifence(1), -1),
    ],
    ids=lambda value: f"{value.game}-{value.size}" if isinstance(value, Position) else None,
)
def test_known_values_of_small_boards(position: Position, margin: int) -> None:
    report = search(position, Limit(), Options(fold=3))
    assert report.score == Score(margin * POINT, "blue", exact=True)


def start_positions() -> list[Position]:
    return [Hexifence(2), DotsAndBoxes(3, 3), Cachex(5), WatchYourBack()]


@pytest.mark.parametrize("position", start_positions(), ids=lambda p: p.game)
def test_a_node_budget_gives_the_same_search_every_time(position: Position) -> None:
    limit = Limit(nodes=20_000)
    first, second = search(position, limit), search(position, limit)
    assert first.nodes == second.nodes
    assert first.line == second.line
    assert first.score == second.score
    assert 20_000 <= first.nodes <= 20_100


@pytest.mark.parametrize("position", start_positions(), ids=lambda p: p.game)
def test_depth_is_a_limit_and_every_finished_depth_is_reported(position: Position) -> None:
    heard: list[Report] = []
    searcher = Searcher(PointsOnly(), megabytes=1)
    report = searcher.search(position.kernel, position.colours, Limit(depth=4), heard.append)
    assert [r.depth for r in heard] == [1, 2, 3, 4]
    assert report.depth == 4
    assert report.line == heard[-1].line
    assert heard[-1].nodes_per_second > 0
    assert 0 <= report.table_fill <= 1
    assert not report.score.exact


def test_a_search_can_be_stopped_from_another_thread() -> None:
    searcher = Searcher(PointsOnly(), megabytes=1)
    position = Hexifence(3)
    searcher.search(position.kernel, position.colours, Limit(depth=1))
    stop = Stop()
    threading.Timer(0.2, stop.ask).start()
    assert searcher.search(position.kernel, position.colours, Limit(stop=stop)).line
    # The request stands: what is begun now ends at once.
    assert searcher.search(position.kernel, position.colours, Limit(stop=stop)).line


def test_even_no_time_at_all_gives_a_move() -> None:
    for position in start_positions():
        report = search(position, Limit(seconds=0))
        assert position.move(report.move) in position.legal_moves


def test_depth_one_is_finished_even_without_time() -> None:
    for position in start_positions():
        report = search(position, Limit(seconds=0))
        assert report.depth == 1
        assert report.move == search(position, Limit(depth=1)).move


def test_a_board_too_large_for_that_gets_the_move_that_promises_most_and_is_not_banned(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(engine, "_ALWAYS_SEARCHED", 0)
    position = DotsAndBoxes(1, 2)
    for move in ("b1", "a2", "b3"):
        position.push(move)
    capture = position.move(position.push("c2").code)
    position.pop()
    report = search(position, Limit(seconds=0.0))
    assert report.depth == 0 and not report.score.exact
    assert report.line == (capture.code,)
    searcher = Searcher(PointsOnly(), megabytes=1)
    report = searcher.search(
        position.kernel, position.colours, Limit(seconds=0.0), banned=(capture.code,)
    )
    assert report.line != (capture.code,)


def test_banned_moves_are_left_out_at_the_root() -> None:
    position = DotsAndBoxes(1, 2)
    searcher = Searcher(PointsOnly(), megabytes=1)
    banned: list[int] = []
    for _ in range(7):
        report = searcher.search(position.kernel, position.colours, Limit(), banned=tuple(banned))
        assert report.move not in banned
        assert report.score.value == value_after(position, report.move)
        banned.append(report.move)
    assert len(set(banned)) == 7


@pytest.mark.parametrize("game", ["hexifence", "cachex", "watch-your-back"])
def test_several_threads_agree_with_brute_force(game: str) -> None:
    for seed in range(5):
        position = random_position(game, seed)
        searcher = Searcher(PointsOnly(), megabytes=1, threads=2)
        report = searcher.search(position.kernel, position.colours, Limit())
        expected = best_value(position)
        assert (report.score.value > 0, report.score.value < 0) == (expected > 0, expected < 0)


def test_good_ordering_saves_nodes() -> None:
    # A position of the middle game, not the symmetric start.
    position = Hexifence(2)
    dice = random.Random(3)
    for _ in range(14):
        position.push(dice.choice(position.legal_moves))
    plain = search(position, Limit(depth=6), PLAIN).nodes
    for better in ("table", "promise", "history", "killers"):
        assert search(position, Limit(depth=6), replace(PLAIN, **{better: True})).nodes < plain


def test_a_trimmed_search_never_claims_a_proof() -> None:
    position = random_position("dots-and-boxes", 4)
    assert not search(position, Limit(), Options(trim=True)).score.exact


@settings(max_examples=60)
@given(
    game=st.sampled_from(sorted(GAMES)),
    seed=st.integers(0, 10**6),
    reduce=st.sampled_from((1, 3)),
    steepness=st.sampled_from((0, 80, 200)),
)
def test_what_a_reduced_search_calls_proven_is_true(
    game: str, seed: int, reduce: int, steepness: int
) -> None:
    position = random_position(game, seed)
    report = search(position, Limit(), Options(reduce=reduce, steepness=steepness))
    if report.score.exact:
        assert (report.score.value > 0) == (best_value(position) > 0)


def test_steeper_reductions_reach_the_same_depth_with_fewer_nodes() -> None:
    position = WatchYourBack()
    nodes = [
        search(position, Limit(depth=6), Options(reduce=3, steepness=steepness)).nodes
        for steepness in (0, 80)
    ]
    assert nodes[1] < nodes[0]


def test_a_search_under_a_clock_ends_in_time_to_play_on() -> None:
    position = Cachex(5)
    searcher = Searcher(PointsOnly(), megabytes=1)
    searcher.search(position.kernel, position.colours, Limit(depth=1))
    began = time.perf_counter()
    report = searcher.search(position.kernel, position.colours, Limit(seconds=0.3))
    assert report.seconds <= time.perf_counter() - began
    assert report.depth >= 2


def test_scores_say_whose_point_of_view_they_are() -> None:
    score = Score(2 * POINT, "blue", exact=True)
    assert str(score) == "+2 for Blue (proven)"
    assert str(score.seen_by("red")) == "-2 for Red (proven)"
    assert score.seen_by("blue") is score
    assert str(Score(-1500, "red", exact=False)) == "-1.50 for Red"
    assert str(Score(999_980, "red", exact=True)) == "Red wins by turn 20"
    assert str(Score(-999_980, "red", exact=True)) == "Red loses by turn 20"
