"""What the evaluation of Watch Your Back! counts, and that it plays no favourites."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivium import WatchYourBack
from trivium.games.watch_your_back import evaluation, geometry, rules
from trivium.games.watch_your_back.evaluation import FEATURES, features, in_danger, weighed
from trivium.kernel import verbs

EMPTY_ROW = "- - - - - - - -"


def board(rows: dict[int, str], phase: str = "moving", turns: int = 0) -> WatchYourBack:
    """The unshrunk board with the given rows, the rest empty; White moves at even turns."""
    lines = [rows.get(y, EMPTY_ROW) for y in range(8)]
    for y in (0, 7):
        lines[y] = "X" + lines[y][1:-1] + "X"
    return WatchYourBack.from_text("\n".join([*lines, f"phase: {phase}", f"turns: {turns}"]))


def measured(position: WatchYourBack) -> dict[str, int]:
    return dict(zip(FEATURES, map(int, features(position.kernel)), strict=True))


def played(turns: int, seed: int) -> WatchYourBack:
    """A position after so many random turns, or fewer if the game ended before."""
    position = WatchYourBack()
    dice = random.Random(seed)
    for _ in range(turns):
        position.push(dice.choice(position.legal_moves))
        if position.is_over:
            position.pop()
            break
    return position


def on_the_board(kernel: rules.Pieces) -> dict[str, int]:
    """The features, but for Black's piece that is still to be placed when White's has been."""
    numbers = dict(zip(FEATURES, map(int, features(kernel)), strict=True))
    if int(kernel.tally[rules.TURNS]) < rules.PLACING_TURNS:
        numbers["pieces"] -= int(kernel.tally[rules.TURNS]) & 1
    return numbers


def with_words(position: WatchYourBack, white: int, black: int, turns: int) -> rules.Pieces:
    return rules.set_up(np.uint64(white), np.uint64(black), position.stage, turns)


def turned(word: int, name: str) -> int:
    """The squares of a word after a symmetry of the board."""
    (symmetry,) = (s for s in geometry.symmetries("placing") if s.name == name)
    return sum(1 << symmetry.images[square] for square in range(64) if word >> square & 1)


TURNS = st.integers(0, 23) | st.integers(24, 110)
SEEDS = st.integers(0, 10**6)


@given(TURNS, SEEDS)
def test_left_and_right_make_no_difference(turns: int, seed: int) -> None:
    position = played(turns, seed)
    white, black = (turned(int(word), "left-right") for word in position.kernel.sides)
    mirror = with_words(position, white, black, int(position.kernel.tally[rules.TURNS]))
    assert features(mirror) == features(position.kernel)


@given(TURNS, SEEDS)
def test_both_colours_are_judged_alike(turns: int, seed: int) -> None:
    # Colours exchanged and the board upside down, with the other player to move.
    position = played(turns, seed)
    all_turns = int(position.kernel.tally[rules.TURNS])
    white, black = (turned(int(word), "top-bottom") for word in position.kernel.sides)
    exchanged = with_words(position, black, white, all_turns ^ 1)
    assert on_the_board(exchanged) == on_the_board(position.kernel)


@given(TURNS, SEEDS)
def test_what_is_good_for_one_is_as_bad_for_the_other(turns: int, seed: int) -> None:
    position = played(turns, seed)
    all_turns = int(position.kernel.tally[rules.TURNS])
    white, black = (int(word) for word in position.kernel.sides)
    other = with_words(position, white, black, all_turns ^ 1)
    mine, theirs = on_the_board(position.kernel), on_the_board(other)
    assert theirs.pop("initiative") - mine.pop("initiative") == mine["threatened"]
    assert theirs == {name: -number for name, number in mine.items()}


def can_be_lost(kernel: rules.Pieces, player: int) -> int:
    """The player's pieces that some turn of the other one, whose turn it is, eliminates."""
    own, lost = int(kernel.sides[player]), 0
    moves = np.empty(64, np.int64)
    for code in moves[: verbs.legal(kernel, moves)].tolist():
        verbs.play(kernel, code)
        lost |= own & ~int(kernel.sides[player])
        verbs.undo(kernel)
    return lost


BEFORE_A_SHRINK = [rules.PLACING_TURNS + turns - 1 for turns in geometry.SHRINK_TURNS]


@given(st.integers(0, 230), SEEDS)
def test_exactly_the_pieces_in_danger_can_be_eliminated_by_one_turn(turns: int, seed: int) -> None:
    position = played(turns, seed)
    player, now = position.mover, int(position.kernel.tally[rules.TURNS])
    white, black = (int(word) for word in position.kernel.sides)
    other = with_words(position, white, black, now ^ 1)
    if now ^ 1 not in BEFORE_A_SHRINK:
        danger = int(in_danger(position.kernel, player)) & int(other.sides[player])
        assert danger == can_be_lost(other, player)


