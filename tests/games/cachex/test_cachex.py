"""Rules of Cachex that are easy to get wrong, and its text."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivium import Cachex, TriviumError
from trivium.games.cachex import geometry
from trivium.kernel.verbs import key

Cell = tuple[int, int]


def board(size: int, red: list[Cell], blue: list[Cell], turns: int) -> Cachex:
    stones = [["r", *cell] for cell in red] + [["b", *cell] for cell in blue]
    return Cachex.from_text(json.dumps({"n": size, "board": stones, "turns": turns}))


def place(position: Cachex, cell: Cell) -> None:
    position.push(position.read_move(str(cell)))


def red_stones(position: Cachex) -> set[Cell]:
    return {cell for cell, colour in position.stones.items() if colour == "red"}


def blue_stones(position: Cachex) -> set[Cell]:
    return set(position.stones) - red_stones(position)


CENTRE = (3, 3)


def around(step: int) -> Cell:
    dr, dq = geometry.STEPS[step % 6]
    return (CENTRE[0] + dr, CENTRE[1] + dq)


def beyond(first: int, second: int) -> Cell:
    (r1, q1), (r2, q2) = geometry.STEPS[first % 6], geometry.STEPS[second % 6]
    return (CENTRE[0] + r1 + r2, CENTRE[1] + q1 + q2)


@pytest.mark.parametrize("step", range(6))
@pytest.mark.parametrize("apart", [1, 2])
def test_each_of_the_twelve_diamonds_captures(step: int, apart: int) -> None:
    position = board(7, [beyond(step, step + apart)], [around(step), around(step + apart)], 4)
    place(position, CENTRE)
    assert blue_stones(position) == set()
    position.pop()
    assert blue_stones(position) == {around(step), around(step + apart)}


def test_overlapping_diamonds_are_all_found_before_any_stone_is_taken() -> None:
    # The middle blue stone belongs to both diamonds; taking it early would save the third.
    position = board(7, [beyond(0, 1), beyond(1, 2)], [around(0), around(1), around(2)], 6)
    place(position, CENTRE)
    assert blue_stones(position) == set()


def test_one_placement_can_take_six_stones() -> None:
    corners = [beyond(step, step + 1) for step in (0, 2, 4)]
    position = board(7, corners, [around(step) for step in range(6)], 10)
    place(position, CENTRE)
    assert position.stones == dict.fromkeys([*corners, CENTRE], "red")
    position.pop()
    assert len(position.stones) == 9


def test_three_against_one_captures_nothing() -> None:
    position = board(7, [beyond(0, 1), around(0)], [around(1)], 4)
    place(position, CENTRE)
    assert around(1) in blue_stones(position)


def test_only_the_placement_that_completes_a_diamond_captures() -> None:
    # Blue completes the pattern with the stones that Red would have taken: nothing happens to
    # them, and it is Red's pair that goes.
    position = board(7, [CENTRE, beyond(0, 1)], [around(0)], 5)
    place(position, around(1))
    assert position.stones == {around(0): "blue", around(1): "blue"}


def test_a_capture_that_cuts_the_opponent_is_made_before_the_connection_is_checked() -> None:
    # Red's last stone both captures and completes the top-to-bottom line.
    line = [(0, 0), (1, 0), (3, 0)]
    position = board(4, [*line, (1, 1)], [(2, 1), (1, 2)], 8)
    assert not position.is_over
    place(position, (2, 0))
    assert position.outcome() is not None
    assert str(position.outcome()) == "Red wins (connection)"


def test_a_winning_placement_wins_even_if_it_leaves_a_stone_of_its_own_to_be_captured() -> None:
    # Red's new stone at (1, 1) stands between blue stones that could take it next; too late.
    position = board(3, [(0, 1), (2, 1)], [(1, 0), (2, 0), (0, 2)], 6)
    place(position, (1, 1))
    assert str(position.outcome()) == "Red wins (connection)"
    assert position.legal_moves == []


def test_only_the_mover_can_win() -> None:
    position = board(3, [(0, 0), (1, 0)], [(0, 1), (1, 1)], 4)
    place(position, (2, 0))
    assert str(position.outcome()) == "Red wins (connection)"
    position = board(3, [(0, 0), (1, 0)], [(1, 1), (1, 2)], 5)
    place(position, (2, 2))
    assert position.outcome() is None


def test_the_steal_mirrors_an_edge_stone_onto_the_other_edge() -> None:
    position = Cachex(5)
    place(position, (0, 3))
    position.push("steal")
    assert position.stones == {(3, 0): "blue"}
    assert position.turn == "red"
    assert "steal" not in map(str, position.legal_moves)
    position.pop()
    assert position.stones == {(0, 3): "red"}


def test_the_steal_of_a_stone_on_the_long_diagonal_stays_where_it_is() -> None:
    position = Cachex(5)
    place(position, (1, 1))
    position.push("steal")
    assert position.stones == {(1, 1): "blue"}


def test_the_steal_is_for_turn_two_only() -> None:
    position = Cachex(4)
    with pytest.raises(TriviumError, match="only Blue may steal, on turn 2"):
        position.push("steal")
    place(position, (0, 1))
    place(position, (2, 2))
    with pytest.raises(TriviumError, match="only Blue may steal"):
        position.push("STEAL")


@pytest.mark.parametrize("size", range(3, 16))
def test_the_centre_is_forbidden_on_the_first_turn_of_odd_boards_only(size: int) -> None:
    position = Cachex(size)
    assert len(position.legal_moves) == size * size - size % 2
    if size % 2:
        with pytest.raises(TriviumError, match="may not begin in the centre"):
            place(position, (size // 2, size // 2))
    place(position, (0, 0))
    assert len(position.legal_moves) == size * size - 1 + 1


def test_a_board_that_occurs_for_the_seventh_time_is_a_draw() -> None:
    # In two far corners each side takes two stones of the other, over and over again.
    position = Cachex(5)
    for move in ("a1", "d5", "b2", "e4"):
        position.push(move)
    again = ("e5", "a2", "d4", "b1", "b2", "d5", "a1", "e4")
    start = position.stones
    for _ in range(6):
        assert not position.is_over
        for move in again:
            position.push(move)
    assert position.stones == start
    assert str(position.outcome()) == "Draw (repetition)"
    position.pop()
    assert not position.is_over


def test_a_connection_on_turn_343_wins_and_anything_else_draws() -> None:
    stones = [(0, 0), (1, 0)]
    for cell, result in (((2, 0), "Red wins (connection)"), ((2, 2), "Draw (turn limit)")):
        position = board(3, stones, [(1, 1), (0, 2)], 342)
        place(position, cell)
        assert str(position.outcome()) == result


def test_the_key_tells_the_mover_and_the_steal_apart_but_not_the_order_of_moves() -> None:
    one, other = Cachex(5), Cachex(5)
    for move in ("a1", "b2", "c4", "e1"):
        one.push(move)
    for move in ("c4", "e1", "a1", "b2"):
        other.push(move)
    assert key(one.kernel) == key(other.kernel)
    stones = [(0, 0)], [(1, 1)]
    assert key(board(5, *stones, 2).kernel) != key(board(5, *stones, 3).kernel)


@given(st.integers(0, 2**20))
def test_text_brings_back_the_position(seed: int) -> None:
    position = random_position(seed)
    again = Cachex.from_text(position.to_text())
    assert again == position and hash(again) == hash(position)
    assert again.legal_moves == position.legal_moves
    assert again.outcome() == position.outcome() or position.outcome() is not None


def random_position(seed: int) -> Cachex:
    import random

    dice = random.Random(seed)
    position = Cachex(dice.randrange(3, 8))
    for _ in range(dice.randrange(0, 40)):
        if position.is_over:
            break
        position.push(dice.choice(position.legal_moves))
    return position


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "line 1, column 1"),
        ("[]", "a JSON object"),
        ("[" * 100_000, "nested too deeply"),
        ('{"board": []}', '"n" is missing; it must be a whole number from 3 to 15'),
        ('{"n": 2, "board": []}', '"n" is 2'),
        ('{"n": 3.0, "board": []}', '"n" is 3.0'),
        ('{"n": true, "board": []}', '"n" is true'),
        ('{"n": 3, "board": {}}', '"board" must be a list'),
        ('{"n": 3, "board": [["r", 0]]}', 'Stone 1 of "board" is'),
        ('{"n": 3, "board": [["r", 0, 0], ["g", 0, 1]]}', 'Stone 2 of "board" has colour "g"'),
        ('{"n": 3, "board": [["r", 0, 3]]}', "numbers from 0 to 2"),
        ('{"n": 3, "board": [["r", 0, "0"]]}', "numbers from 0 to 2"),
        ('{"n": 3, "board": [["r", 0, 0], ["b", 0, 0]]}', "already a stone on"),
        ('{"n": 3, "board": [["r", 0, 0]], "turns": 0}', '"turns" is 0'),
        ('{"n": 3, "board": [["b", 0, 0]], "turns": 1}', "one stone, a red one"),
        ('{"n": 3, "board": [], "turns": 4}', "cannot be empty"),
        (
            '{"n": 3, "board": [["r", 0, 0], ["r", 1, 0], ["r", 2, 0], ["b", 1, 1]]}',
            "Red is to move after turn 4, but is already connected",
        ),
    ],
)
def test_a_bad_board_is_explained(text: str, complaint: str) -> None:
    with pytest.raises(TriviumError) as caught:
        Cachex.from_text(text)
    assert complaint in str(caught.value)


@pytest.mark.parametrize("size", [-1, 0, 1, 2, 16])
def test_other_sizes_are_refused(size: int) -> None:
    with pytest.raises(TriviumError, match="it goes from 3 to 15"):
        Cachex(size)
