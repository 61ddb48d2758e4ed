"""The classes of edges, the features of positions, and what a late position is worth."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivium import DotsAndBoxes, Hexifence
from trivium.games.hexifence.edge_sets import (
    CAPTURING,
    CLAIMED,
    CLASS_COUNT,
    FREE,
    SACRIFICING,
    SAFE,
    EdgeSets,
    classify,
    pick_member,
    rings_of,
    update_after_play,
    update_after_undo,
)
from trivium.games.hexifence.endgame import new_endgame, opening_values, rest_value
from trivium.games.hexifence.features import Feature, features, find_features, gift
from trivium.games.hexifence.position import FencesPosition
from trivium.games.hexifence.tactics import next_capture
from trivium.kernel.chance import seeded
from trivium.kernel.verbs import play, undo

BUDGET = 100_000

boards = st.sampled_from([(1,), (2,), (3,), (4,), (3, 3), (2, 5), (1, 4)])


def start(board: tuple[int, ...]) -> FencesPosition:
    return Hexifence(board[0]) if len(board) == 1 else DotsAndBoxes(board[0], board[1])


def played(board: tuple[int, ...], seed: int, moves: int) -> FencesPosition:
    """Play up to so many random moves."""
    position, choice = start(board), random.Random(seed)
    for _ in range(moves):
        if not position.is_over:
            position.push(choice.choice(position.legal_moves))
    return position


def left_with(position: FencesPosition, *left: str) -> FencesPosition:
    """Claim all edges except some, whoever's turn it is."""
    for move in position.legal_moves:
        if str(move) not in left:
            position.push(move)
    return position


def without_safe_edges(board: tuple[int, ...], seed: int) -> FencesPosition:
    """Play safe edges at random until there are none."""
    position, chance = start(board), seeded(seed)
    while (sets := classify(position.kernel)).size[SAFE]:
        position.push(position.move(int(pick_member(sets, SAFE, chance))))
    return position


def direct_class(position: FencesPosition, edge: int) -> int:
    """The class of an edge, from claiming it and looking."""
    if position.kernel.edge_owner[edge] >= 0:
        return CLAIMED
    before = [int(count) for count in position.kernel.open_edges]
    after = position.copy()
    after.push(after.move(edge))
    now = [int(count) for count in after.kernel.open_edges]
    captured = any(b > 0 and n == 0 for b, n in zip(before, now, strict=True))
    offered = any(b > 1 and n == 1 for b, n in zip(before, now, strict=True))
    return (CAPTURING if offered else FREE) if captured else (SACRIFICING if offered else SAFE)


def as_sets(sets: EdgeSets) -> list[set[int]]:
    """The members of each class, after a check that every member knows its place."""
    result = []
    for kind in range(CLASS_COUNT):
        members = sets.members[kind, : sets.size[kind]].tolist()
        assert [int(sets.place[edge]) for edge in members] == list(range(len(members)))
        assert all(sets.kind[edge] == kind for edge in members)
        result.append(set(members))
    return result


@given(boards, st.integers(0, 1000), st.integers(0, 150))
def test_an_edge_is_classified_by_what_claiming_it_does(
    board: tuple[int, ...], seed: int, moves: int
) -> None:
    position = played(board, seed, moves)
    sets = classify(position.kernel)
    for edge in range(len(position.board.edges)):
        assert sets.kind[edge] == direct_class(position, edge)
    as_sets(sets)


@given(boards, st.integers(0, 1000))
def test_the_sets_stay_right_with_every_move_and_every_undo(
    board: tuple[int, ...], seed: int
) -> None:
    position, choice = start(board), random.Random(seed)
    sets = classify(position.kernel)
    line: list[int] = []
    for _ in range(60):
        forwards = not position.is_over and (not line or choice.random() < 0.7)
        if forwards:
            line.append(choice.choice(position.legal_moves).code)
            play(position.kernel, line[-1])
            update_after_play(sets, position.kernel, line[-1])
        elif line:
            undo(position.kernel)
            update_after_undo(sets, position.kernel, line.pop())
        assert as_sets(sets) == as_sets(classify(position.kernel))


