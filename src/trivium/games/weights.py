"""What an evaluation is made of: numbers with names, and a weight for each.

An `Evaluation` describes one: its tables of named numbers and the unit their weights count in.
Where the tables are the phases of a game, all have the same names and only the table of the
phase that a position is in counts. Search asks an evaluator for the weighted sum (`evaluate`),
learning asks it for the numbers themselves (`describe`); both are the same numbers.

Weights are kept by table and name, or as a vector in the order of the evaluation's *columns*.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from trivium.kernel.verbs import verb

Weights = dict[str, dict[str, float]]
"""By table and name."""

FOR_ALL = "weights"
"""A table with this name stands for all phases, and is the only one where there are no phases."""


@dataclass(frozen=True)
class WeightTable:
    """Numbers that belong together."""

    name: str
    entries: Mapping[str, str] = field(repr=False)
    """Their names, each with what it counts."""
    required: bool = True
    """Whether each of them must have a weight; otherwise those without one weigh nothing."""
    valued: bool = True
    """Whether they are part of the value; otherwise they say which moves to try first."""


@dataclass(frozen=True, eq=False)
class Evaluation:
    """The description of an evaluation. There is one object for each."""

    name: str
    """What it is called on the command line."""
    game: str
    unit: str
    """What weights count in."""
    most: float
    """No weight is further from 0."""
    tables: tuple[WeightTable, ...]
    phased: bool = False
    """Whether the tables are phases of the game."""
    given: Mapping[str, float] = field(default_factory=dict)
    """Weights that are known and not to be learned, by name."""

    @functools.cached_property
    def columns(self) -> tuple[tuple[str, str], ...]:
        """The table and the name of every number that is part of the value, in their order."""
        return tuple(
            (table.name, entry) for table in self.tables if table.valued for entry in table.entries
        )

    def vector(self, weights: Mapping[str, Mapping[str, float]]) -> NDArray[np.float64]:
        """Return the weights in the order of the columns; those that are not there weigh 0."""
        return np.array(
            [weights.get(table, {}).get(entry, 0.0) for table, entry in self.columns], np.float64
        )

    def named(self, vector: NDArray[np.float64]) -> Weights:
        """Return the weights of a vector by table and name; the inverse of `vector`.

        In tables that need not be complete, names that weigh nothing are left out.
        """
        weights: Weights = {table.name: {} for table in self.tables if table.valued}
        required = {table.name: table.required for table in self.tables}
        for (table, entry), weight in zip(self.columns, vector.tolist(), strict=True):
            if weight or required[table]:
                weights[table][entry] = weight
        return weights

    def nothing(self) -> Weights:
        """Return weights of 0, but for those that are given."""
        return {
            table.name: {entry: self.given.get(entry, 0.0) for entry in table.entries}
            for table in self.tables
            if table.valued and table.required
        }


@verb
def describe(
    evaluator: Any, position: Any, columns: NDArray[np.int64], numbers: NDArray[np.int64]
) -> int:
    """Write the columns that count in a position, and their numbers; return how many.

    Columns are numbered as in `Evaluation.columns`; those that are not written count 0. The sum
    of the numbers times their weights is what `evaluate` says, for the player to move, up to
    its limits. Requires that the game is not over.
    """
    raise NotImplementedError


@verb
def most_described(evaluator: Any) -> int:
    """Return how many columns `describe` writes at most."""
    raise NotImplementedError