@given(st.integers(0, 110), SEEDS)
def test_exactly_on_the_unsafe_squares_a_further_piece_could_be_eliminated(
    turns: int, seed: int
) -> None:
    position = played(turns, seed)
    player, now = position.mover, int(position.kernel.tally[rules.TURNS])
    unsafe = int(in_danger(position.kernel, player) & rules.empty_squares(position.kernel))
    for square in geometry.squares_of(rules.empty_squares(position.kernel)):
        here = 1 << geometry.square_index(*square)
        sides = [int(word) for word in position.kernel.sides]
        sides[player] |= here
        lost = can_be_lost(with_words(position, sides[0], sides[1], now ^ 1), player) & here
        assert lost == unsafe & here


@given(st.integers(0, 230), SEEDS)
def test_the_tactical_moves_are_those_that_win_more_than_they_lose(turns: int, seed: int) -> None:
    position = played(turns, seed)
    moves = np.empty(64, np.int64)
    expected = [
        move.code for move in position.legal_moves if verbs.promise(position.kernel, move.code) > 0
    ]
    assert moves[: verbs.tactical(position.kernel, moves)].tolist() == expected


def test_pieces_and_majority_are_the_lead() -> None:
    numbers = measured(board({3: "O - O - O - - -", 5: "@ - - - - - - -"}))
    assert (numbers["pieces"], numbers["majority"]) == (2, 50)
    numbers = measured(board({3: "O - O - O - - -", 5: "@ - - - - - @ -"}, turns=1))
    assert (numbers["pieces"], numbers["majority"]) == (-1, -20)


def test_a_piece_still_to_be_placed_counts_like_one_on_the_board() -> None:
    position = WatchYourBack()
    for place in ("d3", "e6", "b2", "g6"):
        assert measured(position)["pieces"] == 0
        position.push(place)


def test_mobility_counts_steps_and_jumps_of_both() -> None:
    # White's a2 steps twice (a1 is a corner), d4 steps three times and jumps to d6;
    # Black's d5 steps three times and jumps to d3.
    position = board({1: "O - - - - - - -", 3: "- - - O - - - -", 4: "- - - @ - - - -"})
    white = rules.count_moves(position.kernel, 0)
    black = rules.count_moves(position.kernel, 1)
    assert (white, black) == (2 + 4, 4)
    assert measured(position)["mobility"] == 2


def test_a_piece_is_threatened_where_an_enemy_can_come_to_its_free_side() -> None:
    rows = {1: "- O - O - - - -", 3: "- - - O @ - - -", 4: "- - @ - - - - -"}
    numbers = measured(board(rows))
    assert numbers["threatened"] == 1  # d4: Black comes from c5 to c4
    assert numbers["initiative"] == 0
    assert numbers["exposed"] == 0  # d4 and e4 face each other, each with its back free
    rows[4] = "- - - - - - @ -"
    assert measured(board(rows))["threatened"] == 0


def test_while_placing_every_free_square_of_the_enemys_zone_is_a_threat() -> None:
    facing = {3: "- - - O @ - - -"}
    numbers = measured(board(facing, "placing", turns=2))
    assert (numbers["threatened"], numbers["initiative"]) == (0, 1)  # both can be taken
    deep = {1: "- - - O - - - -", 2: "- - - @ - - - -"}
    numbers = measured(board(deep, "placing", turns=2))
    assert numbers["threatened"] == -1  # Black cannot place on row 1, White can on row 4


def test_protected_pieces_have_a_friend_or_the_rim_on_both_lines() -> None:
    assert measured(board({3: "- - O O - - @ -", 4: "- - O - - - - -"}))["protected"] == 1
    assert measured(board({3: "O - - - - - @ -", 4: "O - - - - - - -"}))["protected"] == 2
    assert measured(board({3: "- - O O - - @ -"}))["protected"] == 0


def test_unsafe_squares_lie_between_something_hostile_and_where_the_enemy_can_come() -> None:
    # Of the squares around d4 not d3, because Black cannot place behind it, on row 2.
    alone = measured(board({3: "- - - @ - - - -"}, "placing", turns=2))
    nobody = measured(board({}, "placing", turns=2))
    assert alone["unsafe"] - nobody["unsafe"] == 3


def test_edge_corner_and_centre_are_told_apart() -> None:
    numbers = measured(board({0: "X O O - - - - X", 3: "- - - @ - - - -"}))
    assert (numbers["edge"], numbers["cornered"], numbers["central"]) == (2, 1, -3)
    numbers = measured(board({2: "- - O - - - - -", 3: "- - - - - @ - -"}))
    assert (numbers["edge"], numbers["cornered"], numbers["central"]) == (0, 0, 0)


@pytest.mark.parametrize(("turns", "near"), [(90, 0), (100, 4), (112, 16), (126, 16)])
def test_pieces_that_the_next_shrink_takes_count_the_nearer_it_is(turns: int, near: int) -> None:
    rows = {0: "X - O - - - - X", 3: "- - - O - @ - -", 6: "- O - - - - - -"}
    # c1 goes with the ring, b7 becomes a corner.
    assert measured(board(rows, turns=turns))["shrinking"] == 2 * near


