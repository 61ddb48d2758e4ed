"""A verb with two tiny position types, at module level as the kernel wants them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from trivium.kernel.compiling import compiled
from trivium.kernel.verbs import implements, verb


class Doubling(NamedTuple):
    value: NDArray[np.int64]


class Halving(NamedTuple):
    value: NDArray[np.int64]
    factor: NDArray[np.float64]


@verb
def step(position: Any, amount: int) -> None:
    """Change the value, then add the amount."""
    raise NotImplementedError


@implements(step, Doubling)
def double(position: Doubling, amount: int) -> None:
    position.value[0] = 2 * position.value[0] + amount


@implements(step, Halving)
def halve(position: Halving, amount: int) -> None:
    position.value[0] = int(position.value[0] * position.factor[0]) + amount


@compiled
def run_twice(position: Any) -> None:
    for _ in range(2):
        step(position, 1)
