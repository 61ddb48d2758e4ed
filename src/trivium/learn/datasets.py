"""Samples seen through an evaluation: its numbers for each position, and what it should say."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from trivium.agents.subject import Subject
from trivium.arena.openings import start_position
from trivium.errors import TriviumError
from trivium.games.weights import most_described
from trivium.kernel.verbs import SURE
from trivium.learn.replaying import describe_line
from trivium.learn.samples import SampledGame

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Dataset:
    """Samples, one a row of every array."""

    columns: NDArray[np.int32]
    """The columns that count; see `trivium.games.weights.describe`."""
    numbers: NDArray[np.float32]
    """Their numbers; 0 beyond those that there are."""
    values: Floats
    """What the position is worth to the mover, in units of the weights."""
    decided: NDArray[np.int8]
    """1 or -1 where the value is a win or loss that is proven or seen, else 0."""
    results: Floats
    """The mover's points at the end of the game: 1, 0.5 or 0."""
    turns: NDArray[np.int32]
    """Moves made before."""
    games: NDArray[np.int32]
    """The number of the game that it is from."""
    phases: NDArray[np.int8]
    """The phase of the game, numbered as the evaluation has them."""

    def __len__(self) -> int:
        return len(self.values)

    def __getitem__(self, rows: Any) -> Self:
        return type(self)(*(getattr(self, field.name)[rows] for field in fields(self)))

    def digest(self) -> bytes:
        """Return what differs if any of the samples does."""
        combined = hashlib.sha256()
        for field in fields(self):
            combined.update(np.ascontiguousarray(getattr(self, field.name)).tobytes())
        return combined.digest()

    def sums(self, vector: Floats) -> Floats:
        """Return what weights, in the order of the columns, make of each sample."""
        total: Floats = (vector[self.columns] * self.numbers).sum(axis=1)
        return total


def describe_samples(subject: Subject, games: Iterable[SampledGame]) -> Dataset:
    """Return the samples of games as the evaluation sees them."""
    evaluators: dict[str, Any] = {}
    parts = [_describe_game(subject, game, number, evaluators) for number, game in enumerate(games)]
    if not parts:
        raise TriviumError("There are no samples to learn from.")
    width = max(part.columns.shape[1] for part in parts)
    return Dataset(
        *(
            np.concatenate([_widened(getattr(part, field.name), width) for part in parts])
            for field in fields(Dataset)
        )
    )


def _widened(array: NDArray[Any], width: int) -> NDArray[Any]:
    """Return an array whose rows, if it has any, are filled up with 0."""
    if array.ndim == 1 or array.shape[1] == width:
        return array
    return np.pad(array, ((0, 0), (0, width - array.shape[1])))


def _describe_game(
    subject: Subject, game: SampledGame, number: int, evaluators: dict[str, Any]
) -> Dataset:
    position = start_position(subject.game, game.size)
    if game.size not in evaluators:
        evaluators[game.size] = subject.new_evaluator(position, subject.evaluation.nothing())
    evaluator = evaluators[game.size]
    shape = len(game.at), int(most_described(evaluator))
    columns, numbers = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    movers, at = np.zeros(shape[0], np.int64), np.array(game.at, np.int64)
    moves = np.array(game.moves, np.int64)
    describe_line(position.kernel, evaluator, moves, at, columns, numbers, movers)
    values = np.array(game.values, np.float64)
    decided = (values >= SURE).astype(np.int8) - (values <= -SURE).astype(np.int8)
    points = np.sign(game.result) * (1 - 2 * movers)
    return Dataset(
        columns=columns.astype(np.int32),
        numbers=numbers.astype(np.float32),
        values=values / subject.unit,
        decided=decided,
        results=(points + 1) / 2,
        turns=at.astype(np.int32),
        games=np.full(shape[0], number, np.int32),
        phases=_phases(subject, columns),
    )


def _phases(subject: Subject, columns: NDArray[np.int64]) -> NDArray[np.int8]:
    """Return the phases that columns belong to."""
    evaluation = subject.evaluation
    if not evaluation.phased:
        return np.zeros(len(columns), np.int8)
    in_a_phase = len(evaluation.columns) // len(evaluation.tables)
    return (columns[:, 0] // in_a_phase).astype(np.int8)
