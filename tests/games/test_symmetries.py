"""A symmetry turns every game into another legal game with the same course."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from trivium import Cachex, DotsAndBoxes, Hexifence, Position, WatchYourBack
from trivium.games.cachex import geometry as rhombus
from trivium.games.dots_and_boxes import geometry as rectangle
from trivium.games.hexifence import geometry as hexagon
from trivium.games.symmetry import Symmetry
from trivium.games.watch_your_back import geometry as square


def follow(position: Position, image: Position, symmetry: Symmetry, moves: int, seed: int) -> None:
    """Play at random in `position` and the images of those moves in `image`."""
    dice = random.Random(seed)
    for _ in range(moves):
        legal = [move.code for move in position.legal_moves]
        assert {symmetry.images[code] for code in legal} == {m.code for m in image.legal_moves}
        assert (position.turn == image.turn) != symmetry.swaps_players
        if position.is_over:
            break
        code = dice.choice(legal)
        position.push(position.move(code))
        image.push(image.move(symmetry.images[code]))
    outcome, image_outcome = position.outcome(), image.outcome()
    assert (outcome is None) == (image_outcome is None)
    if outcome and image_outcome:
        assert outcome.reason == image_outcome.reason
        assert (outcome.winner == image_outcome.winner) != (
            symmetry.swaps_players and outcome.winner is not None
        )


def names(symmetries: Sequence[Symmetry]) -> set[str]:
    assert all(sorted(s.images) == list(range(len(s.images))) for s in symmetries)
    assert len({s.images for s in symmetries}) == len(symmetries)
    assert symmetries[0].images == tuple(range(len(symmetries[0].images)))
    return {s.name for s in symmetries}


@pytest.mark.parametrize("size", [2, 3])
def test_hexifence_has_twelve(size: int) -> None:
    symmetries = hexagon.hexagon(size).symmetries
    assert len(names(symmetries)) == 12
    for symmetry in symmetries:
        follow(Hexifence(size), Hexifence(size), symmetry, 100, seed=size)


def test_the_sixty_degree_turn_is_that_of_the_rule_page() -> None:
    # (x, y, z) -> (-z, -x, -y): six times is once around, three times the half turn.
    board = hexagon.hexagon(3)
    turn = board.symmetries[1].images
    half_turn = board.symmetries[3].images
    for edge, (row, column) in enumerate(board.edges):
        assert half_turn[edge] == turn[turn[turn[edge]]]
        assert board.edges[half_turn[edge]] == (10 - row, 10 - column)


@pytest.mark.parametrize(("height", "width", "count"), [(3, 3, 8), (2, 3, 4), (3, 1, 4)])
def test_square_boards_have_eight_and_others_four(height: int, width: int, count: int) -> None:
    symmetries = rectangle.rectangle(height, width).symmetries
    assert len(names(symmetries)) == count
    for symmetry in symmetries:
        follow(DotsAndBoxes(height, width), DotsAndBoxes(height, width), symmetry, 40, seed=1)


@pytest.mark.parametrize("size", [4, 5])
def test_cachex_has_two_and_two_more_with_the_players_exchanged(size: int) -> None:
    symmetries = rhombus.symmetries(size)
    assert [s.swaps_players for s in symmetries] == [False, False, True, True]
    assert len(names(symmetries)) == 4
    for symmetry in symmetries:
        for seed in range(5):
            position, image = Cachex(size), Cachex(size)
            if symmetry.swaps_players:
                position, image = exchanged(size, symmetry)
            follow(position, image, symmetry, 100, seed)


def exchanged(size: int, symmetry: Symmetry) -> tuple[Cachex, Cachex]:
    """Two positions after turn 2 that are each other's image with the players exchanged."""
    cell = symmetry.images[1]
    r, q = divmod(cell, size)
    position = Cachex.from_text(f'{{"n": {size}, "board": [["r", 0, 1]], "turns": 4}}')
    image = Cachex.from_text(f'{{"n": {size}, "board": [["b", {r}, {q}]], "turns": 5}}')
    return position, image


def test_placing_has_the_mirror_and_the_exchange_of_the_players() -> None:
    symmetries = square.symmetries("placing")
    assert names(symmetries) == {"identity", "left-right", "top-bottom", "half turn"}
    follow(WatchYourBack(), WatchYourBack(), symmetries[1], 23, seed=4)
    for symmetry in symmetries[2:]:
        position = WatchYourBack.from_text(placing_board(turns=6))
        image = WatchYourBack.from_text(placing_board(turns=7))
        follow(position, image, symmetry, 16, seed=5)


def placing_board(turns: int) -> str:
    rows = ["X - - - - - - X", *["- - - - - - - -"] * 6, "X - - - - - - X"]
    return "\n".join([*rows, "phase: placing", f"turns: {turns}"])


def test_moving_on_the_smallest_board_has_all_eight_symmetries_of_the_square() -> None:
    symmetries = square.symmetries("moving")
    assert len(names(symmetries)) == 8
    squares = {"d4": "O", "e4": "O", "d5": "@", "f5": "@", "e5": "O", "c4": "@"}
    for symmetry in symmetries:
        for seed in range(5):
            position = WatchYourBack.from_text(last_board(squares))
            turned = {}
            for name, piece in squares.items():
                image = symmetry.images[position.read_move(name).code]
                turned[str(position.move(image))] = piece
            follow(position, WatchYourBack.from_text(last_board(turned)), symmetry, 30, seed)


def last_board(squares: dict[str, str]) -> str:
    rows = [[" "] * 8 for _ in range(8)]
    for x in range(2, 6):
        for y in range(2, 6):
            rows[y][x] = "X" if x in (2, 5) and y in (2, 5) else "-"
    for name, piece in squares.items():
        rows[int(name[1:]) - 1]["abcdefgh".index(name[0])] = piece
    return "\n".join(" ".join(row) for row in rows)
