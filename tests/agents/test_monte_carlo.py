"""The Monte Carlo agent plays legally in every game, within its limits, and remembers."""

from __future__ import annotations

import pytest

from trivium.agents.catalogue import make_agent
from trivium.agents.monte_carlo import MonteCarloAgent
from trivium.agents.simple import RandomAgent
from trivium.errors import TriviumError
from trivium.games.catalogue import GAMES
from trivium.search.limits import Limit

SIZES = [
    ("hexifence", "1"),
    ("hexifence", "3"),
    ("cachex", "3"),
    ("cachex", "9"),
    ("watch-your-back", "8"),
    ("dots-and-boxes", "1x1"),
    ("dots-and-boxes", "4x3"),
]

FEW = Limit(nodes=60)


@pytest.mark.parametrize(("game", "size"), SIZES)
def test_it_plays_whole_games_and_only_legal_moves(game: str, size: str) -> None:
    position = GAMES[game].start(size)
    agent, opponent = MonteCarloAgent(seed=1), RandomAgent(seed=2)
    for _ in range(400):
        if position.is_over:
            break
        player = agent if position.mover == 0 else opponent
        before = position.to_text()
        choice = player.choose(position, FEW)
        assert position.to_text() == before
        position.push(choice.move)


def test_it_beats_random_moves() -> None:
    for game, size in (("hexifence", "2"), ("cachex", "5"), ("dots-and-boxes", "3x3")):
        position = GAMES[game].start(size)
        agent, opponent = MonteCarloAgent(seed=1), RandomAgent(seed=2)
        while not position.is_over:
            player = agent if position.mover == 1 else opponent
            position.push(player.choose(position, Limit(nodes=3000)).move)
        outcome = position.outcome()
        assert outcome is not None
        assert outcome.winner == position.colours[1]


def test_the_same_seed_plays_the_same_game() -> None:
    games = []
    for _ in range(2):
        position = GAMES["cachex"].start("4")
        agent = MonteCarloAgent(seed=5)
        while not position.is_over:
            position.push(agent.choose(position, Limit(nodes=200)).move)
        games.append(position.moves)
    assert games[0] == games[1]


def test_it_keeps_its_tree_while_the_game_goes_on() -> None:
    position = GAMES["hexifence"].start("2")
    agent = MonteCarloAgent(seed=1)
    first = agent.choose(position, Limit(nodes=5000))
    assert first.report is not None
    for code in first.report.line[:2]:
        position.push(position.move(code))
    again = agent.choose(position, Limit(nodes=1))
    assert again.report is not None
    assert again.report.nodes == 1
    assert "of 1 simulated" not in again.reason


def test_it_copes_with_moves_taken_back_and_with_a_new_game() -> None:
    position = GAMES["cachex"].start("5")
    agent = MonteCarloAgent(seed=1)
    for _ in range(3):
        position.push(agent.choose(position, FEW).move)
    position.pop()
    position.pop()
    assert agent.choose(position, FEW).move in position.legal_moves
    other = GAMES["cachex"].start("4")
    assert agent.choose(other, FEW).move in other.legal_moves


def test_parameters_override_what_is_tuned() -> None:
    agent = MonteCarloAgent(exploration=0.1, rave=0.0, bias=0.0, playout=17, megabytes=1.0)
    options = agent._options("cachex")
    assert (options.exploration, options.rave, options.bias) == (0.1, 0.0, 0.0)
    assert options.longest_playout == 17
    position = GAMES["cachex"].start("5")
    assert agent.choose(position, FEW).move in position.legal_moves


def test_without_a_limit_it_uses_its_own_number_of_simulations() -> None:
    choice = MonteCarloAgent(simulations=123).choose(GAMES["hexifence"].start("3"))
    assert choice.report is not None
    assert choice.report.nodes == 123


def test_preparing_is_possible() -> None:
    MonteCarloAgent().prepare(GAMES["hexifence"].start("2"))


@pytest.mark.parametrize(("game", "size"), SIZES)
def test_being_prepared_changes_no_move(game: str, size: str) -> None:
    """Whether it is prepared for this position, for one before it, or not at all."""
    start = GAMES[game].start(size)
    start.push(start.legal_moves[0])
    later = start.copy()
    later.push(later.legal_moves[-1])
    agents = [MonteCarloAgent(seed=3, megabytes=1) for _ in range(3)]
    agents[1].prepare(start)
    agents[2].prepare(later)
    assert len({agent.choose(later, FEW).move for agent in agents}) == 1


@pytest.mark.parametrize("number", ["0", "-5"])
def test_a_number_of_simulations_that_is_none_is_refused(number: str) -> None:
    with pytest.raises(TriviumError, match="at least 1"):
        make_agent(f"mcts:simulations={number}", "cachex")
