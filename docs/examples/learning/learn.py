"""An agent that learns Hexifence 2 from nothing, with exact values as its teacher, in minutes.

    pip install 'trivium[rl]' torch matplotlib
    python docs/examples/learning/learn.py --to learned.npz --curve regret.svg

A small network of PyTorch's plays 256 games at once against itself. In every position that it comes
to, it guesses for every edge the margin of the cells still to come, and is corrected by the exact
values, which Trivium looks up for all boards at once. Every position is seen turned and mirrored.
`trivium.envs.regret` measures, in games that are not learned from, how far it is from perfect
play.
"""

from __future__ import annotations

import argparse
import itertools
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from trivium import envs

GAMES = 256
LENGTH = 30
"""Every game of Hexifence 2 has so many moves: one for each edge."""
WIDTH = 256
CHANCE = 0.3
"""How often a move is any move, so that mistakes are met and learned from."""
OWN, THEIRS = 2, 3
"""The planes of captured cells."""
CHECKS = 25
Arrays = NDArray[Any]


class Measured(NamedTuple):
    """How far learning is."""

    seconds: float
    """Of CPU time."""
    rounds: int
    regret: envs.Regret


def network(inputs: int, actions: int) -> nn.Sequential:
    """Return a network that has learned nothing."""
    sizes = [inputs, WIDTH, WIDTH]
    hidden = [layer for a, b in itertools.pairwise(sizes) for layer in (nn.Linear(a, b), nn.ReLU())]
    return nn.Sequential(*hidden, nn.Linear(WIDTH, actions))


def learn(rounds: int, seed: int = 0) -> tuple[nn.Sequential, list[Measured]]:
    """Return the network after so many rounds of games, and how its regret fell."""
    torch.set_num_threads(1)  # for a network this small, more only wait for each other
    torch.manual_seed(seed)
    dice = np.random.default_rng(seed)
    boards, teacher = envs.Boards("hexifence", "2", GAMES, seed=seed), envs.Teacher()
    spread_out(boards, dice)
    encoding = boards.encoding
    model = network(int(np.prod(encoding.shape)), encoding.actions)
    optimiser = torch.optim.Adam(model.parameters(), 1e-3)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, rounds, 2e-5)
    curve: list[Measured] = []
    began = time.process_time()
    for number in range(rounds):
        if number % max(1, rounds // CHECKS) == 0:
            curve.append(measured(model, time.process_time() - began, number))
        for _ in range(LENGTH):
            improve(model, optimiser, boards, teacher, dice)
            found = guessed(model, boards.observations, boards.masks).argmax(axis=1)
            boards.step(np.where(dice.random(GAMES) < CHANCE, boards.random_actions(), found))
        schedule.step()
    curve.append(measured(model, time.process_time() - began, rounds))
    return model, curve


def spread_out(boards: envs.Boards, dice: np.random.Generator) -> None:
    """Let the games be at different moves: all are of the same length, so they stay apart.

    A network that sees all openings, then all endings, forgets the ones over the others.
    """
    for board in range(boards.count):
        position = boards.encoding.start()
        for _ in range(board % LENGTH):
            legal = position.legal_moves
            position.push(legal[dice.integers(len(legal))])
        boards.set_position(board, position)


def improve(
    model: nn.Module,
    optimiser: torch.optim.Optimizer,
    boards: envs.Boards,
    teacher: envs.Teacher,
    dice: np.random.Generator,
) -> None:
    """Correct the guesses about all moves on all boards, seen through a symmetry of the board."""
    so_far = boards.observations[:, OWN] - boards.observations[:, THEIRS]
    to_come = teacher.values_on(boards) - so_far.sum(axis=(1, 2))[:, None]
    symmetries = boards.encoding.symmetries()
    symmetry = symmetries[dice.integers(len(symmetries))]
    legal = torch.from_numpy(symmetry.of_actions(boards.masks))
    target = torch.from_numpy(symmetry.of_actions(to_come))
    guess = model(flat(symmetry.of_observation(boards.observations)))
    loss = nn.functional.smooth_l1_loss(guess[legal], target[legal])
    optimiser.zero_grad()
    loss.backward()
    optimiser.step()


def flat(observations: Arrays) -> torch.Tensor:
    """Return observations as rows for the network."""
    return torch.from_numpy(observations).flatten(1)


def guessed(model: nn.Module, observations: Arrays, masks: Arrays) -> Arrays:
    """Return the guesses about every action, none about those that are not legal."""
    with torch.no_grad():
        return np.where(masks, model(flat(observations)).numpy(), -np.inf)


def measured(model: nn.Module, seconds: float, rounds: int) -> Measured:
    """Return the regret of the network without chance, and tell it."""
    found = envs.regret(
        lambda observations, masks: guessed(model, observations, masks),
        "hexifence",
        "2",
        games=100,
        seed=1,
    )
    print(f"{seconds:5.0f} s, round {rounds:5}: {found}", flush=True)
    return Measured(seconds, rounds, found)


def draw(curve: list[Measured], path: Path) -> None:
    """Draw the regret curve beside agents that everybody knows."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4))
    axes.plot(
        [row.seconds for row in curve],
        [row.regret.per_game for row in curve],
        "o-",
        label="learned",
    )
    for name, style in (("random", ":"), ("hasty:error=1.2", "--"), ("double", "-.")):
        known = envs.regret(name, "hexifence", "2", games=100, seed=1).per_game
        axes.axhline(known, linestyle=style, color="grey")
        axes.annotate(name, (curve[-1].seconds, known), ha="right", va="bottom", color="grey")
    axes.set(xlabel="seconds of CPU time", ylabel="cells given away in a game", ylim=(0, None))
    axes.set_title("Hexifence 2: distance from perfect play")
    axes.legend(loc="upper center")
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def save(model: nn.Sequential, path: Path) -> None:
    """Write the numbers of the network, for an agent that needs no PyTorch."""
    layers = [layer for layer in model if isinstance(layer, nn.Linear)]
    numbers = {}
    for number, layer in enumerate(layers):
        numbers[f"weight{number}"] = layer.weight.detach().numpy()
        numbers[f"bias{number}"] = layer.bias.detach().numpy()
    np.savez_compressed(path, allow_pickle=False, **numbers)


def main() -> None:
    """Learn, save, draw."""
    parser = argparse.ArgumentParser(description="Learn Hexifence 2 from nothing.")
    parser.add_argument("--rounds", type=int, default=400)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--to", type=Path, default=Path("learned.npz"))
    parser.add_argument("--curve", type=Path, help="draw the regret curve to this file")
    given = parser.parse_args()
    model, curve = learn(given.rounds, given.seed)
    save(model, given.to)
    if given.curve:
        draw(curve, given.curve)


if __name__ == "__main__":
    main()
