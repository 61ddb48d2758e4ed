"""Rules of Hexifence and Dots-and-Boxes that are easy to get wrong, and their text."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivium import DotsAndBoxes, Hexifence, TriviumError
from trivium.games.hexifence.geometry import hexagon
from trivium.kernel.verbs import key, score

SAMPLE = """\
3
B B + + + + - - - - -
+ - + - + - + - - - -
+ + B R + B + + - - -
+ - R - B - + - + - -
R B R B B B R R + R -
+ - B - B - B - B - +
- B + R B R R B B + +
- - R - R - B - + - +
- - - + + B R + + + +
- - - - R - + - + - R
- - - - - + + R R + +
"""


@pytest.mark.parametrize("size", range(1, 13))
def test_the_board_has_as_many_cells_and_edges_as_the_rule_page_says(size: int) -> None:
    board = hexagon(size)
    assert len(board.cells) == 3 * size * size - 3 * size + 1
    assert len(board.edges) == 9 * size * size - 3 * size


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
def test_the_edges_of_the_rule_page_belong_to_their_cells(
    edge: tuple[int, int], cell: tuple[int, int]
) -> None:
    board = hexagon(2)
    number = board.cell_at[(2 * cell[0] + 1, 2 * cell[1] + 1)]
    assert board.edge_at[edge] in board.cell_edges[number]


def claim_all_but(position: Hexifence | DotsAndBoxes, *left: str) -> None:
    """Claim all edges except some, whoever's turn it is."""
    for move in position.legal_moves:
        if str(move) not in left:
            position.push(move)


def test_a_move_that_captures_two_cells_gives_one_more_move_not_two() -> None:
    # The left two boxes share their last edge; the right two are still open.
    position = DotsAndBoxes(1, 4)
    claim_all_but(position, "c2", "f1", "f3", "h1", "h3", "g2", "i2")
    mover, other = position.turn, {"blue": "red", "red": "blue"}[position.turn]
    position.push("c2")
    assert (position.cells[mover], position.turn) == (2, mover)
    position.push("f1")
    assert position.turn == other


def test_the_last_edge_between_two_cells_captures_both() -> None:
    position = DotsAndBoxes(1, 2)
    claim_all_but(position, "c2")
    mover = position.turn
    position.push("c2")
    assert position.cells[mover] == 2
    assert str(position.outcome()) == f"{mover.capitalize()} wins (cells)"
    assert position.legal_moves == []
    position.pop()
    assert position.cells == {"blue": 0, "red": 0}
    assert position.turn == mover


def test_dots_and_boxes_can_be_drawn() -> None:
    outcomes = set()
    for seed in range(30):
        position = DotsAndBoxes(1, 2)
        dice = random.Random(seed)
        while not position.is_over:
            position.push(dice.choice(position.legal_moves))
        outcomes.add(str(position.outcome()))
    assert outcomes == {"Draw (cells)", "Blue wins (cells)", "Red wins (cells)"}


def test_the_key_depends_on_the_free_edges_alone() -> None:
    one, other = Hexifence(2), Hexifence(2)
    for move in ("d1", "e4", "c2"):
        one.push(move)
    for move in ("c2", "d1", "e4"):
        other.push(move)
    assert key(one.kernel) == key(other.kernel)
    one.push("g5")
    assert key(one.kernel) != key(other.kernel)


def test_the_score_is_from_the_movers_point_of_view() -> None:
    position = DotsAndBoxes(1, 2)
    claim_all_but(position, "c2")
    position.push("c2")
    assert score(position.kernel) == 2


def test_moves_can_be_written_in_several_ways() -> None:
    position = Hexifence(3)
    assert {position.read_move(text) for text in ("e4", "E4", " e4 ", "(3, 4)", "3,4", "3 4")} == {
        position.read_move("e4")
    }
    assert position.read_move("e4").action == (3, 4)


def test_unknown_and_impossible_moves_are_explained_and_change_nothing() -> None:
    position = Hexifence(2)
    with pytest.raises(TriviumError, match="'z9' is not a move of this game; write it like a1 or"):
        position.push("z9")
    position.push("a1")
    with pytest.raises(TriviumError, match="a1 is not possible: the edge is already claimed"):
        position.push("a1")
    foreign = Hexifence(3).read_move("a1")
    other_game = DotsAndBoxes(2, 2).legal_moves[1]
    for move in (foreign, other_game):
        with pytest.raises(TriviumError):
            position.push(move)
    assert [str(move) for move in position.moves] == ["a1"]
    position.pop()
    with pytest.raises(TriviumError, match="no move to take back"):
        position.pop()


def test_a_copy_is_independent() -> None:
    position = Hexifence(2)
    position.push("a1")
    twin = position.copy()
    twin.push("b1")
    assert len(position.moves) == 1 and len(twin.moves) == 2
    twin.pop()
    assert twin == position and hash(twin) == hash(position)
    assert position != Hexifence(2)
    assert position != "something else"


