"""One expert for each game: nobody searches or judges otherwise than it says."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivium import Position
from trivium.agents.catalogue import agents_of, make_agent
from trivium.agents.expert import Expert, plain_expert
from trivium.agents.experts import EXPERTS, expert_of, registered
from trivium.agents.levels import LEVELS
from trivium.agents.simple import RandomAgent
from trivium.games.catalogue import GAMES
from trivium.games.hexifence.edge_sets import SAFE, classify
from trivium.games.hexifence.safety import count_safe, safe_edges
from trivium.kernel.chance import seeded
from trivium.kernel.verbs import POINT, evaluate, pick, play
from trivium.search.engine import Searcher
from trivium.search.limits import Score
from trivium.study.judging import Opinion, SearchJudge, new_judge
from trivium.web.describe.scores import describe_score

SEARCHING = [
    name for name, game in GAMES.items() if expert_of(name).new_exact(game.start(), 1.0) is None
]
"""Games whose champion searches; those of the others prove."""


def played(game: str, moves: int, seed: int = 1) -> Position:
    """A position after random moves, or the last before the end."""
    position, chance = GAMES[game].start(), seeded(seed)
    for _ in range(moves):
        position.push(position.move(int(pick(position.kernel, chance))))
        if position.is_over:
            position.pop()
            break
    return position


def same_search(one: Searcher, other: Searcher, game: str) -> bool:
    """Whether two searchers look at positions in the same way."""
    if (one.options, one.compiled_search) != (other.options, other.compiled_search):
        return False
    if type(one.evaluator) is not type(other.evaluator):
        return False
    positions = [played(game, moves, seed).kernel for moves in (4, 30, 60) for seed in (1, 2)]
    return all(evaluate(one.evaluator, p) == evaluate(other.evaluator, p) for p in positions)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_an_expert_of_its_own_that_is_complete(game: str) -> None:
    assert game in EXPERTS, f"{game}: no expert; add one to trivium.agents.experts"
    assert missing_entries(EXPERTS[game]) == []


def test_what_an_expert_lacks_is_named() -> None:
    poor = dataclasses.replace(plain_expert("toy"), agents=(), skills=(), chance_scale=0.0)
    assert missing_entries(poor) == [
        "an agent called champion",
        f"{len(LEVELS)} skills, not 0",
        "a positive chance_scale",
        "a unit other than points",
        "a prover, and sources of puzzles",
    ]


def missing_entries(expert: Expert) -> list[str]:
    """What the expert of a game that comes along has to bring, as far as this one does not."""
    found = []
    if all(agent.name != "champion" for agent in expert.agents):
        found.append("an agent called champion")
    if len(expert.skills) != len(LEVELS):
        found.append(f"{len(LEVELS)} skills, not {len(expert.skills)}")
    if expert.chance_scale <= 0:
        found.append("a positive chance_scale")
    if expert.unit == "points":
        found.append("a unit other than points")
    if expert.new_prover is None or not expert.puzzles:
        found.append("a prover, and sources of puzzles")
    return found


@pytest.mark.parametrize("game", SEARCHING)
def test_the_expert_searches_as_its_champion_does(game: str) -> None:
    position = played(game, 20)
    champion = make_agent("champion", game).searcher_for(position)
    assert champion is not None
    assert same_search(expert_of(game).new_searcher(position, 1), champion, game)


@pytest.mark.parametrize("game", SEARCHING)
def test_a_review_searches_as_the_champion_does(game: str) -> None:
    position = played(game, 20)
    judge = new_judge(position)
    assert isinstance(judge, SearchJudge)
    champion = make_agent("champion", game).searcher_for(position)
    assert champion is not None and same_search(judge._searcher, champion, game)


@pytest.mark.parametrize("game", SEARCHING)
def test_a_champion_learns_with_the_options_it_plays_with(game: str) -> None:
    position = played(game, 20)
    champion = make_agent("champion", game).searcher_for(position)
    assert champion is not None
    (subject,) = (s for s in expert_of(game).subjects if s.agent == "champion")
    learner = subject.searcher(position, subject.read())
    assert learner.options == champion.options
    assert learner.compiled_search is champion.compiled_search


@given(st.sampled_from(sorted(GAMES)), st.integers(-30 * POINT, 30 * POINT))
def test_the_bar_and_the_review_mean_the_same_chance(game: str, value: int) -> None:
    position = GAMES[game].start()
    first = position.colours[0]
    chance = Opinion(Score(value, first, exact=False), (0,), settled=False).chance(game)
    bar = describe_score(position, Score(value, first, exact=False)).bar
    assert bar == pytest.approx(2 * chance - 1, abs=1e-3)


@given(st.integers(0, 70), st.integers(0, 50))
def test_all_agree_which_edges_are_safe(moves: int, seed: int) -> None:
    kernel = played("hexifence", moves, seed).kernel
    sets = classify(kernel)
    listed = sorted(sets.members[SAFE, : sets.size[SAFE]].tolist())
    assert safe_edges(kernel) == listed
    assert count_safe(kernel) == len(listed)
    for edge in listed:
        after = type(kernel)(*(part.copy() for part in kernel))
        play(after, edge)
        assert not np.any(after.open_edges[:-1] == 1) or np.any(kernel.open_edges[:-1] == 1)


def test_a_game_without_an_expert_gets_a_plain_one() -> None:
    expert = expert_of("a game that nobody knows")
    assert expert is expert_of("a game that nobody knows")
    assert len(expert.skills) == len(LEVELS)
    assert expert.chance(0) == 0.5 < expert.chance(1)


def test_an_expert_can_be_exchanged_for_a_while() -> None:
    class Stranger(RandomAgent):
        name = "stranger"

    before = expert_of("cachex")
    with registered(dataclasses.replace(before, agents=(*before.agents, Stranger))):
        assert "stranger" in agents_of("cachex")
    assert expert_of("cachex") is before and "stranger" not in agents_of("cachex")
    with registered(plain_expert("toy")):
        assert "toy" in EXPERTS
    assert "toy" not in EXPERTS
