"""What is seen of a Cachex position: each factor on boards made by hand, and on random ones."""

from __future__ import annotations

import heapq
import json
import random
import types
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from trivium import Cachex
from trivium.games.cachex import evaluation, features, geometry, sets
from trivium.games.cachex.rules import captured_by
from trivium.kernel.compiling import compiled
from trivium.kernel.verbs import advise, evaluate, legal, urgent

Cell = tuple[int, int]
Words = NDArray[np.uint64]

WEIGHTS = {
    "shortest_win": 1000,
    "longest_group": 60,
    "capturable": 250,
    "stones": 350,
    "hot_spots": 1,
}
SIZES = st.integers(geometry.SMALLEST, geometry.LARGEST)
SEEDS = st.integers(0, 10**6)


def board(size: int, red: list[Cell], blue: list[Cell], turns: int | None = None) -> Cachex:
    stones = [["r", *cell] for cell in red] + [["b", *cell] for cell in blue]
    turns = len(stones) + 2 if turns is None else turns
    return Cachex.from_text(json.dumps({"n": size, "board": stones, "turns": turns}))


def random_position(size: int, seed: int, share: float = 0.7) -> Cachex:
    """A position that random play reaches, before anybody has won."""
    dice = random.Random(seed)
    position = Cachex(size)
    for _ in range(dice.randrange(3, max(4, int(size * size * share)))):
        move = dice.choice(position.legal_moves)
        position.push(move)
        if position.is_over:
            position.pop()
            break
    return position


def turned(position: Cachex, name: str) -> Cachex:
    """The image of a position under the named symmetry, with the same player to move."""
    size = position.board.size
    symmetry = next(s for s in geometry.symmetries(size) if s.name == name)
    sides: dict[str, list[Cell]] = {"red": [], "blue": []}
    for (r, q), colour in position.stones.items():
        image = divmod(symmetry.images[r * size + q], size)
        if symmetry.swaps_players:
            colour = "blue" if colour == "red" else "red"
        sides[colour].append(image)
    # Two turns more, so that neither board is in the first turns, when a steal is possible.
    turns = position.turns + 2 + symmetry.swaps_players
    return board(size, sides["red"], sides["blue"], turns)


def factors_of(position: Cachex, skip: int = 1) -> dict[str, int]:
    evaluator = evaluation.new_five_factors(position.board, WEIGHTS, skip)
    evaluation.find_factors(evaluator, position.kernel)
    return dict(zip(evaluation.FACTORS, evaluator.factors.tolist(), strict=True))


def seen(position: Cachex) -> features.CellSets:
    cell_sets = features.new_cell_sets(position.board)
    features.read_stones(cell_sets, position.kernel)
    return cell_sets


# Sets of cells are compiled values and would lose their type on the way through Python, so
# these functions leave them in arrays.


@compiled
def find_between(cell_sets: features.CellSets, player: int, found: Words) -> None:
    near, far = sets.loaded(cell_sets.sides[player, 0]), sets.loaded(cell_sets.sides[player, 1])
    own, empty = features.stones_of(cell_sets, player), features.empty_cells(cell_sets)
    cost = features.layers_from(own, empty, near, far, cell_sets.layers[features.NEAR])
    features.layers_from(own, empty, far, near, cell_sets.layers[features.FAR])
    sets.save(features.cells_between(cell_sets.layers, cost, empty), found)


@compiled
def find_threats(cell_sets: features.CellSets, player: int, victims: Words, places: Words) -> None:
    own, theirs = features.stones_of(cell_sets, player), features.stones_of(cell_sets, 1 - player)
    found = features.threats(own, theirs, features.empty_cells(cell_sets))
    sets.save(found[0], victims)
    sets.save(found[1], places)


@compiled
def find_forks(cell_sets: features.CellSets, player: int, found: Words) -> None:
    theirs = features.stones_of(cell_sets, 1 - player)
    sets.save(features.forks(theirs, features.empty_cells(cell_sets)), found)


def words() -> Words:
    return np.zeros(sets.WORDS, np.uint64)


def cells_of(found: Words) -> set[Cell]:
    whole = sum(int(word) << (64 * index) for index, word in enumerate(found))
    return {divmod(place, sets.ROW_BITS) for place in range(256) if whole >> place & 1}


def between(cell_sets: features.CellSets, player: int) -> set[Cell]:
    found = words()
    find_between(cell_sets, player, found)
    return cells_of(found)


def threats(cell_sets: features.CellSets, player: int) -> tuple[set[Cell], set[Cell]]:
    victims, places = words(), words()
    find_threats(cell_sets, player, victims, places)
    return cells_of(victims), cells_of(places)


def forks(cell_sets: features.CellSets, player: int) -> set[Cell]:
    found = words()
    find_forks(cell_sets, player, found)
    return cells_of(found)


def all_cells(size: int) -> list[Cell]:
    return [(r, q) for r in range(size) for q in range(size)]


