"""The table of Hexifence 2: right, complete, and there whatever happens to its file."""

from __future__ import annotations

import hashlib
import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.agents.hexifence.fences_brute_force import brute_force
from tests.oracles.boxes import BoxesOracle
from trivium import Hexifence
from trivium.errors import BadSize
from trivium.games.hexifence.geometry import hexagon
from trivium.games.hexifence.rules import NOBODY, Fences, set_up
from trivium.games.symmetry import Symmetry
from trivium.solve.tables import hexifence_two
from trivium.solve.tables.hexifence_two import best_line, best_moves, move_values, rest_value, value

BOARD = hexagon(2)
EDGES = range(len(BOARD.edges))

edge_sets = st.sets(st.sampled_from(EDGES))
few_edges = st.sets(st.sampled_from(EDGES), max_size=11)
more_edges = st.sets(st.sampled_from(EDGES), min_size=12, max_size=15)
seeds = st.integers(0, 10**6)


def with_free(edges: set[int], seed: int = 0) -> Hexifence:
    """A position with exactly these edges free, the rest claimed and captured at random."""
    dice = random.Random(seed)
    edge_owner = [NOBODY if edge in edges else dice.randrange(2) for edge in EDGES]
    cell_owner = [
        dice.randrange(2) if edges.isdisjoint(ring) else NOBODY for ring in BOARD.cell_edges
    ]
    mover = dice.randrange(2)
    return Hexifence(2, set_up(BOARD, np.array(edge_owner), np.array(cell_owner), mover))


def after_random_moves(seed: int) -> Hexifence:
    dice = random.Random(seed)
    position = Hexifence(2)
    for _ in range(dice.randrange(len(EDGES))):
        position.push(dice.choice(position.legal_moves))
    return position


def margin(position: Hexifence, colour: str) -> int:
    return 2 * position.cells[colour] - sum(position.cells.values())


# What the values are


def test_the_first_player_loses_by_three() -> None:
    assert value(Hexifence(2).kernel) == rest_value(Hexifence(2).kernel) == -3


def test_a_finished_game_is_worth_its_margin_and_has_no_move() -> None:
    position = with_free(set(), seed=3)
    assert value(position.kernel) == margin(position, position.turn)
    assert rest_value(position.kernel) == 0
    assert move_values(position.kernel) == {}
    assert best_moves(position.kernel) == best_line(position.kernel) == []


@given(few_edges, seeds)
def test_values_equal_brute_force(edges: set[int], seed: int) -> None:
    position = with_free(edges, seed)
    assert value(position.kernel) == brute_force(position)


@settings(max_examples=20)
@given(more_edges)
def test_values_equal_brute_force_earlier_in_the_game(edges: set[int]) -> None:
    position = with_free(edges)
    assert value(position.kernel) == brute_force(position)


@given(seeds)
def test_the_value_is_that_of_the_best_move_by_the_rules(seed: int) -> None:
    position = after_random_moves(seed)
    mover, values = position.turn, {}
    for move in position.legal_moves:
        position.push(move)
        values[move.code] = value(position.kernel) * (1 if position.turn == mover else -1)
        position.pop()
    assert move_values(position.kernel) == values
    assert value(position.kernel) == max(values.values())


@given(edge_sets, seeds)
def test_the_mover_gets_the_value_whatever_best_moves_both_choose(
    edges: set[int], seed: int
) -> None:
    position, dice = with_free(edges, seed), random.Random(seed)
    mover, promised = position.turn, value(position.kernel)
    while not position.is_over:
        position.push(position.move(dice.choice(best_moves(position.kernel))))
    assert margin(position, mover) == promised


@given(edge_sets, seeds)
def test_the_best_line_keeps_the_value_and_leaves_the_position(edges: set[int], seed: int) -> None:
    position = with_free(edges, seed)
    before, mover, promised = position.to_text(), position.turn, value(position.kernel)
    line = best_line(position.kernel)
    assert position.to_text() == before
    for code in line:
        position.push(position.move(code))
    assert position.is_over and margin(position, mover) == promised


