"""Perft: the compiled rules and the oracles count the same, and the counts do not change."""

from __future__ import annotations

import threading
import time

import pytest

from tests import oracles
from tests.games.both import Pair, cachex, dots_and_boxes, hexifence, watch_your_back
from trivium import Hexifence
from trivium.kernel.chance import seeded
from trivium.search.running import new_stop_flag
from trivium.search.walks import perft, random_line, random_lines

COUNTS = [
    (hexifence(1), "hexifence 1", [1, 6, 30, 120, 360, 720, 720, 0]),
    (hexifence(2), "hexifence 2", [1, 30, 870, 24_360]),
    (dots_and_boxes(1, 1), "dots-and-boxes 1x1", [1, 4, 12, 24, 24, 0]),
    (dots_and_boxes(2, 2), "dots-and-boxes 2x2", [1, 12, 132, 1_320, 11_880]),
]


def count(pair: Pair, depth: int) -> int:
    return int(perft(pair.position().kernel, depth, new_stop_flag()))


@pytest.mark.parametrize(
    ("pair", "counts"), [(p, c) for p, _, c in COUNTS], ids=[name for _, name, _ in COUNTS]
)
def test_both_rules_count_the_recorded_number_of_games(pair: Pair, counts: list[int]) -> None:
    for depth, expected in enumerate(counts):
        assert count(pair, depth) == expected
        assert oracles.perft(pair.oracle(), depth) == expected


def test_a_walk_stops_when_it_is_told_to() -> None:
    stop = new_stop_flag()
    walk = threading.Thread(target=lambda: perft(Hexifence(3).kernel, 12, stop))
    perft(Hexifence(1).kernel, 1, stop)
    walk.start()
    time.sleep(0.05)
    assert walk.is_alive()
    stop[0] = 1
    walk.join(timeout=20)
    assert not walk.is_alive()


def test_random_lines_leave_the_position_as_it_was() -> None:
    position = Hexifence(3)
    before = position.to_text()
    assert random_lines(position.kernel, seeded(1), 1000, 10) == 10 * 72
    assert position.to_text() == before


def test_the_same_seed_plays_the_same_line() -> None:
    texts = []
    for _ in range(2):
        position = Hexifence(3)
        assert random_line(position.kernel, seeded(5), 40) == 40
        texts.append(position.to_text())
    assert texts[0] == texts[1]
