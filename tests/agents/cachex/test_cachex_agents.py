"""The Cachex agents that search: legal, repeatable, and not blind."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from trivium import Cachex
from trivium.agents.agent import Agent
from trivium.agents.cachex.champion import CachexChampion
from trivium.agents.cachex.five_factors import FiveFactorsAgent
from trivium.errors import TriviumError
from trivium.games.cachex import geometry
from trivium.search.limits import UNLIMITED, Limit

Cell = tuple[int, int]
Maker = Callable[[int], Agent]

AGENTS: list[Maker] = [FiveFactorsAgent, CachexChampion]
FEW = Limit(nodes=300)
SOME = Limit(nodes=3000)


def board(size: int, red: list[Cell], blue: list[Cell], turns: int) -> Cachex:
    stones = [["r", *cell] for cell in red] + [["b", *cell] for cell in blue]
    return Cachex.from_text(json.dumps({"n": size, "board": stones, "turns": turns}))


def line(agent: Agent, position: Cachex, turns: int, limit: Limit) -> list[str]:
    played: list[str] = []
    while not position.is_over and len(played) < turns:
        played.append(str(position.push(agent.choose(position, limit).move)))
    return played


def wins_next(position: Cachex) -> bool:
    for move in position.legal_moves:
        position.push(move)
        won = position.is_over
        position.pop()
        if won:
            return True
    return False


@pytest.mark.parametrize("make", AGENTS)
@pytest.mark.parametrize("size", range(geometry.SMALLEST, geometry.LARGEST + 1))
def test_plays_legal_moves_on_every_size(make: Maker, size: int) -> None:
    # `push` refuses what is illegal.
    assert line(make(1), Cachex(size), 5, FEW)


@pytest.mark.parametrize("make", AGENTS)
def test_plays_the_same_game_again_with_the_same_seed_and_nodes(make: Maker) -> None:
    assert line(make(3), Cachex(5), 20, FEW) == line(make(3), Cachex(5), 20, FEW)


@pytest.mark.parametrize("make", AGENTS)
def test_leaves_the_position_untouched(make: Maker) -> None:
    position = Cachex(5)
    agent = make(0)
    for _ in range(4):
        before = position.copy()
        choice = agent.choose(position, FEW)
        assert position == before
        assert position.moves == before.moves
        assert all((a == b).all() for a, b in zip(position.kernel, before.kernel, strict=True))
        position.push(choice.move)


@pytest.mark.parametrize("make", AGENTS)
def test_takes_a_win_in_one_and_says_that_it_is_proven(make: Maker) -> None:
    red = [(0, 2), (1, 2), (2, 2), (3, 2)]
    position = board(5, red, [(0, 0), (2, 0), (4, 2), (4, 4)], turns=8)
    choice = make(0).choose(position, SOME)
    assert str(choice.move) == "b5"
    assert choice.report is not None
    assert choice.report.score.exact
    position.push(choice.move)
    assert position.is_over


@pytest.mark.parametrize("make", AGENTS)
def test_blocks_a_loss_in_one(make: Maker) -> None:
    blue = [(2, 0), (2, 1), (2, 2), (2, 3), (0, 4)]
    position = board(5, [(1, 4), (0, 0), (0, 1), (4, 3), (4, 4)], blue, turns=10)
    position.push(make(0).choose(position, SOME).move)
    assert not wins_next(position)


@pytest.mark.parametrize("make", AGENTS)
def test_captures_where_nothing_else_saves_the_game(make: Maker) -> None:
    # Blue would complete row 3 at e3 or at e2: only taking stones out of it helps.
    blue = [(2, 0), (2, 1), (2, 2), (2, 3)]
    position = board(5, [(1, 3), (0, 0), (4, 4), (0, 1)], blue, turns=8)
    before = len(position.stones)
    position.push(make(0).choose(position, SOME).move)
    assert len(position.stones) < before
    assert not wins_next(position)


@pytest.mark.parametrize("make", AGENTS)
@pytest.mark.parametrize("size", range(geometry.SMALLEST, geometry.LARGEST + 1))
def test_the_first_stone_is_legal_and_half_the_seeds_turn_it(make: Maker, size: int) -> None:
    first = {str(make(seed).choose(Cachex(size), FEW).move) for seed in range(8)}
    assert len(first) == 2
    for name in first:
        Cachex(size).push(name)


@pytest.mark.parametrize("make", AGENTS)
def test_steals_a_stone_in_the_middle_and_leaves_one_in_the_corner(make: Maker) -> None:
    for first, stolen in (("c4", True), ("a1", False)):
        position = Cachex(6)
        position.push(first)
        assert (str(make(0).choose(position, SOME).move) == "steal") == stolen


@pytest.mark.parametrize("size", [3, 4])
def test_the_champion_steals_exactly_the_first_stones_that_win(size: int) -> None:
    for first in Cachex(size).legal_moves:
        position = Cachex(size)
        position.push(first)
        searcher = CachexChampion().new_searcher(position.board)
        report = searcher.search(
            position.kernel, position.colours, UNLIMITED, banned=(position.board.steal,)
        )
        assert report.score.exact
        stolen = str(CachexChampion().choose(position, FEW).move) == "steal"
        assert stolen == (report.score.value < 0)


def test_weights_can_be_set_and_matter() -> None:
    position = board(5, [(1, 2)], [(2, 1), (2, 2)], turns=4)
    values = set()
    for stones in (0, 5000):
        report = FiveFactorsAgent(stones=stones).choose(position, Limit(depth=1)).report
        assert report is not None
        values.add(report.score.value)
    assert len(values) == 2


def test_a_skip_below_one_is_refused() -> None:
    with pytest.raises(TriviumError, match="at least 1"):
        FiveFactorsAgent(skip=0)