def empty_cells(position: Cachex) -> list[Cell]:
    return [cell for cell in all_cells(position.board.size) if cell not in position.stones]


def around(cell: Cell, size: int) -> list[Cell]:
    near = [(cell[0] + dr, cell[1] + dq) for dr, dq in geometry.STEPS]
    return [(r, q) for r, q in near if 0 <= r < size and 0 <= q < size]


def dijkstra(position: Cachex, colour: str, skip: int = 1) -> int:
    """The fewest empty cells that connect a colour's sides; slow and obvious."""
    size, stones = position.board.size, position.stones
    axis = 0 if colour == "red" else 1
    price = {
        cell: 0 if stones.get(cell) == colour else 1
        for cell in all_cells(size)
        if stones.get(cell, colour) == colour
    }
    starts = [cell for cell in price if cell[axis] == 0 and cell[1 - axis] % skip == 0]
    heap = [(price[cell], cell) for cell in starts]
    best = dict.fromkeys(price, features.BLOCKED)
    while heap:
        cost, cell = heapq.heappop(heap)
        if cost >= best[cell]:
            continue
        best[cell] = cost
        for beside in around(cell, size):
            if beside in price:
                heapq.heappush(heap, (cost + price[beside], beside))
    goals = [cell for cell in price if cell[axis] == size - 1 and cell[1 - axis] % skip == 0]
    return min([best[cell] for cell in goals], default=features.BLOCKED)


def test_on_the_empty_board_both_need_as_many_cells_as_there_are_lines() -> None:
    for size in range(geometry.SMALLEST, geometry.LARGEST + 1):
        cell_sets = seen(Cachex(size))
        assert evaluation.distance(cell_sets, 0) == evaluation.distance(cell_sets, 1) == size


def test_own_stones_are_free_and_stones_of_the_opponent_are_walls() -> None:
    position = board(5, red=[(1, 2), (2, 2), (3, 1)], blue=[(0, 2), (0, 3)])
    cell_sets = seen(position)
    assert evaluation.distance(cell_sets, 0) == 3  # (0, 1) does not touch (1, 2): one cell more
    position = board(5, red=[(1, 2), (2, 2), (3, 1)], blue=[])
    assert evaluation.distance(seen(position), 0) == 2


@given(SIZES, SEEDS)
def test_the_shortest_win_is_that_of_dijkstra(size: int, seed: int) -> None:
    position = random_position(size, seed)
    cell_sets = seen(position)
    for player, colour in enumerate(position.colours):
        assert evaluation.distance(cell_sets, player) == dijkstra(position, colour)


@given(SIZES, SEEDS, st.integers(1, 4))
def test_a_star_finds_the_same_and_skips_cells_of_the_sides_if_told(
    size: int, seed: int, skip: int
) -> None:
    position = random_position(size, seed)
    cell_sets = seen(position)
    for player, colour in enumerate(position.colours):
        found = features.star_win(cell_sets, position.kernel, player, skip)
        assert found == dijkstra(position, colour, skip)
        if skip == 1:
            assert found == evaluation.distance(cell_sets, player)


@given(SIZES, SEEDS)
def test_the_cells_between_are_those_whose_claim_shortens_the_way(size: int, seed: int) -> None:
    position = random_position(size, seed)
    cell_sets = seen(position)
    stones = position.stones
    for player, colour in enumerate(position.colours):
        shortening = between(cell_sets, player)
        before = dijkstra(position, colour)
        for cell in random.Random(seed).sample(empty_cells(position), 4):
            after = dijkstra(picture(size, stones | {cell: colour}), colour)
            assert (after < before) == (cell in shortening)


def picture(size: int, stones: dict[Cell, str]) -> Any:
    """As much of a position as `dijkstra` looks at, even if somebody has won there."""
    return types.SimpleNamespace(board=geometry.rhombus(size), stones=stones)


def test_the_longest_group_is_measured_along_the_own_axis() -> None:
    line = [(2, 1), (2, 2), (2, 3), (1, 3)]
    assert factors_of(board(6, red=line, blue=[]))["longest_group"] == 2
    assert factors_of(board(6, red=[], blue=line))["longest_group"] == -3
    two = board(6, red=[(0, 0), (1, 0), (2, 0), (0, 4), (1, 3)], blue=[(5, 5)])
    assert factors_of(two)["longest_group"] == 3 - 1


def test_capturable_are_stones_that_one_placement_would_take() -> None:
    # Two blue stones side by side, a red one at one end of the diamond, the other end empty.
    assert factors_of(board(5, red=[(1, 2)], blue=[(2, 1), (2, 2)]))["capturable"] == 2
    assert factors_of(board(5, red=[(2, 1), (2, 2)], blue=[(1, 2)]))["capturable"] == -2
    # Blue fills the other end, and the pair is safe.
    assert threats(seen(board(5, red=[(1, 2)], blue=[(2, 1), (2, 2), (3, 1)])), 0)[1] == set()


