"""Who programs with positions and mistakes a text for a number is told what would be right."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from trivium import Cachex, DotsAndBoxes, Hexifence, WatchYourBack
from trivium.agents.catalogue import make_agent
from trivium.errors import BadSize, BadText, TriviumError
from trivium.games.catalogue import GAMES


@pytest.mark.parametrize(
    ("made", "sentence"),
    [
        (lambda: Cachex("5"), "'5' is no size of Cachex; it must be a whole number from 3 to 15"),  # type: ignore[arg-type]
        (lambda: Hexifence(2.0), "2.0 is no size of Hexifence; it must be a whole number"),  # type: ignore[arg-type]
        (lambda: DotsAndBoxes("3x3"), r"height and width are whole numbers, as in DotsAndBoxes\(3"),  # type: ignore[arg-type]
        (lambda: GAMES["cachex"].start(4), "A size is written as a text here: '4', not 4"),  # type: ignore[arg-type]
    ],
)
def test_a_size_of_another_kind_is_told_how_it_is_written(
    made: Callable[[], object], sentence: str
) -> None:
    with pytest.raises(BadSize, match=sentence):
        made()


def test_a_size_may_be_any_whole_number() -> None:
    assert Cachex(np.int64(5)).size == "5"  # type: ignore[arg-type]


@pytest.mark.parametrize("move", [(1, 2), 3, None, ("PLACE", 1, 2)])
def test_what_is_neither_a_text_nor_a_move_is_told_how_moves_are_written(move: Any) -> None:
    position = Cachex(5)
    with pytest.raises(BadText, match="is no move; write one as a text like a1"):
        position.push(move)
    assert position.push("(1, 2)") == position.moves[0]


def test_a_size_is_never_taken_for_a_limit_of_moves() -> None:
    with pytest.raises(TypeError):
        WatchYourBack(8)  # type: ignore[call-arg]


def test_an_agent_for_a_game_that_is_none_is_told_which_games_there_are() -> None:
    with pytest.raises(TriviumError, match="There is no game 'champion'; there are hexifence"):
        make_agent("cachex", "champion")