def test_a_pasted_board_loads_and_its_unmarked_cells_count_for_nobody() -> None:
    position = Hexifence.from_text(SAMPLE)
    assert position.to_text() == SAMPLE
    assert position.cells == {"blue": 0, "red": 0}
    assert position.turn == "blue"
    marked = SAMPLE.replace("+ - B - B - B - B - +", "+ - B - B r B - B - +")
    assert Hexifence.from_text(marked + "turn: red\n").turn == "red"


def random_game(position: Hexifence | DotsAndBoxes, seed: int) -> None:
    dice = random.Random(seed)
    for _ in range(dice.randrange(len(position.board.edges) + 1)):
        position.push(dice.choice(position.legal_moves))


@given(st.integers(1, 5), st.integers(0, 2**20))
def test_text_brings_back_hexifence(size: int, seed: int) -> None:
    position = Hexifence(size)
    random_game(position, seed)
    again = Hexifence.from_text(position.to_text())
    assert again == position and hash(again) == hash(position)
    assert again.cells == position.cells
    assert key(again.kernel) == key(position.kernel)
    assert again.legal_moves == position.legal_moves


@given(st.integers(1, 6), st.integers(1, 6), st.integers(0, 2**20))
def test_text_brings_back_dots_and_boxes(height: int, width: int, seed: int) -> None:
    position = DotsAndBoxes(height, width)
    random_game(position, seed)
    again = DotsAndBoxes.from_text(position.to_text())
    assert again == position and again.outcome() == position.outcome()


LINES = SAMPLE.splitlines()


@pytest.mark.parametrize(
    ("line", "text", "complaint"),
    [
        (1, "three", "'three' is no size of Hexifence; it must be a whole number from 1 to 12"),
        (1, "0", "Hexifence has no size 0"),
        (1, "9" * 5000, "is no size of Hexifence"),
        (2, "B B + + + +\t- - - - -", "line 2, symbol 6 (column 11): a tab"),
        (2, "B B + + + + - - - -", "line 2, symbol 11 (column 21): the line ends here"),
        (2, "B B + + + + - - - - - -", "line 2, symbol 12 (column 23): an extra symbol"),
        (3, "+ - + - + - +  - - - -", "line 3, symbol 8 (column 15): a space where a symbol"),
        (3, "+ - + - + - + -- - -", "line 3, symbol 8 (column 15): '-' follows without a space"),
        (4, "+ + B G + B + + - - -", "line 4, symbol 4 (column 7): 'G' is unknown"),
        (4, "+ - B R + B + + - - -", "line 4, symbol 2 (column 3): '-' where an edge belongs"),
        (4, "+ + B R + B + + + - -", "line 4, symbol 9 (column 17): '+' where there is neither"),
        (4, "b + B R + B + + - - -", "line 4, symbol 1 (column 1): 'b' where an edge belongs"),
        (3, "+ B + - + - + - - - -", "line 3, symbol 2 (column 3): 'B' on the point of a cell"),
        (3, "+ b + - + - + - - - -", "line 3, symbol 2 (column 3): this cell is marked as capt"),
        (12, "", "line 12: the board ends after 10 of 11 rows"),
        (13, LINES[11], "line 13: more than the 11 rows of size 3"),
        (13, "turn: green", "'turn: green' is unknown; it can be blue or red"),
        (13, "colour: red", "line 13: 'colour' is not one of turn"),
    ],
)
def test_a_bad_board_is_explained(line: int, text: str, complaint: str) -> None:
    lines = [*LINES[: line - 1], text, *LINES[line:]]
    with pytest.raises(TriviumError) as caught:
        Hexifence.from_text("\n".join(lines))
    assert complaint in str(caught.value)


def test_an_empty_text_is_no_board() -> None:
    for text in ("", "\n\n", "turn: red"):
        with pytest.raises(TriviumError, match="its first line must tell the size"):
            Hexifence.from_text(text)


@pytest.mark.parametrize("size", [(0, 1), (1, 0), (33, 1), (-1, 2)])
def test_impossible_rectangles_are_refused(size: tuple[int, int]) -> None:
    with pytest.raises(TriviumError, match="height and width go from 1 to 32"):
        DotsAndBoxes(*size)


def test_a_game_is_drawn_only_on_boards_that_can_be() -> None:
    chance = random.Random(1)
    one_is_nobodys = DotsAndBoxes.from_text("1x3\n- B - + - + -\nB - B - + - +\n- B - + - + -\n")
    boards = [DotsAndBoxes(1, 2), DotsAndBoxes(1, 3), Hexifence(1), Hexifence(2), one_is_nobodys]
    drawn = dict.fromkeys(range(len(boards)), 0)
    for number, board in enumerate(boards):
        for _ in range(60):
            position = board.copy()
            while not position.is_over:
                position.push(chance.choice(position.legal_moves))
            outcome = position.outcome()
            drawn[number] += outcome is not None and outcome.winner is None
    assert [board.can_be_drawn for board in boards] == [count > 0 for count in drawn.values()]
    assert [board.can_be_drawn for board in boards] == [True, False, False, False, True]
