"""Asking the searches of Hexifence and Dots-and-Boxes, within a limit.

The compiled searches run in a thread of their own; at the deadline this one raises their flag.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from trivium.agents.hexifence import safe_edge_proof
from trivium.games.hexifence import endgame as endgames
from trivium.games.hexifence.edge_sets import SAFE
from trivium.games.hexifence.features import Feature, features
from trivium.games.hexifence.rules import Fences
from trivium.kernel.transposition_table import new_table, next_search, reserve
from trivium.search.limits import Limit
from trivium.search.running import own_copy, run_within

Result = TypeVar("Result")

_NO_LIMIT = 1 << 60


@dataclass(frozen=True)
class SafeEdgeAnswer:
    """What the search over safe edges found."""

    reached: bool | None
    """Whether the player to move gets the margin; None if the limit came first."""
    edge: int | None
    """A safe edge that does it."""
    nodes: int


class FencesAnalyst:
    """Answers questions about positions of one game and size, and remembers between them."""

    def __init__(self, megabytes: float = 32) -> None:
        self._table = new_table(megabytes)

    def reserve(self) -> None:
        """Take the memory of the table now; else the questions do, while their clocks run."""
        reserve(self._table)

    def reaches(self, position: Fences, margin: int, limit: Limit) -> SafeEdgeAnswer:
        """Return whether the player to move gets at least `margin` more of the cells left.

        Both play only safe edges while there are any. Requires that nothing can be captured.
        """
        next_search(self._table)
        position = own_copy(position)
        memory = safe_edge_proof.new_proof_memory(position, limit.nodes or _NO_LIMIT)
        found = _until(
            limit,
            memory.endgame.levels.counters,
            lambda: safe_edge_proof.reaches(position, margin, self._table, memory),
        )
        reached = None if found == safe_edge_proof.UNDECIDED else found == safe_edge_proof.YES
        has_edge = bool(reached) and int(memory.sets.size[SAFE]) > 0
        edge = int(memory.moves[0, 0]) if has_edge else None
        return SafeEdgeAnswer(reached, edge, int(memory.counters[safe_edge_proof.NODES]))

    def openings(self, position: Fences, limit: Limit) -> list[tuple[Feature, int]]:
        """Return each chain and loop with the margin from the cells left if it is opened now.

        Requires that no edge is safe and that nothing can be captured.
        """
        found = [feature for feature in features(position) if feature.kind in ("chain", "loop")]
        endgame = endgames.new_endgame(position, limit.nodes or _NO_LIMIT)
        values = np.zeros(len(found), np.int64)
        _until(
            limit,
            endgame.levels.counters,
            lambda: endgames.opening_values(endgame, position, values),
        )
        return list(zip(found, values.tolist(), strict=True))

    def rest(self, position: Fences, limit: Limit) -> int:
        """Return the margin that the player to move gets from the cells left.

        Requires that no edge is safe and that nothing can be captured.
        """
        endgame = endgames.new_endgame(position, limit.nodes or _NO_LIMIT)
        counters = endgame.levels.counters
        return int(_until(limit, counters, lambda: endgames.rest_value(endgame, position)))


def _until(limit: Limit, counters: NDArray[np.int64], work: Callable[[], Result]) -> Result:
    """Return what `work` returns; at the deadline, or if interrupted, tell it to hurry."""
    stop = counters[endgames.STOP : endgames.STOP + 1]
    return run_within(limit, time.perf_counter(), stop, work)
