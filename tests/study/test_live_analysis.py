"""Watching a champion think: lines that deepen, proven values, and stopping at any time."""

from __future__ import annotations

import pytest

from trivium.agents.monte_carlo import MonteCarloAgent
from trivium.games.catalogue import GAMES
from trivium.games.dots_and_boxes.position import DotsAndBoxes
from trivium.games.position import Position
from trivium.search.limits import Limit
from trivium.search.stopping import Stop
from trivium.solve.strings_and_coins.solver import Solver
from trivium.study.live_analysis import Findings, live_analysis_of

BOARDS = [("hexifence", "3"), ("cachex", "5"), ("watch-your-back", "8"), ("dots-and-boxes", "4x4")]


def explored(position: Position, lines: int, seconds: float) -> tuple[list[Findings], bool]:
    heard: list[Findings] = []
    finished = live_analysis_of(position, lines).go_on(Limit(seconds), heard.append)
    return heard, finished


@pytest.mark.parametrize(("game", "size"), BOARDS)
def test_lines_begin_with_different_legal_moves_and_can_be_played(game: str, size: str) -> None:
    position = GAMES[game].start(size)
    heard, _ = explored(position, 3, 1.0)
    lines = heard[-1].lines
    assert len({report.line[0] for report in lines}) == len(lines) == 3
    for report in lines:
        replay = position.copy()
        for code in report.line:
            replay.push(replay.move(code))
        assert report.score.pov == position.turn


@pytest.mark.parametrize(("game", "size"), BOARDS)
def test_exploring_leaves_the_position_as_it_is(game: str, size: str) -> None:
    position = GAMES[game].start(size)
    before = position.to_text()
    explored(position, 2, 0.2)
    assert position.to_text() == before


def test_a_search_goes_deeper_and_resumes_where_it_was() -> None:
    analysis = live_analysis_of(GAMES["cachex"].start("5"), 1)
    depths: list[int] = []

    def hear(findings: Findings) -> None:
        depths.append(findings.lines[0].depth)

    analysis.go_on(Limit(seconds=0.3), hear)
    analysis.go_on(Limit(seconds=0.3), hear)
    assert depths == list(range(1, len(depths) + 1))


def test_every_move_of_a_small_board_gets_its_proven_value() -> None:
    position = DotsAndBoxes(2, 2)
    position.push("b1")
    heard, finished = explored(position, 3, 60)
    assert finished
    last = heard[-1]
    assert last.solved
    truth = Solver(position.board, megabytes=8).move_values(position.copy().kernel)
    assert last.values == {move: solution.low for move, solution in truth}
    best = max(last.values.values())
    assert all(report.score.exact for report in last.lines)
    assert last.lines[0].score.points == best


def test_a_win_in_sight_ends_the_exploring() -> None:
    position = GAMES["cachex"].start("3")
    for move in ("a1", "c1", "a2", "c2"):
        position.push(move)
    heard, finished = explored(position, 2, 60)
    assert finished
    assert str(heard[-1].lines[0].score).startswith("Red wins")


@pytest.mark.parametrize(("game", "size"), BOARDS)
def test_exploring_stops_soon_after_it_is_asked_to(game: str, size: str) -> None:
    analysis = live_analysis_of(GAMES[game].start(size), 2)
    stop = Stop()
    assert not analysis.go_on(Limit(10_000.0, stop=stop), lambda findings: stop.ask())


@pytest.mark.parametrize(("game", "size"), BOARDS)
def test_exploring_pauses_when_it_is_tired(game: str, size: str) -> None:
    analysis = live_analysis_of(GAMES[game].start(size), 2)
    heard: list[Findings] = []
    assert not analysis.go_on(Limit(10_000.0), heard.append, lambda: bool(heard))


def test_simulations_rank_several_moves() -> None:
    position = GAMES["hexifence"].start("3")
    reports = MonteCarloAgent().analyse(position, Limit(nodes=500), 4)
    assert len({report.line[0] for report in reports}) == 4
    assert reports[0].nodes == 500
