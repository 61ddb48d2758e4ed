"""The tricky points of the three rule pages, worked out by hand and asked of the oracles."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from . import Oracle, perft
from .boxes import BoxesOracle
from .cachex import CachexOracle, diamonds
from .cachex import neighbours as touching
from .watch_your_back import WatchYourBackOracle

# ---------------------------------------------------------------------------------------------
# Hexifence and Dots-and-Boxes


def claim(oracle: BoxesOracle, edges: list[tuple[int, int]]) -> None:
    """Set edges up as claimed, without play; the colour does not matter."""
    for edge in edges:
        oracle.edge_owner[edge] = "blue"


@pytest.mark.parametrize(
    ("n", "cells", "edges"), [(1, 1, 6), (2, 7, 30), (3, 19, 72), (4, 37, 132), (6, 91, 306)]
)
def test_hexifence_has_the_cells_and_edges_of_the_rule_page(n: int, cells: int, edges: int) -> None:
    oracle = BoxesOracle.hexifence(n)
    assert len(oracle.edges_of) == cells
    assert len(oracle.legal_moves()) == edges


@pytest.mark.parametrize(("height", "width", "edges"), [(1, 1, 4), (1, 2, 7), (2, 3, 17)])
def test_dots_and_boxes_has_its_boxes_and_edges(height: int, width: int, edges: int) -> None:
    oracle = BoxesOracle.dots_and_boxes(height, width)
    assert len(oracle.edges_of) == height * width
    assert len(oracle.legal_moves()) == edges


@pytest.mark.parametrize(
    ("edge", "cell"),
    [
        ((0, 3), (0, 1)),
        ((3, 4), (1, 1)),
        ((4, 6), (1, 2)),
        ((4, 1), (1, 0)),
        ((5, 2), (2, 1)),
        ((4, 4), (1, 1)),
    ],
)
def test_hexifence_edges_lie_where_the_rule_page_says(
    edge: tuple[int, int], cell: tuple[int, int]
) -> None:
    assert edge in BoxesOracle.hexifence(2).edges_of[cell]


def test_every_edge_belongs_to_one_or_two_cells() -> None:
    oracle = BoxesOracle.hexifence(3)
    beside = [len(oracle.cells_beside(edge)) for edge in oracle.edges()]
    assert beside.count(2) == 42  # 19 cells of 6 sides are 114 = 2 * 42 inner + 30 border
    assert beside.count(1) == 30


def test_a_move_without_capture_passes_the_turn() -> None:
    oracle = BoxesOracle.hexifence(2)
    oracle.play((0, 3))
    assert oracle.turn == "red"
    assert oracle.edge_owner == {(0, 3): "blue"}
    assert oracle.cell_owner == {}


def test_a_capture_gives_another_turn() -> None:
    oracle = BoxesOracle.hexifence(2)
    claim(oracle, [(0, 0), (0, 1), (1, 0), (1, 2), (2, 1)])
    oracle.turn = "red"
    oracle.play((2, 2))
    assert oracle.cell_owner == {(0, 0): "red"}
    assert oracle.turn == "red"


def test_one_move_captures_both_cells_beside_it_and_gives_one_more_turn() -> None:
    oracle = BoxesOracle.hexifence(2)
    claim(oracle, [(0, 2), (0, 3), (1, 2), (1, 4), (2, 4)])  # cell (0, 1) but for (2, 3)
    claim(oracle, [(2, 2), (3, 2), (3, 4), (4, 3), (4, 4)])  # cell (1, 1) but for (2, 3)
    oracle.play((2, 3))
    assert oracle.score() == {"blue": 2, "red": 0}
    assert oracle.turn == "blue"
    oracle.play((0, 0))
    assert oracle.turn == "red"


def test_a_cell_belongs_to_whoever_closes_it_not_to_the_owner_of_its_edges() -> None:
    oracle = BoxesOracle.hexifence(1)
    claim(oracle, [(0, 0), (0, 1), (1, 0), (1, 2), (2, 1)])
    oracle.turn = "red"
    oracle.play((2, 2))
    assert oracle.cell_owner == {(0, 0): "red"}


@pytest.mark.parametrize("move", [(0, 3), (3, 3), (0, 6), (-1, 0)])
def test_claimed_edges_cells_and_places_without_an_edge_are_illegal(move: tuple[int, int]) -> None:
    oracle = BoxesOracle.hexifence(2)
    oracle.play((0, 3))
    with pytest.raises(ValueError):
        oracle.play(move)


def test_the_game_of_one_cell_goes_to_red_who_claims_the_sixth_edge() -> None:
    oracle = BoxesOracle.hexifence(1)
    for edge in [(0, 0), (0, 1), (1, 0), (1, 2), (2, 1)]:
        oracle.play(edge)
        assert not oracle.over
        assert oracle.winner is None
        assert oracle.reason is None
    oracle.play((2, 2))
    assert oracle.over
    assert oracle.winner == "red"
    assert oracle.reason == "cells"
    assert oracle.legal_moves() == []


def test_a_player_who_leads_has_not_won_before_the_last_edge() -> None:
    oracle = BoxesOracle.dots_and_boxes(1, 3)
    oracle.cell_owner = {(0, 0): "blue", (0, 1): "blue"}
    assert not oracle.over
    assert oracle.winner is None


def test_dots_and_boxes_can_be_drawn() -> None:
    oracle = BoxesOracle.dots_and_boxes(1, 2)
    for edge in [(1, 0), (2, 1), (1, 4), (1, 2)]:
        oracle.play(edge)
    oracle.play((0, 1))  # Blue captures the left box and must move again
    oracle.play((0, 3))
    assert oracle.turn == "red"
    oracle.play((2, 3))
    assert oracle.score() == {"blue": 1, "red": 1}
    assert oracle.over
    assert oracle.winner is None
    assert oracle.reason == "cells"


def test_boxes_perft_counts_every_order_of_the_free_edges() -> None:
    assert perft(BoxesOracle.hexifence(1), 6) == 720
    assert perft(BoxesOracle.hexifence(1), 7) == 0
    assert perft(BoxesOracle.hexifence(2), 2) == 30 * 29
    assert perft(BoxesOracle.dots_and_boxes(1, 2), 3) == 7 * 6 * 5


# ---------------------------------------------------------------------------------------------
# Cachex

X = (3, 3)
STEPS = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)]


def near(i: int) -> tuple[int, int]:
    """The i-th neighbour of X."""
    return X[0] + STEPS[i % 6][0], X[1] + STEPS[i % 6][1]


def far(i: int) -> tuple[int, int]:
    """The cell opposite X in the diamond whose other corners are near(i) and near(i + 1)."""
    return near(i)[0] + STEPS[(i + 1) % 6][0], near(i)[1] + STEPS[(i + 1) % 6][1]


def red_to_move(red: list[tuple[int, int]], blue: list[tuple[int, int]]) -> CachexOracle:
    """A 7 by 7 board in the middle of the game."""
    oracle = CachexOracle(7)
    oracle.turns = 20
    oracle.stones = dict.fromkeys(red, "red") | dict.fromkeys(blue, "blue")
    return oracle


def after_red_at_x(red: list[tuple[int, int]], blue: list[tuple[int, int]]) -> set[tuple[int, int]]:
    """The blue stones captured when Red places on X; the red ones must all stay."""
    oracle = red_to_move(red, blue)
    oracle.play(("PLACE", *X))
    assert all(oracle.stones[cell] == "red" for cell in [X, *red])
    return set(blue) - set(oracle.stones)


def test_a_cell_is_in_the_twelve_diamonds_that_the_rule_page_lists() -> None:
    listed = [(far(i), {near(i), near(i + 1)}) for i in range(6)]
    listed += [(near(i + 1), {near(i), near(i + 2)}) for i in range(6)]
    found = [(opposite, {left, right}) for opposite, left, right in diamonds(X)]
    assert len(found) == 12
    assert all(diamond in found for diamond in listed)


@pytest.mark.parametrize("i", range(6))
def test_two_stones_that_touch_are_captured_between_x_and_the_far_corner(i: int) -> None:
    blue = [near(i), near(i + 1)]
    assert after_red_at_x([far(i)], blue) == set(blue)


@pytest.mark.parametrize("i", range(6))
def test_two_stones_that_do_not_touch_are_captured_between_x_and_its_neighbour(i: int) -> None:
    blue = [near(i), near(i + 2)]
    assert after_red_at_x([near(i + 1)], blue) == set(blue)


@pytest.mark.parametrize(
    ("captured", "red"),
    [
        (3, [far(0), far(1)]),
        (4, [far(0), far(2)]),
        (5, [far(0), far(1), far(3)]),
        (6, [far(0), far(2), far(4)]),
        (6, [far(i) for i in range(6)]),
    ],
)
def test_overlapping_diamonds_capture_together(captured: int, red: list[tuple[int, int]]) -> None:
    blue = [near(i) for i in range(captured)]
    assert after_red_at_x(red, blue) == set(blue)


def test_overlapping_diamonds_of_both_kinds_capture_together() -> None:
    blue = [near(0), near(2), near(3)]
    assert after_red_at_x([near(1), far(2)], blue) == set(blue)


def test_three_against_one_captures_nothing() -> None:
    assert after_red_at_x([far(0), near(1)], [near(0)]) == set()
    assert after_red_at_x([], [near(0), near(1), far(0)]) == set()


def test_a_diamond_with_an_empty_corner_captures_nothing() -> None:
    assert after_red_at_x([], [near(0), near(1)]) == set()
    assert after_red_at_x([far(0)], [near(0)]) == set()


def test_equal_colours_side_by_side_capture_nothing() -> None:
    assert after_red_at_x([near(0)], [near(1), far(0)]) == set()


def test_only_the_opponent_of_the_one_who_completes_the_diamond_loses_stones() -> None:
    oracle = red_to_move([near(0), near(1)], [far(0)])
    oracle.turn = "blue"
    oracle.play(("PLACE", *X))
    assert oracle.stones == {X: "blue", far(0): "blue"}


def test_a_diamond_away_from_the_placed_stone_stays() -> None:
    oracle = red_to_move([(0, 1), (1, 0)], [(0, 0), (1, 1)])
    oracle.play(("PLACE", 5, 5))
    assert len(oracle.stones) == 5


def test_a_captured_cell_may_be_played_again_by_either_side() -> None:
    oracle = red_to_move([far(0)], [near(0), near(1)])
    oracle.play(("PLACE", *X))
    oracle.play(("PLACE", *near(0)))
    oracle.play(("PLACE", *near(1)))
    assert oracle.stones[near(0)] == "blue"
    assert oracle.stones[near(1)] == "red"


def test_a_diamond_does_not_reach_over_the_edge_into_another_row() -> None:
    # Counted row by row, (0, 6) comes before (1, 0) and (1, 6) before (2, 0).
    oracle = red_to_move([(1, 6)], [(0, 6), (1, 0)])
    oracle.play(("PLACE", 0, 0))
    assert len(oracle.stones) == 4


def test_the_centre_is_forbidden_on_the_first_turn_of_odd_boards_only() -> None:
    odd, even = CachexOracle(5), CachexOracle(4)
    assert len(odd.legal_moves()) == 24
    assert ("PLACE", 2, 2) not in odd.legal_moves()
    assert len(even.legal_moves()) == 16
    odd.play(("PLACE", 0, 0))
    odd.play(("PLACE", 2, 2))
    assert odd.stones[2, 2] == "blue"


def test_a_steal_reflects_the_stone_and_red_moves_next() -> None:
    oracle = CachexOracle(5)
    oracle.play(("PLACE", 0, 3))
    oracle.play(("STEAL",))
    assert oracle.stones == {(3, 0): "blue"}
    assert oracle.turn == "red"
    assert oracle.turns == 2
    assert ("PLACE", 0, 3) in oracle.legal_moves()


def test_a_steal_on_the_diagonal_keeps_the_cell() -> None:
    oracle = CachexOracle(5)
    oracle.play(("PLACE", 1, 1))
    oracle.play(("STEAL",))
    assert oracle.stones == {(1, 1): "blue"}


def test_a_steal_is_legal_on_the_second_turn_only() -> None:
    oracle = CachexOracle(5)
    assert ("STEAL",) not in oracle.legal_moves()
    oracle.play(("PLACE", 0, 3))
    assert ("STEAL",) in oracle.legal_moves()
    oracle.play(("PLACE", 1, 3))
    assert ("STEAL",) not in oracle.legal_moves()
    with pytest.raises(ValueError):
        oracle.play(("STEAL",))


@pytest.mark.parametrize("move", [("PLACE", 0, 3), ("PLACE", 5, 0), ("PLACE", -1, 0), ("PASS",)])
def test_occupied_cells_cells_off_the_board_and_other_words_are_illegal(move: Any) -> None:
    oracle = CachexOracle(5)
    oracle.play(("PLACE", 0, 3))
    with pytest.raises(ValueError):
        oracle.play(move)


@pytest.mark.parametrize("n", [1, 2, 16])
def test_cachex_boards_have_three_to_fifteen_rows(n: int) -> None:
    with pytest.raises(ValueError):
        CachexOracle(n)


def test_red_joins_the_first_and_the_last_row() -> None:
    oracle = red_to_move([(r, 2) for r in range(6)], [])
    oracle.play(("PLACE", 6, 1))  # (5, 2) and (6, 1) touch
    assert oracle.over
    assert oracle.winner == "red"
    assert oracle.reason == "connection"
    assert oracle.legal_moves() == []


def test_blue_joins_the_first_and_the_last_column() -> None:
    oracle = red_to_move([], [(2, q) for q in range(6)])
    oracle.turn = "blue"
    oracle.play(("PLACE", 1, 6))
    assert oracle.winner == "blue"


def test_cells_that_share_only_a_diagonal_do_not_touch() -> None:
    assert (6, 3) not in touching((5, 2))
    oracle = red_to_move([(r, 2) for r in range(6)], [])
    oracle.play(("PLACE", 6, 3))
    assert not oracle.over


def test_a_colour_that_joins_the_other_colours_sides_has_not_won() -> None:
    oracle = red_to_move([(2, q) for q in range(6)], [])
    oracle.play(("PLACE", 2, 6))
    assert not oracle.over


def test_a_capture_can_cut_a_chain_that_would_have_won_later() -> None:
    oracle = red_to_move([far(0)], [near(0), near(1)] + [(4, q) for q in (0, 1, 4, 5)])
    oracle.play(("PLACE", *X))
    oracle.play(("PLACE", 4, 6))
    assert not oracle.over


def test_the_empty_board_counts_as_the_first_board() -> None:
    oracle = CachexOracle(4)
    oracle.play(("PLACE", 0, 0))
    assert oracle.history == [frozenset()]


def repeated(times_before: int) -> CachexOracle:
    """A game in which the board after the next move, (5, 5), has stood so often already."""
    oracle = red_to_move([(1, 1)], [(3, 3)])
    target = frozenset({((1, 1), "red"), ((3, 3), "blue"), ((5, 5), "red")})
    oracle.history = [target] * times_before
    return oracle


def test_the_seventh_occurrence_of_a_board_is_a_draw() -> None:
    sixth, seventh = repeated(5), repeated(6)
    sixth.play(("PLACE", 5, 5))
    seventh.play(("PLACE", 5, 5))
    assert not sixth.over
    assert seventh.over
    assert seventh.winner is None
    assert seventh.reason == "repetition"
    assert seventh.legal_moves() == []


def test_captures_that_bring_a_board_back_six_times_end_in_a_draw() -> None:
    oracle = red_to_move([far(0), far(1)], [near(0), near(1), near(2), near(4)])
    start = oracle.board()
    for _ in range(6):
        assert not oracle.over
        oracle.play(("PLACE", *X))  # captures near(0), near(1) and near(2)
        oracle.play(("PLACE", *near(1)))
        oracle.play(("PLACE", *near(5)))
        oracle.play(("PLACE", *near(0)))  # captures X, far(0) and near(5)
        oracle.play(("PLACE", *far(0)))
        oracle.play(("PLACE", *near(2)))
        assert oracle.board() == start
    assert oracle.over
    assert oracle.winner is None
    assert oracle.reason == "repetition"


def test_the_game_is_drawn_after_343_turns() -> None:
    oracle = red_to_move([], [])
    oracle.turns = 341
    oracle.play(("PLACE", 0, 0))
    assert not oracle.over
    oracle.play(("PLACE", 6, 6))
    assert oracle.over
    assert oracle.winner is None
    assert oracle.reason == "turn limit"


def test_a_connection_goes_before_repetition_and_repetition_before_the_turn_limit() -> None:
    oracle = red_to_move([(r, 2) for r in range(6)], [])
    oracle.turns = 342
    finished = oracle.stones | {(6, 2): "red"}
    oracle.history = [frozenset(finished.items())] * 6
    oracle.play(("PLACE", 6, 2))
    assert oracle.reason == "connection"
    assert oracle.winner == "red"
    oracle = repeated(6)
    oracle.turns = 342
    oracle.play(("PLACE", 5, 5))
    assert oracle.reason == "repetition"


def test_cachex_perft_agrees_with_counting_by_hand() -> None:
    assert perft(CachexOracle(3), 1) == 8
    assert perft(CachexOracle(3), 2) == 8 * (8 + 1)
    assert perft(CachexOracle(3), 3) == 8 * (8 * 7 + 8)
    assert perft(CachexOracle(4), 3) == 16 * (15 * 14 + 15)


# ---------------------------------------------------------------------------------------------
# Watch Your Back!

Square = tuple[int, int]


def placing(turn: str, white: list[Square], black: list[Square]) -> WatchYourBackOracle:
    """A board in the placing phase."""
    oracle = WatchYourBackOracle()
    oracle.pieces = dict.fromkeys(white, "white") | dict.fromkeys(black, "black")
    oracle.turns = 10
    oracle.turn = turn
    return oracle


def moving(turn: str, white: list[Square], black: list[Square]) -> WatchYourBackOracle:
    """A board in the moving phase."""
    oracle = placing(turn, white, black)
    oracle.phase = "moving"
    return oracle


def before_second_shrink(white: list[Square], black: list[Square]) -> WatchYourBackOracle:
    """A board after the first shrink, with Black to play turn 192."""
    oracle = moving("black", white, black)
    oracle.turns = 191
    oracle.gone = {(x, y) for x in range(8) for y in range(8) if x in (0, 7) or y in (0, 7)}
    oracle.corners = {(1, 1), (1, 6), (6, 6), (6, 1)}
    return oracle


def target_squares(oracle: WatchYourBackOracle, origin: Square) -> set[Any]:
    """Where the piece on the square may go."""
    return {move[1] for move in oracle.legal_moves() if move is not None and move[0] == origin}


def test_each_side_places_on_its_six_rows_but_not_on_corners() -> None:
    oracle = WatchYourBackOracle()
    white = oracle.legal_moves()
    assert len(white) == 46
    assert (1, 0) in white and (0, 5) in white
    assert (0, 0) not in white and (0, 6) not in white
    oracle.play((1, 0))
    black = oracle.legal_moves()
    assert len(black) == 46
    assert (0, 2) in black and (6, 7) in black
    assert (7, 7) not in black and (0, 1) not in black


def test_nobody_places_on_an_occupied_square() -> None:
    oracle = WatchYourBackOracle()
    oracle.play((3, 3))
    with pytest.raises(ValueError):
        oracle.play((3, 3))


def test_a_placed_piece_eliminates_an_enemy_between_two() -> None:
    oracle = placing("white", [(1, 3)], [(2, 3)])
    oracle.play((3, 3))
    assert oracle.pieces == {(1, 3): "white", (3, 3): "white"}


def test_one_piece_can_eliminate_in_all_four_directions() -> None:
    around = [(2, 3), (4, 3), (3, 2), (3, 4)]
    beyond = [(1, 3), (5, 3), (3, 1), (3, 5)]
    oracle = placing("white", beyond, around)
    oracle.play((3, 3))
    assert set(oracle.pieces) == {(3, 3), *beyond}


@pytest.mark.parametrize(
    ("mover", "victim", "placed"),
    [
        ("white", (1, 0), (2, 0)),
        ("white", (7, 1), (7, 2)),
        ("black", (0, 6), (0, 5)),
        ("black", (6, 7), (5, 7)),
    ],
)
def test_a_corner_helps_to_eliminate(mover: str, victim: Square, placed: Square) -> None:
    oracle = placing(mover, [], [])
    oracle.pieces = {victim: "black" if mover == "white" else "white"}
    oracle.play(placed)
    assert oracle.pieces == {placed: mover}


def test_the_edge_of_the_board_is_not_hostile() -> None:
    oracle = placing("white", [], [(0, 3)])
    oracle.play((1, 3))
    assert (0, 3) in oracle.pieces


def test_a_piece_between_enemies_eliminates_before_it_would_be_eliminated() -> None:
    oracle = placing("white", [(1, 3)], [(2, 3), (4, 3)])
    oracle.play((3, 3))
    assert oracle.pieces == {(1, 3): "white", (3, 3): "white", (4, 3): "black"}


def test_a_piece_that_goes_between_two_enemies_is_eliminated() -> None:
    sideways = placing("white", [], [(2, 3), (4, 3)])
    sideways.play((3, 3))
    assert (3, 3) not in sideways.pieces
    upright = moving("white", [(4, 3), (7, 3), (6, 5)], [(3, 2), (3, 4)])
    upright.play(((4, 3), (3, 3)))
    assert (3, 3) not in upright.pieces
    assert (4, 3) not in upright.pieces


def test_a_piece_that_goes_between_a_corner_and_an_enemy_is_eliminated() -> None:
    oracle = placing("white", [], [(2, 0)])
    oracle.play((1, 0))
    assert oracle.pieces == {(2, 0): "black"}


def test_a_piece_between_enemies_on_two_different_lines_is_safe() -> None:
    oracle = placing("white", [], [(2, 3), (3, 4)])
    oracle.play((3, 3))
    assert (3, 3) in oracle.pieces


def test_a_piece_that_was_surrounded_before_is_not_affected() -> None:
    oracle = placing("black", [(3, 3)], [(2, 3), (4, 3)])
    oracle.play((3, 4))  # beside it, but on the other line
    assert oracle.pieces[3, 3] == "white"


def test_placing_goes_on_for_a_player_without_pieces() -> None:
    oracle = placing("white", [(1, 3)], [(2, 3)])
    oracle.play((3, 3))
    assert "black" not in oracle.pieces.values()
    assert not oracle.over
    oracle.play((2, 6))
    assert oracle.pieces[2, 6] == "black"


def test_the_moving_phase_begins_after_24_placements_with_white() -> None:
    oracle = placing("black", [(1, 1), (3, 1)], [(1, 6)])
    oracle.turns = 23
    oracle.play((3, 6))
    assert oracle.phase == "moving"
    assert oracle.turns == 0
    assert oracle.turn == "white"
    assert not oracle.over


@pytest.mark.parametrize(
    ("white", "black", "winner"),
    [
        ([(1, 1), (3, 1)], [], "white"),
        ([(1, 1)], [(1, 6)], "black"),
        ([(1, 1)], [], None),
    ],
)
def test_the_end_is_checked_when_placing_has_ended(
    white: list[Square], black: list[Square], winner: str | None
) -> None:
    oracle = placing("black", white, black)
    oracle.turns = 23
    oracle.play((5, 6))
    assert oracle.over
    assert oracle.winner == winner
    assert oracle.reason == "eliminated"
    assert oracle.legal_moves() == []


def test_a_piece_steps_to_the_four_neighbours() -> None:
    oracle = moving("white", [(3, 3), (6, 6)], [(0, 4), (0, 5)])
    assert target_squares(oracle, (3, 3)) == {(2, 3), (4, 3), (3, 2), (3, 4)}


def test_a_piece_jumps_over_one_piece_of_either_colour() -> None:
    oracle = moving("white", [(3, 3), (2, 3)], [(4, 3), (0, 5)])
    assert target_squares(oracle, (3, 3)) == {(1, 3), (5, 3), (3, 2), (3, 4)}
    oracle.play(((3, 3), (5, 3)))
    assert (4, 3) in oracle.pieces  # a jump takes nothing
    assert (3, 3) not in oracle.pieces


def test_nobody_jumps_over_two_pieces_or_off_the_board() -> None:
    oracle = moving("white", [(1, 3), (0, 3)], [(2, 3), (3, 3)])
    assert target_squares(oracle, (1, 3)) == {(1, 2), (1, 4)}


def test_nobody_moves_onto_or_over_a_corner_or_jumps_onto_one() -> None:
    oracle = moving("white", [(1, 0), (2, 0)], [(5, 5), (6, 5)])
    assert target_squares(oracle, (1, 0)) == {(1, 1), (3, 0)}
    assert target_squares(oracle, (2, 0)) == {(2, 1), (3, 0)}


def test_nobody_jumps_over_a_corner_even_if_a_square_lies_behind_it() -> None:
    oracle = moving("white", [(4, 3), (7, 6)], [(0, 5), (0, 6)])
    oracle.corners = {(3, 3)}
    assert target_squares(oracle, (4, 3)) == {(5, 3), (4, 2), (4, 4)}


def stuck_white() -> WatchYourBackOracle:
    """A board on which White can not move."""
    black = [(2, 0), (3, 0), (1, 1), (1, 2), (5, 0), (4, 0), (6, 1), (6, 2)]
    return moving("white", [(1, 0), (6, 0)], black)


def test_a_player_without_a_move_forfeits_and_the_turn_counts() -> None:
    oracle = stuck_white()
    before = dict(oracle.pieces)
    assert oracle.legal_moves() == [None]
    oracle.play(None)
    assert oracle.pieces == before
    assert oracle.turn == "black"
    assert oracle.turns == 11


def test_a_player_with_a_move_may_not_forfeit() -> None:
    oracle = stuck_white()
    oracle.turn = "black"
    assert None not in oracle.legal_moves()
    with pytest.raises(ValueError):
        oracle.play(None)


@pytest.mark.parametrize("move", [((5, 5), (5, 4)), ((3, 3), (4, 4)), ((2, 2), (2, 3)), (4, 4)])
def test_moves_of_enemies_diagonals_empty_squares_and_placements_are_illegal(move: Any) -> None:
    oracle = moving("white", [(3, 3), (6, 6)], [(5, 5), (0, 5)])
    with pytest.raises(ValueError):
        oracle.play(move)


def test_fewer_than_two_pieces_lose_in_the_moving_phase() -> None:
    oracle = moving("white", [(1, 3), (4, 3)], [(2, 3), (6, 6)])
    oracle.play(((4, 3), (3, 3)))
    assert oracle.over
    assert oracle.winner == "white"
    assert oracle.reason == "eliminated"
    assert oracle.legal_moves() == []


def test_a_player_can_lose_by_the_own_move() -> None:
    oracle = moving("white", [(3, 4), (6, 6)], [(2, 3), (4, 3)])
    oracle.play(((3, 4), (3, 3)))
    assert oracle.winner == "black"


def test_the_first_shrink_removes_the_outer_ring_after_turn_128() -> None:
    oracle = moving("white", [(0, 3), (3, 3), (4, 4), (4, 2)], [(7, 5), (5, 5), (3, 5), (5, 2)])
    oracle.turns = 126
    oracle.play(((4, 4), (4, 5)))  # eliminated between two enemies: three white ones are left
    assert oracle.gone == set()
    oracle.play(((5, 5), (5, 4)))
    assert len(oracle.gone) == 28
    assert oracle.corners == {(1, 1), (1, 6), (6, 6), (6, 1)}
    assert set(oracle.pieces) == {(3, 3), (4, 2), (5, 4), (3, 5), (5, 2)}
    assert oracle.turn == "white"
    assert oracle.turns == 128


def test_the_second_shrink_leaves_sixteen_squares_after_turn_192() -> None:
    oracle = before_second_shrink([(1, 3), (3, 3), (4, 4)], [(3, 6), (2, 4), (4, 2)])
    oracle.play(((2, 4), (3, 4)))
    assert len(oracle.gone) == 48
    assert oracle.corners == {(2, 2), (2, 5), (5, 5), (5, 2)}
    assert set(oracle.pieces) == {(3, 3), (4, 4), (3, 4), (4, 2)}


def test_a_forfeit_can_be_the_turn_that_shrinks() -> None:
    oracle = moving("black", [], [(1, 0), (6, 0)])
    for square in [(2, 0), (3, 0), (1, 1), (1, 2), (5, 0), (4, 0), (6, 1), (6, 2)]:
        oracle.pieces[square] = "white"
    oracle.turns = 127
    oracle.play(None)
    assert oracle.corners == {(1, 1), (1, 6), (6, 6), (6, 1)}
    assert set(oracle.pieces) == {(1, 2), (6, 2)}
    assert oracle.winner == "white"


def test_the_new_corners_eliminate_pieces_of_both_colours() -> None:
    white = [(3, 1), (1, 5), (6, 6), (4, 4)]
    black = [(2, 1), (1, 4), (3, 3), (5, 3)]
    oracle = moving("black", white, black)
    oracle.turns = 127
    oracle.play(((5, 3), (6, 3)))
    # Corner (1,1) and white (3,1) take (2,1); corner (1,6) and black (1,4) take (1,5);
    # the piece on the new corner (6,6) goes as well.
    assert oracle.pieces == {
        (3, 1): "white",
        (4, 4): "white",
        (1, 4): "black",
        (3, 3): "black",
        (6, 3): "black",
    }


@pytest.mark.parametrize("first_colour", ["white", "black"])
@pytest.mark.parametrize(
    ("eliminated", "survivor"),
    [((2, 3), (2, 4)), ((3, 2), (4, 2)), ((3, 5), (4, 5)), ((5, 4), (5, 3))],
)
def test_the_order_of_the_corners_decides_who_falls_in_the_second_shrink(
    eliminated: Square, survivor: Square, first_colour: str
) -> None:
    second_colour = "black" if first_colour == "white" else "white"
    oracle = before_second_shrink([(3, 3), (4, 3)], [(3, 4), (4, 4), (1, 2)])
    oracle.pieces |= {eliminated: first_colour, survivor: second_colour}
    oracle.play(((1, 2), (1, 3)))  # a piece of the ring that is about to go
    assert eliminated not in oracle.pieces
    assert oracle.pieces[survivor] == second_colour


def test_a_piece_falls_to_the_corner_that_replaces_its_friend() -> None:
    oracle = moving("black", [(1, 1), (1, 2), (3, 3), (3, 5)], [(1, 3), (5, 3)])
    oracle.turns = 127
    oracle.play(((5, 3), (6, 3)))
    assert set(oracle.pieces) == {(3, 3), (3, 5), (1, 3), (6, 3)}


def test_a_new_corner_takes_no_piece_that_its_own_colour_backs() -> None:
    oracle = moving("black", [(3, 3), (3, 5)], [(1, 2), (1, 3), (5, 3)])
    oracle.turns = 127
    oracle.play(((5, 3), (6, 3)))
    assert oracle.pieces[1, 2] == "black"


def test_a_win_on_turn_128_comes_before_the_shrink() -> None:
    oracle = moving("black", [(0, 3), (2, 3)], [(1, 3), (4, 3)])
    oracle.turns = 127
    oracle.play(((4, 3), (3, 3)))
    assert oracle.winner == "black"
    assert oracle.gone == set()
    assert oracle.corners == {(0, 0), (7, 0), (0, 7), (7, 7)}


def test_the_shrink_can_decide_the_game() -> None:
    oracle = moving("black", [(0, 3), (3, 3)], [(4, 5), (5, 5)])
    oracle.turns = 127
    oracle.play(((4, 5), (4, 4)))
    assert oracle.winner == "black"
    assert oracle.reason == "eliminated"


def test_the_shrink_can_end_the_game_in_a_draw() -> None:
    oracle = moving("black", [(0, 3), (3, 3)], [(7, 5), (5, 5)])
    oracle.turns = 127
    oracle.play(((5, 5), (5, 4)))
    assert oracle.over
    assert oracle.winner is None
    assert oracle.reason == "eliminated"


def test_squares_that_are_gone_are_neither_hostile_nor_empty() -> None:
    oracle = before_second_shrink([(1, 3), (4, 4)], [(2, 4), (4, 2)])
    oracle.turns = 150
    oracle.turn = "white"
    assert target_squares(oracle, (1, 3)) == {(1, 2), (1, 4), (2, 3)}
    oracle.turn = "black"
    oracle.play(((2, 4), (2, 3)))
    assert oracle.pieces[1, 3] == "white"


def test_a_game_has_no_move_limit_unless_it_is_given() -> None:
    oracle = moving("black", [(3, 3), (4, 3)], [(3, 5), (5, 5)])
    oracle.turns = 5000
    assert not oracle.over


def test_the_move_limit_draws_an_undecided_game() -> None:
    oracle = moving("white", [(3, 3), (4, 3)], [(3, 5), (5, 5)])
    oracle.move_limit = 12
    oracle.play(((3, 3), (3, 2)))
    assert not oracle.over
    oracle.play(((3, 5), (3, 6)))
    assert oracle.over
    assert oracle.winner is None
    assert oracle.reason == "move limit"
    assert oracle.legal_moves() == []


def test_the_move_limit_does_not_count_the_placing_phase() -> None:
    oracle = WatchYourBackOracle(move_limit=1)
    oracle.play((3, 3))
    assert not oracle.over


def test_a_shrink_on_the_limit_turn_still_happens_and_may_decide() -> None:
    drawn = moving("black", [(3, 2), (3, 3)], [(4, 5), (5, 5)])
    decided = moving("black", [(0, 3), (3, 3)], [(4, 5), (5, 5)])
    for oracle in (drawn, decided):
        oracle.move_limit = 128
        oracle.turns = 127
        oracle.play(((4, 5), (4, 4)))
        assert len(oracle.gone) == 28
    assert drawn.reason == "move limit"
    assert decided.reason == "eliminated"
    assert decided.winner == "black"


SAMPLES = [
    (
        """
        X - - - - - - X
        - O - - O O - -
        - - O - - - - -
        - - @ O - @ - -
        - - - - - - - -
        - - - - - - - -
        - - - @ @ - @ -
        X - - - - - - X
        """,
        20,
        20,
    ),
    (
        """
        X - - - - - - X
        - - - - - - - -
        - - - - - - - -
        - - O O @ - - -
        - @ @ O O - @ -
        - - - - - - - -
        - - - - - - - -
        X - - - - - - X
        """,
        13,
        13,
    ),
    (
        """
        X - O @ - - - X
        - - O - - - - @
        - - - - - - - -
        - O - - - - - -
        - O - @ - - - -
        - - - - - - @ -
        - O @ - - - @ -
        X - - - - O - X
        """,
        21,
        21,
    ),
]


@pytest.mark.parametrize(("board", "white_moves", "black_moves"), SAMPLES)
def test_the_sample_boards_have_the_published_numbers_of_moves(
    board: str, white_moves: int, black_moves: int
) -> None:
    rows = [line.split() for line in board.split("\n") if line.strip()]
    squares = {(x, y): symbol for y, row in enumerate(rows) for x, symbol in enumerate(row)}
    white = [square for square, symbol in squares.items() if symbol == "O"]
    black = [square for square, symbol in squares.items() if symbol == "@"]
    assert len(moving("white", white, black).legal_moves()) == white_moves
    assert len(moving("black", white, black).legal_moves()) == black_moves


def test_watch_your_back_perft_agrees_with_counting_by_hand() -> None:
    # White's 14 squares of the two top rows leave Black 46, the other 32 leave 45.
    assert perft(WatchYourBackOracle(), 1) == 46
    assert perft(WatchYourBackOracle(), 2) == 14 * 46 + 32 * 45


# ---------------------------------------------------------------------------------------------
# All oracles

STARTS: list[Callable[[], Oracle[Any]]] = [
    lambda: BoxesOracle.hexifence(2),
    lambda: BoxesOracle.dots_and_boxes(2, 2),
    lambda: CachexOracle(4),
    lambda: WatchYourBackOracle(move_limit=250),
]
REASONS = {"cells", "connection", "repetition", "turn limit", "eliminated", "move limit"}


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("seed", range(5))
def test_random_games_end_for_a_reason_and_then_have_no_move(
    start: Callable[[], Oracle[Any]], seed: int
) -> None:
    oracle = start()
    chance = random.Random(seed)
    while not oracle.over:
        assert oracle.winner is None
        assert oracle.reason is None
        oracle.play(chance.choice(oracle.legal_moves()))
    assert oracle.reason in REASONS
    assert oracle.legal_moves() == []


@pytest.mark.parametrize("start", STARTS)
def test_playing_on_a_copy_leaves_the_original_as_it_was(start: Callable[[], Oracle[Any]]) -> None:
    oracle = start()
    for _ in range(3):
        oracle.play(oracle.legal_moves()[0])
    before = repr(vars(oracle))
    twin = oracle.copy()
    assert repr(vars(twin)) == before
    twin.play(twin.legal_moves()[0])
    assert repr(vars(twin)) != before
    assert repr(vars(oracle)) == before


# ---------------------------------------------------------------------------------------------
# All of them


@pytest.mark.parametrize(
    "oracle",
    [
        BoxesOracle.hexifence(2),
        BoxesOracle.dots_and_boxes(2, 3),
        CachexOracle(4),
        WatchYourBackOracle(30),
    ],
    ids=["hexifence", "dots-and-boxes", "cachex", "watch-your-back"],
)
def test_a_move_is_accepted_exactly_if_it_is_listed(oracle: Any) -> None:
    dice = random.Random(7)
    start = oracle.copy()
    everything: dict[Any, None] = {}
    for _ in range(20):
        game = start.copy()
        while not game.over:
            everything.update(dict.fromkeys(game.legal_moves()))
            game.play(dice.choice(game.legal_moves()))
    game = start.copy()
    while not game.over:
        assert {move for move in everything if is_accepted(game, move)} == set(game.legal_moves())
        game.play(dice.choice(game.legal_moves()))
    assert not any(is_accepted(game, move) for move in everything)


def is_accepted(oracle: Any, move: Any) -> bool:
    try:
        oracle.copy().play(move)
    except ValueError:
        return False
    return True
