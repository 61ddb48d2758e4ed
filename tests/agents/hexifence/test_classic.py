"""The classic players of Hexifence and Dots-and-Boxes keep to the rules, and to their own."""

from __future__ import annotations

import functools

import pytest

from tests.games.hexifence.test_features import left_with, start, without_safe_edges
from trivium import DotsAndBoxes
from trivium.agents.agent import Agent
from trivium.agents.hexifence.analyst import FencesAnalyst
from trivium.agents.hexifence.classic import (
    DoubleAgent,
    GreedyAgent,
    StagesAgent,
    control_is_worth,
)
from trivium.games.hexifence.edge_sets import SAFE, classify
from trivium.games.hexifence.endgame import new_endgame, rest_value
from trivium.games.hexifence.features import Feature
from trivium.games.hexifence.position import FencesPosition
from trivium.kernel.chance import seeded
from trivium.kernel.verbs import pick, play, undo
from trivium.search.limits import Limit

FEW = Limit(nodes=2000)
CHAINS_OF_TWO_AND_FOUR = ("a2", "c2", "d1", "a4", "c4", "e4", "g4", "i4")


def facts(position: FencesPosition) -> list[object]:
    """Everything about a position but moves that were taken back."""
    kernel = position.kernel._replace(past=position.kernel.past[: len(position.moves)])
    return [part.tolist() for part in kernel]


@pytest.mark.parametrize("agent", [GreedyAgent, DoubleAgent, StagesAgent])
@pytest.mark.parametrize("board", [(1,), (2,), (3,), (4,), (3, 3), (2, 5)])
def test_an_agent_plays_whole_games_legally_repeatably_and_leaves_the_position_alone(
    agent: type[Agent], board: tuple[int, ...]
) -> None:
    lines = []
    for _ in range(2):
        position, players = start(board), (agent(seed=3), agent(seed=4))
        while not position.is_over:
            before = facts(position)
            move = players[position.mover].choose(position, FEW).move
            assert facts(position) == before
            position.push(move)
        lines.append(position.moves)
    assert lines[0] == lines[1]


@pytest.mark.parametrize("agent", [GreedyAgent, DoubleAgent, StagesAgent])
def test_an_agent_is_legal_after_any_moves(agent: type[Agent]) -> None:
    player, chance = agent(seed=1), seeded(5)
    for board in ((2,), (3,), (2, 5)):
        position = start(board)
        while not position.is_over:
            assert player.choose(position, Limit(nodes=50)).move in position.legal_moves
            position.push(position.move(int(pick(position.kernel, chance))))


@pytest.mark.parametrize("agent", [GreedyAgent, DoubleAgent, StagesAgent])
def test_an_agent_takes_a_cell_that_costs_nothing(agent: type[Agent]) -> None:
    position = left_with(DotsAndBoxes(1, 3), "a2", "d1", "d3", "f1", "f3", "g2")
    move = agent(seed=1).choose(position, FEW).move
    assert str(move) == "a2"


@pytest.mark.parametrize("agent", [GreedyAgent, DoubleAgent, StagesAgent])
def test_an_agent_plays_safe_while_it_can(agent: type[Agent]) -> None:
    position, player = start((3,)), agent(seed=2)
    while (sets := classify(position.kernel)).size[SAFE]:
        move = player.choose(position, Limit(nodes=100)).move
        assert sets.kind[move.code] == SAFE
        position.push(move)


def test_greedy_opens_the_shortest_chain_not_just_any() -> None:
    # Above a chain of two, below one of four: every edge offers just one or two cells at once.
    position = left_with(DotsAndBoxes(2, 4), *CHAINS_OF_TWO_AND_FOUR)
    for seed in range(5):
        assert str(GreedyAgent(seed=seed).choose(position).move) in ("a2", "c2", "d1")


def opened_chain(*rest: str) -> FencesPosition:
    """Two cells left of an opened chain in the top row, which lies above a chain of four."""
    return left_with(DotsAndBoxes(2, 4), "a2", "c2", *rest)


@pytest.mark.parametrize("agent", [DoubleAgent, StagesAgent])
def test_two_cells_are_handed_out_when_a_long_chain_is_left(agent: type[Agent]) -> None:
    position = opened_chain("a4", "c4", "e4", "g4", "i4")
    assert str(agent(seed=1).choose(position, FEW).move) == "a2"