def test_the_second_player_wins_by_three_at_least_in_games_refereed_by_the_oracle() -> None:
    for seed in range(20):
        dice = random.Random(seed)
        position, oracle = Hexifence(2), BoxesOracle.hexifence(2)
        while not oracle.over:
            perfect = oracle.turn == "red"
            codes = (
                best_moves(position.kernel) if perfect else [m.code for m in position.legal_moves]
            )
            move = position.push(position.move(dice.choice(codes)))
            oracle.play(BOARD.edges[move.code])
        score = oracle.score()
        assert score["red"] - score["blue"] >= 3


# Which positions share a value


@given(edge_sets, st.sampled_from(BOARD.symmetries))
def test_images_under_a_symmetry_have_equal_values(edges: set[int], symmetry: Symmetry) -> None:
    image = {symmetry.images[edge] for edge in edges}
    assert rest_value(with_free(edges).kernel) == rest_value(with_free(image).kernel)


@given(edge_sets, seeds)
def test_which_border_edges_of_a_cell_are_free_does_not_matter(edges: set[int], seed: int) -> None:
    dice = random.Random(seed)
    shuffled = set(edges)
    for cell, ring in enumerate(BOARD.cell_edges):
        border = [
            edge for edge in ring if tuple(BOARD.edge_cells[edge]) == (cell, len(BOARD.cells))
        ]
        free = len(edges.intersection(border))
        shuffled -= set(border)
        shuffled |= set(dice.sample(border, free))
    place = hexifence_two.place
    assert place(with_free(edges).kernel) == place(with_free(shuffled).kernel)


def test_the_places_run_from_the_last_position_to_the_start() -> None:
    assert hexifence_two.place(with_free(set()).kernel) == 0
    assert (
        hexifence_two.place(Hexifence(2).kernel) == hexifence_two.POSITIONS - 1 == 2**12 * 4**6 - 1
    )


@pytest.mark.parametrize("size", [1, 3])
def test_other_boards_are_refused(size: int) -> None:
    position: Fences = Hexifence(size).kernel
    assert not hexifence_two.covers(position)
    with pytest.raises(BadSize, match="Hexifence 2 only"):
        value(position)


# The file


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tables" / "table"


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def test_the_built_table_has_the_recorded_hash(file: Path) -> None:
    values = hexifence_two.load_or_build(file)
    assert digest(values.tobytes()) == digest(file.read_bytes()) == hexifence_two.SHA256
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_a_sound_file_is_used_and_nothing_is_built(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = hexifence_two.load_or_build(file)
    monkeypatch.setattr(hexifence_two, "build", lambda: pytest.fail("built again"))
    assert np.array_equal(hexifence_two.load_or_build(file), expected)


@pytest.mark.parametrize("damage", ["cut off", "one byte changed", "empty", "longer"])
def test_a_damaged_file_is_made_again(file: Path, damage: str) -> None:
    file.parent.mkdir()
    sound = hexifence_two.table().tobytes()
    file.write_bytes(
        {
            "cut off": sound[:-1],
            "one byte changed": sound[:1000] + b"x" + sound[1001:],
            "empty": b"",
            "longer": sound + b"x",
        }[damage]
    )
    assert hexifence_two.load_or_build(file).tobytes() == sound
    assert file.read_bytes() == sound


def test_where_nothing_can_be_written_the_table_is_only_in_memory(tmp_path: Path) -> None:
    obstacle = tmp_path / "file"
    obstacle.write_text("in the way")
    values = hexifence_two.load_or_build(obstacle / "tables" / "table")
    assert digest(values.tobytes()) == hexifence_two.SHA256


def test_where_the_file_is_a_directory_the_table_is_only_in_memory(file: Path) -> None:
    (file / "something").mkdir(parents=True)
    values = hexifence_two.load_or_build(file)
    assert digest(values.tobytes()) == hexifence_two.SHA256
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_nobody_can_change_the_table(file: Path) -> None:
    for _ in range(2):  # built, then loaded
        with pytest.raises(ValueError, match="read-only"):
            hexifence_two.load_or_build(file)[0] = 1
