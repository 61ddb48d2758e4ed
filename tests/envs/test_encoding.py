"""Positions as arrays say what the position says, and symmetries turn them with the board."""

from __future__ import annotations

import random

import numpy as np
import pytest

from tests.games.test_symmetries import exchanged, last_board, placing_board
from tests.toy_game.position import NOUGHTS_AND_CROSSES
from trivium import Cachex, Hexifence, Position, WatchYourBack
from trivium.envs.encoding import ArraySymmetry, Encoding
from trivium.errors import IllegalMove, TriviumError
from trivium.games.catalogue import GAMES, registered

SIZES = [
    ("hexifence", "2"),
    ("hexifence", "3"),
    ("cachex", "4"),
    ("cachex", "5"),
    ("watch-your-back", "8"),
    ("dots-and-boxes", "2x3"),
    ("dots-and-boxes", "3x3"),
]


def plane(encoding: Encoding, position: Position, name: str) -> set[tuple[int, int]]:
    """The squares (row, column) where a plane is not 0."""
    shown = encoding.observe(position)[list(encoding.planes).index(name)]
    return {(int(row), int(column)) for row, column in zip(*np.nonzero(shown), strict=True)}


@pytest.mark.parametrize(("game", "size"), SIZES)
def test_all_along_a_game_planes_are_shares_and_the_mask_is_that_of_the_legal_moves(
    game: str, size: str
) -> None:
    encoding, dice = Encoding(game, size), random.Random(3)
    position = encoding.start()
    while not position.is_over:
        shown = encoding.observe(position)
        assert shown.shape == encoding.shape
        assert shown.min() >= 0 and shown.max() <= 1
        legal = np.flatnonzero(encoding.mask(position)).tolist()
        assert legal == sorted(move.code for move in position.legal_moves)
        assert [encoding.action(encoding.move(code)) for code in legal] == legal
        position.push(dice.choice(position.legal_moves))
    assert not encoding.mask(position).any()
    assert encoding.observe(position).max() <= 1


@pytest.mark.parametrize("game", ["hexifence", "dots-and-boxes"])
def test_edges_and_cells_stand_on_the_grid_of_the_rule_page(game: str) -> None:
    encoding, dice = Encoding(game), random.Random(5)
    position = encoding.start()
    while not position.is_over:
        free = {move.action for move in position.legal_moves}
        assert plane(encoding, position, "free") == free
        played = {move.action for move in position.moves}
        assert plane(encoding, position, "claimed") == played
        cells = position.scene().score
        assert len(plane(encoding, position, "own")) == cells[position.turn]
        captures = {
            len({m.action for m in position.legal_moves} & around(game, cell))
            for cell in plane(encoding, position, "one left")
        }
        assert captures <= {1}
        for cell in plane(encoding, position, "two left"):
            assert len(free & around(game, cell)) == 2
        position.push(dice.choice(position.legal_moves))


def around(game: str, cell: tuple[int, int]) -> set[object]:
    """The grid points of the edges of a cell."""
    row, column = cell
    offsets = {(-1, 0), (0, -1), (0, 1), (1, 0)}
    if game == "hexifence":
        offsets |= {(-1, -1), (1, 1)}
    return {(row + dr, column + dc) for dr, dc in offsets}


def test_stones_and_sides_of_cachex_are_those_of_the_player_to_move() -> None:
    encoding = Encoding("cachex", "5")
    position = Cachex(5)
    position.push("b4")
    assert plane(encoding, position, "theirs") == {(3, 1)}
    assert plane(encoding, position, "own sides") == {(r, q) for r in range(5) for q in (0, 4)}
    assert len(plane(encoding, position, "steal")) == 25
    position.push("steal")
    assert plane(encoding, position, "theirs") == {(1, 3)}
    assert plane(encoding, position, "own sides") == {(r, q) for r in (0, 4) for q in range(5)}
    assert not plane(encoding, position, "steal")
    turns = encoding.observe(position)[list(encoding.planes).index("turns")]
    assert np.allclose(turns, 2 / 343)
    assert encoding.action("steal") == 25


