"""The solver agrees with brute force, with the full table, and with published values."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import pytest

from tests.solve.strings_and_coins import brute_fences
from trivium.errors import BadSize
from trivium.games.catalogue import find_game
from trivium.games.dots_and_boxes.position import DotsAndBoxes
from trivium.games.hexifence.geometry import EdgeBoard
from trivium.games.hexifence.position import FencesPosition, Hexifence
from trivium.games.hexifence.rules import FREE, NOBODY, UNKNOWN, Fences, set_up
from trivium.games.hexifence.safety import safe_edges
from trivium.kernel.chance import below, seeded
from trivium.kernel.verbs import pick, play, score
from trivium.search.limits import UNLIMITED, Limit
from trivium.solve.exact import Solution
from trivium.solve.strings_and_coins import proof
from trivium.solve.strings_and_coins.captures import next_capture
from trivium.solve.strings_and_coins.coins import edge_of, net_of, row_of
from trivium.solve.strings_and_coins.memory import Reductions
from trivium.solve.strings_and_coins.scopes import SCOPES
from trivium.solve.strings_and_coins.solver import Solver, exact_value
from trivium.solve.tables import hexifence_two


def after_random_moves(start: FencesPosition, moves: int, seed: int) -> FencesPosition:
    chance = seeded(seed)
    for _ in range(moves):
        play(start.kernel, int(pick(start.kernel, chance)))
    return start


def every_position(start: FencesPosition) -> Iterator[Fences]:
    """Yield a position for every set of free edges; cells captured before count for nobody."""
    for owners in itertools.product((0, NOBODY), repeat=len(start.board.edges)):
        edge_owner = np.array(owners, np.int64)
        closed = [all(edge_owner[edge] == 0 for edge in ring) for ring in start.board.cell_edges]
        cell_owner = np.where(closed, UNKNOWN, NOBODY).astype(np.int64)
        yield set_up(start.board, edge_owner, cell_owner, mover=0)


@pytest.mark.parametrize(
    "start", [DotsAndBoxes(1, 1), DotsAndBoxes(1, 2), DotsAndBoxes(2, 2), Hexifence(1)], ids=repr
)
def test_every_position_of_a_small_board_has_the_value_of_brute_force(
    start: FencesPosition,
) -> None:
    memory: brute_fences.Memory = {}
    solver = Solver(start.board, megabytes=1)
    for position in every_position(start):
        found = solver.solve(position)
        assert found.exact
        assert found.low == brute_fences.value(position, memory)
        if found.best is not None:
            best = brute_fences.move_value(position, found.best, memory)
            assert best == brute_fences.rest_value(position, memory)


@pytest.mark.parametrize("seed", range(12))
def test_positions_of_larger_boards_have_the_value_of_brute_force(seed: int) -> None:
    for start, free in ((DotsAndBoxes(3, 3), 11), (DotsAndBoxes(2, 4), 11), (Hexifence(3), 12)):
        edges = len(start.board.edges)
        position = after_random_moves(start, edges - free, seed)
        found = Solver(position.board, megabytes=1).solve(position.kernel)
        memory: brute_fences.Memory = {}
        assert found.low == brute_fences.value(position.kernel, memory)
        assert found.best is not None
        best = brute_fences.move_value(position.kernel, found.best, memory)
        assert best == brute_fences.rest_value(position.kernel, memory)


@pytest.mark.parametrize(
    "start", [Hexifence(5), Hexifence(12), DotsAndBoxes(8, 9), DotsAndBoxes(32, 32)], ids=repr
)
def test_boards_of_more_than_a_word_have_the_value_of_brute_force(start: FencesPosition) -> None:
    solver = Solver(start.board, megabytes=1)
    edges = len(start.board.edges)
    for seed in range(12):
        position = after_random_moves(start.copy(), edges - 11, seed)
        found = solver.solve(position.kernel)
        memory: brute_fences.Memory = {}
        assert found.low == brute_fences.value(position.kernel, memory)
        assert found.best is not None
        best = brute_fences.move_value(position.kernel, found.best, memory)
        assert best == brute_fences.rest_value(position.kernel, memory)


def corner(board: EdgeBoard, edges: Iterable[int], size: int) -> Fences:
    """Return the position of a square board where only these edges of its first corner are free."""
    small = DotsAndBoxes(size, size).board
    free = {board.edge_at[small.edges[edge]] for edge in edges}
    owners = [NOBODY if edge in free else 0 for edge in range(len(board.edges))]
    closed = [not free & set(ring) for ring in board.cell_edges]
    cells = np.where(closed, UNKNOWN, NOBODY).astype(np.int64)
    return set_up(board, np.array(owners, np.int64), cells, mover=0)


def test_a_corner_of_a_large_board_has_the_value_that_it_has_on_a_small_one() -> None:
    # The same strings and coins, once in one word of bits and once in several.
    small, large = DotsAndBoxes(5, 5), DotsAndBoxes(9, 9)
    for seed in range(6):
        position = after_random_moves(DotsAndBoxes(5, 5), 34, seed)
        inside = [
            edge
            for edge in np.flatnonzero(position.kernel.edge_owner == NOBODY).tolist()
            if len(small.board.cells) not in small.board.edge_cells[edge]
        ]
        values = [
            Solver(each.board, 1).solve(corner(each.board, inside, 5)).low
            - int(score(corner(each.board, inside, 5)))
            for each in (small, large)
        ]
        assert values[0] == values[1]


def test_random_positions_of_hexifence_2_have_the_value_of_the_full_table() -> None:
    solver = Solver(Hexifence(2).board, megabytes=16)
    for seed in range(600):
        position = after_random_moves(Hexifence(2), 3 + int(below(seeded(seed), 27)), seed)
        found = solver.solve(position.kernel)
        assert found.exact
        assert found.low == hexifence_two.value(position.kernel)
        if found.best is not None:
            assert found.best in hexifence_two.best_moves(position.kernel)


@pytest.mark.parametrize(
    ("game", "size", "margin"),
    [
        ("dots-and-boxes", "1x1", -1),
        ("dots-and-boxes", "1x2", 0),
        ("dots-and-boxes", "1x3", -1),
        ("dots-and-boxes", "2x2", 2),
        ("dots-and-boxes", "2x3", -2),
        ("dots-and-boxes", "2x4", 2),
        ("dots-and-boxes", "3x3", -3),
        ("hexifence", "1", -1),
        ("hexifence", "2", -3),
    ],
)
def test_the_first_player_has_the_known_margin(game: str, size: str, margin: int) -> None:
    position = find_game(game).start(size)
    assert isinstance(position, FencesPosition)
    assert exact_value(position.board, position.kernel) == margin


@pytest.mark.parametrize("seed", range(15))
def test_symmetry_threads_estimates_and_a_tiny_table_change_no_value(seed: int) -> None:
    position = after_random_moves(Hexifence(3), 44, seed)
    value = Solver(position.board, megabytes=8).solve(position.kernel).low
    for solver in (
        Solver(position.board, megabytes=8, reductions=Reductions(symmetry=False)),
        Solver(position.board, megabytes=8, threads=2),
        Solver(position.board, megabytes=0.01),
    ):
        for scope in range(len(SCOPES)):
            solver.estimate(position.kernel, Limit(), scope)
        found = solver.solve(position.kernel)
        assert (found.exact, found.low) == (True, value)


@pytest.mark.parametrize("seed", range(10))
def test_who_wins_agrees_with_the_margin(seed: int) -> None:
    position = after_random_moves(DotsAndBoxes(3, 4), 12, seed)
    exact = Solver(position.board, megabytes=8).solve(position.kernel)
    found = Solver(position.board, megabytes=8).solve(position.kernel, win_loss=True)
    assert found.sign == exact.sign == np.sign(exact.low)
    assert found.low <= exact.low <= found.high


def test_an_estimate_of_the_whole_scope_is_the_truth() -> None:
    position = after_random_moves(Hexifence(3), 40, seed=3)
    solver = Solver(position.board, megabytes=8)
    for scope in range(len(SCOPES)):
        assert solver.estimate(position.kernel, Limit(), scope).sign is not None
    truth = solver.estimate(position.kernel, Limit())
    assert truth.sign == np.sign(solver.solve(position.kernel).low)


def test_a_search_that_is_out_of_time_names_a_move_that_it_was_trying() -> None:
    position = Hexifence(3)
    for _ in range(20):
        position.push(position.move(safe_edges(position.kernel)[0]))
    solver = Solver(position.board, megabytes=8)
    found = solver.estimate(position.kernel, Limit(nodes=300), scope=0)
    assert found.sign is None
    assert found.best in safe_edges(position.kernel)


def test_the_line_leads_to_the_end_with_the_proven_margin() -> None:
    position = after_random_moves(DotsAndBoxes(3, 3), 6, seed=1)
    solver = Solver(position.board, megabytes=8)
    value = solver.solve(position.kernel).low
    colour = position.turn
    for move in solver.line(position.kernel):
        position.push(position.move(move))
    own = position.cells[colour]
    assert position.is_over
    assert own - (9 - own) == value


def test_the_values_of_moves_are_those_of_the_positions_after_them() -> None:
    position = after_random_moves(DotsAndBoxes(2, 3), 5, seed=2)
    solver = Solver(position.board, megabytes=1)
    values = {move: found.low for move, found in solver.move_values(position.kernel)}
    assert len(values) == position.kernel.tally[FREE]
    assert max(values.values()) == solver.solve(position.kernel).low
    for move, value in values.items():
        mover = position.turn
        position.push(position.move(move))
        after = exact_value(position.board, position.kernel)
        assert value == (after if position.turn == mover else -after)
        position.pop()


def test_a_stopped_proof_tells_bounds_that_hold_and_a_legal_move() -> None:
    position = Hexifence(3)
    found = Solver(position.board, megabytes=1).solve(position.kernel, Limit(nodes=2000))
    assert not found.exact
    assert found.low <= found.high
    assert found.best in range(len(position.board.edges))
    assert position.kernel.tally[FREE] == len(position.board.edges)


def test_the_same_nodes_give_the_same_answer() -> None:
    position = after_random_moves(Hexifence(3), 36, seed=5)
    answers = {
        (found.low, found.high, found.best, found.nodes)
        for _ in range(2)
        for found in [Solver(position.board, megabytes=1).solve(position.kernel, Limit(nodes=9999))]
    }
    assert len(answers) == 1


@pytest.mark.parametrize("game", ["hexifence", "dots-and-boxes"])
def test_no_move_is_better_than_the_capture_of_the_rules_or_its_hand_back(game: str) -> None:
    tried = 0
    for seed in range(150):
        start = Hexifence(2) if game == "hexifence" else DotsAndBoxes(3, 3)
        position = after_random_moves(start, len(start.board.edges) - 9, seed)
        net, row = net_of(position.board), row_of(position.board, position.kernel)
        capture = next_capture(net, row)
        if capture is None:
            continue
        memory: brute_fences.Memory = {}
        best = brute_fences.rest_value(position.kernel, memory)
        strings = [capture.take] if capture.decline is None else [capture.take, capture.decline]
        edges = [edge_of(position.board, position.kernel, string) for string in strings]
        values = [brute_fences.move_value(position.kernel, edge, memory) for edge in edges]
        assert max(values) == best
        tried += 1
    assert tried > 60


def test_a_long_proof_is_heard_of_before_it_ends() -> None:
    position = Hexifence(3)
    heard: list[Solution] = []
    found = Solver(position.board, megabytes=1).solve(
        position.kernel, Limit(seconds=2.5), listener=heard.append
    )
    assert not found.exact
    assert len(heard) >= 2
    assert heard[0].nodes < heard[-1].nodes


def test_an_estimate_ends_even_if_its_answers_contradict_each_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position = DotsAndBoxes(1, 3)
    solver = Solver(position.board, megabytes=1)
    ask, asked = proof.ask, []

    def contradict(net: Any, table: Any, memory: Any, target: int) -> int:
        """Say that 1 is not reached, and then that -1 is, and even 1."""
        asked.append(target)
        assert asked in ([1], [1, -1])
        ask(net, table, memory, -3)  # which is always reached, so it names a move
        return -1 if target == 1 else 1

    monkeypatch.setattr(proof, "ask", contradict)
    found = solver.estimate(position.kernel, UNLIMITED, scope=0)
    assert (found.sign, found.best is not None) == (1, True)


def test_what_is_no_board_and_no_kernel_is_told_what_to_write() -> None:
    position = Hexifence(1)
    for given in (position, position.kernel):
        with pytest.raises(TypeError, match=r"a board, not a .*Solver\(position\.board\)"):
            Solver(given)  # type: ignore[arg-type]
    solver = Solver(position.board, megabytes=1)
    with pytest.raises(TypeError, match=r"a kernel, not a .*solve\(position\.kernel\)"):
        solver.solve(position)  # type: ignore[arg-type]


@pytest.mark.parametrize(("height", "width"), [(1, 1), (2, 1), (3, 3)])
def test_a_position_of_another_board_is_refused(height: int, width: int) -> None:
    solver = Solver(DotsAndBoxes(1, 2).board, megabytes=1)
    with pytest.raises(BadSize, match="another board"):
        solver.solve(DotsAndBoxes(height, width).kernel)