@given(SIZES, SEEDS)
def test_threats_are_what_the_rules_would_capture(size: int, seed: int) -> None:
    position = random_position(size, seed)
    cell_sets = seen(position)
    for player in range(2):
        victims: set[Cell] = set()
        places: set[Cell] = set()
        for r, q in empty_cells(position):
            taken = captured_by(position.kernel, r * size + q, player)
            places |= {(r, q)} if taken else set()
            for step, (dr, dq) in enumerate(geometry.STEPS):
                if taken >> step & 1:
                    victims.add((r + dr, q + dq))
        assert threats(cell_sets, player) == (victims, places)


@given(SIZES, SEEDS)
def test_a_fork_threatens_two_captures_that_were_not_there(size: int, seed: int) -> None:
    position = random_position(size, seed, share=0.4)
    cell_sets = seen(position)
    for player in range(2):
        forking = forks(cell_sets, player)
        stones = cell_sets.stones[player].copy()
        for cell in random.Random(seed).sample(empty_cells(position), 4):
            # Alone of its colour, the new stone makes no threats but its own.
            cell_sets.stones[player] = 0
            sets.flip(cell_sets.stones[player], *cell)
            occupied = set(position.stones)
            alone = threats(cell_sets, player)[1] - occupied
            assert (cell in forking) == (len(alone) >= 2)
        cell_sets.stones[player] = stones


def test_stones_are_counted() -> None:
    assert factors_of(board(5, red=[(0, 0), (3, 3)], blue=[(1, 4)]))["stones"] == 1


@pytest.mark.parametrize("size", range(geometry.SMALLEST, geometry.LARGEST + 1))
def test_hot_spots_are_the_corners_the_sides_and_the_centre(size: int) -> None:
    table = evaluation.hot_spots(geometry.rhombus(size)).reshape(size, size)
    middle, last = size // 2, size - 1
    assert table[0, 0] == table[0, last] == table[last, 0] == table[last, last]
    assert table[last - middle, middle] == table.max()
    assert table[0, 0] > table[0, middle]
    if size >= 7:
        assert table[0, 1] > table[1, 1] < table[middle, middle]
    assert (table == table[::-1, ::-1]).all()
    assert (table == table.T).all()


@given(SIZES, SEEDS)
def test_factors_change_their_sign_when_the_players_are_exchanged(size: int, seed: int) -> None:
    position = random_position(size, seed)
    image = turned(position, "long diagonal")
    for skip in (1, 3):
        there = factors_of(image, skip)
        assert factors_of(position, skip) == {name: -value for name, value in there.items()}


@given(SIZES, SEEDS, st.sampled_from(["half turn", "long diagonal", "short diagonal"]))
def test_the_value_for_the_mover_is_the_same_in_every_image(
    size: int, seed: int, name: str
) -> None:
    position = random_position(size, seed)
    image = turned(position, name)
    same = turned(position, "identity")
    evaluator = evaluation.new_five_factors(position.board, WEIGHTS)
    assert evaluate(evaluator, same.kernel) == evaluate(evaluator, image.kernel)


@given(SIZES, SEEDS)
def test_evaluation_leaves_the_position_alone(size: int, seed: int) -> None:
    position = random_position(size, seed)
    before = [part.copy() for part in position.kernel]
    evaluate(evaluation.new_five_factors(position.board, WEIGHTS, skip=2), position.kernel)
    for part, old in zip(position.kernel, before, strict=True):
        assert (part == old).all()


def ranked(position: Cachex, evaluator: Any) -> dict[str, int]:
    moves = np.zeros(position.board.size**2 + 1, np.int64)
    ranks = np.zeros_like(moves)
    count = legal(position.kernel, moves)
    advise(evaluator, position.kernel, moves, ranks, count)
    return {
        str(position.move(move)): rank
        for move, rank in zip(moves[:count].tolist(), ranks.tolist(), strict=False)
    }


def test_captures_are_tried_first_then_forks_then_the_axis() -> None:
    # Red captures b3 and c3 from b4; from e5 it would threaten f5 with either neighbour.
    blue = [(2, 1), (2, 2), (5, 4), (4, 5), (3, 5)]
    position = board(7, red=[(1, 2)], blue=blue, turns=8)
    evaluator = evaluation.new_five_factors(position.board, WEIGHTS)
    ranks = ranked(position, evaluator)
    assert ranks["b4"] == max(ranks.values())
    moves = np.zeros(49, np.int64)
    listed = {str(position.move(m)) for m in moves[: urgent(evaluator, position.kernel, moves)]}
    assert {"b4", "e5"} <= listed
    quiet = set(ranks) - listed
    assert min(ranks[name] for name in listed) > max(ranks[name] for name in quiet)
    assert ranks["c1"] > ranks["g1"]  # goes on from (1, 2) along Red's axis