def test_planes_of_watch_your_back_tell_zones_shrinks_and_the_limit() -> None:
    encoding = Encoding("watch-your-back", move_limit=400)
    position = encoding.start()
    assert isinstance(position, WatchYourBack)
    assert {row for row, _ in plane(encoding, position, "own zone")} == set(range(6))
    assert {row for row, _ in plane(encoding, position, "their zone")} == set(range(2, 8))
    position.push("d4")
    assert plane(encoding, position, "theirs") == {(3, 3)}
    dice = random.Random(1)
    while not position.is_over and position.turns < 130:
        position.push(dice.choice(position.legal_moves))
        shown = encoding.observe(position)
        if position.phase == "moving" and position.turns == 32:
            assert not plane(encoding, position, "own zone")
            assert np.allclose(shown[6], (128 - 32) / 128)
            assert np.allclose(shown[7], (400 - 32) / 400)
    small = WatchYourBack.from_text(last_board({"d4": "O", "e4": "O", "d5": "@", "f5": "@"}))
    assert len(plane(encoding, small, "squares")) == 12
    assert plane(encoding, small, "corners") == {(2, 2), (2, 5), (5, 2), (5, 5)}
    assert not plane(encoding, small, "shrinks")


@pytest.mark.parametrize(("game", "size"), SIZES)
def test_a_symmetry_that_keeps_the_players_turns_observation_and_mask(game: str, size: str) -> None:
    encoding = Encoding(game, size)
    symmetries = [one for one in encoding.symmetries() if not one.swaps_players]
    assert np.array_equal(symmetries[0].actions, np.arange(encoding.actions))
    for seed, symmetry in enumerate(symmetries):
        assert sorted(symmetry.squares) == list(range(encoding.shape[1] * encoding.shape[2]))
        moves = 22 if game == "watch-your-back" else 100  # the phase changes after that
        follow(encoding, symmetry, encoding.start(), encoding.start(), moves, seed)


def test_a_symmetry_that_exchanges_the_players_does_so_too() -> None:
    encoding = Encoding("cachex", "5")
    for symmetry, plain in zip(
        encoding.symmetries()[2:], Cachex(5).observation().symmetries[2:], strict=True
    ):
        position, image = exchanged(5, plain[0])
        follow(encoding, symmetry, position, image, 30, seed=1, turns_differ=True)
    encoding = Encoding("watch-your-back")
    for symmetry in encoding.symmetries()[2:]:
        six, seven = (WatchYourBack.from_text(placing_board(turns)) for turns in (6, 7))
        follow(encoding, symmetry, six, seven, 16, seed=2)


def follow(
    encoding: Encoding,
    symmetry: ArraySymmetry,
    position: Position,
    image: Position,
    moves: int,
    seed: int,
    turns_differ: bool = False,
) -> None:
    """Play at random in `position` and the images in `image`, and compare the arrays."""
    dice = random.Random(seed)
    shown = [name not in ("turns",) or not turns_differ for name in encoding.planes]
    for _ in range(moves):
        turned = symmetry.of_observation(encoding.observe(position))
        assert np.array_equal(turned[shown], encoding.observe(image)[shown])
        assert np.array_equal(symmetry.of_actions(encoding.mask(position)), encoding.mask(image))
        if position.is_over:
            return
        code = dice.choice(position.legal_moves).code
        position.push(position.move(code))
        image.push(image.move(int(symmetry.actions[code])))


def test_a_batch_is_turned_as_a_whole() -> None:
    encoding = Encoding("hexifence", "2")
    position = Hexifence(2)
    position.push("d1")
    turn = encoding.symmetries()[1]
    both = np.stack([encoding.observe(Hexifence(2)), encoding.observe(position)])
    assert np.array_equal(turn.of_observation(both)[1], turn.of_observation(both[1]))


def test_what_is_no_action_is_told() -> None:
    with pytest.raises(IllegalMove, match="999 is no action of cachex 5"):
        Encoding("cachex", "5").move(999)
    with pytest.raises(TriviumError, match="did you mean cachex"):
        Encoding("cachx")


def test_a_game_without_planes_says_what_it_lacks() -> None:
    with registered(NOUGHTS_AND_CROSSES), pytest.raises(TriviumError, match="lacks a module"):
        Encoding(NOUGHTS_AND_CROSSES.name)


@pytest.mark.parametrize("game", GAMES)
def test_every_plane_is_explained(game: str) -> None:
    planes = Encoding(game).planes
    assert all(name and len(says) > 10 for name, says in planes.items())