@pytest.mark.parametrize("agent", [DoubleAgent, StagesAgent])
def test_the_last_chain_is_taken_whole(agent: type[Agent]) -> None:
    assert str(agent(seed=1).choose(opened_chain(), FEW).move) == "c2"


@pytest.mark.parametrize("agent", [DoubleAgent, StagesAgent])
def test_two_cells_are_taken_when_one_short_chain_comes_before_the_long_one(
    agent: type[Agent],
) -> None:
    # With one single cell to open first, it is the opponent who must open the long chain.
    position = opened_chain("h1", "i2", "a4", "c4", "e4", "g4", "i4")
    assert str(agent(seed=1).choose(position, FEW).move) == "c2"


@pytest.mark.parametrize("agent", [DoubleAgent, StagesAgent])
def test_four_cells_of_a_loop_are_handed_out_when_long_chains_are_left(
    agent: type[Agent],
) -> None:
    # On the left an opened loop of four, on the right a chain of eight.
    loop = ["d3", "c2", "c4"]
    chain = ["f1", "g2", "i2", "k2", "l3", "k4", "i4", "g4", "f5"]
    position = left_with(DotsAndBoxes(2, 6), *loop, *chain)
    assert str(agent(seed=1).choose(position, FEW).move) == "d3"


@pytest.mark.parametrize("agent", [DoubleAgent, StagesAgent])
def test_a_chain_of_two_is_opened_in_the_middle_by_who_is_in_control(agent: type[Agent]) -> None:
    position = left_with(DotsAndBoxes(2, 4), *CHAINS_OF_TWO_AND_FOUR)
    assert str(agent(seed=1).choose(position, FEW).move) == "c2"


@pytest.mark.parametrize("agent", [DoubleAgent, StagesAgent])
def test_a_chain_of_two_is_opened_at_its_end_by_who_is_not_in_control(agent: type[Agent]) -> None:
    twos = left_with(DotsAndBoxes(2, 2), "a2", "c2", "e2", "a4", "c4", "e4")
    assert str(agent(seed=1).choose(twos, FEW).move) in ("a2", "e2", "a4", "e4")


def test_control_counts_what_stays_after_the_hand_outs() -> None:
    def chain(length: int) -> Feature:
        return Feature("chain", tuple(range(length)), tuple(range(length + 1)), ())

    assert control_is_worth([chain(5), chain(6)]) == 1 + 2 + 4
    assert control_is_worth([chain(5), chain(1)]) == 0
    assert control_is_worth([chain(1), chain(2)]) == 0


def restricted(position: FencesPosition) -> int:
    """The margin of the rest if both play only safe edges while there are any."""
    endgame = new_endgame(position.kernel, 1 << 40)

    @functools.cache
    def value(free: bytes) -> int:
        sets = classify(position.kernel)
        safe = sets.members[SAFE, : sets.size[SAFE]].tolist()
        if not safe:
            return int(rest_value(endgame, position.kernel))
        best = -99
        for edge in safe:
            play(position.kernel, edge)
            best = max(best, -value(position.kernel.free.tobytes()))
            undo(position.kernel)
        return best

    return value(position.kernel.free.tobytes())


@pytest.mark.parametrize("board", [(2,), (3, 3), (2, 5)])
@pytest.mark.parametrize("seed", range(3))
def test_the_search_over_safe_edges_agrees_with_trying_all_of_them(
    board: tuple[int, ...], seed: int
) -> None:
    late = without_safe_edges(board, seed)
    while classify(late.kernel).size[SAFE] < 9:
        late.pop()
    truth, analyst = restricted(late), FencesAnalyst(megabytes=1)
    for margin in range(-8, 9):
        answer = analyst.reaches(late.kernel, margin, Limit())
        assert answer.reached == (truth >= margin)
        if answer.edge is not None:
            play(late.kernel, answer.edge)
            assert -restricted(late) >= margin
            undo(late.kernel)


def test_a_search_that_runs_out_of_nodes_says_so() -> None:
    answer = FencesAnalyst(megabytes=1).reaches(start((3,)).kernel, 1, Limit(nodes=10))
    assert (answer.reached, answer.edge) == (None, None)


def test_stages_searches_only_from_so_many_safe_edges_on() -> None:
    position = start((2,))
    assert "random" in StagesAgent(middle=29).choose(position, FEW).reason
    assert "random" not in StagesAgent(middle=30).choose(position, FEW).reason
