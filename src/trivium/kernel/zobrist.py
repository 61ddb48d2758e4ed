"""Zobrist keys: one random word for each fact about a position, combined by exclusive or.

The words come from fixed seeds, so keys are the same in every process and on every machine
and may be stored.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from trivium.kernel.chance import next_word, seeded


def zobrist_words(label: str, *shape: int) -> NDArray[np.uint64]:
    """Return a read-only array of random words that depends on nothing but `label`."""
    chance = seeded(*label.encode())
    words = np.array([next_word(chance) for _ in range(int(np.prod(shape)))], dtype=np.uint64)
    words = words.reshape(shape)
    words.flags.writeable = False
    return words