def test_every_member_of_a_class_is_picked_sooner_or_later() -> None:
    sets, chance = classify(Hexifence(2).kernel), seeded(1)
    assert {int(pick_member(sets, SAFE, chance)) for _ in range(500)} == set(range(30))


@given(boards, st.integers(0, 1000), st.integers(0, 150))
def test_features_hold_each_open_cell_once_and_fit_their_definitions(
    board: tuple[int, ...], seed: int, moves: int
) -> None:
    position = played(board, seed, moves)
    found = features(position.kernel)
    open_edges = position.kernel.open_edges[:-1].tolist()
    cells = [cell for feature in found for cell in feature.cells]
    assert sorted(cells) == [cell for cell, count in enumerate(open_edges) if count > 0]
    for feature in found:
        check(position, feature, open_edges)


def check(position: FencesPosition, feature: Feature, open_edges: list[int]) -> None:
    counts = [open_edges[cell] for cell in feature.cells]
    rings = position.board.cell_edges
    for edge in feature.edges:
        assert position.kernel.edge_owner[edge] < 0
        assert any(edge in rings[cell] for cell in feature.cells)
    assert all(open_edges[cell] > 2 for cell in feature.junctions)
    if feature.kind == "junction":
        assert counts[0] == len(feature.edges) > 2
        return
    lengths = {"chain": 1, "loop": 0, "open": -1 if feature.open_at_both_ends else 0}
    assert len(feature.edges) == feature.length + lengths[feature.kind]
    if feature.kind == "open":
        ends = [0, -1] if feature.open_at_both_ends else [0]
        assert all(counts[end] == 1 for end in ends)
        assert counts.count(2) == feature.length - len(ends)
    else:
        assert set(counts) == {2}
        touched = beyond(position, feature)
        assert all(open_edges[cell] > 2 for cell in touched)
        assert touched == set(feature.junctions)


def beyond(position: FencesPosition, feature: Feature) -> set[int]:
    """The cells across the feature's edges that are not its own."""
    cells = {int(cell) for edge in feature.edges for cell in position.board.edge_cells[edge]}
    return cells - set(feature.cells) - {len(position.board.cells)}


def test_three_hexagons_around_a_corner_make_a_loop_that_squares_do_not_have() -> None:
    position = left_with(Hexifence(2), *loop_of_three(Hexifence(2)))
    assert [(feature.kind, feature.length) for feature in features(position.kernel)] == [
        ("loop", 3)
    ]


def loop_of_three(position: Hexifence) -> list[str]:
    """The names of the three edges that meet at a corner of the middle cell."""
    board = position.board
    middle = board.cell_at[(3, 3)]
    for first in board.cell_edges[middle]:
        for second in board.cell_edges[middle]:
            a = sum(board.edge_cells[first].tolist()) - middle
            b = sum(board.edge_cells[second].tolist()) - middle
            between = [edge for edge in board.cell_edges[a] if edge in board.cell_edges[b]]
            if a != b and between:
                return [str(board.moves[edge]) for edge in (first, second, between[0])]
    raise AssertionError


def test_a_row_of_boxes_is_a_chain_until_it_is_opened() -> None:
    position = left_with(DotsAndBoxes(1, 4), "a2", "c2", "e2", "g2", "i2")
    assert [(f.kind, f.length, f.junctions) for f in features(position.kernel)] == [
        ("chain", 4, ())
    ]
    position.push("i2")
    (row,) = features(position.kernel)
    assert (row.kind, row.length, row.open_at_both_ends) == ("open", 4, False)
    assert [str(position.move(edge)) for edge in row.edges] == ["g2", "e2", "c2", "a2"]


def test_three_arms_meet_in_a_junction() -> None:
    # A T of four boxes: the upper row of three, and the box below its middle.
    position = left_with(DotsAndBoxes(2, 3), "a2", "c2", "e2", "g2", "d3", "d5")
    found = features(position.kernel)
    assert sorted((f.kind, f.length) for f in found) == [("chain", 1)] * 3 + [("junction", 1)]
    centre = next(f for f in found if f.kind == "junction").cells
    assert all(f.junctions == centre for f in found if f.kind == "chain")


