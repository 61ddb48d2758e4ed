"""The searching agents of the fences games: exact where they say so, legal everywhere."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tests.agents.hexifence.fences_brute_force import after_random_moves, brute_force
from tests.games.hexifence.test_features import without_safe_edges
from trivium import DotsAndBoxes, Hexifence
from trivium.agents.agent import Agent
from trivium.agents.hexifence.champion import FencesChampion
from trivium.agents.hexifence.classic import DoubleAgent
from trivium.agents.hexifence.history import HistoryAgent
from trivium.agents.hexifence.history_search import (
    COUNTER_COUNT,
    HistoryMemory,
    best_safe_move,
    play_out,
    utility,
)
from trivium.agents.hexifence.learned import LearnedAgent
from trivium.agents.weight_files import read_origin, read_shipped, shipped
from trivium.errors import TriviumError
from trivium.games.hexifence.evaluation import EVALUATION, FEATURES
from trivium.games.hexifence.position import FencesPosition
from trivium.games.hexifence.safety import list_safe, safe_edges, safe_edges_ended
from trivium.games.hexifence.sweeping import edges_around
from trivium.kernel.chance import below, seeded
from trivium.kernel.verbs import POINT, pick
from trivium.search.limits import Limit
from trivium.search.running import new_stop_flag
from trivium.solve.strings_and_coins.solver import Solver, exact_value

AGENTS: list[type[Agent]] = [HistoryAgent, LearnedAgent, FencesChampion]
FEW_NODES = Limit(nodes=300)
UNDISTURBED = HistoryMemory(
    np.zeros((1, 1), np.int64),
    np.zeros(1, np.int64),
    np.zeros(COUNTER_COUNT, np.int64),
    new_stop_flag(),
)
"""The memory of a search that nobody stops."""

BOARDS: list[Callable[[], FencesPosition]] = [
    lambda: Hexifence(1),
    lambda: Hexifence(2),
    lambda: Hexifence(3),
    lambda: DotsAndBoxes(1, 1),
    lambda: DotsAndBoxes(2, 5),
]

SMALL: list[Callable[[], FencesPosition]] = [
    lambda: DotsAndBoxes(2, 2),
    lambda: DotsAndBoxes(2, 3),
    lambda: DotsAndBoxes(3, 3),
    lambda: DotsAndBoxes(1, 6),
    lambda: Hexifence(2),
    lambda: Hexifence(3),
]

RUN_OF_THREE_AND_CHAIN_OF_SIX = """1x9
- B - B - B - B - B - B - B - B - B -
B - + - + - + - + - + - + - + - + - +
- B - B - B - + - B - B - B - B - B -
"""


def play_through(agents: tuple[Agent, Agent], position: FencesPosition, limit: Limit) -> list[str]:
    while not position.is_over:
        before = position.to_text()
        choice = agents[position.mover].choose(position, limit)
        assert position.to_text() == before
        assert choice.reason
        position.push(choice.move)
    return [str(move) for move in position.moves]


@pytest.mark.parametrize("agent", AGENTS)
@pytest.mark.parametrize("board", BOARDS)
def test_a_game_between_two_of_a_kind_is_legal_and_always_the_same(
    agent: type[Agent], board: Callable[[], FencesPosition]
) -> None:
    games = [play_through((agent(seed=1), agent(seed=2)), board(), FEW_NODES) for _ in range(2)]
    assert games[0] == games[1]


@pytest.mark.parametrize("agent", AGENTS)
def test_the_largest_boards_are_played_too(agent: type[Agent]) -> None:
    for position in (Hexifence(12), DotsAndBoxes(32, 32)):
        for free in (2000, 500, 100):
            after_random_moves(position, seeded(1), free)
            choice = agent().choose(position, Limit(seconds=0.02))
            assert choice.move in position.legal_moves


@pytest.mark.parametrize(
    ("size", "margin"),
    [((1, 1), -1), ((1, 2), 0), ((1, 3), -1), ((2, 2), 2), ((2, 3), -2), ((2, 4), 2)],
)
def test_dots_and_boxes_has_its_known_values(size: tuple[int, int], margin: int) -> None:
    position = DotsAndBoxes(*size)
    assert exact_value(position.board, position.kernel) == margin


def test_the_smallest_hexifence_is_lost_by_one() -> None:
    position = Hexifence(1)
    assert exact_value(position.board, position.kernel) == -1


@pytest.mark.parametrize("board", SMALL)
def test_exact_values_agree_with_brute_force(board: Callable[[], FencesPosition]) -> None:
    for seed in range(40):
        chance = seeded(seed)
        position = after_random_moves(board(), chance, 1 + int(below(chance, 10)))
        assert exact_value(position.board, position.kernel) == brute_force(position)


@pytest.mark.parametrize("board", SMALL)
def test_the_champion_plays_on_without_losing_what_it_has_proven(
    board: Callable[[], FencesPosition],
) -> None:
    for seed in range(8):
        chance = seeded(seed, 1)
        position = after_random_moves(board(), chance, 4 + int(below(chance, 7)))
        champion = FencesChampion(memory=1)
        while not position.is_over:
            value = brute_force(position)
            choice = champion.choose(position)
            if choice.report:
                assert choice.report.score.exact
                assert "proven" in choice.reason
                assert choice.report.score.seen_by(position.turn).value == POINT * value
            player = position.turn
            position.push(choice.move)
            after = brute_force(position) if not position.is_over else end_margin(position)
            assert (after if position.turn == player else -after) == value


def end_margin(position: FencesPosition) -> int:
    return 2 * position.cells[position.turn] - sum(position.cells.values())


def test_the_champion_declines_the_last_two_cells_to_keep_control() -> None:
    position, champion = DotsAndBoxes.from_text(RUN_OF_THREE_AND_CHAIN_OF_SIX), FencesChampion()
    position.push(champion.choose(position).move)
    assert (position.cells["blue"], position.turn) == (1, "blue")
    # Taking all three would leave it to open the chain of six boxes on the right.
    position.push(champion.choose(position).move)
    assert (position.cells["blue"], position.turn) == (1, "red")


def test_an_unfinished_proof_is_not_called_one() -> None:
    choice = FencesChampion().choose(Hexifence(3), Limit(nodes=500))
    assert choice.report is not None
    assert not choice.report.score.exact
    assert "proven" not in choice.reason


def test_the_utility_counts_cells_beyond_a_majority_and_any_loss_as_one() -> None:
    assert [utility(own, 7) for own in range(8)] == [-1, -1, -1, -1, 0, 1, 2, 3]


def test_history_opens_with_safe_edges_and_captures_whenever_it_can() -> None:
    position, agent = Hexifence(3), HistoryAgent(seed=4)
    choice = agent.choose(position)
    assert choice.reason == "safe edge at random"
    after_random_moves(position, seeded(2), 25)
    assert agent.choose(position).reason == "captures"


def test_history_finds_the_safe_move_with_the_best_play_out() -> None:
    searched = 0
    for seed in range(20):
        position = Hexifence(2)
        agent = HistoryAgent(seed, threshold=0)
        while len(safe_moves(position)) > 6:
            position.push(agent.choose(position).move)
        if safe := safe_moves(position):
            searched += 1
            best, complete, _ = best_safe_move(
                position.kernel, edges_around(position.board), Limit()
            )
            assert complete
            values = {move: safe_value(position, move) for move in safe}
            assert values[best] == max(values.values())
    assert searched > 10


def safe_moves(position: FencesPosition) -> list[int]:
    moves = np.empty(len(position.board.edges), np.int64)
    return [int(code) for code in moves[: list_safe(position.kernel, moves)]]


def safe_value(position: FencesPosition, move: int) -> int:
    """Return the utility of a safe move for who plays it, by trying all safe moves after it."""
    player = position.mover

    def value(here: FencesPosition) -> int:
        safe = safe_moves(here)
        if not safe:
            return int(play_out(here.copy().kernel, edges_around(here.board), UNDISTURBED, player))
        values = []
        for code in safe:
            here.push(here.move(code))
            values.append(value(here))
            here.pop()
        return max(values) if here.mover == player else min(values)

    after = position.copy()
    after.push(after.move(move))
    return value(after)


def test_learned_takes_the_longest_chain_without_a_search() -> None:
    position = DotsAndBoxes.from_text(RUN_OF_THREE_AND_CHAIN_OF_SIX)
    choice = LearnedAgent().choose(position)
    assert (choice.reason, choice.report) == ("takes the longest chain", None)


def test_the_learned_weights_come_with_their_origin() -> None:
    assert all(row["margin"] > 0 for row in read_shipped("hexifence-learned", EVALUATION).values())
    assert {"data", "method", "seed", "date"} <= set(read_origin(shipped("hexifence-learned")))


def learned_file(tmp_path: Path, **others: float) -> Path:
    weights = dict.fromkeys(FEATURES, 0.0) | {"margin": 1.0} | others
    path = tmp_path / "weights.toml"
    lines = [f"{name} = {weight}" for name, weight in weights.items()]
    path.write_text("\n".join(["[weights]", *lines]))
    return path


def test_a_margin_that_is_worth_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TriviumError, match=r"margin in .* must be positive"):
        LearnedAgent(weights=str(learned_file(tmp_path, margin=0.0)))


def test_the_learned_agent_plays_by_the_weights_it_is_given(tmp_path: Path) -> None:
    position = Hexifence(2)
    values = set()
    for on_move in (0.0, 3.0):
        agent = LearnedAgent(weights=str(learned_file(tmp_path, margin=2.0, on_move=on_move)))
        report = agent.choose(position, Limit(depth=1)).report
        assert report is not None
        values.add(report.score.points)
    assert values == {0.0, -1.5}


@pytest.mark.parametrize("seed", range(10))
def test_the_champion_knows_how_many_safe_edges_a_safe_edge_ends(seed: int) -> None:
    position = Hexifence(3)
    chance = seeded(seed)
    for _ in range(20):
        position.push(position.move(int(pick(position.kernel, chance))))
    safe = np.array(safe_edges(position.kernel))
    for edge, ended in zip(safe, safe_edges_ended(position.kernel, safe), strict=True):
        position.push(position.move(int(edge)))
        assert len(safe_edges(position.kernel)) == len(safe) - 1 - ended
        position.pop()


def test_without_time_and_safe_edges_the_champion_goes_by_what_can_be_seen() -> None:
    hurried = 0
    for seed in range(10):
        position = without_safe_edges((4,), seed)
        choice = FencesChampion(seed).choose(position, Limit(seconds=0.0))
        if not choice.reason.startswith(("proven", "expects", "takes")):
            assert choice.move == DoubleAgent(seed).choose(position).move
            hurried += 1
    assert hurried > 0


def test_with_safe_edges_and_too_little_time_the_champion_plays_what_is_not_refuted() -> None:
    differs = 0
    for seed in range(10):
        position, chance = Hexifence(3), seeded(seed)
        while len(safe := safe_edges(position.kernel)) > 26:
            position.push(position.move(safe[int(below(chance, len(safe)))]))
        solver = Solver(position.board, megabytes=1)
        found = solver.estimate(position.kernel, Limit(nodes=1500), scope=0)
        choice = FencesChampion(seed, memory=1).choose(position, Limit(nodes=1500))
        if found.sign is None:
            assert choice.move.code == found.best
            assert choice.reason == "no time to look further"
            ended = safe_edges_ended(position.kernel, np.array(safe))
            differs += ended[safe.index(choice.move.code)] < ended.max()
    assert differs > 0
