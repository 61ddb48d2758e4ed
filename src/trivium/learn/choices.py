"""Which moves to try first in Cachex: learned from the moves that a search chose.

Every empty cell has a *draw*, the weight of its shape plus those of the hints that hold for it.
The chosen cells are to have a large share of the draws' exponentials (softmax regression).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from trivium.arena.openings import start_position
from trivium.games.cachex.features import read_stones
from trivium.games.cachex.rules import TURNS, Stones
from trivium.games.cachex.sets import ROW_BITS, ROWS_IN_A_WORD
from trivium.games.cachex.shape_evaluation import (
    EVALUATION,
    HINTS,
    ShapeEvaluation,
    find_hints,
    new_shape_evaluation,
)
from trivium.games.cachex.shapes import catch_up, kinds
from trivium.games.weights import Weights
from trivium.kernel.bits import ONE, ZERO
from trivium.kernel.compiling import compiled
from trivium.kernel.verbs import play
from trivium.learn.datasets import Floats
from trivium.learn.descent import Descent, Keeper, walk
from trivium.learn.samples import SampledGame

_TAKEN = -1
_LEAST_SEEN = 10
"""Shapes that were seen less often get no weight of their own."""
_TENTHS = 10
"""Weights are written in tenths."""


@compiled
def describe_cells(
    position: Stones,
    evaluator: ShapeEvaluation,
    size: int,
    moves: NDArray[np.int64],
    at: NDArray[np.int64],
    shapes: NDArray[np.int64],
    hints: NDArray[np.int64],
) -> None:
    """Play `moves`; before those of the turns in `at` write for each cell its shape and hints.

    The shape of a cell that is taken is -1; hints are bits.
    """
    row = 0
    for turn in range(len(moves)):
        if row == len(at):
            return
        if at[row] == turn:
            player = position.tally[TURNS] & 1
            read_stones(evaluator.cell_sets, position)
            catch_up(evaluator.tracked, position)
            find_hints(evaluator, position)
            for cell in range(size * size):
                place = position.places[cell]
                if position.board[place] >= 0:
                    shapes[row, cell] = _TAKEN
                    continue
                shapes[row, cell] = evaluator.kinds[evaluator.tracked.shapes[place], player]
                r, q = cell // size, cell % size
                where = np.uint64(ROW_BITS * (r % ROWS_IN_A_WORD) + q)
                for hint in range(len(evaluator.hints)):
                    if (evaluator.hinted[hint, r // ROWS_IN_A_WORD] >> where) & ONE != ZERO:
                        hints[row, cell] |= 1 << hint
            row += 1
        play(position, moves[turn])


@dataclass(frozen=True)
class Choices:
    """Positions with the cells to choose from and the one that was chosen."""

    shapes: NDArray[np.int16]
    hints: NDArray[np.uint8]
    chosen: NDArray[np.int64]

    def draws(self, of_shapes: Floats, of_hints: Floats) -> Floats:
        """Return how much each cell draws; those that are taken draw nothing at all."""
        bits = np.arange(1 << len(HINTS))[:, None] >> np.arange(len(HINTS)) & 1
        found = of_shapes[self.shapes] + (bits @ of_hints)[self.hints]
        return np.where(self.shapes == _TAKEN, -np.inf, found)


def fit_choices(
    games: Sequence[SampledGame],
    options: Descent,
    held_out: float,
    listener: Callable[[int, float], None] = lambda number, loss: None,
    keeper: Keeper | None = None,
) -> Weights:
    """Return the weights of the tables that order moves, from the moves chosen in games."""
    training, testing = choices_of(games, options.seed, held_out)
    often = np.bincount(training.shapes[training.shapes != _TAKEN], minlength=len(kinds()))
    known = often[: len(kinds())] >= _LEAST_SEEN
    count = len(kinds())

    def slope(weights: Floats, rows: NDArray[np.int64]) -> Floats:
        found = _slope(_rows(training, rows), weights[:count], weights[count:])
        found[:count] *= known
        return found + options.ridge * weights

    def loss(weights: Floats) -> float:
        return choice_loss(testing, weights[:count], weights[count:])

    best = walk(
        np.zeros(count + len(HINTS)),
        len(training.chosen),
        slope,
        loss,
        np.inf,
        options,
        keeper,
        lambda number, now, _: listener(number, now),
    )
    tenths = np.rint(_TENTHS * best)
    named = zip(kinds(), tenths[:count].tolist(), strict=True)
    return {
        "hints": dict(zip(HINTS, tenths[count:].tolist(), strict=True)),
        "moves": {name: weight for name, weight in named if weight},
    }


def choices_of(games: Sequence[SampledGame], seed: int, held_out: float) -> tuple[Choices, Choices]:
    """Return the choices made in games, those of a share of the games apart."""
    apart = np.random.default_rng(seed).random(len(games)) < held_out
    outlooks: dict[str, ShapeEvaluation] = {}
    parts: tuple[list[Choices], list[Choices]] = [], []
    width = max(int(game.size) for game in games) ** 2
    for game, is_apart in zip(games, apart.tolist(), strict=True):
        parts[is_apart].append(_choices_of_game(game, outlooks, width))
    joined = [
        Choices(
            np.concatenate([part.shapes for part in some]),
            np.concatenate([part.hints for part in some]),
            np.concatenate([part.chosen for part in some]),
        )
        for some in parts
    ]
    return joined[0], joined[1]


def _choices_of_game(
    game: SampledGame, outlooks: dict[str, ShapeEvaluation], width: int
) -> Choices:
    position = start_position(EVALUATION.game, game.size)
    if game.size not in outlooks:
        no_order: Weights = {"hints": dict.fromkeys(HINTS, 0.0), "moves": {}}
        weights = EVALUATION.nothing() | {"shapes": {}} | no_order
        outlooks[game.size] = new_shape_evaluation(position.board, weights)  # type: ignore[attr-defined]
    size = int(game.size)
    # A steal is no choice among cells.
    at = np.array([turn for turn in game.at if game.moves[turn] < size * size], np.int64)
    shapes = np.full((len(at), width), _TAKEN, np.int64)
    hints = np.zeros((len(at), width), np.int64)
    moves = np.array(game.moves, np.int64)
    describe_cells(position.kernel, outlooks[game.size], size, moves, at, shapes, hints)
    return Choices(shapes.astype(np.int16), hints.astype(np.uint8), moves[at])


def _rows(choices: Choices, rows: NDArray[np.int64]) -> Choices:
    return Choices(choices.shapes[rows], choices.hints[rows], choices.chosen[rows])


def choice_loss(choices: Choices, of_shapes: Floats, of_hints: Floats) -> float:
    """Return the mean surprise at the chosen cells, in natural units."""
    total = 0.0
    for begin in range(0, len(choices.chosen), 4096):
        some = _rows(choices, np.arange(begin, min(begin + 4096, len(choices.chosen))))
        draws = some.draws(of_shapes, of_hints)
        most = draws.max(axis=1)
        sums = most + np.log(np.exp(draws - most[:, None]).sum(axis=1))
        total += float((sums - draws[np.arange(len(sums)), some.chosen]).sum())
    return total / len(choices.chosen)


def _slope(choices: Choices, of_shapes: Floats, of_hints: Floats) -> Floats:
    """Return the gradient of the mean loss."""
    draws = choices.draws(of_shapes, of_hints)
    shares = np.exp(draws - draws.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    shares[np.arange(len(shares)), choices.chosen] -= 1
    # Cells that are taken have no share; their shape -1 counts where nothing is read.
    shapes = np.bincount(choices.shapes.ravel() + 1, shares.ravel(), len(of_shapes) + 2)
    by_hints = np.bincount(choices.hints.ravel(), shares.ravel(), 1 << len(HINTS))
    bits = np.arange(1 << len(HINTS))[:, None] >> np.arange(len(HINTS)) & 1
    return np.concatenate((shapes[1 : len(of_shapes) + 1], by_hints @ bits)) / len(shares)
