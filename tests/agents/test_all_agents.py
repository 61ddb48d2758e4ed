"""What every agent of every game promises."""

from __future__ import annotations

import random

import pytest

from trivium import Position
from trivium.agents.catalogue import agents_of, make_agent, parameters_of
from trivium.cli.main import run
from trivium.errors import TriviumError
from trivium.games.catalogue import GAMES
from trivium.search.limits import Limit

SIZES = {
    "hexifence": ("1", "2", "3", "4"),
    "cachex": ("3", "5", "8"),
    "watch-your-back": ("8",),
    "dots-and-boxes": ("1x1", "2x3", "4x4"),
}

PLAYERS = [(game, name) for game in GAMES for name in agents_of(game) if name != "human"]

QUICK = Limit(nodes=300)


def random_positions(game: str, size: str, count: int, seed: int) -> list[Position]:
    """Positions from all over a random game, none of them over."""
    dice = random.Random(seed)
    position = GAMES[game].start(size)
    positions = []
    while not position.is_over and len(position.moves) < 250:
        positions.append(position.copy())
        position.push(dice.choice(position.legal_moves))
    return dice.sample(positions, min(count, len(positions)))


@pytest.mark.parametrize(("game", "name"), PLAYERS)
def test_it_plays_legally_on_every_size_and_leaves_the_position_alone(game: str, name: str) -> None:
    for size in SIZES[game]:
        agent = make_agent(name, game, seed=5)
        for position in random_positions(game, size, 4, seed=len(name)):
            before = position.to_text(), position.moves
            choice = agent.choose(position, QUICK)
            assert choice.move in position.legal_moves
            assert choice.reason
            assert (position.to_text(), position.moves) == before


@pytest.mark.parametrize(("game", "name"), PLAYERS)
def test_the_same_seed_and_nodes_make_the_same_choices(game: str, name: str) -> None:
    size = SIZES[game][-1]
    choices = []
    for _ in range(2):
        agent = make_agent(name, game, seed=9)
        positions = random_positions(game, size, 3, seed=2)
        choices.append([agent.choose(position, QUICK).move for position in positions])
    assert choices[0] == choices[1]


@pytest.mark.parametrize(("game", "name"), PLAYERS)
def test_it_is_documented(game: str, name: str) -> None:
    agent = agents_of(game)[name]
    assert agent.__doc__
    assert all(field.metadata["help"] for field in parameters_of(agent))


def test_the_command_lists_agents_with_their_parameters(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["agents"]) == 0
    listed = capsys.readouterr().out
    for game in GAMES.values():
        assert game.title in listed
    assert run(["agents", "cachex"]) == 0
    assert "Hexifence" not in capsys.readouterr().out


@pytest.mark.parametrize("game", GAMES)
def test_what_costs_time_memory_or_reads_files_has_a_ceiling_for_guests(game: str) -> None:
    costly = {"weights", "memory", "megabytes", "threads"}
    for agent in agents_of(game).values():
        for field in parameters_of(agent):
            least_known = field.metadata["guests"] <= field.metadata["most"] < float("inf")
            assert least_known, f"{agent.name}:{field.name}"
            assert (field.metadata["guests"] < 0) == (field.name in costly)


def test_a_number_beyond_its_ceiling_is_refused_for_everybody() -> None:
    with pytest.raises(TriviumError, match="threads may be 64 at most"):
        make_agent("champion:threads=65", "hexifence")
    with pytest.raises(TriviumError, match="rave may be 1,000,000 at most"):
        make_agent("mcts:rave=inf", "cachex")
