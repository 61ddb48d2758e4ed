"""Chance is reproducible, splittable and fair."""

from __future__ import annotations

from collections import Counter

import pytest

from trivium.kernel.chance import below, next_word, seeded, split
from trivium.kernel.zobrist import zobrist_words


def test_the_generator_is_splitmix64() -> None:
    # The first words of SplitMix64 started at 1234567, as its author published them.
    chance = seeded(0)
    chance[0] = 1234567
    assert [int(next_word(chance)) for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


def test_a_seed_means_the_same_numbers_for_ever() -> None:
    assert [int(below(seeded(1, game), 1000)) for game in range(8)] == [
        982,
        166,
        500,
        675,
        418,
        845,
        919,
        806,
    ]


def test_neighbouring_seeds_and_paths_are_unrelated() -> None:
    first = {int(next_word(seeded(seed, game))) for seed in range(50) for game in range(50)}
    assert len(first) == 2500
    assert int(next_word(seeded(1, 2))) != int(next_word(seeded(2, 1)))


@pytest.mark.parametrize("bound", [1, 2, 7, 72, 306])
def test_every_number_below_the_bound_is_about_as_likely(bound: int) -> None:
    chance = seeded(9)
    draws = 200 * bound
    counts = Counter(int(below(chance, bound)) for _ in range(draws))
    assert set(counts) == set(range(bound))
    deviation = sum((count - 200) ** 2 / 200 for count in counts.values())
    assert deviation < bound + 5 * (2 * bound) ** 0.5 + 5


def test_a_split_goes_its_own_way() -> None:
    parent = seeded(3)
    child = split(parent)
    ours = [int(next_word(parent)) for _ in range(100)]
    theirs = [int(next_word(child)) for _ in range(100)]
    assert not set(ours) & set(theirs)


def test_zobrist_words_are_fixed_distinct_and_read_only() -> None:
    words = zobrist_words("test", 10, 20)
    assert words.shape == (10, 20)
    assert len(set(words.ravel().tolist())) == 200
    assert (words == zobrist_words("test", 10, 20)).all()
    assert not set(words.ravel().tolist()) & set(zobrist_words("tesu", 200).tolist())
    with pytest.raises(ValueError, match="read-only"):
        words[0, 0] = 1
