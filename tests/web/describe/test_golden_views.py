"""What the page is told of boards and positions stays as it is, to the last digit."""

from __future__ import annotations

import json

import pytest

from tests.web.describe.golden_views import VIEWED, file_name, view


@pytest.mark.parametrize(("game", "size", "start", "moves"), VIEWED)
def test_a_board_and_its_positions_are_told_as_before(
    game: str, size: str, start: str | None, moves: tuple[str, ...]
) -> None:
    golden = json.loads(file_name(game).read_text(encoding="utf-8"))
    assert view(game, size, start, moves) == golden
