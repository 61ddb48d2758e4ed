"""Levels: what each of them promises beside what every agent does."""

from __future__ import annotations

import itertools

import pytest
from benchmarks import levels as calibration

from trivium import Cachex, Position, WatchYourBack
from trivium.agents.catalogue import make_agent
from trivium.agents.experts import expert_of
from trivium.agents.hasty import HastyAgent
from trivium.agents.levels import (
    LEVEL_AGENTS,
    LEVELS,
    describe,
    level_name,
    level_rating,
    skill_of,
)
from trivium.errors import TriviumError
from trivium.games.catalogue import GAMES
from trivium.kernel.verbs import DECIDED
from trivium.search.engine import Searcher
from trivium.search.evaluators import PointsOnly
from trivium.search.limits import Limit
from trivium.study.tutorials import tutorial
from trivium.web.messages.base import HIGHEST_LEVEL


def lesson(game: str, title: str) -> Position:
    return next(step for step in tutorial(game).steps if step.title == title).board()


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_ten_different_levels_up_to_the_champion(game: str) -> None:
    skills = expert_of(game).skills
    assert len(skills) == len(LEVELS) == len(LEVEL_AGENTS) == HIGHEST_LEVEL == 10
    assert len({str(skill) for skill in skills}) == 10
    assert len({describe(game, level) for level in LEVELS}) == 10
    assert str(skills[-1]) == "champion; 1 s"


@pytest.mark.parametrize("game", GAMES)
def test_ratings_rise_from_level_to_level_and_never_jump(game: str) -> None:
    ratings = [level_rating(game, level) or 0 for level in LEVELS]
    steps = [after - before for before, after in itertools.pairwise(ratings)]
    assert ratings[0] == 0
    assert all(50 < step < 420 for step in steps), steps


def test_the_ratings_are_those_of_the_stored_matches() -> None:
    results = calibration.stored()
    assert set(results) <= set(calibration.pairings())
    assert calibration.RATINGS.read_text() == calibration.ratings_file(results)
    assert calibration.PAGE.read_text() == calibration.page(results)


@pytest.mark.parametrize("level", LEVELS[5:])
def test_from_level_6_on_no_win_on_the_spot_is_missed(level: int) -> None:
    for game, title in (
        ("cachex", "Red joins the red sides"),
        ("cachex", "Blue joins the blue sides"),
        ("watch-your-back", "The end"),
        ("hexifence", "The end"),
    ):
        position = lesson(game, title)
        for seed in range(5):
            choice = make_agent(level_name(level), game, seed).choose(position, Limit(nodes=500))
            position.push(choice.move)
            outcome = position.outcome()
            assert outcome is not None and outcome.winner is not None
            position.pop()


@pytest.mark.parametrize("game", GAMES)
def test_low_levels_vary_their_play_with_the_seed(game: str) -> None:
    start = GAMES[game].start()
    chosen = {make_agent("level1", game, seed).choose(start).move for seed in range(12)}
    assert len(chosen) > 3


def test_a_limit_can_only_shorten_what_a_level_thinks() -> None:
    skill = skill_of("cachex", 9)
    assert skill.nodes is not None
    assert skill.limit(Limit(nodes=5)).nodes == 5
    assert skill.limit(Limit(seconds=3)) == Limit(seconds=3, nodes=skill.nodes)
    champion = skill_of("cachex", 10)
    assert champion.limit(Limit()).seconds == 1.0
    assert champion.limit(Limit(seconds=0.2)).seconds == 0.2
    assert champion.limit(Limit(nodes=50)) == Limit(nodes=50)


def test_there_is_no_eleventh_level() -> None:
    for level in (0, 11):
        with pytest.raises(TriviumError, match="from 1 to 10"):
            skill_of("cachex", level)


@pytest.mark.parametrize("setting", ["depth=0", "depth=4", "error=-1", "error=nan"])
def test_hasty_refuses_settings_that_make_no_sense(setting: str) -> None:
    with pytest.raises(TriviumError):
        make_agent(f"hasty:{setting}", "cachex")


def test_without_error_hasty_takes_what_is_best_at_a_glance() -> None:
    position = lesson("watch-your-back", "Watch your back")
    assert str(HastyAgent(error=0.0).choose(position).move) == "e4"


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_move_values_are_what_a_search_of_that_depth_finds(depth: int) -> None:
    position = lesson("watch-your-back", "The end")
    searcher = Searcher(PointsOnly(), megabytes=1)
    values = searcher.move_values(position.kernel, depth)
    assert set(values) == {move.code for move in position.legal_moves}
    best = searcher.search(position.kernel, position.colours, Limit(depth=depth))
    assert max(values.values()) == best.score.value >= DECIDED


def test_agents_of_other_boards_can_share_one_level() -> None:
    agent = make_agent("level2", "cachex", 1)
    for position in (Cachex(4), Cachex(7), WatchYourBack(), Cachex(4)):
        assert agent.choose(position).move in position.legal_moves
