"""Rules of Watch Your Back! that are easy to get wrong, and its text."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivium import TriviumError, WatchYourBack
from trivium.games.watch_your_back.rules import LIMIT, PLACING_TURNS
from trivium.kernel import verbs

EMPTY_ROW = "- - - - - - - -"


def board(rows: dict[int, str], phase: str = "moving", turns: int = 0) -> WatchYourBack:
    """The unshrunk board with the given rows, the rest empty."""
    lines = [rows.get(y, EMPTY_ROW) for y in range(8)]
    for y in (0, 7):
        lines[y] = "X" + lines[y][1:-1] + "X"
    return WatchYourBack.from_text("\n".join([*lines, f"phase: {phase}", f"turns: {turns}"]))


def colours(position: WatchYourBack) -> dict[str, str]:
    names = "abcdefgh"
    return {f"{names[x]}{y + 1}": colour for (x, y), colour in position.pieces.items()}


SPARES = {4: "- - - - - - @ @", 5: "O O - - - - - -"}
"""Pieces that keep both players in the game, away from the action."""


def test_a_piece_that_moves_between_two_enemies_is_eliminated() -> None:
    position = board({1: "- @ - @ - - - -", 2: "- - O - - - - -", **SPARES})
    position.push("c3-c2")
    assert "c2" not in colours(position)
    assert colours(position)["b2"] == colours(position)["d2"] == "black"


def test_a_piece_that_eliminates_first_survives_where_it_would_have_died() -> None:
    # Between two black pieces, but one of them goes in step 1.
    position = board({1: "O @ - @ - - - -", 2: "- - O - - - - -", **SPARES})
    position.push("c3-c2")
    assert colours(position)["c2"] == "white"
    assert "b2" not in colours(position)
    assert colours(position)["d2"] == "black"


def test_a_corner_is_hostile_to_both_colours() -> None:
    position = board({0: "X @ - - - - - X", 1: "- - O - - - - -", **SPARES})
    position.push("c2-c1")
    assert "b1" not in colours(position)
    position = board({0: "X O - - - - - X", 1: "- - @ - - - - -", **SPARES}, turns=1)
    position.push("c2-c1")
    assert "b1" not in colours(position)


def test_a_piece_dies_between_an_enemy_and_a_corner_that_it_moves_into() -> None:
    position = board({0: "X - @ - - - - X", 1: "- O - - - - - -", **SPARES})
    position.push("b2-b1")
    assert "b1" not in colours(position)


def test_one_move_can_eliminate_three() -> None:
    position = board(
        {
            0: "X - O - - - - X",
            1: "- - @ - - - - -",
            2: "O @ - @ O - - -",
            3: "- - O - - - - -",
            **SPARES,
        }
    )
    position.push("c4-c3")
    assert {"b3", "d3", "c2"}.isdisjoint(colours(position))
    assert colours(position)["c3"] == "white"


def test_pieces_that_already_stand_between_enemies_are_left_alone() -> None:
    position = board({1: "- @ O @ - - - -", **SPARES})
    position.push("a6-a7")
    assert colours(position)["c2"] == "white"


def test_jumps_go_over_either_colour_and_never_over_or_onto_a_corner() -> None:
    position = board({0: "X O @ - - - - X", 1: "- O - - - - - -", 2: "- @ - - - - - -", **SPARES})
    moves = set(map(str, position.legal_moves))
    assert {"b1-d1", "b2-b4"} <= moves
    assert not any(move.startswith("b1-a1") for move in moves)
    assert "b1-b3" not in moves


def shut_in(turns: int) -> WatchYourBack:
    """White, at an even turn, has no move; all of it stands on the outermost ring."""
    rows = {0: "X O O @ @ - - X", 1: "@ @ @ @ - - - -", 2: "@ @ @ - - - - -"}
    return board(rows, turns=turns)


def test_a_player_without_a_move_must_pass_and_nobody_else_may() -> None:
    position = shut_in(turns=0)
    assert [str(move) for move in position.legal_moves] == ["pass"]
    with pytest.raises(TriviumError, match="no legal move and must pass"):
        position.push("b1-b2")
    position.push("pass")
    assert (position.turn, position.turns) == ("black", 1)
    with pytest.raises(TriviumError, match="only a player without a legal move may pass"):
        position.push("pass")


def test_losing_every_piece_while_placing_loses_nothing_yet() -> None:
    position = board({3: "- - @ - @ - - -"}, phase="placing", turns=4)
    position.push("d4")
    assert "d4" not in colours(position)
    assert not position.is_over
    assert position.turn == "black"


def test_the_win_check_comes_once_when_the_placing_phase_ends() -> None:
    position = board({3: "- - O - - - - -", 5: "@ @ @ @ - - - -"}, "placing", PLACING_TURNS - 1)
    assert not position.is_over
    position.push("g7")
    assert str(position.outcome()) == "Black wins (eliminated)"
    position = board({3: "- - O - - - - -"}, "placing", PLACING_TURNS - 1)
    position.push("g7")
    assert str(position.outcome()) == "Draw (eliminated)"
    position.pop()
    assert position.phase == "placing"


def test_white_moves_first_again_after_the_last_placement() -> None:
    position = board({3: "- - O O - - - -", 5: "@ @ @ @ - - - -"}, "placing", PLACING_TURNS - 1)
    position.push("g7")
    assert (position.phase, position.turns, position.turn) == ("moving", 0, "white")


def test_placing_zones_and_corners_are_kept() -> None:
    position = WatchYourBack()
    assert len(position.legal_moves) == 46
    for square, complaint in (("a1", "corner"), ("d7", "White may not place on row 7")):
        with pytest.raises(TriviumError, match=complaint):
            position.push(square)
    position.push("d4")
    assert len(position.legal_moves) == 45
    with pytest.raises(TriviumError, match="Black may not place on row 2"):
        position.push("d2")
    with pytest.raises(TriviumError, match="taken"):
        position.push("d4")


def test_turn_127_does_not_shrink_the_board_and_turn_128_does() -> None:
    position = board({0: "X O O - - @ @ X", 3: "- - O O - - @ @"}, turns=126)
    position.push("c4-c5")
    assert (position.turns, position.stage) == (127, 0)
    position.push("g4-g5")
    assert (position.turns, position.stage) == (128, 1)
    assert not {"b1", "c1", "f1", "g1", "h4"} & set(colours(position))
    position.pop()
    assert {"b1", "c1", "f1", "g1", "h4"} <= set(colours(position))


def test_a_forfeit_at_turn_127_counts_so_that_the_next_turn_shrinks_the_board() -> None:
    position = shut_in(turns=126)
    position.push("pass")
    assert (position.turns, position.stage) == (127, 0)
    position.push("c3-c4")
    assert position.stage == 1
    assert str(position.outcome()) == "Black wins (eliminated)"


def test_a_forfeit_at_turn_128_shrinks_the_board() -> None:
    # Black, shut in at the bottom right, passes as turn 128.
    position = board(
        {4: "- - - - - - - O", 5: "- - - - - - O O", 6: "- - - - O O O @", 7: "X - - O O O @ X"},
        turns=127,
    )
    assert [str(move) for move in position.legal_moves] == ["pass"]
    position.push("pass")
    assert (position.turns, position.stage) == (128, 1)
    assert str(position.outcome()) == "White wins (eliminated)"


def test_a_game_that_ends_before_the_shrink_is_not_shrunk() -> None:
    position = board({3: "- @ O - - - - -", 4: "- - - @ @ - - -", 5: "O - - - - - - -"}, turns=127)
    position.push("d5-d4")
    assert str(position.outcome()) == "Black wins (eliminated)"
    assert position.stage == 0


def test_new_corners_eliminate_the_pieces_on_them_and_beside_them_of_both_colours() -> None:
    position = board(
        {
            1: "- O @ O - - @ -",
            2: "- - - - - - - -",
            3: "- - - O - @ - -",
            4: "- - - O - @ - -",
            6: "- @ O @ - - - -",
        },
        turns=127,
    )
    position.push("f4-g4")
    left = colours(position)
    # On the new corners b2, g2, b7; beside them, held from the other side, c2 (black), c7 (white).
    assert {"b2", "g2", "b7", "c2", "c7"}.isdisjoint(left)
    assert left == {
        "d2": "white",
        "d4": "white",
        "g4": "black",
        "d5": "white",
        "f5": "black",
        "d7": "black",
    }


def test_at_the_second_shrink_the_piece_nearer_the_earlier_corner_goes() -> None:
    rows: tuple[str, ...] = ("", "  X - - - - X", "  - - - - - -", "  - O - - - -")
    rows += ("  - @ - O @ -", "  - - - O - -", "  X - - - - X", "", "turns: 191")
    position = WatchYourBack.from_text("\n".join(rows))
    position.push("f5-f4")
    left = colours(position)
    assert position.stage == 2
    assert "c4" not in left
    assert left["c5"] == "black"


def test_the_board_of_the_last_stage_never_shrinks_again() -> None:
    position = WatchYourBack.from_text(
        "\n\n    X - - X\n    - O O -\n    - @ @ -\n    X - - X\n\n\nturns: 255\n"
    )
    position.push("d5-d6")
    assert (position.turns, position.stage) == (256, 2)


def test_the_move_limit_is_off_by_default() -> None:
    position = WatchYourBack()
    assert position.kernel.tally[LIMIT] == 0
    assert WatchYourBack(move_limit=5).kernel.tally[LIMIT] == 5


def test_more_moves_than_the_kernel_remembers_can_be_taken_back() -> None:
    position = WatchYourBack.from_text(
        "\n\n    X - - X\n    - O O -\n    - - @ @\n    X - - X\n\n\n"
    )
    start = position.to_text()
    dice = random.Random(3)
    while len(position.moves) < verbs.UNDO_DEPTH + 300:
        moves = position.legal_moves
        dice.shuffle(moves)
        for move in moves:
            position.push(move)
            if len(position.pieces) == 4:
                break
            position.pop()
        else:
            pytest.fail("the line of play ran into a dead end")
    while position.moves:
        position.pop()
    assert position.to_text() == start


@given(st.integers(0, 2**20))
def test_text_brings_back_the_position(seed: int) -> None:
    dice = random.Random(seed)
    position = WatchYourBack()
    for _ in range(dice.randrange(0, 240)):
        if position.is_over:
            break
        position.push(dice.choice(position.legal_moves))
    again = WatchYourBack.from_text(position.to_text())
    assert again == position and hash(again) == hash(position)
    assert again.legal_moves == position.legal_moves
    assert again.outcome() == position.outcome()
    assert verbs.key(again.kernel) == verbs.key(position.kernel)


GOOD = ["X" + EMPTY_ROW[1:-1] + "X", *[EMPTY_ROW] * 6, "X" + EMPTY_ROW[1:-1] + "X"]


@pytest.mark.parametrize(
    ("line", "text", "complaint"),
    [
        (1, EMPTY_ROW, "line 1, symbol 1 (column 1): no corner X here"),
        (2, "- - - O", "line 2, symbol 5 (column 9): a blank on a square that is there"),
        (3, "- - - - - - - - -", "line 3, symbol 9 (column 17): an extra symbol"),
        (4, "- - o - - - - -", "line 4, symbol 3 (column 5): 'o' is unknown"),
        (4, "--- - - - - -", "line 4, symbol 1 (column 1): '-' follows without a space"),
        (5, "-\t- - - - - - -", "line 5, symbol 1 (column 1): a tab"),
        (6, "- - X - - - - -", "line 6, symbol 3 (column 5): a corner X on a square that is none"),
        (8, "X - - - - - - O", "line 8, symbol 8 (column 15): 'O' on a corner"),
        (8, "", "line 8: the board ends after 7 of 8 rows"),
        (9, EMPTY_ROW, "line 9: more than 8 rows"),
        (9, "phase: resting", "'phase: resting' is unknown; it can be placing or moving"),
        (9, "turns: -3", "'turns: -3' is wrong; it must be a whole number"),
        (9, "colour: white", "line 9: 'colour' is not one of phase, turns"),
        (9, "phase: moving\nturns: 129", "too many: the board shrinks at turn 128"),
    ],
)
def test_a_bad_board_is_explained(line: int, text: str, complaint: str) -> None:
    lines = [*GOOD[: line - 1], text, *GOOD[line:]]
    with pytest.raises(TriviumError) as caught:
        WatchYourBack.from_text("\n".join(lines))
    assert complaint in str(caught.value)


@pytest.mark.parametrize(
    ("rows", "phase", "turns", "complaint"),
    [
        ({2: "O O - - - - - -"}, "placing", 2, "White has 2 pieces on the board, but has placed 1"),
        ({7: "X - O - - - - X"}, "placing", 5, "line 8, symbol 3 (column 5): White cannot have"),
        ({}, "placing", 24, "it must be a whole number up to 23"),
    ],
)
def test_an_impossible_board_is_explained(
    rows: dict[int, str], phase: str, turns: int, complaint: str
) -> None:
    with pytest.raises(TriviumError) as caught:
        board(rows, phase, turns)
    assert complaint in str(caught.value)
