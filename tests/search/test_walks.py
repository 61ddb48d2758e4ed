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

COUNTS = {
    "hexifence 1": (hexifence(1), [1, 6, 30, 120, 360, 720, 720, 0]),
    "hexifence 2": (hexifence(2), [1, 30, 870, 24_360, 657_720, 17_100_720]),
    "hexifence 3": (hexifence(3), [1, 72, 5_112, 357_840]),
    "dots-and-boxes 1x1": (dots_and_boxes(1, 1), [1, 4, 12, 24, 24, 0]),
    "dots-and-boxes 1x2": (dots_and_boxes(1, 2), [1, 7, 42, 210, 840, 2_520, 5_040, 5_040, 0]),
    "cachex 3": (cachex(3), [1, 8, 72, 512, 3_136, 16_224, 64_640]),
    "cachex 4": (cachex(4), [1, 16, 256, 3_600, 47_040]),
    "cachex 5": (cachex(5), [1, 24, 600, 13_824, 304_704]),
    "cachex 9": (cachex(9), [1, 80, 6_480, 512_000]),
    "watch-your-back": (watch_your_back(), [1, 46, 2_084, 92_342, 4_028_048]),
}

ORACLE_LIMIT = 20_000
"""The oracles take a second for about this many games; deeper counts are left to the compiled."""


def count(pair: Pair, depth: int) -> int:
    return int(perft(pair.position().kernel, depth, new_stop_flag()))


@pytest.mark.parametrize("name", COUNTS)
def test_both_rules_count_the_recorded_number_of_games(name: str) -> None:
    pair, counts = COUNTS[name]
    for depth, expected in enumerate(counts):
        assert count(pair, depth) == expected
        if expected <= ORACLE_LIMIT:
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
