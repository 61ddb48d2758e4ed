"""Oracle of Nimstring: a position beside a heap of Nim, played out to the end.

A value is found by its meaning: a position is worth k if whoever is to move loses it together
with a heap of k. Nothing is known of captures but that they oblige to move again.
"""

import functools

String = tuple[int, int]
"""The two coins that it joins; the ground has the number `GROUND`."""
GROUND = -1


@functools.cache
def wins(strings: tuple[String, ...], heap: int) -> bool:
    """Whether the player to move makes the last move."""
    for index in range(len(strings)):
        left = strings[:index] + strings[index + 1 :]
        captures = any(
            coin != GROUND and all(coin not in string for string in left) for coin in strings[index]
        )
        if wins(left, heap) == captures:
            return True
    return any(not wins(strings, smaller) for smaller in range(heap))


def value(strings: tuple[String, ...]) -> int | None:
    """The nimber; None for a position that is loony."""
    heaps = range(len(strings) + 2)
    return next((heap for heap in heaps if not wins(tuple(sorted(strings)), heap)), None)