def test_a_ring_of_boxes_is_a_loop_and_opened_it_can_be_taken_from_both_ends() -> None:
    position = left_with(DotsAndBoxes(2, 2), "b3", "d3", "c2", "c4")
    assert [(f.kind, f.length) for f in features(position.kernel)] == [("loop", 4)]
    position.push("b3")
    (row,) = features(position.kernel)
    assert row.kind == "open" and row.open_at_both_ends


@given(boards, st.integers(0, 1000))
def test_a_gift_is_what_the_opponent_then_captures_in_a_row(
    board: tuple[int, ...], seed: int
) -> None:
    position = without_safe_edges(board, seed)
    before = position.to_text()
    rings = rings_of(position.kernel)
    for move in position.legal_moves:
        after = position.copy()
        after.push(move)
        cells = sum(after.cells.values())
        while capture := next_capture(features(after.kernel)):
            after.push(after.move(capture.edge))
        assert gift(position.kernel, rings, move.code) == sum(after.cells.values()) - cells
    assert position.to_text() == before


def test_the_order_of_captures_keeps_two_of_a_chain_to_hand_out() -> None:
    position = left_with(DotsAndBoxes(1, 4), "a2", "c2", "e2", "g2", "i2")
    position.push("i2")
    for _ in range(2):
        capture = next_capture(features(position.kernel))
        assert capture is not None and capture.handout is None
        position.push(position.move(capture.edge))
    capture = next_capture(features(position.kernel))
    assert capture is not None and capture.handout is not None
    assert (str(position.move(capture.handout)), capture.cells) == ("a2", 2)
    assert str(position.move(capture.edge)) == "c2"


def test_four_of_a_loop_are_handed_out_by_the_edge_in_the_middle() -> None:
    position = left_with(DotsAndBoxes(2, 2), "b3", "d3", "c2", "c4")
    position.push("b3")
    capture = next_capture(features(position.kernel))
    assert capture is not None and capture.handout is not None
    assert (str(position.move(capture.handout)), capture.cells) == ("d3", 4)


def best_margin(position: FencesPosition, known: dict[bytes, int]) -> int:
    """The value of the rest of the game by trying everything."""
    if position.is_over:
        return 0
    key = position.kernel.free.tobytes()
    if key not in known:
        known[key] = max(after_move(position, move.code, known) for move in position.legal_moves)
    return known[key]


def after_move(position: FencesPosition, edge: int, known: dict[bytes, int]) -> int:
    mover, cells = position.mover, sum(position.cells.values())
    play(position.kernel, edge)
    captured = sum(position.cells.values()) - cells
    sign = 1 if position.mover == mover else -1
    value = captured + sign * best_margin(position, known)
    undo(position.kernel)
    return value


@pytest.mark.parametrize("board", [(2,), (3, 3), (2, 4), (2, 3), (1, 4)])
@pytest.mark.parametrize("seed", range(4))
def test_the_play_out_over_features_finds_the_true_value_and_the_best_openings(
    board: tuple[int, ...], seed: int
) -> None:
    position = without_safe_edges(board, seed)
    known: dict[bytes, int] = {}
    truth = best_margin(position, known)
    endgame = new_endgame(position.kernel, BUDGET)
    assert rest_value(endgame, position.kernel) == truth
    values = np.zeros(len(position.board.cells), np.int64)
    count = int(opening_values(endgame, position.kernel, values))
    assert values[:count].max() == truth
    closed = [f for f in features(position.kernel) if f.kind in ("chain", "loop")]
    assert len(closed) == count
    best = {f.edges[len(f.edges) // 2] for f, v in zip(closed, values, strict=False) if v == truth}
    assert all(after_move(position, edge, known) == truth for edge in best)


def test_the_scan_of_a_board_lists_junctions_before_what_they_join() -> None:
    scan = find_features(left_with(DotsAndBoxes(2, 3), "a2", "c2", "e2", "g2", "d3", "d5").kernel)
    assert scan.kind[: scan.total[0]].tolist() == [2, 0, 0, 0]
