"""Words that go with numbers."""

from __future__ import annotations

from trivium.words import how_many


def test_one_thing_is_one_and_several_are_several() -> None:
    assert [how_many(number, "move") for number in (0, 1, 2)] == ["0 moves", "1 move", "2 moves"]
    assert [how_many(number, "box", "boxes") for number in (1, 2)] == ["1 box", "2 boxes"]
    assert how_many(12345, "node") == "12,345 nodes"
