"""The Cachex agents that search: legal, repeatable, and not blind."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from benchmarks.solved_cachex import PROVEN

from trivium import Cachex
from trivium.agents.agent import Agent
from trivium.agents.cachex.champion import CachexChampion
from trivium.agents.cachex.five_factors import FiveFactorsAgent
from trivium.agents.simple import RandomAgent
from trivium.errors import TriviumError
from trivium.games.cachex import geometry
from trivium.games.cachex.rules import TURN_LIMIT
from trivium.kernel.verbs import DECIDED
from trivium.search.limits import UNLIMITED, Limit
from trivium.solve.cachex import CachexTable
from trivium.solve.tables import cachex_small
from trivium.solve.tables.cachex_retrograde import small_board, stones_of

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


def test_on_size_5_the_champion_steals_what_does_not_lose_and_begins_with_a_draw() -> None:
    proven = json.loads(PROVEN.read_text(encoding="utf-8"))["stones"]
    results = {stone["stone"]: stone["result"] for stone in proven}
    for first in Cachex(5).legal_moves:
        position = Cachex(5)
        position.push(first)
        turned = str(position.move(24 - first.code))
        stolen = str(CachexChampion().choose(position, FEW).move) == "steal"
        result = results[str(first) if str(first) in results else turned]
        assert stolen == (result >= 0)
    assert results["c2"] == 0
    assert str(CachexChampion(1).choose(Cachex(5), FEW).move) in ("c2", "c4")


@pytest.mark.parametrize("size", [3, 4])
def test_with_a_table_the_champion_wins_as_fast_as_it_can(size: int) -> None:
    table = CachexTable(size)
    position, champion, beginner = Cachex(size), CachexChampion(1), RandomAgent(1)
    position.push(beginner.choose(position).move)
    last = TURN_LIMIT
    while not position.is_over:
        found = table.solve(position.copy().kernel)
        assert found.by_turn is not None and found.by_turn <= last
        last = found.by_turn
        choice = champion.choose(position, Limit(seconds=0.001))
        assert choice.report is not None
        assert choice.report.score.exact and choice.report.score.value > DECIDED
        position.push(choice.move)
        if not position.is_over:
            position.push(beginner.choose(position).move)
    assert position.turns == last
    outcome = position.outcome()
    assert outcome is not None and outcome.winner == "blue"


def test_in_a_drawn_position_the_champion_plays_on_without_risk() -> None:
    # One of the few on the board of size 4 that neither side can win by force.
    values = np.asarray(cachex_small.table(4))
    own, enemies = stones_of(small_board(4), int(np.flatnonzero(values == 0)[100]))
    cells = [(r, q) for r in range(4) for q in range(4)]
    red, blue = (
        [cell for number, cell in enumerate(cells) if held >> number & 1] for held in (own, enemies)
    )
    position = board(4, red, blue, turns=20)
    table = CachexTable(4)
    for _ in range(6):
        choice = CachexChampion().choose(position, Limit(seconds=0.05))
        assert table.solve(position.copy().kernel).sign == 0
        position.push(choice.move)


def test_without_its_table_the_champion_searches_and_builds_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRIVIUM_CACHE_DIR", str(tmp_path))
    position = Cachex(4)
    for move in ("b2", "c3"):
        position.push(move)
    champion = CachexChampion()
    assert champion.exact_for(position) is None
    assert "searched" in champion.choose(position, Limit(seconds=0.05)).reason
    assert not (tmp_path / "tables").exists()


def test_a_limit_of_nodes_is_obeyed_with_or_without_a_table() -> None:
    position = board(3, [(0, 0)], [(2, 2)], turns=2)
    assert "searched" in CachexChampion().choose(position, FEW).reason
    assert "table" in CachexChampion().choose(position, UNLIMITED).reason


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
