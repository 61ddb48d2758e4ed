"""Recorded games are still played the same, to the last byte."""

import pytest

from tests.games.golden_games import RECORDED, file_name, playthrough


@pytest.mark.parametrize(("game", "size", "seed"), RECORDED)
def test_a_recorded_game_is_played_the_same(game: str, size: str, seed: int) -> None:
    assert playthrough(game, size, seed) == file_name(game, size, seed).read_text(encoding="utf-8")