def test_pieces_are_stranded_when_there_are_fewer_turns_than_pieces_to_save() -> None:
    rows = {0: "X - O O O - - X", 3: "- - - O - @ - -", 4: "@ - - - - - - -"}
    assert measured(board(rows, turns=120))["stranded"] == 0
    assert measured(board(rows, turns=124))["stranded"] == 1  # two White turns for three pieces
    assert measured(board(rows, turns=126))["stranded"] == 2  # one for three, one for one
    assert measured(board(rows, turns=127))["stranded"] == -3  # Black's last turn, none for White


def test_there_is_nothing_to_lose_to_a_shrink_after_the_last_one() -> None:
    rows = ["", "", "    X - - X", "    O O - -", "    - - @ @", "    X - - X", "", ""]
    position = WatchYourBack.from_text("\n".join(rows))
    assert position.stage == 2
    numbers = measured(position)
    assert (numbers["shrinking"], numbers["stranded"]) == (0, 0)


def test_the_side_ahead_is_drawn_to_the_enemy() -> None:
    far = measured(board({0: "X O O O - - - X", 7: "X - - - - - @ X"}))
    near = measured(board({5: "- - - - O O O -", 7: "X - - - - - @ X"}))
    behind = measured(board({5: "- - - - O O O -", 7: "X - - - - - @ X"}, turns=1))
    assert far["approach"] == 0 < near["approach"] == -behind["approach"]


def test_the_value_is_the_weighed_sum_of_the_phase() -> None:
    evaluator = weighed({"placing": {"pieces": 2.0}, "moving": {"pieces": 1.0, "edge": 0.5}})
    placing = board({3: "O - O - - - @ -"}, "placing", turns=4)
    moving = board({3: "O - O - - - @ -"})
    assert verbs.evaluate(evaluator, placing.kernel) == 2000
    assert verbs.evaluate(evaluator, moving.kernel) == 1000 + 500
    assert set(evaluation.PHASES) == {"placing", "moving"}


def test_no_weight_makes_an_estimate_look_like_a_proven_win() -> None:
    evaluator = weighed({"moving": {"pieces": 10_000.0}})
    position = board({3: "O - O - - - @ -"})
    assert verbs.evaluate(evaluator, position.kernel) == verbs.DECIDED - 1


def liked(position: WatchYourBack, **move_weights: int) -> dict[str, int]:
    """How highly each move ranks with those weights."""
    moves = position.legal_moves
    codes, ranks = np.array([move.code for move in moves]), np.zeros(len(moves), np.int64)
    verbs.advise(weighed({}, move_weights=move_weights), position.kernel, codes, ranks, len(moves))
    return dict(zip(map(str, moves), ranks.tolist(), strict=True))


@given(TURNS, SEEDS)
def test_weights_for_eliminations_alone_rank_as_the_game_promises(turns: int, seed: int) -> None:
    position = played(turns, seed)
    kernel = position.kernel
    promised = {str(move): int(verbs.promise(kernel, move.code)) for move in position.legal_moves}
    assert liked(position, elimination=1) == promised


@given(TURNS, SEEDS)
def test_exactly_moves_into_danger_that_eliminate_nothing_are_risky(turns: int, seed: int) -> None:
    position = played(turns, seed)
    danger = int(in_danger(position.kernel, int(verbs.mover(position.kernel))))
    risky = liked(position, elimination=2, risk=1)
    for move in position.legal_moves:
        gain = int(verbs.promise(position.kernel, move.code))
        end = int(rules.target_of(move.code)) if move.code != geometry.FORFEIT else 0
        into_danger = gain == 0 and move.code != geometry.FORFEIT and bool(danger >> end & 1)
        assert risky[str(move)] == 2 * gain + into_danger


def test_move_weights_tell_quiet_moves_apart() -> None:
    # White's d4 can be taken from e4. The piece on b8 stands where the first shrink comes.
    position = board({3: "- - @ O - @ - -", 5: "- - @ - - - - -", 7: "X O - - - - - X"})
    assert liked(position, rescue=1) == {
        "d4-b4": 1, "d4-e4": 1, "d4-d5": 1, "d4-d3": 1, "b8-c8": 0, "b8-b7": 0
    }  # fmt: skip
    assert {move for move, rank in liked(position, attack=1).items() if rank} == {"d4-e4"}
    inwards = liked(position, inwards=1)
    assert (inwards["b8-b7"], inwards["d4-d3"], inwards["d4-b4"]) == (1, -1, -2)
    later = board({3: "- - @ O - @ - -", 7: "X - O - - - - X"})
    assert liked(later, evacuation=1)["c8-c7"] == 1
    assert liked(later, evacuation=1)["c8-d8"] == 0
