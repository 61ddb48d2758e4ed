"""Openings: the same for the same numbers, balanced if that is promised, checked if from a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from trivium import Cachex, Hexifence
from trivium.arena.fixtures import play_fixture
from trivium.arena.match import Match
from trivium.arena.openings import (
    FAIR,
    Openings,
    mover_share,
    read_openings,
    start_position,
)
from trivium.arena.records import write_line
from trivium.errors import TriviumError
from trivium.games.catalogue import GAMES
from trivium.games.record import write_record
from trivium.search.mcts_engine import MonteCarlo

SIZES = {"hexifence": "2", "cachex": "5", "watch-your-back": "8", "dots-and-boxes": "2x2"}


@pytest.mark.parametrize("kind", ["balanced", "random"])
@pytest.mark.parametrize("game", GAMES)
def test_an_opening_depends_on_seed_and_number_alone(game: str, kind: str) -> None:
    openings, size = Openings(kind, 3), SIZES[game]
    again = openings.position(game, size, 1, 0)
    assert again == openings.position(game, size, 1, 0)
    assert len(again.moves) == 3
    others = {openings.position(game, size, 1, number).to_text() for number in range(4)}
    assert len(others) > 1


def test_balanced_openings_are_balanced() -> None:
    """In Cachex a random first stone is often so good or bad that it decides the game."""
    judge = MonteCarlo(megabytes=4, seed=1)

    def far_off(kind: str) -> int:
        positions = [Openings(kind, 3).position("cachex", "4", 1, n) for n in range(12)]
        return sum(abs(mover_share(judge, position) - 0.5) > FAIR for position in positions)

    assert far_off("balanced") < far_off("random")


def test_no_opening_is_the_start_position() -> None:
    assert Openings("none").position("cachex", "5", 1, 3) == Cachex(5)
    assert Openings("random", 0).position("cachex", "5", 1, 3) == Cachex(5)


def test_the_start_position_cannot_be_spoilt() -> None:
    start_position("hexifence", "2").push("a2")
    assert start_position("hexifence", "2") == Hexifence(2)


def test_moves_and_records_are_read_from_a_file(tmp_path: Path) -> None:
    saved = Hexifence(2)
    saved.push("b1")
    game = play_fixture(Match("hexifence", "random", "random", "2", 2).fixtures()[0])
    file = tmp_path / "book"
    lines = [
        "# three ways to begin",
        "",
        "1. a1 2. d1   # by number",
        json.dumps(json.loads(write_record(saved))),
        write_line(game),
    ]
    file.write_text("\n".join(lines))
    openings = read_openings(file, "hexifence", "2")
    moves = [
        [str(move) for move in openings.position("hexifence", "2", 0, number).moves]
        for number in range(4)
    ]
    assert moves == [["a1", "d1"], ["b1"], list(game.moves[:2]), ["a1", "d1"]]
    assert openings.only(1).position("hexifence", "2", 0, 1).moves == saved.moves


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("a1 b1\na1 a1\n", "line 2: a1 is not possible"),
        ("a1\nz99\n", "line 2: 'z99' is not a move"),
        ("a1 b1 a2 c2 b3 c3\n", "line 1: the game is over after these moves"),
        ("# nothing\n", "There is no opening"),
        ('{"game": 1}\n', 'line 1: This is no game record: its "game" is missing'),
        (json.dumps(json.loads(write_record(Cachex(5)))), "is a game of cachex 5, not hexifence 1"),
    ],
)
def test_a_mistake_in_a_file_is_named_with_its_line(
    tmp_path: Path, text: str, complaint: str
) -> None:
    file = tmp_path / "book"
    file.write_text(text)
    with pytest.raises(TriviumError, match=complaint):
        read_openings(file, "hexifence", "1")


def test_impossible_openings_are_refused() -> None:
    with pytest.raises(TriviumError, match="balanced, random, none or from a file"):
        Openings("sharp")
    with pytest.raises(TriviumError, match="0 to 100"):
        Openings("random", 1000)
