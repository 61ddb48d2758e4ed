"""Proof-number search proves nothing wrong, and tells honestly what it does not know."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable

import numpy as np
import pytest

from trivium import Cachex
from trivium.games.cachex.geometry import rhombus
from trivium.games.cachex.rules import TURN_LIMIT, TURNS, Stones, set_up, start
from trivium.games.watch_your_back.geometry import STAGES
from trivium.games.watch_your_back.rules import FEWEST
from trivium.games.watch_your_back.rules import set_up as set_up_pieces
from trivium.kernel.bits import popcount
from trivium.kernel.verbs import key
from trivium.search.limits import Limit
from trivium.search.stopping import Stop
from trivium.solve import watch_your_back
from trivium.solve.cachex import CachexTable, is_assured, new_prover, new_solver
from trivium.solve.proof_numbers.cachex_hints import connections_on
from trivium.solve.proof_numbers.cachex_sight import Sight, new_sight
from trivium.solve.proof_numbers.prover import ProofNumberSolver, Rules
from trivium.solve.tables import cachex_small
from trivium.solve.tables.cachex_retrograde import small_board, stones_of
from trivium.solve.tables.watch_your_back_endings import pieces_of, read_endings

MIDDLE = 20


def prover_of(size: int, megabytes: float = 16) -> ProofNumberSolver:
    """A solver that does not look into the table of its board."""
    return new_prover(rhombus(size), megabytes)


def prover_of_any_size(size: int, megabytes: float = 16) -> ProofNumberSolver:
    """A solver that goes by the rules of the game, as it does on large boards."""
    rules = Rules(lambda position: int(position.tally[TURNS]), is_assured)
    return ProofNumberSolver(start(rhombus(size)), connections_on(rhombus(size)), rules, megabytes)


def boards(size: int, wanted: range, count: int) -> list[Stones]:
    """Positions of a small board whose values by the table are in a range."""
    values, shape = np.asarray(cachex_small.table(size)), small_board(size)
    numbers = np.flatnonzero((values >= wanted.start) & (values < wanted.stop)).tolist()
    found = []
    for number in random.Random(1).sample(numbers, count):
        own, enemies = stones_of(shape, number)
        stones = {cell: 0 for cell in range(size * size) if own >> cell & 1}
        stones |= {cell: 1 for cell in range(size * size) if enemies >> cell & 1}
        found.append(set_up(rhombus(size), stones, MIDDLE))
    return found


@pytest.mark.parametrize("prover_for", [prover_of, prover_of_any_size])
@pytest.mark.parametrize("megabytes", [16, 0.01])
@pytest.mark.parametrize("wanted", [range(1), range(7, 40), range(-40, -7)])
def test_it_finds_what_the_table_of_size_4_has(
    wanted: range, megabytes: float, prover_for: Callable[[int, float], ProofNumberSolver]
) -> None:
    table, prover, exact = CachexTable(4), prover_for(4, megabytes), 0
    for position in boards(4, wanted, 12):
        truth, found = table.solve(position), prover.solve(position, Limit(nodes=50_000))
        assert found.low <= truth.low <= found.high
        exact += found.exact
        if found.exact:
            moves = dict(table.move_values(position))
            assert found.best is not None and moves[found.best].low == truth.low
        if truth.by_turn is not None and found.by_turn is not None:
            assert found.by_turn >= truth.by_turn
    assert exact >= (9 if megabytes > 1 else 3)


@pytest.mark.parametrize(
    "sight",
    [
        new_sight(ends=False),
        new_sight(answers=False),
        new_sight(chances=False),
        new_sight(forks=False),
        new_sight(ends=False, answers=False, chances=False, forks=False),
        new_sight(),
    ],
)
@pytest.mark.parametrize("folds", [True, False])
def test_what_a_sight_leaves_out_and_what_images_share_change_no_result(
    sight: Sight, folds: bool
) -> None:
    for size, count in ((3, 150), (4, 10)):
        table, prover = CachexTable(size), new_prover(rhombus(size), 16, folds, sight)
        for wanted in (range(1), range(1, 40), range(-40, 0)):
            some = boards(size, wanted, count if wanted.start or size > 3 else 0)
            for position in some:
                truth, found = table.solve(position), prover.solve(position, Limit(nodes=30_000))
                assert found.low <= truth.low <= found.high
                assert found.exact or size > 3


def test_first_stones_of_size_4_are_worth_what_the_table_says() -> None:
    table, prover = CachexTable(4), prover_of(4)
    for cell in range(16):
        position = set_up(rhombus(4), {cell: 0}, 3)  # nobody may steal any more
        assert prover.solve(position).low == table.solve(position).low
    assert prover.nodes < 100_000


def test_all_of_its_memory_serves_later_positions() -> None:
    position, prover = boards(4, range(12, 16), 1)[0], prover_of(4)
    first = prover.solve(position)
    again = prover.solve(position)
    assert (again.low, again.best) == (first.low, first.best)
    assert again.nodes < first.nodes / 10


def test_a_line_leads_to_the_end_in_time() -> None:
    position = Cachex(4)
    position.push("d1")
    prover = prover_of(4)
    found = prover.solve(position.copy().kernel)
    assert found.sign == 1 and found.by_turn is not None
    for move in prover.line(position.copy().kernel):
        position.push(position.move(move))
    outcome = position.outcome()
    assert outcome is not None and outcome.winner == "blue"
    assert position.turns <= found.by_turn


def test_every_move_has_its_result() -> None:
    table, prover = CachexTable(3), prover_of(3)
    for position in boards(3, range(-12, 12), 8):
        truth = {move: found.low for move, found in table.move_values(position)}
        assert {move: found.low for move, found in prover.move_values(position)} == truth


def test_close_to_the_turn_limit_nothing_is_promised_that_the_table_does_not() -> None:
    table = CachexTable(3)
    for left in (1, 2, 3, 4, 6):
        prover = prover_of(3)
        for early in boards(3, range(-12, 12), 15):
            stones = {
                cell: int(early.board[place])
                for cell, place in enumerate(early.places)
                if early.board[place] >= 0
            }
            turns = TURN_LIMIT - left
            late = set_up(rhombus(3), stones, turns - turns % 2)
            before = prover.solve(early)
            found, truth = prover.solve(late), table.solve(late)
            assert prover.solve(early).low == before.low
            assert max(found.low, truth.low) <= min(found.high, truth.high)


def test_it_leaves_the_position_as_it_was_when_it_is_stopped() -> None:
    position = Cachex(6).kernel
    stop = Stop()
    before = key(position)
    threading.Timer(0.3, stop.ask).start()
    found = new_solver(rhombus(6), 16).solve(position, Limit(stop=stop))
    assert (found.low, found.high) == (-1, 1)
    assert found.best is not None
    assert key(position) == before and position.tally[TURNS] == 0


def test_a_limit_of_nodes_is_kept() -> None:
    found = new_solver(rhombus(7), 16).solve(Cachex(7).kernel, Limit(nodes=500))
    assert not found.exact and 0 < found.nodes <= 502


def test_it_is_heard_of_while_it_searches() -> None:
    heard: list[int] = []
    solver = new_solver(rhombus(8), 16)
    solver.solve(
        Cachex(8).kernel, Limit(seconds=1.6), listener=lambda found: heard.append(found.nodes)
    )
    assert heard and heard[0] > 0


@pytest.mark.parametrize("sign", [1, 0, -1])
def test_watch_your_back_after_the_last_shrink_is_as_the_table_of_endings_says(sign: int) -> None:
    endings, turn = read_endings(), 220
    solver = watch_your_back.new_solver(1)
    seen = 0
    for number in random.Random(2).sample(np.flatnonzero(np.sign(endings) == sign).tolist(), 500):
        white, black = pieces_of(number)
        if min(popcount(white), popcount(black)) < FEWEST or seen == 30:
            continue
        position = set_up_pieces(white, black, STAGES - 1, turn)
        found = solver.solve(position, Limit(nodes=100_000))
        assert (found.low, found.high) == (sign, sign)
        assert found.by_turn == (turn + abs(int(endings[number])) if sign else None)
        seen += 1
    assert seen > 10
