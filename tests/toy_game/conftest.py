"""The toy game in the catalogue, for the tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.toy_game.position import NOUGHTS_AND_CROSSES
from trivium.games.catalogue import registered
from trivium.games.game import Game


@pytest.fixture(scope="module", autouse=True)
def toy() -> Iterator[Game]:
    """Noughts and Crosses, registered as long as the tests of a module run."""
    with registered(NOUGHTS_AND_CROSSES) as game:
        yield game
