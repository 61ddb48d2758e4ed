"""The novice errs as people do: it overlooks, loves captures, and follows the last move."""

from __future__ import annotations

import pytest

from trivium import Cachex, Hexifence, Position, WatchYourBack
from trivium.agents.catalogue import make_agent
from trivium.agents.experts import expert_of
from trivium.agents.novice import BoardMap, NoviceAgent
from trivium.agents.simple import RandomAgent
from trivium.errors import TriviumError
from trivium.games.catalogue import GAMES
from trivium.kernel.chance import seeded
from trivium.kernel.verbs import pick
from trivium.search.glance import glance
from trivium.study.tutorials import tutorial


def lesson(game: str, title: str) -> Position:
    return next(step for step in tutorial(game).steps if step.title == title).board()


def capture_to_make() -> Position:
    """A board of Hexifence with one cell to capture, far from the last move."""
    position = Hexifence(2)
    edges = [edge.name for edge in position.layout().edges if 0 in edge.cells]
    for edge in edges[1:]:
        position.push(edge)
    position.push(position.legal_moves[-1])
    return position


@pytest.mark.parametrize(
    "setting", ["depth=-1", "depth=3", "overlooks=1.5", "overlooks=nan", "follows=-1"]
)
def test_settings_that_make_no_sense_are_refused(setting: str) -> None:
    with pytest.raises(TriviumError, match="is wrong"):
        make_agent(f"novice:{setting}", "cachex")


def test_it_captures_what_it_sees_and_overlooks_the_rest() -> None:
    position = capture_to_make()
    captures = [NoviceAgent(seed, 0, 0.0).choose(position).reason for seed in range(20)]
    assert set(captures) == {"a capture"}
    missed = [NoviceAgent(seed, 0, 0.5).choose(position).reason for seed in range(40)]
    assert 5 < missed.count("a capture") < 35


def test_what_happens_beside_the_last_move_is_never_overlooked() -> None:
    position = Cachex(7)
    for move in ("a1", "d4"):
        position.push(move)
    near = BoardMap(position)
    last = position.moves[-1].code
    agent = NoviceAgent(1, 0, overlooks=1.0, follows=1.0)
    for _ in range(10):
        assert near.beside(agent.choose(position).move.code, last)


def test_an_answer_that_it_does_not_see_cannot_frighten_it() -> None:
    position = lesson("watch-your-back", "Watch your back")
    careful = {str(NoviceAgent(seed, 2, 0.0).choose(position).move) for seed in range(5)}
    careless = {str(NoviceAgent(seed, 2, 0.7).choose(position).move) for seed in range(20)}
    assert len(careful) < len(careless)


def test_greed_makes_it_take_what_it_would_not() -> None:
    position = capture_to_make()
    generous = NoviceAgent(1, 1, overlooks=0.0, greed=-20)
    assert generous.choose(position).move != NoviceAgent(1, 1, 0.0).choose(position).move


def test_random_that_captures_captures_whenever_it_can() -> None:
    position = capture_to_make()
    assert {RandomAgent(seed, captures=True).choose(position).reason for seed in range(9)} == {
        "a capture"
    }


@pytest.mark.parametrize("game", GAMES)
def test_a_glance_sees_what_a_search_of_one_move_sees(game: str) -> None:
    position, chance = GAMES[game].start(), seeded(2)
    searcher = expert_of(game).at_a_glance(position, 0.25)
    for _ in range(12):
        assert glance(position.kernel, searcher.evaluator) == searcher.move_values(
            position.kernel, 1
        )
        position.push(position.move(int(pick(position.kernel, chance))))
        if position.is_over:
            break


def test_one_novice_plays_on_any_board() -> None:
    agent = NoviceAgent(1, 2)
    for position in (Cachex(4), WatchYourBack(), Hexifence(2), Cachex(6)):
        assert agent.choose(position).move in position.legal_moves
