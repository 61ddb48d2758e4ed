"""Fit the weights of the learned Hexifence agent: ``python -m benchmarks.learn_hexifence``.

Random play on the smallest board that has chains gives positions, the full table their exact
values, and least squares the weights of the agent's two features. Writes the file that the
agent loads.
"""

from __future__ import annotations

import argparse
import datetime
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from trivium import Hexifence
from trivium.agents.hexifence_learned import OWN_WEIGHTS, WEIGHTS
from trivium.games.hexifence.evaluation import longest_run
from trivium.games.hexifence.sweeping import edges_around
from trivium.kernel.chance import Chance, below, seeded
from trivium.kernel.verbs import pick, score
from trivium.solve import hexifence_two

SIZE = 2
MOST_FREE = 20
"""Positions with more free edges than this take too long and have nothing to capture."""


def sample(chance: Chance) -> Hexifence:
    """Return a position with 1 to `MOST_FREE` free edges after random moves."""
    position = Hexifence(SIZE)
    free = 1 + int(below(chance, MOST_FREE))
    for _ in range(len(position.board.edges) - free):
        position.push(position.move(int(pick(position.kernel, chance))))
    return position


def fit(samples: int, seed: int) -> tuple[NDArray[np.float64], float]:
    """Return the weights of `WEIGHTS` and the share of the variance that they explain."""
    board = Hexifence(SIZE).board
    around = edges_around(board)
    features, values = [], []
    for number in range(samples):
        position = sample(seeded(seed, number))
        features.append((score(position.kernel), longest_run(position.kernel, around)))
        values.append(hexifence_two.value(position.kernel))
    matrix, targets = np.array(features, float), np.array(values)
    weights, *_ = np.linalg.lstsq(matrix, targets)
    residual = targets - matrix @ weights
    return weights, 1 - float(np.sum(residual**2) / np.sum(targets**2))


def write(
    path: Path, weights: NDArray[np.float64], explained: float, samples: int, seed: int
) -> None:
    """Write the weights and where they come from."""
    lines = [
        "# Weights of the agent `learned` in cells, from the mover's point of view.",
        "",
        "[origin]",
        f'data = "{samples} random positions of Hexifence {SIZE}, 1 to {MOST_FREE} edges free"',
        'target = "exact final margin for the mover, by the full table"',
        'method = "least squares without a constant"',
        'command = "python -m benchmarks.learn_hexifence"',
        f"seed = {seed}",
        f"explained = {explained:.3f}",
        f"date = {datetime.date.today()}",
        "",
        "[weights]",
        *(f"{name} = {weight:.3f}" for name, weight in zip(WEIGHTS, weights, strict=True)),
        "",
    ]
    path.write_text("\n".join(lines), encoding="utf-8")


def main() -> None:
    """Learn and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--to", type=Path, default=OWN_WEIGHTS)
    options = parser.parse_args()
    weights, explained = fit(options.samples, options.seed)
    write(options.to, weights, explained, options.samples, options.seed)
    print(
        f"{dict(zip(WEIGHTS, weights.round(3).tolist(), strict=True))}, explained {explained:.1%}"
    )


if __name__ == "__main__":
    main()
