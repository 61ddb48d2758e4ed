"""The package as somebody at a Python prompt finds it."""

from __future__ import annotations

import trivium
from trivium.games.catalogue import GAMES


def test_everything_that_can_be_imported_is_listed() -> None:
    assert set(trivium.__all__) <= set(dir(trivium))
    for name in trivium.__all__:
        assert getattr(trivium, name).__name__ == name


def test_every_game_is_among_it() -> None:
    assert {game.position.__name__ for game in GAMES.values()} <= set(trivium.__all__)
